// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <string_view>
#include <vector>

#include "inference/text/tokenizer_file.h"

namespace tilescribe::text {

/// Finds added tokens in text: the leftmost match, and of those that start there the longest.
class AddedTokenMatcher {
 public:
  explicit AddedTokenMatcher(std::vector<AddedToken> tokens);

  /// Calls `plain` for every non-empty stretch between matches and `token` for every match, in order.
  void scan(std::string_view text, const std::function<void(std::string_view)>& plain,
            const std::function<void(const AddedToken&)>& token) const;

 private:
  const AddedToken* match_at(std::string_view rest) const;

  std::array<std::vector<AddedToken>, 256> by_first_byte_;  // longest first
};

}  // namespace tilescribe::text
