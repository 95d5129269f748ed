// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// libFuzzer's entry: runs one input and gives 0. An input is bad news when this aborts, throws, hangs or
/// makes a sanitizer speak; refusals (tilescribe::Error) are caught inside.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace tilescribe::fuzz {

/// The input as characters.
inline std::string_view characters(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Aborts with a sentence when something that always holds does not.
inline void require(bool holds, const char* sentence) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", sentence);
  std::abort();
}

}  // namespace tilescribe::fuzz
