// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/console.h"
#include "inference/api/export.h"

namespace tilescribe::cli {

/// Reads a transcript in the format that its extension names. Throws CommandError for other extensions, else
/// Error.
Transcript load_text(const std::filesystem::path& text);

/// All bytes of a file. Throws CommandError.
std::string contents_of(const std::filesystem::path& file);

/// The contents of the file with this name, or else the text itself. Throws CommandError.
std::string text_or_contents(const std::string& text);

/// Writes one to a file, which is replaced in one step, or to standard output. Throws Error.
void write_text(const Transcript& transcript, ExportFormat format, const ExportOptions& options,
                const std::optional<std::filesystem::path>& output, Console& console);

}  // namespace tilescribe::cli
