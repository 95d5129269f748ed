// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/playback/sound_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilescribe::audio {

SoundReader::SoundReader(std::filesystem::path file, std::stop_token stop)
    : file_(std::move(file)), stop_(std::move(stop)), decoder_(open_decoder(file_, {}, stop_)) {}

void SoundReader::seek(std::int64_t frame) {
  frame = std::max<std::int64_t>(0, frame);
  if (frame == place_) return;
  place_ = decoder_->seek(frame);
  if (place_ < 0 || place_ > frame) {
    // Reading everything before it always leads there.
    decoder_ = open_decoder(file_, {}, stop_);
    place_ = 0;
  }
  skip_to(frame);
}

void SoundReader::skip_to(std::int64_t frame) {
  skipped_.resize(4096);
  while (place_ < frame) {
    const auto left = static_cast<std::size_t>(frame - place_);
    if (read(std::span(skipped_).first(std::min(left, skipped_.size()))) == 0) return;
  }
}

std::size_t SoundReader::read(std::span<float> mono) {
  const std::size_t count = decoder_->read(mono);
  for (float& sample : mono.first(count)) {
    // Damaged files of floats hold anything.
    sample = std::isnan(sample) ? 0.0f : std::clamp(sample, -1.0f, 1.0f);
  }
  place_ += static_cast<std::int64_t>(count);
  return count;
}

}  // namespace tilescribe::audio
