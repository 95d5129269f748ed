// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tilescribe {

/// A number for each layer of each row. A model's layers stand in an array, where they are found at once. A
/// file from elsewhere may name any layer, so those beyond stand in a map: a layer without a number takes
/// little memory or none.
class LayerNumbers {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  /// The number of a layer; -1 and less: outside all layers. `none` if it has none.
  std::uint32_t of(std::uint32_t row, std::int32_t layer) const {
    if (layer >= most_near) {
      const auto found = far_.find({row, layer});
      return found != far_.end() ? found->second : none;
    }
    if (row >= near_.size()) return none;
    const std::vector<std::uint32_t>& layers = near_[row];
    const std::size_t place = place_of(layer);
    return place < layers.size() ? layers[place] : none;
  }
  /// The same, to be set: at first `none`.
  std::uint32_t& at(std::uint32_t row, std::int32_t layer) {
    if (layer >= most_near) return far_.try_emplace({row, layer}, none).first->second;
    if (row >= near_.size()) near_.resize(std::size_t{row} + 1);
    std::vector<std::uint32_t>& layers = near_[row];
    const std::size_t place = place_of(layer);
    if (place >= layers.size()) layers.resize(place + 1, none);
    return layers[place];
  }

 private:
  static constexpr std::int32_t most_near = 128;  // more layers than the models have

  static std::size_t place_of(std::int32_t layer) {
    return static_cast<std::size_t>(std::max(layer, -1) + 1);
  }

  std::vector<std::vector<std::uint32_t>> near_;  // by row, then layer + 1
  std::map<std::pair<std::uint32_t, std::int32_t>, std::uint32_t> far_;
};

}  // namespace tilescribe
