// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/playback/peaks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "inference/audio/playback/sound_reader.h"
#include "kernels/core/error.h"

namespace tilescribe::audio {
namespace {

std::int8_t level_of(float sample) {
  return static_cast<std::int8_t>(std::lround(std::clamp(sample, -1.0f, 1.0f) * 127.0f));
}

}  // namespace

PeakCollector::PeakCollector(int sample_rate) : rate_(sample_rate) {
  block_end_ = std::max<std::int64_t>(1, std::llround(Waveform::block_s * rate_));
}

void PeakCollector::add(std::span<const float> samples) {
  for (const float sample : samples) {
    low_ = std::min(low_, sample);
    high_ = std::max(high_, sample);
    if (++samples_ == block_end_) close();
  }
}

void PeakCollector::close() {
  blocks_.push_back({level_of(low_), level_of(high_)});
  low_ = high_ = 0.0f;
  // By the number of the block, so that rates that 100 does not divide make no drift.
  const auto next = static_cast<double>(blocks_.size() + 1);
  block_end_ =
      std::max(samples_ + 1, static_cast<std::int64_t>(std::llround(next * Waveform::block_s * rate_)));
}

std::vector<Peak> PeakCollector::blocks() const {
  std::vector<Peak> all = blocks_;
  const std::int64_t closed = std::llround(static_cast<double>(all.size()) * Waveform::block_s * rate_);
  if (samples_ > closed) all.push_back({level_of(low_), level_of(high_)});
  return all;
}

Waveform waveform_of(std::vector<Peak> blocks, double length_s) {
  Waveform waveform;
  waveform.length_s = length_s;
  constexpr std::size_t step = Waveform::step;
  while (!blocks.empty()) {
    std::vector<Peak> coarser;
    for (std::size_t first = 0; blocks.size() > step && first < blocks.size(); first += step) {
      Peak range = blocks[first];
      for (std::size_t i = first + 1; i < std::min(first + step, blocks.size()); ++i) {
        range.low = std::min(range.low, blocks[i].low);
        range.high = std::max(range.high, blocks[i].high);
      }
      coarser.push_back(range);
    }
    waveform.levels.push_back(std::exchange(blocks, std::move(coarser)));
  }
  return waveform;
}

Waveform compute_waveform(const std::filesystem::path& audio, const std::stop_token& stop) {
  SoundReader reader(audio, stop);
  PeakCollector peaks(reader.sample_rate());
  std::vector<float> samples(1 << 14);
  while (const std::size_t count = reader.read(samples)) {
    if (stop.stop_requested()) throw Cancelled();
    peaks.add(std::span(samples).first(count));
  }
  return waveform_of(peaks.blocks(), peaks.length_s());
}

}  // namespace tilescribe::audio
