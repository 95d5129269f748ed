// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace tilescribe {

/// The stages in the order of the work.
inline constexpr std::array<std::string_view, 6> stages_in_order{"audio",     "features", "encoder",
                                                                 "projector", "prefill",  "decode"};

/// The index of a stage in the order of the work. Other names come after them, and an empty name last.
inline std::size_t stage_place(std::string_view stage) {
  if (stage.empty()) return stages_in_order.size() + 1;
  return static_cast<std::size_t>(std::ranges::find(stages_in_order, stage) - stages_in_order.begin());
}

}  // namespace tilescribe
