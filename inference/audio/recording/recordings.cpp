// SPDX-License-Identifier: Apache-2.0
// The recordings in a folder: which there are, which still need a text, which are old.
#include <algorithm>
#include <ctime>

#include <sys/stat.h>

#include "inference/api/capture.h"
#include "inference/api/private_files.h"
#include "inference/audio/decoder.h"
#include "inference/audio/recording/recording_names.h"
#include "inference/audio/recording/unfinished_mark.h"
#include "inference/audio/recording/wav_header.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

double duration_of(const fs::path& file) {
  if (const auto ours_s = audio::recording_duration_s(file)) return *ours_s;
  try {  // another program wrote it anew
    return audio::list_streams(file, {}).front().duration_s;
  } catch (const Error&) {
    return 0.0;  // it is listed anyway: no recording should seem to be lost
  }
}

}  // namespace

fs::path recordings_folder() {
  return data_folder() / "recordings";
}

std::vector<RecordingFile> recordings(const fs::path& folder) {
  std::vector<RecordingFile> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const fs::path& file = entry.path();
    struct stat about {};
    if (file.extension() != ".wav" || ::stat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) continue;
    const audio::MarkState mark = audio::unfinished_mark(file);
    const auto started = audio::started_by_name(file);
    // Other sounds that a user keeps in the same folder are not ours.
    if (mark == audio::MarkState::held || (mark == audio::MarkState::none && !started)) continue;
    if (mark == audio::MarkState::left) audio::mend_wav_header(file);
    RecordingFile recording{.file = file, .duration_s = duration_of(file)};
    recording.bytes = static_cast<std::uintmax_t>(about.st_size);
    recording.started = started.value_or(about.st_mtime - static_cast<std::int64_t>(recording.duration_s));
    // If nothing was heard yet, no text is due. This is decided by the size: a file spoilt by a power cut
    // can't be read, but is still somebody's recording.
    recording.unfinished = mark == audio::MarkState::left && about.st_size > audio::wav_header_bytes;
    found.push_back(std::move(recording));
  }
  std::sort(found.begin(), found.end(), [](const RecordingFile& a, const RecordingFile& b) {
    return a.started != b.started ? a.started > b.started : a.file > b.file;
  });
  return found;
}

void settle_recording(const fs::path& file) {
  audio::remove_unfinished_mark(file);
}

int remove_old_recordings(const fs::path& folder, int days) {
  if (days <= 0) return 0;
  const std::int64_t oldest = std::time(nullptr) - std::int64_t{days} * 24 * 3600;
  int removed = 0;
  for (const RecordingFile& recording : recordings(folder)) {
    std::error_code error;
    if (recording.started >= oldest) continue;
    if (audio::unfinished_mark(recording.file) != audio::MarkState::none) continue;
    if (!fs::remove(recording.file, error)) continue;
    ++removed;
  }
  return removed;
}

}  // namespace tilescribe
