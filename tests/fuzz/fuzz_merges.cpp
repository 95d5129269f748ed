// SPDX-License-Identifier: Apache-2.0
// Any bytes as vocab.json (the first line) and merges.txt (the rest): refused with an Error, or they give a
// tokenizer that works.
#include <algorithm>
#include <string>

#include "inference/text/tokenizer.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

using tilescribe::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe::text;
  const auto input = tilescribe::fuzz::characters(data, size);
  const std::size_t line = std::min(input.find('\n'), input.size());
  try {
    const Tokenizer tokenizer(parse_vocabulary_and_merges(
        input.substr(0, line), input.substr(std::min(line + 1, input.size())), "folder"));
    const auto ids = tokenizer.encode("low lower<|endoftext|>");
    for (const int id : ids)
      require(id >= 0 && id < tokenizer.vocabulary_size(), "encode gave an id outside the vocabulary");
    (void)tokenizer.decode(ids, false);
  } catch (const tilescribe::Error& refusal) {
    require(std::string(refusal.what()).ends_with('.'), "the refusal is not a sentence");
  }
  return 0;
}
