// SPDX-License-Identifier: Apache-2.0
// Any bytes as a transcript of each format: refused with an Error, or it can be written as JSON and read
// again, and stays the same.
#include <sstream>
#include <string>

#include "inference/api/export.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/json_of.h"
#include "tests/fuzz/refused_or.h"

namespace {

using namespace tilescribe;

Transcript read(const std::string& text, ExportFormat format) {
  std::istringstream in(text);
  return read_transcript(in, format);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(fuzz::characters(data, size));
  for (const ExportFormat format :
       {ExportFormat::json, ExportFormat::srt, ExportFormat::vtt, ExportFormat::tsv, ExportFormat::txt}) {
    fuzz::refused_or([&] {
      const std::string first = fuzz::json_of(read(input, format));
      fuzz::require(fuzz::json_of(read(first, ExportFormat::json)) == first,
                    "a transcript that is written and read again differs");
    });
  }
  return 0;
}
