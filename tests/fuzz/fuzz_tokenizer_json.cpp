// SPDX-License-Identifier: Apache-2.0
// The input is a tokenizer.json: it is refused with an Error, or gives a tokenizer that works.
#include "inference/text/tokenizer_file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/use_tokenizer.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  const auto input = fuzz::characters(data, size);
  // Short, so that an expression that backtracks without end reaches its limit soon.
  fuzz::use_tokenizer([&] { return text::parse_tokenizer_file(input, "tokenizer.json"); },
                      "<|user|>\nIt's 12 h\xFF, abc.");
  return 0;
}
