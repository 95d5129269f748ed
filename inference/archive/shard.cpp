// SPDX-License-Identifier: Apache-2.0
// A shard at work: its lock, its marks, its results, its log.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <ctime>
#include <set>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

#include "inference/api/archive.h"
#include "inference/archive/digest.h"
#include "inference/archive/disk.h"
#include "inference/archive/marks.h"
#include "inference/audio/recording/file_handle.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe::archive {
namespace {

namespace fs = std::filesystem;
using audio::FileHandle;
using nlohmann::ordered_json;

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

// In UTC, to the millisecond.
std::string now_text() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 40> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%FT%T", &parts);
  std::string fraction = std::to_string(1000 + ms).substr(1);
  return std::string(text.data(), length) + '.' + fraction + 'Z';
}

std::string shard_line(const ordered_json& fields) {
  return fields.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

// Lines that are added in one write each, so that those of two programs do not mix. What a full disk cut off
// is ended before the next one.
class Log {
 public:
  explicit Log(const fs::path& file) : handle_(open_in_job(file, O_RDWR | O_CREAT | O_APPEND)) {
    const off_t bytes = handle_ ? ::lseek(handle_.get(), 0, SEEK_END) : 0;
    char last = '\n';
    if (bytes > 0 && ::pread(handle_.get(), &last, 1, bytes - 1) != 1) last = '\n';
    cut_off_ = last != '\n';
  }
  void add(const ordered_json& fields) {
    if (!handle_) return;
    const std::string line = (cut_off_ ? "\n" : "") + shard_line(fields);
    const ssize_t written = ::write(handle_.get(), line.data(), line.size());
    if (written > 0) cut_off_ = static_cast<std::size_t>(written) < line.size();
  }

 private:
  FileHandle handle_;
  bool cut_off_ = false;
};

class LockedShard : public Shard {
 public:
  LockedShard(const Archive& archive, int number, FileHandle lock)
      : archive_(archive),
        number_(number),
        lock_(std::move(lock)),
        log_(archive.job() / "logs" / ("shard-" + std::to_string(number) + ".jsonl")) {}

  std::vector<std::size_t> waiting() const override {
    std::vector<std::pair<int, std::size_t>> waiting;
    std::set<std::string> seen;
    const std::vector<File>& files = archive_.manifest().files;
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (files[i].shard != number_ || !seen.insert(archive_.key(i)).second) continue;
      const Standing standing = archive_.standing(i, false);
      if (standing.state == State::waiting) waiting.emplace_back(standing.attempts, i);
    }
    // One that crashes keeps no other waiting.
    std::ranges::stable_sort(waiting, {}, &std::pair<int, std::size_t>::first);
    std::vector<std::size_t> numbers;
    numbers.reserve(waiting.size());
    for (const auto& [attempts, i] : waiting) numbers.push_back(i);
    return numbers;
  }

  std::optional<Failure> problem(std::size_t number, const std::stop_token& stop) const override {
    const File& file = archive_.manifest().files[number];
    const FileStamp stamp = file_stamp(file.path);
    if (stamp == file.stamp) return {};
    if (stamp == FileStamp{}) {
      std::error_code unknown;
      if (const fs::path folder = file.path.parent_path(); !fs::is_directory(folder, unknown))
        throw Error("Expected the folder {1} with audio on this machine, found none.", folder.string());
      return Failure{Message("There is no file {1} any more.", file.path.string()), {}};
    }
    std::error_code unknown;
    if (!fs::is_regular_file(file.path, unknown)) return Failure{not_a_regular_file(file.path), {}};
    if (stamp.bytes == file.stamp.bytes && sha256_of(file.path, stop) == file.sha256) return {};
    return Failure{
        Message("{1} has changed since it was planned; archive plan --again takes it as it is now.",
                file.path.string()),
        {}};
  }

  void begin(std::size_t number) override {
    attempt_ = attempts_of(archive_.job(), archive_.key(number)) + 1;
    make_mark(mark(number));
    begun_ = std::chrono::steady_clock::now();
    add("begins", number);
  }

  void finish(std::size_t number, Transcript transcript) override {
    const std::string engine = transcript.engine;
    const double seconds = transcript.duration_s;
    transcript.elapsed_s = 0.0;  // the log says it; a result is the same whoever was faster
    const fs::path result = archive_.result(number);
    save_transcript(result, transcript, archive_.manifest().format, Readers::user_alone, {}, Links::replace);
    audio::sync_folder(result.parent_path());
    remove_marks(number);
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    ordered_json line = line_of("done", number);
    line["seconds"] = seconds;
    line["took_s"] = took;
    line["times_real_time"] = took > 0.0 ? seconds / took : 0.0;
    line["engine"] = engine;
    log_.add(line);
  }

  void fail(std::size_t number, const Failure& failure) override {
    const std::string why = english(failure.message);
    replace_file(Message("failure"), failure_mark(archive_.job(), archive_.key(number)),
                 shard_line({{"why", why}, {"details", failure.details}}), Readers::user_alone,
                 Links::replace);
    audio::sync_folder(archive_.job() / "attempts");
    remove_marks(number);
    ordered_json line = line_of("failed", number);
    line["why"] = why;
    log_.add(line);
  }

  void abandon(std::size_t number) noexcept override {
    remove_mark(mark(number));
    try {
      add("abandoned", number);
    } catch (const std::exception&) {  // only the log lacks it
    }
  }

  void log(const std::string& event, const std::string& engine) noexcept override {
    try {
      ordered_json line = head(event);
      if (!engine.empty()) line["engine"] = engine;
      log_.add(line);
    } catch (const std::exception&) {  // only the log lacks it
    }
  }

 private:
  fs::path mark(std::size_t number) const {
    return attempt_mark(archive_.job(), archive_.key(number), attempt_);
  }
  void remove_marks(std::size_t number) const {
    for (int attempt = most_attempts; attempt > 0; --attempt)
      remove_mark(attempt_mark(archive_.job(), archive_.key(number), attempt));
  }
  static ordered_json head(const std::string& event) {
    return {{"time", now_text()}, {"host", host_name()}, {"pid", ::getpid()}, {"event", event}};
  }
  ordered_json line_of(const std::string& event, std::size_t number) const {
    ordered_json line = head(event);
    line["file"] = archive_.manifest().files[number].path.string();
    line["key"] = archive_.key(number);
    return line;
  }
  void add(const std::string& event, std::size_t number) {
    ordered_json line = line_of(event, number);
    line["attempt"] = attempt_;
    log_.add(line);
  }

  const Archive& archive_;
  int number_;
  FileHandle lock_;
  Log log_;
  int attempt_ = 0;  // of the file at work
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace

std::unique_ptr<Shard> Shard::take(const Archive& archive, int number, std::string* holder) {
  const fs::path file = shard_lock(archive.job(), number);
  FileHandle lock = open_in_job(file, O_RDWR | O_CREAT);
  if (!lock)
    throw Error("The shard's file {1} can't be opened: {2}.", file.string(),
                std::generic_category().message(errno));
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    std::array<char, 300> name{};
    const ssize_t bytes = ::pread(lock.get(), name.data(), name.size(), 0);
    if (holder != nullptr) holder->assign(name.data(), bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    return nullptr;
  }
  // Says who has it, to people. That it may fail harms nothing.
  const std::string name = host_name() + ", process " + std::to_string(::getpid());
  const bool said = ::ftruncate(lock.get(), 0) == 0 && ::pwrite(lock.get(), name.data(), name.size(), 0) > 0;
  static_cast<void>(said);
  return std::make_unique<LockedShard>(archive, number, std::move(lock));
}

}  // namespace tilescribe::archive
