// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "inference/api/cues.h"
#include "inference/api/transcript.h"

namespace tilescribe {

enum class ExportFormat { txt, srt, vtt, json, tsv, docx, html };

inline constexpr std::array all_export_formats{ExportFormat::txt,  ExportFormat::srt, ExportFormat::vtt,
                                               ExportFormat::json, ExportFormat::tsv, ExportFormat::docx,
                                               ExportFormat::html};

/// Those that read_transcript reads. The others are for people.
inline constexpr std::array readable_formats{ExportFormat::txt, ExportFormat::srt, ExportFormat::vtt,
                                             ExportFormat::json, ExportFormat::tsv};

/// Those that hold cues, and those that hold running text.
constexpr bool holds_cues(ExportFormat format) {
  return format == ExportFormat::srt || format == ExportFormat::vtt;
}
constexpr bool holds_passages(ExportFormat format) {
  return format == ExportFormat::txt || format == ExportFormat::docx || format == ExportFormat::html;
}

/// What a line of txt is, and a paragraph of docx and html: a segment, a sentence, or all sentences up to a
/// pause.
enum class TextLayout { segments, sentences, paragraphs };

inline constexpr std::array text_layout_names{Named<TextLayout>{TextLayout::segments, "segments"},
                                              Named<TextLayout>{TextLayout::sentences, "sentences"},
                                              Named<TextLayout>{TextLayout::paragraphs, "paragraphs"}};

/// What front ends let people choose at most, so that nobody waits for the layout of a page.
struct CueLimits {
  static constexpr int line_width = 100;
  static constexpr int lines = 4;
  static constexpr int word_group = 20;
  static constexpr double speed = 100.0;
  static constexpr double seconds = 60.0;
  static constexpr double gap_s = 5.0;
  static constexpr double pause_s = 3600.0;
};

/// How a transcript is written.
struct ExportOptions {
  CueRules cues = {};                      // srt, vtt
  int word_group = 0;                      // srt: words per cue; vtt: words per time stamp; 0: whole cues
  TextLayout text = TextLayout::segments;  // txt, docx, html
  double paragraph_pause_s = 1.5;          // the shortest pause that begins a paragraph

  bool operator==(const ExportOptions&) const = default;
};

/// "txt", "srt", …: the name on the command line, and the file name extension.
std::string_view extension(ExportFormat format);
/// These formats by their names, to choose from.
std::vector<Named<ExportFormat>> format_names(std::span<const ExportFormat> some);
std::optional<ExportFormat> export_format(std::string_view extension);

/// Writes a transcript as UTF-8; docx as a zip archive.
void write_transcript(std::ostream& out, const Transcript& transcript, ExportFormat format,
                      const ExportOptions& options = {});

/// Who may read a saved file: everyone whom the user's umask allows (and whom a replaced file allowed), or
/// only the user.
enum class Readers { as_usual, user_alone };

/// What becomes of a link in a file's place: the file that it points to is replaced, or the link itself. In
/// folders that somebody else may have made, it is the link: it may point anywhere.
enum class Links { follow, replace };

/// Writes to a temporary file beside `file` and renames it. So a full disk never leaves half a file and never
/// destroys an older one. Throws Error with the path and the reason.
void save_transcript(const std::filesystem::path& file, const Transcript& transcript, ExportFormat format,
                     Readers readers = Readers::as_usual, const ExportOptions& options = {},
                     Links links = Links::follow);

/// The same where no file is. False: one is, and stays as it is.
bool save_new_transcript(const std::filesystem::path& file, const Transcript& transcript, ExportFormat format,
                         Readers readers);

/// Reads what write_transcript wrote (txt becomes one segment without times); of a format in
/// readable_formats. Throws Error with line numbers.
Transcript read_transcript(std::istream& in, ExportFormat format);

/// Reads a saved file. Throws Error with the path; the reason is in its details.
Transcript load_transcript(const std::filesystem::path& file, ExportFormat format);

}  // namespace tilescribe
