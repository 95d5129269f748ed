// SPDX-License-Identifier: Apache-2.0
#include "kernels/profile/activity_join.h"

namespace tilescribe::kernels {

void ActivityJoin::node_cloned(std::uint64_t from, std::uint64_t to) {
  if (const OpLabel* label = nodes_.find(from)) {
    const OpLabel copy = *label;  // put() may move what `label` points to
    nodes_.put(to, copy);
  }
}

std::optional<OpLabel> ActivityJoin::find(std::uint32_t correlation, std::uint64_t node) {
  if (node == 0) {
    const OpLabel* known = launches_.find(correlation);
    if (known == nullptr) return std::nullopt;
    const OpLabel label = *known;
    launches_.erase(correlation);
    return label;
  }
  const OpLabel* known = nodes_.find(node);
  const Place* replay = replays_.find(correlation);
  if (known == nullptr) {  // captured before measuring began
    return replay == nullptr ? std::nullopt
                             : std::optional(OpLabel{.op = {}, .variant = {}, .outer = {}, .place = *replay});
  }
  OpLabel label = *known;
  if (replay != nullptr) {
    label.place.step = replay->step;
    label.place.windows = replay->windows;
  }
  return label;
}

}  // namespace tilescribe::kernels
