// SPDX-License-Identifier: Apache-2.0
// Waveforms that are kept: a file for each audio file (waveform_bytes.h).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
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
#include "inference/store/waveform_bytes.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".peaks";
constexpr std::size_t most_kept = 200;                   // files; the oldest go
constexpr std::uintmax_t most_bytes = 64 * 1024 * 1024;  // of a file
static_assert(Waveform::most_blocks * sizeof(Peak) <= most_bytes / 2);

std::string name_of(const fs::path& audio) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx",
                static_cast<unsigned long long>(store::waveform_sum(audio.native())));
  return std::string(digits.data()).append(ending);
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

/// Removes the oldest waveforms beyond the most that are kept, and what killed programs left.
void tidy(const fs::path& folder) {
  remove_left_temporaries(folder);
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

}  // namespace

fs::path find_audio(const fs::path& name, double length_s, const fs::path& folder) {
  constexpr double rounding_s = 0.01;  // of lengths: one counts what was read, the other what was resampled
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (entry->path().extension() != ending) continue;
    std::ifstream kept(entry->path(), std::ios::binary);
    const auto audio = store::audio_of(kept);
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
    if (auto kept = store::unpacked(*bytes, whole, before)) return std::move(*kept);
  }
  Waveform made = audio::compute_waveform(whole, stop);
  // A file that changed meanwhile, such as a recording that grows, is computed again next time.
  if (before.changed_ns != 0 && store::state_of(whole) == before)
    keep(file, store::packed(whole, before, made));
  return made;
}

}  // namespace tilescribe
