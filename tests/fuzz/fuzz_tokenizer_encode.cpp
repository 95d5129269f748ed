// SPDX-License-Identifier: Apache-2.0
// The input is a text, and again a list of ids (two bytes each): encoding loses nothing, streaming equals
// decoding.
#include <string>
#include <vector>

#include "inference/text/stream_decoder.h"
#include "inference/text/tokenizer.h"
#include "inference/text/utf8.h"
#include "tests/fuzz/fuzz.h"

using tilescribe::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe::text;
  static const Tokenizer tokenizer = Tokenizer::load(TILESCRIBE_TEST_DATA "/text/tokenizer.json");
  const auto input = tilescribe::fuzz::characters(data, size);
  const std::string text = replace_invalid_utf8(input);
  require(tokenizer.decode(tokenizer.encode(input), false) == text, "decode(encode(text)) is not the text");
  require(tokenizer.decode(tokenizer.encode_plain(input)) == text,
          "decode(encode_plain(text)) is not the text");
  require(replace_invalid_utf8(text) == text, "replaced text is not valid");
  require(text.find(trim_whitespace(text)) != std::string::npos, "trimmed text is no part of the text");

  std::vector<int> ids;
  for (std::size_t i = 0; i + 1 < size; i += 2) ids.push_back((data[i] << 8 | data[i + 1]) % 1030 - 3);
  StreamDecoder decoder(tokenizer);
  std::string streamed;
  for (const int id : ids) streamed += decoder.push(id);
  streamed += decoder.finish();
  require(streamed == tokenizer.decode(ids), "the streamed text is not the decoded text");
  return 0;
}
