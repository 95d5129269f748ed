// SPDX-License-Identifier: Apache-2.0
#include "inference/generate/draft.h"

#include <algorithm>

namespace tilescribe::generate {

std::span<const std::int32_t> Draft::next(std::size_t most) const {
  if (!expects()) return {};
  return std::span(tokens_).subspan(next_, std::min(most, tokens_.size() - next_));
}

void Draft::follow(std::span<const std::int32_t> ids) {
  constexpr std::size_t meeting = 2;  // equal tokens; one alone is often a chance
  if (tokens_.empty()) return;
  if (expects() && tokens_[next_] == ids.back()) {
    ++next_;
    return;
  }
  ++next_;
  met_ = false;
  if (ids.size() < meeting) return;
  const std::span<const std::int32_t> last = ids.last(meeting);
  const auto distance = [this](std::size_t place) { return place > next_ ? place - next_ : next_ - place; };
  std::size_t nearest = 0;  // no place
  for (std::size_t place = meeting; place <= tokens_.size(); ++place) {
    if (!std::ranges::equal(std::span(tokens_).subspan(place - meeting, meeting), last)) continue;
    if (nearest == 0 || distance(place) < distance(nearest)) nearest = place;
  }
  if (nearest == 0) return;
  next_ = nearest;
  met_ = true;
}

}  // namespace tilescribe::generate
