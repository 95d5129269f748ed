// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/recording/recorder.h"

#include <ctime>
#include <limits>
#include <system_error>

#include <sys/statvfs.h>

#include "inference/api/private_files.h"
#include "inference/audio/capture/sources.h"
#include "inference/audio/file_check.h"
#include "inference/audio/recording/recording_names.h"
#include "inference/audio/recording/source_recorder.h"
#include "inference/audio/recording/unfinished_mark.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace audio {
namespace {

namespace fs = std::filesystem;

std::uintmax_t free_bytes(const fs::path& folder) {
  struct statvfs disk {};
  // If the free space is unknown, the disk is not assumed to be full: a write will tell.
  if (::statvfs(folder.c_str(), &disk) != 0) return std::numeric_limits<std::uintmax_t>::max();
  return static_cast<std::uintmax_t>(disk.f_bavail) * disk.f_frsize;
}

std::shared_ptr<GrowingFile> make_file(const RecordOptions& options, const fs::path& folder,
                                       int sample_rate) {
  if (!options.file.empty()) return std::make_shared<GrowingFile>(options.file, sample_rate);
  while (true) {
    const fs::path file = free_recording_name(folder, std::time(nullptr));
    try {
      return std::make_shared<GrowingFile>(file, sample_rate);
    } catch (const FileExists&) {
      // Another program has taken the name in the meantime, so the next one is tried.
    }
  }
}

// Cleans up after a recording that could not begin.
void remove_file_and_mark(const fs::path& file) {
  std::error_code error;
  fs::remove(file, error);
  try {
    remove_unfinished_mark(file);
  } catch (const Error&) {  // the mark itself could not be created
  }
}

}  // namespace

RecorderParts recorder_parts() {
  return {&open_source, &free_bytes};
}

std::unique_ptr<Recorder> start_recording(const RecordOptions& options, RecorderParts parts) {
  SourceTap tap(parts.open, options.source);
  tap.open();
  fs::path folder = options.folder.empty() ? recordings_folder() : options.folder;
  if (options.file.empty()) {
    make_private_folder(Message("recordings"), folder);
    if (options.folder.empty()) close_to_others(folder);  // an older version may have created it
  } else {
    folder = fs::absolute(options.file).parent_path();
  }
  // With less room than this a recorder would stop again at once.
  if (parts.free_bytes(folder) < static_cast<std::uintmax_t>(tap.sample_rate()) * 2 * 20) {
    throw Error("The disk of {1} is full: there is no room for a recording.", quoted(folder));
  }
  const std::shared_ptr<GrowingFile> file = make_file(options, folder, tap.sample_rate());
  try {
    return std::make_unique<SourceRecorder>(std::move(tap), std::move(parts), file);
  } catch (...) {
    remove_file_and_mark(file->file());
    throw;
  }
}

}  // namespace audio

std::unique_ptr<Recorder> start_recording(const RecordOptions& options) {
  return audio::start_recording(options, audio::recorder_parts());
}

}  // namespace tilescribe
