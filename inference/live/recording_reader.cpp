// SPDX-License-Identifier: Apache-2.0
#include "inference/live/recording_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "inference/audio/pcm_reader.h"

namespace tilescribe::live {

RecordingReader::RecordingReader(std::shared_ptr<const GrowingRecording> recording, double from_s)
    : recording_(std::move(recording)),
      rate_(recording_->sample_rate()),
      next_(std::llround(from_s * rate_)) {
  if (rate_ != audio::sample_rate) resampler_.emplace(rate_, audio::sample_rate);
}

double RecordingReader::recorded_s() const {
  return static_cast<double>(recording_->samples()) / rate_;
}

bool RecordingReader::has_more() const {
  return !ended_ && (recording_->samples() > next_ || recording_->complete());
}

void RecordingReader::read(std::vector<float>& samples, double most_s) {
  if (ended_) return;
  // Read before the number of samples, so that samples arriving in between are not mistaken for the end.
  const bool complete = recording_->complete();
  const std::int64_t available = recording_->samples() - next_;
  const std::int64_t wanted = std::min<std::int64_t>(available, std::llround(most_s * rate_));
  std::array<std::int16_t, 4096> block;
  for (std::int64_t done = 0; done < wanted;) {
    const std::size_t got = recording_->read(next_, block.data(),
                                             std::min(block.size(), static_cast<std::size_t>(wanted - done)));
    if (got == 0) break;
    std::transform(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got),
                   std::back_inserter(resampler_ ? waiting_ : samples),
                   [](std::int16_t sample) { return static_cast<float>(sample) / 32768.0f; });
    next_ += static_cast<std::int64_t>(got);
    done += static_cast<std::int64_t>(got);
  }
  ended_ = complete && next_ >= recording_->samples();
  if (resampler_) resample(samples, ended_);
}

void RecordingReader::resample(std::vector<float>& samples, bool at_end) {
  std::array<float, 4096> out;
  std::size_t used = 0;
  for (;;) {
    const audio::ResamplerStep step = resampler_->process(std::span(waiting_).subspan(used), out, at_end);
    used += step.used;
    samples.insert(samples.end(), out.begin(), out.begin() + static_cast<std::ptrdiff_t>(step.made));
    if (step.made == 0 && (step.used == 0 || used == waiting_.size())) break;
  }
  waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(used));
}

}  // namespace tilescribe::live
