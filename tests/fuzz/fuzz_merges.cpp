// SPDX-License-Identifier: Apache-2.0
// Any bytes as vocab.json (the first line) and merges.txt (the rest): refused with an Error, or they give a
// tokenizer that works.
#include <algorithm>

#include "inference/text/tokenizer_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/use_tokenizer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  const auto input = fuzz::characters(data, size);
  const std::size_t line = std::min(input.find('\n'), input.size());
  const auto vocabulary = input.substr(0, line), merges = input.substr(std::min(line + 1, input.size()));
  fuzz::use_tokenizer([&] { return text::parse_vocabulary_and_merges(vocabulary, merges, "folder"); },
                      "low lower<|endoftext|>");
  return 0;
}
