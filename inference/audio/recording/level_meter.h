// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "inference/api/capture.h"

namespace tilescribe::audio {

/// The level of the last 50 ms.
class LevelMeter {
 public:
  void add(std::span<const std::int16_t> samples, int sample_rate) {
    last_.insert(last_.end(), samples.begin(), samples.end());
    const auto kept = static_cast<std::size_t>(sample_rate / 20);
    if (last_.size() > kept) last_.erase(last_.begin(), last_.end() - static_cast<std::ptrdiff_t>(kept));
  }
  void clear() { last_.clear(); }

  SoundLevel level() const {
    if (last_.empty()) return {};
    double peak = 0.0, squares = 0.0;
    for (const std::int16_t sample : last_) {
      const double value = sample / 32768.0;
      peak = std::max(peak, std::abs(value));
      squares += value * value;
    }
    return {static_cast<float>(peak),
            static_cast<float>(std::sqrt(squares / static_cast<double>(last_.size())))};
  }

 private:
  std::vector<std::int16_t> last_;
};

}  // namespace tilescribe::audio
