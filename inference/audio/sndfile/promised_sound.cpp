// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/sndfile/promised_sound.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace tilescribe::audio {
namespace {

constexpr int most_chunks = 1000;  // before the samples

// Sizes that mean "unknown": 0xFFFFFFFF and 0x7FFFFFFF, the same minus a header (ffmpeg, mpg123), and
// 0x7FFFF000 (SoX, espeak) or 0x80000000 (arecord).
bool is_known(std::uint64_t bytes) {
  const auto about = [bytes](std::uint64_t most) { return bytes >= most - 0x1000 && bytes <= most; };
  return bytes != 0 && bytes <= std::uint64_t{1} << 62 && !about(0xFFFFFFFF) && !about(0x80000000);
}

class ChunkWalk {
 public:
  ChunkWalk(const AudioFile& file, std::string_view head)
      : file_(file), big_endian_(head.starts_with("RIFX") || head.starts_with("FORM")) {}

  SoundBytes sound() {
    std::int64_t place = 12;  // after the name, the size and the form
    for (int i = 0; i < most_chunks; ++i) {
      std::array<char, 8> head{};
      if (!get(place, head)) return {};
      const std::string_view name(head.data(), 4);
      const std::uint64_t size = number(std::span(head).subspan(4));
      place += 8;
      if (name == "data") return found(size == 0xFFFFFFFF && large_ > 0 ? large_ : size, place);
      if (name == "SSND") return found(size < 8 ? 0 : size - 8, place + 8);  // an offset and a block size
      if (name == "ds64") {
        std::array<char, 8> bytes{};
        if (!get(place + 8, bytes)) return {};
        large_ = number(bytes);
      }
      place += static_cast<std::int64_t>(size + size % 2);
    }
    return {};
  }

 private:
  bool get(std::int64_t place, std::span<char> out) const {
    const auto bytes = static_cast<std::int64_t>(out.size());
    return file_.read_at(place, out.data(), bytes) == bytes;
  }

  std::uint64_t number(std::span<const char> bytes) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value = value << 8 | static_cast<unsigned char>(bytes[big_endian_ ? i : bytes.size() - 1 - i]);
    }
    return value;
  }

  SoundBytes found(std::uint64_t size, std::int64_t begin) const {
    if (!is_known(size)) return {};
    return {static_cast<std::int64_t>(size), std::max<std::int64_t>(0, file_.size() - begin)};
  }

  const AudioFile& file_;
  bool big_endian_;
  std::uint64_t large_ = 0;  // RF64: size of the samples, for which their chunk has no room
};

}  // namespace

SoundBytes promised_sound(const AudioFile& file) {
  const std::string head = file.head();
  const bool chunks = head.starts_with("RIF") || head.starts_with("RF64") || head.starts_with("FORM");
  return chunks ? ChunkWalk(file, head).sound() : SoundBytes{};
}

}  // namespace tilescribe::audio
