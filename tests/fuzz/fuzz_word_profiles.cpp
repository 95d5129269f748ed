// SPDX-License-Identifier: Apache-2.0
// Any bytes as profiles of words, and as rules: refused with an Error, or written again they are read as the
// same.
#include <string>

#include "inference/api/word_rules.h"
#include "kernels/core/error.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tilescribe;
  const std::string input(fuzz::characters(data, size));
  try {
    const std::string written = word_profiles_json(word_profiles_of(input, "fuzz"));
    fuzz::require(word_profiles_json(word_profiles_of(written, "fuzz")) == written,
                  "profiles that are read again differ");
  } catch (const Error&) {
  }
  try {
    const std::string written = word_rules_json(word_rules_of(input));
    fuzz::require(word_rules_json(word_rules_of(written)) == written, "rules that are read again differ");
  } catch (const Error&) {
  }
  return 0;
}
