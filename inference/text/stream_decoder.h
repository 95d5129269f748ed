// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "inference/text/tokenizer.h"
#include "inference/text/utf8.h"

namespace tilescribe::text {

/// Decodes ids one at a time as a model generates them, never giving half a character. What push() and
/// finish() give, put together, is Tokenizer::decode of all the ids.
class StreamDecoder {
 public:
  /// The tokenizer must outlive the decoder.
  explicit StreamDecoder(const Tokenizer& tokenizer) : tokenizer_(&tokenizer) {}

  /// The complete characters that `id` brings; bytes of an incomplete one wait for the next id.
  std::string push(int id);

  /// U+FFFD if a character is still incomplete, else nothing; the decoder is then as new.
  std::string finish();

 private:
  const Tokenizer* tokenizer_;
  Utf8Replacer replacer_;
};

}  // namespace tilescribe::text
