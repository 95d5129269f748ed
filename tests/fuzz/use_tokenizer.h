// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "inference/text/tokenizer.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

namespace tilescribe::fuzz {

/// Encodes and decodes a text with the tokenizer of the file that `parse` gives, or refuses in a sentence.
template <typename Parse>
void use_tokenizer(Parse parse, std::string_view text) {
  try {
    const text::Tokenizer tokenizer(parse());
    const auto ids = tokenizer.encode(text);
    for (const int id : ids)
      require(id >= 0 && id < tokenizer.vocabulary_size(), "encode gave an id outside the vocabulary");
    static_cast<void>(tokenizer.decode(ids, false));
  } catch (const Error& refusal) {
    require(std::string_view(refusal.what()).ends_with('.'), "the refusal is not a sentence");
  }
}

}  // namespace tilescribe::fuzz
