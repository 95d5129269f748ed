// SPDX-License-Identifier: Apache-2.0
#include "inference/text/stream_decoder.h"

namespace tilescribe::text {

std::string StreamDecoder::push(int id) {
  std::string text;
  replacer_.append(tokenizer_->bytes_of(id), text);
  return text;
}

std::string StreamDecoder::finish() {
  std::string text;
  replacer_.finish(text);
  return text;
}

}  // namespace tilescribe::text
