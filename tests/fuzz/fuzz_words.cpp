// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of words: refused with an Error, or it says something of every word behind every other.
#include <cmath>
#include <string>

#include "inference/search/word_ngram.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  static const fuzz::InputFolder folder;
  try {
    const search::WordNgram words(folder.write("words.safetensors", fuzz::characters(data, size)));
    search::WordNgram::Context context;
    for (const char* word : {"the", "cat", "the", "and", "dog", "dog", "zebra", "", "the", "cat"}) {
      fuzz::require(!std::isnan(words.begin(context, word)), "a word's beginning has no probability");
      fuzz::require(words.say(context, word) <= 0.0f, "a word's probability is above 1");
    }
  } catch (const Error&) {
  }
  return 0;
}
