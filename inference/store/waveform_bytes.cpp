// SPDX-License-Identifier: Apache-2.0
#include "inference/store/waveform_bytes.h"

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "inference/audio/playback/peaks.h"

namespace tilescribe::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view waveform_magic = "TSWAVE1\n";
constexpr std::uint32_t most_doublings = 40;

struct WaveformHeader {
  FileState audio;  // which sound the waveform is of
  double length_s = 0.0;
  std::uint32_t blocks = 0;
  std::uint32_t doublings = 0;  // in older files the upper half of the number of blocks: 0, too
  std::uint64_t path_bytes = 0;
};

template <class Value>
void append_value(std::string& bytes, const Value& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

}  // namespace

std::uint64_t waveform_sum(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
  return hash;
}

std::string packed(const fs::path& audio, const FileState& state, const Waveform& waveform) {
  const std::vector<Peak> none;
  const std::vector<Peak>& blocks = waveform.levels.empty() ? none : waveform.levels.front();
  std::string bytes(waveform_magic);
  append_value(bytes, WaveformHeader{.audio = state,
                                     .length_s = waveform.length_s,
                                     .blocks = static_cast<std::uint32_t>(blocks.size()),
                                     .doublings = static_cast<std::uint32_t>(waveform.doublings),
                                     .path_bytes = audio.native().size()});
  bytes += audio.native();
  bytes.append(reinterpret_cast<const char*>(blocks.data()), blocks.size() * sizeof(Peak));
  append_value(bytes, waveform_sum(bytes));
  return bytes;
}

std::optional<Waveform> unpacked(std::string_view bytes, const fs::path& audio, const FileState& state) {
  WaveformHeader header;
  std::uint64_t checksum = 0;
  const std::size_t frame = waveform_magic.size() + sizeof(header) + sizeof(checksum);
  if (bytes.size() < frame || !bytes.starts_with(waveform_magic)) return {};
  std::memcpy(&header, bytes.data() + waveform_magic.size(), sizeof(header));
  std::memcpy(&checksum, bytes.data() + bytes.size() - sizeof(checksum), sizeof(checksum));
  const std::size_t path_bytes = audio.native().size();
  if (waveform_sum(bytes.substr(0, bytes.size() - sizeof(checksum))) != checksum) return {};
  if (!(header.audio == state) || header.path_bytes != path_bytes) return {};
  if (header.blocks > Waveform::most_blocks || header.doublings > most_doublings) return {};
  if (!std::isfinite(header.length_s) || header.length_s < 0.0) return {};
  if (bytes.size() != frame + path_bytes + header.blocks * sizeof(Peak)) return {};
  if (bytes.substr(waveform_magic.size() + sizeof(header), path_bytes) != audio.native()) return {};
  std::vector<Peak> blocks(header.blocks);
  if (!blocks.empty()) {
    std::memcpy(blocks.data(), bytes.data() + waveform_magic.size() + sizeof(header) + path_bytes,
                blocks.size() * sizeof(Peak));
  }
  return audio::waveform_of(std::move(blocks), header.length_s, static_cast<int>(header.doublings));
}

std::optional<std::pair<fs::path, double>> audio_of(std::istream& in) {
  std::array<char, waveform_magic.size()> begin{};
  WaveformHeader header;
  in.read(begin.data(), begin.size());
  in.read(reinterpret_cast<char*>(&header), sizeof(header));
  constexpr std::uint64_t longest_path = 1 << 16;
  if (!in || std::string_view(begin.data(), begin.size()) != waveform_magic ||
      header.path_bytes > longest_path)
    return {};
  std::string path(header.path_bytes, ' ');
  in.read(path.data(), static_cast<std::streamsize>(path.size()));
  if (!in) return {};
  return std::pair{fs::path(path), header.length_s};
}

}  // namespace tilescribe::store
