// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string_view>

#include "inference/api/transcript.h"

namespace tilescribe {

enum class ExportFormat { txt, srt, vtt, json, tsv };

inline constexpr std::array all_export_formats{ExportFormat::txt, ExportFormat::srt, ExportFormat::vtt,
                                               ExportFormat::json, ExportFormat::tsv};

/// "txt", "srt", …: the name on the command line, and the file name extension.
std::string_view extension(ExportFormat format);
std::optional<ExportFormat> export_format(std::string_view extension);

/// Writes a transcript as UTF-8.
void write_transcript(std::ostream& out, const Transcript& transcript, ExportFormat format);

/// Who may read a saved file: everyone whom the user's umask allows (and whom a replaced file allowed), or
/// only the user.
enum class Readers { as_usual, user_alone };

/// Writes to a temporary file beside `file` and renames it. So a full disk never leaves half a file and never
/// destroys an older one. Throws Error with the path and the reason.
void save_transcript(const std::filesystem::path& file, const Transcript& transcript, ExportFormat format,
                     Readers readers = Readers::as_usual);

/// Reads what write_transcript wrote (txt becomes one segment without times). Throws Error with line numbers.
Transcript read_transcript(std::istream& in, ExportFormat format);

/// Reads a saved file. Throws Error with the path; the reason is in its details.
Transcript load_transcript(const std::filesystem::path& file, ExportFormat format);

}  // namespace tilescribe
