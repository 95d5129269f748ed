// SPDX-License-Identifier: Apache-2.0
// The input is a tokenizer.json: it is refused with an Error, or gives a tokenizer that works.
#include <string>

#include "inference/text/tokenizer.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

using tilescribe::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe::text;
  try {
    const Tokenizer tokenizer(
        parse_tokenizer_file(tilescribe::fuzz::characters(data, size), "tokenizer.json"));
    // Short, so that an expression that backtracks without end reaches its limit soon.
    const auto ids = tokenizer.encode("<|user|>\nIt's 12 h\xFF, abc.");
    for (const int id : ids)
      require(id >= 0 && id < tokenizer.vocabulary_size(), "encode gave an id outside the vocabulary");
    (void)tokenizer.decode(ids, false);
  } catch (const tilescribe::Error& refusal) {
    require(std::string(refusal.what()).ends_with('.'), "the refusal is not a sentence");
  }
  return 0;
}
