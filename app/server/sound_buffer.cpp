// SPDX-License-Identifier: Apache-2.0
#include "app/server/sound_buffer.h"

#include <algorithm>
#include <bit>

namespace tilescribe::server {

// Samples are read as they lie on the disk.
static_assert(std::endian::native == std::endian::little);

void SoundBuffer::append(std::string_view bytes) {
  std::string whole = half_ + std::string(bytes);
  half_ = whole.size() % 2 == 0 ? std::string() : whole.substr(whole.size() - 1);
  whole.resize(whole.size() - half_.size());
  sound_.write(whole);
  samples_.fetch_add(static_cast<std::int64_t>(whole.size() / 2), std::memory_order_release);
}

void SoundBuffer::forget(double before_s) {
  constexpr std::int64_t worth_it = 1 << 20;
  const auto before = static_cast<std::int64_t>(before_s * rate_) * std::int64_t{sizeof(std::int16_t)};
  if (before - forgotten_ < worth_it) return;
  sound_.forget(before);
  forgotten_ = before;
}

std::size_t SoundBuffer::read(std::int64_t first, std::int16_t* out, std::size_t most) const {
  constexpr std::int64_t sample_bytes = sizeof(std::int16_t);
  const std::size_t count =
      std::min(most, static_cast<std::size_t>(std::max<std::int64_t>(samples() - first, 0)));
  return sound_.read(first * sample_bytes, reinterpret_cast<char*>(out), count * sample_bytes) / sample_bytes;
}

}  // namespace tilescribe::server
