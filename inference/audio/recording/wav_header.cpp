// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/wav_header.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inference/audio/recording/file_handle.h"

namespace tilescribe::audio {
namespace {

using Header = std::array<char, wav_header_bytes>;
constexpr std::int64_t sample_bytes = 2;
constexpr std::int64_t most_samples = std::int64_t{1} << 48U;
constexpr int most_rate = 1 << 24;  // Hz

// Little endian, as on all machines that this program is built for.
template <class T>
void put(Header& header, std::size_t at, T value) {
  std::memcpy(header.data() + at, &value, sizeof value);
}
template <class T>
T get(const Header& header, std::size_t at) {
  T value;
  std::memcpy(&value, header.data() + at, sizeof value);
  return value;
}
void put_name(Header& header, std::size_t at, const char* name) {
  std::memcpy(header.data() + at, name, 4);
}

struct Recording {
  FileHandle file;
  WavHeader header = {};     // sample rate 0: it is not one of ours
  std::int64_t samples = 0;  // that are there
};

Recording open_recording(const std::filesystem::path& file, int access) {
  Recording opened{.file = FileHandle(::open(file.c_str(), access | O_CLOEXEC))};
  Header bytes{};
  struct stat about {};
  if (!opened.file || ::pread(opened.file.get(), bytes.data(), bytes.size(), 0) != wav_header_bytes ||
      ::fstat(opened.file.get(), &about) != 0) {
    return {};
  }
  opened.header = parse_wav_header(bytes);
  opened.samples = (about.st_size - wav_header_bytes) / sample_bytes;
  return opened;
}

}  // namespace

Header wav_header(int sample_rate, std::int64_t samples) {
  constexpr auto unknown = std::numeric_limits<std::uint32_t>::max();
  const auto data_bytes = static_cast<std::uint64_t>(samples * sample_bytes);
  const std::uint64_t riff_bytes = data_bytes + static_cast<std::uint64_t>(wav_header_bytes) - 8;
  const bool large = riff_bytes >= unknown;
  Header header{};
  put_name(header, 0, large ? "RF64" : "RIFF");
  put(header, 4, large ? unknown : static_cast<std::uint32_t>(riff_bytes));
  put_name(header, 8, "WAVE");
  put_name(header, 12, large ? "ds64" : "JUNK");
  put(header, 16, std::uint32_t{28});
  if (large) {
    put(header, 20, riff_bytes);
    put(header, 28, data_bytes);
    put(header, 36, static_cast<std::uint64_t>(samples));
  }
  put_name(header, 48, "fmt ");
  put(header, 52, std::uint32_t{16});
  put(header, 56, std::uint16_t{1});  // PCM
  put(header, 58, std::uint16_t{1});  // channels
  put(header, 60, static_cast<std::uint32_t>(sample_rate));
  put(header, 64, static_cast<std::uint32_t>(sample_rate * sample_bytes));
  put(header, 68, static_cast<std::uint16_t>(sample_bytes));
  put(header, 70, std::uint16_t{16});  // bits
  put_name(header, 72, "data");
  put(header, 76, large ? unknown : static_cast<std::uint32_t>(data_bytes));
  return header;
}

WavHeader parse_wav_header(const Header& bytes) {
  const WavHeader found{
      .sample_rate = static_cast<int>(get<std::uint32_t>(bytes, 60)),
      .samples = static_cast<std::int64_t>(bytes[1] == 'F' ? get<std::uint64_t>(bytes, 36)
                                                           : get<std::uint32_t>(bytes, 76) / sample_bytes)};
  const bool possible = found.sample_rate > 0 && found.sample_rate <= most_rate && found.samples >= 0 &&
                        found.samples <= most_samples;
  const bool ours = possible && wav_header(found.sample_rate, found.samples) == bytes;
  return ours ? found : WavHeader{};
}

bool mend_wav_header(const std::filesystem::path& file) {
  const Recording recording = open_recording(file, O_RDWR);
  if (recording.header.sample_rate == 0 || recording.samples <= recording.header.samples) return false;
  const Header mended = wav_header(recording.header.sample_rate, recording.samples);
  return ::pwrite(recording.file.get(), mended.data(), mended.size(), 0) == wav_header_bytes;
}

std::optional<double> recording_duration_s(const std::filesystem::path& file) {
  const Recording recording = open_recording(file, O_RDONLY);
  if (recording.header.sample_rate == 0) return std::nullopt;
  return static_cast<double>(std::min(recording.header.samples, recording.samples)) /
         recording.header.sample_rate;
}

}  // namespace tilescribe::audio
