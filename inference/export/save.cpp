// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <fstream>
#include <sstream>

#include "inference/api/export.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe {

void save_transcript(const std::filesystem::path& file, const Transcript& transcript, ExportFormat format,
                     Readers readers, const ExportOptions& options, Links links) {
  std::ostringstream text;
  write_transcript(text, transcript, format, options);
  replace_file(Message("transcript"), file, text.view(), readers, links);
}

bool save_new_transcript(const std::filesystem::path& file, const Transcript& transcript, ExportFormat format,
                         Readers readers) {
  std::ostringstream text;
  write_transcript(text, transcript, format);
  Replacement made(Message("transcript"), file, readers);
  made.write(text.view());
  return made.commit_as_new();
}

Transcript load_transcript(const std::filesystem::path& file, ExportFormat format) {
  try {
    std::ifstream in(file, std::ios::binary);
    return read_transcript(in, format);
  } catch (const std::exception& error) {  // the stream itself throws for a folder
    throw Error(Message("Expected a transcript in {1}, found none that can be read.", file.string()),
                error.what());
  }
}

}  // namespace tilescribe
