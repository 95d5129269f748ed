// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "inference/transcript/replacement.h"

namespace tilescribe::store {

/// Writes text to a replacement file in large pieces.
class Output {
 public:
  explicit Output(Replacement& file) : file_(file) { waiting_.reserve(2 * piece); }

  Output& operator<<(std::string_view text) {
    waiting_.append(text);
    if (waiting_.size() >= piece) flush();
    return *this;
  }
  void flush() {
    file_.write(waiting_);
    waiting_.clear();
  }

 private:
  static constexpr std::size_t piece = 1 << 20;  // bytes
  Replacement& file_;
  std::string waiting_;
};

}  // namespace tilescribe::store
