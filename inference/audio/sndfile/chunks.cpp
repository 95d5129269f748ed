// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/sndfile/chunks.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

namespace tilescribe::audio {
namespace {

constexpr int most_chunks = 1000;  // of a file, and of a list

// Sizes that mean "unknown": 0xFFFFFFFF and 0x7FFFFFFF, the same minus a header (ffmpeg, mpg123), and
// 0x7FFFF000 (SoX, espeak) or 0x80000000 (arecord).
bool is_known(std::uint64_t bytes) {
  const auto about = [bytes](std::uint64_t most) { return bytes >= most - 0x1000 && bytes <= most; };
  return bytes != 0 && bytes <= std::uint64_t{1} << 62 && !about(0xFFFFFFFF) && !about(0x80000000);
}

// A name of four letters, a size of four bytes, then as many bytes and one more if that is odd.
struct Chunk {
  std::string name;
  std::uint32_t size = 0;
  std::int64_t begin = 0;  // of the bytes, from the beginning of the file

  std::int64_t end() const { return begin + size + size % 2; }
};

class ChunkFile {
 public:
  explicit ChunkFile(const AudioFile& file) : file_(file) {
    const std::string head = file.head();
    is_wav_ = head.starts_with("RIF") || head.starts_with("RF64");
    is_aiff_ = head.starts_with("FORM");
    big_endian_ = head.starts_with("RIFX") || is_aiff_;
  }

  bool is_wav() const { return is_wav_; }
  bool has_chunks() const { return is_wav_ || is_aiff_; }

  // The chunk at this place, unless the file ends there.
  std::optional<Chunk> chunk(std::int64_t place) const {
    std::array<char, 8> head{};
    if (!get(place, head)) return {};
    const auto size = static_cast<std::uint32_t>(number(std::span(head).subspan(4)));
    return Chunk{std::string(head.data(), 4), size, place + 8};
  }

  std::uint64_t eight_bytes(std::int64_t place) const {
    std::array<char, 8> bytes{};
    return get(place, bytes) ? number(bytes) : 0;
  }

  std::int64_t size() const { return file_.size(); }

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

  const AudioFile& file_;
  bool is_wav_ = false;
  bool is_aiff_ = false;
  bool big_endian_ = false;
};

// Calls `visit` with each chunk of the file until it returns false.
template <class Visit>
void visit_chunks(const ChunkFile& file, Visit visit) {
  std::int64_t place = 12;  // after the name, the size and the form
  for (int i = 0; i < most_chunks; ++i) {
    const std::optional<Chunk> chunk = file.chunk(place);
    if (!chunk || !visit(*chunk)) return;
    place = chunk->end();
  }
}

// Goes through the parts as libsndfile does, in its 32 bits.
bool is_endless(const ChunkFile& file, const Chunk& list) {
  const auto length = static_cast<std::uint32_t>(std::min<std::int64_t>(list.size, file.size() - list.begin));
  std::uint32_t read = 0;
  for (int i = 0; i < most_chunks && read < length; ++i) {
    const std::optional<Chunk> part = file.chunk(list.begin + read);
    if (!part || part->name == "data" || part->name == "exif" || part->name == std::string(4, '\0')) break;
    read += 4;
    if (part->name == "INFO" || part->name == "adtl") continue;  // what kind of list it is, without a size
    read += 4;
    const std::uint32_t next = read + part->size + part->size % 2;
    if (next > length) break;
    if (next < read) return true;
    read = next;
  }
  return false;
}

}  // namespace

SoundBytes promised_sound(const AudioFile& file) {
  const ChunkFile chunks(file);
  SoundBytes sound;
  if (!chunks.has_chunks()) return sound;
  std::uint64_t large = 0;  // RF64: size of the samples, for which their chunk has no room
  const auto found = [&](std::uint64_t size, std::int64_t begin) {
    if (!is_known(size)) return;
    sound.promised = static_cast<std::int64_t>(size);
    sound.present = std::max<std::int64_t>(0, chunks.size() - begin);
  };
  visit_chunks(chunks, [&](const Chunk& chunk) {
    if (chunk.name == "ds64") large = chunks.eight_bytes(chunk.begin + 8);
    if (chunk.name == "data") found(chunk.size == 0xFFFFFFFF && large > 0 ? large : chunk.size, chunk.begin);
    if (chunk.name == "SSND") found(chunk.size < 8 ? 0 : chunk.size - 8, chunk.begin + 8);  // two numbers
    return chunk.name != "data" && chunk.name != "SSND";
  });
  return sound;
}

bool has_endless_list(const AudioFile& file) {
  const ChunkFile chunks(file);
  bool endless = false;
  if (!chunks.is_wav()) return endless;
  visit_chunks(chunks, [&](const Chunk& chunk) {
    endless = (chunk.name == "LIST" || chunk.name == "INFO") && is_endless(chunks, chunk);
    return !endless;
  });
  return endless;
}

}  // namespace tilescribe::audio
