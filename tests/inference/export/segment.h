// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "inference/api/transcript.h"

namespace tilescribe::test {

/// A segment with its times, in seconds, and its text.
inline Segment segment(double start_s, double end_s, std::string text) {
  Segment result;
  result.start_s = start_s;
  result.end_s = end_s;
  result.text = std::move(text);
  return result;
}

}  // namespace tilescribe::test
