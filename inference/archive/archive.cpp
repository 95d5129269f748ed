// SPDX-License-Identifier: Apache-2.0
// What the files of an archive say about each of its files.
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>

#include "inference/archive/digest.h"
#include "inference/archive/disk.h"
#include "inference/archive/manifest.h"
#include "inference/archive/marks.h"
#include "inference/audio/recording/file_handle.h"
#include "inference/transcript/replacement.h"
#include "inference/weights/json_file.h"
#include "kernels/core/error.h"

namespace tilescribe::archive {
namespace {

namespace fs = std::filesystem;

std::string why_failed(const fs::path& file) {
  constexpr std::size_t most_bytes = 1U << 20U;
  try {
    const auto json = weights::read_json_object(file, most_bytes);
    return json.at("why").get<std::string>();
  } catch (const std::exception&) {  // it says that the file failed, at least
    return "It is not known why: " + file.string() + " can't be read.";
  }
}

}  // namespace

fs::path attempt_mark(const fs::path& job, const std::string& key, int attempt) {
  return job / "attempts" / (key + '.' + std::to_string(attempt));
}

fs::path failure_mark(const fs::path& job, const std::string& key) {
  return job / "attempts" / (key + ".failed");
}

fs::path shard_lock(const fs::path& job, int shard) {
  return job / "shards" / std::to_string(shard);
}

int attempts_of(const fs::path& job, const std::string& key) {
  int attempts = 0;
  while (attempts < most_attempts && stands(attempt_mark(job, key, attempts + 1))) ++attempts;
  return attempts;
}

Message why_not(const Standing& standing) {
  if (standing.state == State::failed) return Message::verbatim(standing.why);
  if (standing.state != State::set_aside) return {};
  return Message("Its transcription was begun {1} time(s) and did not end, so it is set aside.",
                 standing.attempts);
}

Archive::Archive(fs::path job) : job_(std::move(job)), manifest_(read_manifest(job_ / manifest_name)) {
  check_folders(job_);
  for (const File& file : manifest_.files) keys_.push_back(key_of(manifest_, file));
}

fs::path Archive::result(std::size_t file) const {
  return job_ / "results" / (keys_[file] + '.' + std::string(extension(manifest_.format)));
}

Standing Archive::standing(std::size_t file, bool shard_is_held) const {
  const std::string& problem = manifest_.files[file].problem;
  if (!problem.empty()) return {.state = State::failed, .why = problem};
  if (stands(result(file))) return {.state = State::done};
  if (const fs::path failure = failure_mark(job_, keys_[file]); stands(failure))
    return {.state = State::failed, .why = why_failed(failure)};
  const int attempts = attempts_of(job_, keys_[file]);
  const bool aside = attempts >= most_attempts && !shard_is_held;
  return {.state = aside ? State::set_aside : State::waiting, .attempts = attempts};
}

bool Archive::is_held(int shard) const {
  const audio::FileHandle file = open_in_job(shard_lock(job_, shard), O_RDONLY);
  return file && ::flock(file.get(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

void Archive::check_model(const fs::path& folder, const std::stop_token& stop) const {
  for (const ModelFile& one : manifest_.model.files) {
    const fs::path file = folder / one.name;
    const FileStamp stamp = file_stamp(file);
    if (stamp == one.stamp) continue;
    const bool same = stamp.bytes == one.stamp.bytes && sha256_of(file, stop) == one.sha256;
    if (!same)
      throw Error("Expected the model of the plan, {1}, found another {2} in {3}.", manifest_.model.name,
                  one.name, folder.string());
  }
}

std::vector<std::size_t> Archive::retry() const {
  std::vector<std::size_t> again;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const File& file = manifest_.files[i];
    if (!file.problem.empty()) continue;
    const State state = standing(i, is_held(file.shard)).state;
    if (state == State::failed || state == State::set_aside) again.push_back(i);
  }
  for (const std::size_t i : again) {
    bool gone = remove_mark(failure_mark(job_, keys_[i]));
    for (int attempt = most_attempts; attempt > 0; --attempt)
      gone = remove_mark(attempt_mark(job_, keys_[i], attempt)) && gone;
    if (!gone)
      throw Error("The marks of {1} in {2} can't be removed.", keys_[i], (job_ / "attempts").string());
  }
  return again;
}

fs::path save_script(const Archive& archive, const std::string& script) {
  fs::path file = archive.job() / "submit.sbatch";
  replace_file(Message("script"), file, script, Readers::user_alone, Links::replace);
  return file;
}

}  // namespace tilescribe::archive
