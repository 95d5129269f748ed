// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "inference/text/tokenizer.h"
#include "inference/text/utf8.h"

namespace tilescribe::text {

/// Decodes ids one at a time as a model generates them, and never returns part of a character. The results of
/// push() and finish(), joined, equal Tokenizer::decode of all ids.
class StreamDecoder {
 public:
  /// The tokenizer must outlive the decoder.
  explicit StreamDecoder(const Tokenizer& tokenizer) : tokenizer_(&tokenizer) {}

  /// The characters that `id` completes. Bytes of an incomplete one wait for the next id.
  std::string push(int id) {
    std::string text;
    replacer_.append(tokenizer_->bytes_of(id), text);
    return text;
  }

  /// U+FFFD if a character is still incomplete, else nothing. The decoder can then be used again.
  std::string finish() {
    std::string text;
    replacer_.finish(text);
    return text;
  }

 private:
  const Tokenizer* tokenizer_;
  Utf8Replacer replacer_;
};

}  // namespace tilescribe::text
