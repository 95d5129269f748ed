// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/playback/stretcher.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "inference/audio/playback/stretch_plugin.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

const StretchPlugin& stretch_library() {
  static const PluginTable<StretchPlugin> library = open_table(stretch_plugin);
  if (library.functions == nullptr)
    throw Error("Another speed than 1 needs the program's part for it, which is missing: {1}",
                library.reason);
  return *library.functions;
}

}  // namespace

void Stretcher::restart(double speed) {
  if (speed != 1.0 && !touch_) {
    plugin_ = &stretch_library();
    touch_ = {plugin_->make(static_cast<unsigned>(sample_rate_)), plugin_->destroy};
    if (!touch_) throw std::bad_alloc();
  }
  speed_ = speed;
  // Short pieces: within a piece, sound runs at its own speed, so its place is off by as much as the piece
  // and what it stands for differ.
  if (touch_) plugin_->restart(touch_.get(), speed, speed > 1.25 ? 30 : 40);
  passing_.clear();
  passed_ = 0;
  put_ = taken_ = 0.0;
  ended_ = false;
}

void Stretcher::put(std::span<const float> samples) {
  put_ += static_cast<double>(samples.size());
  if (speed_ != 1.0) {
    plugin_->put(touch_.get(), samples.data(), static_cast<unsigned>(samples.size()));
    return;
  }
  passing_.erase(passing_.begin(), passing_.begin() + static_cast<std::ptrdiff_t>(passed_));
  passed_ = 0;
  passing_.insert(passing_.end(), samples.begin(), samples.end());
}

void Stretcher::end() {
  if (!ended_ && speed_ != 1.0) plugin_->flush(touch_.get());
  ended_ = true;
}

std::size_t Stretcher::take(std::span<float> out) {
  if (speed_ == 1.0) {
    const std::size_t count = std::min(out.size(), passing_.size() - passed_);
    std::copy_n(passing_.begin() + static_cast<std::ptrdiff_t>(passed_), count, out.begin());
    passed_ += count;
    return count;
  }
  // What SoundTouch adds at the end, to get its last samples out, is silence.
  std::size_t most = out.size();
  if (ended_) {
    const double left = std::max(0.0, std::round(put_ / speed_) - taken_);
    most = static_cast<std::size_t>(std::min(left, static_cast<double>(most)));
  }
  const std::size_t count = plugin_->take(touch_.get(), out.data(), static_cast<unsigned>(most));
  taken_ += static_cast<double>(count);
  return count;
}

}  // namespace tilescribe::audio
