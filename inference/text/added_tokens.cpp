// SPDX-License-Identifier: Apache-2.0
#include "inference/text/added_tokens.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tilescribe::text {

AddedTokenMatcher::AddedTokenMatcher(std::vector<AddedToken> tokens) {
  for (AddedToken& token : tokens) {
    by_first_byte_[static_cast<unsigned char>(token.content.front())].push_back(std::move(token));
  }
  for (auto& bucket : by_first_byte_) {
    std::ranges::sort(
        bucket, [](const AddedToken& a, const AddedToken& b) { return a.content.size() > b.content.size(); });
  }
}

const AddedToken* AddedTokenMatcher::match_at(std::string_view rest) const {
  for (const AddedToken& token : by_first_byte_[static_cast<unsigned char>(rest.front())]) {
    if (rest.starts_with(token.content)) return &token;
  }
  return nullptr;
}

void AddedTokenMatcher::scan(std::string_view text, const std::function<void(std::string_view)>& plain,
                             const std::function<void(const AddedToken&)>& token) const {
  std::size_t start = 0;  // of the plain stretch
  const auto end_plain_at = [&](std::size_t end) {
    if (end > start) plain(text.substr(start, end - start));
  };
  for (std::size_t at = 0; at < text.size();) {
    const AddedToken* found = match_at(text.substr(at));
    if (found == nullptr) {
      ++at;
      continue;
    }
    end_plain_at(at);
    token(*found);
    at += found->content.size();
    start = at;
  }
  end_plain_at(text.size());
}

}  // namespace tilescribe::text
