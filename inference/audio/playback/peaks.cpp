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

Peak range_of(const Peak& one, const Peak& other) {
  return {std::min(one.low, other.low), std::max(one.high, other.high)};
}

}  // namespace

PeakCollector::PeakCollector(int sample_rate) : rate_(std::max(1, sample_rate)) {
  while (std::ldexp(Waveform::block_s, doublings_) * rate_ < 1.0) ++doublings_;
  block_end_ = end_of(1);
}

// The first sample after so many blocks: by their number, so that rates that 100 does not divide make no
// drift.
std::int64_t PeakCollector::end_of(std::size_t blocks) const {
  return std::llround(static_cast<double>(blocks) * std::ldexp(Waveform::block_s, doublings_) * rate_);
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
  if (blocks_.size() == Waveform::most_blocks) double_length();
  block_end_ = std::max(samples_ + 1, end_of(blocks_.size() + 1));
}

// Two neighbours become one.
void PeakCollector::double_length() {
  static_assert(Waveform::most_blocks % 2 == 0);
  for (std::size_t i = 0; i < blocks_.size() / 2; ++i)
    blocks_[i] = range_of(blocks_[2 * i], blocks_[2 * i + 1]);
  blocks_.resize(blocks_.size() / 2);
  ++doublings_;
}

std::vector<Peak> PeakCollector::blocks() const {
  std::vector<Peak> all = blocks_;
  if (samples_ > end_of(all.size())) all.push_back({level_of(low_), level_of(high_)});
  return all;
}

Waveform waveform_of(std::vector<Peak> blocks, double length_s, int doublings) {
  Waveform waveform;
  waveform.length_s = length_s;
  waveform.doublings = doublings;
  constexpr std::size_t step = Waveform::step;
  while (!blocks.empty()) {
    std::vector<Peak> coarser;
    for (std::size_t first = 0; blocks.size() > step && first < blocks.size(); first += step) {
      Peak range = blocks[first];
      for (std::size_t i = first + 1; i < std::min(first + step, blocks.size()); ++i)
        range = range_of(range, blocks[i]);
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
  return waveform_of(peaks.blocks(), peaks.length_s(), peaks.doublings());
}

}  // namespace tilescribe::audio
