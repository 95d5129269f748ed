// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tilescribe::generate {

/// A guess at the tokens of a run. It follows what the run generates and says what comes next if both go on
/// alike. After a difference it expects nothing until they meet again: until the run's last two tokens stand
/// side by side in the draft. Of several such places it takes the one nearest to where one token in place of
/// another would lead. (Prompt lookup decoding, Saxena 2023, finds its drafts in the same way.)
class Draft {
 public:
  Draft() = default;
  explicit Draft(std::vector<std::int32_t> tokens) : tokens_(std::move(tokens)) {}

  /// The next expected tokens, at most `most`.
  std::span<const std::int32_t> next(std::size_t most) const;
  bool expects() const { return met_ && next_ < tokens_.size(); }

  /// The run goes on; `ids` are all of its tokens, the new one last.
  void follow(std::span<const std::int32_t> ids);

 private:
  std::vector<std::int32_t> tokens_;
  std::size_t next_ = 0;  // of tokens_: the expected one, or after a difference the one in its place
  bool met_ = true;
};

}  // namespace tilescribe::generate
