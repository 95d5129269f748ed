// SPDX-License-Identifier: Apache-2.0
// Kept waveforms: "TSWAVE1\n", Header, the audio's path, the finest level's blocks, and a checksum of all
// this. Numbers are in the machine's order; a file from another one does not fit and is made anew.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "inference/api/playback.h"
#include "inference/api/private_files.h"
#include "inference/audio/playback/peaks.h"
#include "inference/store/library_files.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "TSWAVE1\n";
constexpr std::string_view ending = ".peaks";
constexpr std::size_t most_kept = 200;                   // files; the oldest go
constexpr std::uintmax_t most_bytes = 64 * 1024 * 1024;  // of a file
static_assert(Waveform::most_blocks * sizeof(Peak) <= most_bytes / 2);
constexpr std::uint32_t most_doublings = 40;

struct Header {
  store::FileState audio;  // which sound the waveform is of
  double length_s = 0.0;
  std::uint32_t blocks = 0;
  std::uint32_t doublings = 0;  // in older files the upper half of the number of blocks: 0, too
  std::uint64_t path_bytes = 0;
};

// FNV-1a, 64 bits: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm".
std::uint64_t hash_of(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
  return hash;
}

std::string name_of(const fs::path& audio) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(hash_of(audio.native())));
  return std::string(digits.data()).append(ending);
}

template <class Value>
void append(std::string& bytes, const Value& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

std::string packed(const fs::path& audio, const store::FileState& state, const Waveform& waveform) {
  const std::vector<Peak> none;
  const std::vector<Peak>& blocks = waveform.levels.empty() ? none : waveform.levels.front();
  std::string bytes(magic);
  append(bytes, Header{.audio = state,
                       .length_s = waveform.length_s,
                       .blocks = static_cast<std::uint32_t>(blocks.size()),
                       .doublings = static_cast<std::uint32_t>(waveform.doublings),
                       .path_bytes = audio.native().size()});
  bytes += audio.native();
  bytes.append(reinterpret_cast<const char*>(blocks.data()), blocks.size() * sizeof(Peak));
  append(bytes, hash_of(bytes));
  return bytes;
}

/// The waveform in a file; nothing if that is damaged, or of another sound.
std::optional<Waveform> unpacked(std::string_view bytes, const fs::path& audio,
                                 const store::FileState& state) {
  Header header;
  std::uint64_t checksum = 0;
  const std::size_t frame = magic.size() + sizeof(header) + sizeof(checksum);
  if (bytes.size() < frame || !bytes.starts_with(magic)) return {};
  std::memcpy(&header, bytes.data() + magic.size(), sizeof(header));
  std::memcpy(&checksum, bytes.data() + bytes.size() - sizeof(checksum), sizeof(checksum));
  const std::size_t path_bytes = audio.native().size();
  if (hash_of(bytes.substr(0, bytes.size() - sizeof(checksum))) != checksum) return {};
  if (!(header.audio == state) || header.path_bytes != path_bytes) return {};
  if (header.blocks > Waveform::most_blocks || header.doublings > most_doublings) return {};
  if (bytes.size() != frame + path_bytes + header.blocks * sizeof(Peak)) return {};
  if (bytes.substr(magic.size() + sizeof(header), path_bytes) != audio.native()) return {};
  std::vector<Peak> blocks(header.blocks);
  if (!blocks.empty()) {
    std::memcpy(blocks.data(), bytes.data() + magic.size() + sizeof(header) + path_bytes,
                blocks.size() * sizeof(Peak));
  }
  return audio::waveform_of(std::move(blocks), header.length_s, static_cast<int>(header.doublings));
}

std::optional<std::string> content_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error || size > most_bytes) return {};
  std::ifstream in(file, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in.good() && !in.eof()) return {};
  return bytes;
}

/// Removes the oldest waveforms beyond the most that are kept.
void tidy(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> kept;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() != ending) continue;
    std::error_code unknown;
    const fs::file_time_type when = entry->last_write_time(unknown);
    if (!unknown) kept.emplace_back(when, entry->path());
  }
  if (kept.size() <= most_kept) return;
  std::sort(kept.begin(), kept.end());
  for (std::size_t i = 0; i < kept.size() - most_kept; ++i) fs::remove(kept[i].second, error);
}

void keep(const fs::path& file, const std::string& bytes) {
  if (bytes.size() > most_bytes) return;  // nobody would read it
  try {
    make_private_folder(Message("waveforms"), file.parent_path());
    replace_file(Message("waveform"), file, bytes, Readers::user_alone);
    tidy(file.parent_path());
  } catch (const Error&) {  // then it is computed again next time
  }
}

/// What the beginning of a kept file says of its audio: where it is, and how long.
std::optional<std::pair<fs::path, double>> audio_of(const fs::path& kept) {
  std::ifstream in(kept, std::ios::binary);
  std::array<char, magic.size()> begin{};
  Header header;
  in.read(begin.data(), begin.size());
  in.read(reinterpret_cast<char*>(&header), sizeof(header));
  constexpr std::uint64_t longest_path = 1 << 16;
  if (!in || std::string_view(begin.data(), begin.size()) != magic || header.path_bytes > longest_path)
    return {};
  std::string path(header.path_bytes, ' ');
  in.read(path.data(), static_cast<std::streamsize>(path.size()));
  if (!in) return {};
  return std::pair{fs::path(path), header.length_s};
}

}  // namespace

fs::path find_audio(const fs::path& name, double length_s, const fs::path& folder) {
  constexpr double rounding_s = 0.01;  // of lengths: one counts what was read, the other what was resampled
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() != ending) continue;
    const auto audio = audio_of(entry->path());
    std::error_code missing;
    if (audio && audio->first.filename() == name && std::abs(audio->second - length_s) < rounding_s &&
        fs::is_regular_file(audio->first, missing))
      return audio->first;
  }
  return {};
}

Waveform load_waveform(const fs::path& audio, const fs::path& folder, const std::stop_token& stop) {
  std::error_code error;
  fs::path whole = fs::absolute(audio, error);
  if (error) whole = audio;
  close_to_others(folder);  // somebody else may have made it
  const fs::path file = folder / name_of(whole);
  const store::FileState before = store::state_of(whole);
  if (const auto bytes = content_of(file)) {
    if (auto kept = unpacked(*bytes, whole, before)) return std::move(*kept);
  }
  Waveform made = audio::compute_waveform(whole, stop);
  // A file that changed meanwhile, such as a recording that grows, is computed again next time.
  if (before.changed_ns != 0 && store::state_of(whole) == before) keep(file, packed(whole, before, made));
  return made;
}

}  // namespace tilescribe
