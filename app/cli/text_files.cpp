// SPDX-License-Identifier: Apache-2.0
#include "app/cli/text_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tilescribe::cli {

namespace fs = std::filesystem;

Transcript load_text(const fs::path& text) {
  const std::string end = text.extension().string();
  const auto format = end.empty() ? std::nullopt : export_format(end.substr(1));
  if (!format || std::ranges::find(readable_formats, *format) == readable_formats.end()) {
    throw CommandError(
        "A text ends in .txt, .srt, .vtt, .json or .tsv, which says how it is read; found {1}.",
        text.string());
  }
  return load_transcript(text, *format);
}

std::string contents_of(const fs::path& file) {
  const auto refuse = [&](int reason) {
    throw CommandError("The file {1} can't be read: {2}.", file.string(),
                       std::generic_category().message(reason));
  };
  std::error_code unknown;
  if (fs::is_directory(file, unknown)) refuse(EISDIR);
  std::ifstream input(file, std::ios::binary);
  if (!input) refuse(errno);
  std::string bytes;
  std::array<char, 65536> piece;
  while (input.read(piece.data(), piece.size()), input.gcount() > 0)
    bytes.append(piece.data(), static_cast<std::size_t>(input.gcount()));
  if (input.bad()) refuse(EIO);
  return bytes;
}

std::string text_or_contents(const std::string& text) {
  std::error_code ignored;
  return fs::is_regular_file(text, ignored) ? contents_of(text) : text;
}

void write_text(const Transcript& transcript, ExportFormat format, const ExportOptions& options,
                const std::optional<fs::path>& output, Console& console) {
  if (output) return save_transcript(*output, transcript, format, Readers::as_usual, options);
  std::ostringstream text;
  write_transcript(text, transcript, format, options);
  console.out(text.str());
}

}  // namespace tilescribe::cli
