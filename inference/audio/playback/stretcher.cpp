// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/playback/stretcher.h"

#include <algorithm>
#include <cmath>

#include <SoundTouch.h>

namespace tilescribe::audio {

Stretcher::Stretcher(int sample_rate) : touch_(std::make_unique<soundtouch::SoundTouch>()) {
  touch_->setSampleRate(static_cast<unsigned>(sample_rate));
  touch_->setChannels(1);
  touch_->setSetting(SETTING_SEEKWINDOW_MS, 15);
  touch_->setSetting(SETTING_OVERLAP_MS, 8);
}

Stretcher::~Stretcher() = default;

void Stretcher::restart(double speed) {
  speed_ = speed;
  touch_->clear();
  touch_->setTempo(speed);
  // Short pieces: within a piece, sound runs at its own speed, so its place is off by as much as the piece
  // and what it stands for differ.
  touch_->setSetting(SETTING_SEQUENCE_MS, speed > 1.25 ? 30 : 40);
  passing_.clear();
  passed_ = 0;
  put_ = taken_ = 0.0;
  ended_ = false;
}

void Stretcher::put(std::span<const float> samples) {
  put_ += static_cast<double>(samples.size());
  if (speed_ != 1.0) {
    touch_->putSamples(samples.data(), static_cast<unsigned>(samples.size()));
    return;
  }
  passing_.erase(passing_.begin(), passing_.begin() + static_cast<std::ptrdiff_t>(passed_));
  passed_ = 0;
  passing_.insert(passing_.end(), samples.begin(), samples.end());
}

void Stretcher::end() {
  if (!ended_ && speed_ != 1.0) touch_->flush();
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
  const std::size_t count = touch_->receiveSamples(out.data(), static_cast<unsigned>(most));
  taken_ += static_cast<double>(count);
  return count;
}

}  // namespace tilescribe::audio
