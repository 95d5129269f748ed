// SPDX-License-Identifier: Apache-2.0
#include "tests/inference/audio/wav_file.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tilescribe::test {
namespace {

class Bytes {
 public:
  Bytes& text(std::string_view text) {
    bytes_ += text;
    return *this;
  }
  // The low `size` bytes of a value, the lowest first.
  Bytes& number(std::uint32_t value, int size) {
    for (int i = 0; i < size; ++i) bytes_ += static_cast<char>((value >> (8 * i)) & 0xFFu);
    return *this;
  }
  const std::string& all() const { return bytes_; }

 private:
  std::string bytes_;
};

std::uint32_t frame_bytes(const WavFormat& format) {
  return static_cast<std::uint32_t>(format.channels * format.bits / 8);
}

std::string header(const WavFormat& format, std::uint32_t frames) {
  const auto fmt_bytes = static_cast<std::uint32_t>(format.fmt);
  const std::uint32_t data_bytes = frames * frame_bytes(format);
  const std::uint32_t tag = format.bits == 32 ? 3 : 1;  // IEEE float, PCM
  const bool extensible = format.fmt == FmtChunk::extensible;
  Bytes out;
  out.text("RIFF").number(4 + 8 + fmt_bytes + 8 + data_bytes, 4).text("WAVEfmt ").number(fmt_bytes, 4);
  out.number(extensible ? 0xFFFE : tag, 2).number(static_cast<std::uint32_t>(format.channels), 2);
  out.number(static_cast<std::uint32_t>(format.rate), 4);
  out.number(static_cast<std::uint32_t>(format.rate) * frame_bytes(format), 4).number(frame_bytes(format), 2);
  out.number(static_cast<std::uint32_t>(format.bits), 2);
  if (format.fmt == FmtChunk::extended) out.number(0, 2);
  if (extensible) {
    out.number(22, 2)
        .number(static_cast<std::uint32_t>(format.bits), 2)
        .number((1u << format.channels) - 1, 4);
    out.number(tag, 4).text(std::string_view("\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x71", 12));
  }
  return out.text("data").number(data_bytes, 4).all();
}

std::uint32_t sample_bits(double value, int bits) {
  if (bits == 32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  const double full = std::ldexp(1.0, bits - 1);
  const double scaled = std::clamp(std::round(value * full), -full, full - 1);
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(scaled));
}

}  // namespace

void write_wav(const std::filesystem::path& file, const WavFormat& format, std::uint32_t frames,
               const std::function<double(std::uint32_t, int)>& value) {
  Bytes data;
  for (std::uint32_t frame = 0; frame < frames; ++frame) {
    for (int channel = 0; channel < format.channels; ++channel) {
      data.number(sample_bits(value(frame, channel), format.bits), format.bits / 8);
    }
  }
  std::ofstream out(file, std::ios::binary);
  out << header(format, frames) << data.all();
  out.close();
  if (!out) throw std::runtime_error("could not write " + file.string());
}

void write_sparse_wav(const std::filesystem::path& file, const WavFormat& format, std::uint32_t frames) {
  const std::string head = header(format, frames);
  std::ofstream out(file, std::ios::binary);
  out << head;
  out.close();
  if (!out) throw std::runtime_error("could not write " + file.string());
  std::filesystem::resize_file(file, head.size() + std::uintmax_t{frames} * frame_bytes(format));
}

}  // namespace tilescribe::test
