// SPDX-License-Identifier: Apache-2.0
#include "inference/download/download.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "inference/api/private_files.h"
#include "inference/download/checksum.h"
#include "inference/download/hub.h"
#include "inference/download/part_folder.h"
#include "kernels/core/error.h"

namespace tilescribe::download {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Stage = DownloadProgress::Stage;

constexpr int most_changes = 3;           // of what an address announces, before nothing is expected of it
constexpr double longest_wait_s = 300.0;  // however long a server asks for

// No file of a model has more: sums of sizes can't overflow.
std::int64_t most_bytes(const PublishedModel& model) {
  return 2 * model.bytes;
}

/// Tells how far the download is, ten times a second, and how fast it was in the last seconds.
class Reporter {
 public:
  explicit Reporter(const ProgressFunction& tell) : tell_(tell) {}

  void set_total(std::int64_t total) { now_.total = total; }
  void set_bytes(std::int64_t bytes) { now_.bytes = bytes; }

  void enter(Stage stage, Message trouble = {}, double wait_s = 0.0) {
    now_.stage = stage;
    now_.trouble = std::move(trouble);
    now_.wait_s = wait_s;
    now_.bytes_per_s = 0.0;
    marks_.clear();
    said_ = {};
    tell();
  }

  void received(std::int64_t bytes) {
    now_.bytes += bytes;
    tell();
  }

 private:
  void tell() {
    const auto time = Clock::now();
    if (time - said_ < 100ms) return;
    said_ = time;
    marks_.emplace_back(time, now_.bytes);
    while (marks_.size() > 2 && time - marks_.front().first > 5s) marks_.pop_front();
    const std::chrono::duration<double> span = time - marks_.front().first;
    if (now_.stage == Stage::receiving && span > 500ms)
      now_.bytes_per_s = static_cast<double>(now_.bytes - marks_.front().second) / span.count();
    if (tell_) tell_(now_);
  }

  const ProgressFunction& tell_;
  DownloadProgress now_;
  std::deque<std::pair<Clock::time_point, std::int64_t>> marks_;
  Clock::time_point said_;
};

/// A file as it comes.
class Arrival final : public Receiver {
 public:
  Arrival(const RemoteFile& file, const fs::path& path, std::int64_t from, Reporter& reporter)
      : file_(file), path_(path), from_(from), reporter_(reporter) {}

  bool begin(const Response& response) override {
    if (response.status != 200 && response.status != 206) return false;
    const bool part = response.status == 206;
    const std::int64_t whole = part ? response.total : response.length;
    changed_ = (!response.identity().empty() && response.identity() != file_.identity) ||
               (whole >= 0 && whole != file_.size) || (part && response.from != from_) ||
               (!part && from_ > 0 && whole < 0 && response.identity().empty());
    if (changed_) return false;
    if (!part) {  // the server sends all of it, whatever it was asked for
      reporter_.received(-from_);
      from_ = 0;
    }
    written_ = from_;
    out_.emplace(path_, from_);
    return true;
  }

  bool take(std::span<const char> bytes) override {
    changed_ = written_ + static_cast<std::int64_t>(bytes.size()) > file_.size;
    if (changed_) return false;
    out_->write(bytes);
    written_ += static_cast<std::int64_t>(bytes.size());
    reporter_.received(static_cast<std::int64_t>(bytes.size()));
    return true;
  }

  bool changed() const { return changed_; }  // it is not what was announced

 private:
  const RemoteFile& file_;
  const fs::path& path_;
  std::int64_t from_, written_ = 0;
  Reporter& reporter_;
  std::optional<PartFile> out_;
  bool changed_ = false;
};

class Download {
 public:
  Download(const PublishedModel& model, const DownloadOptions& options, const ProgressFunction& progress,
           const std::stop_token& stop)
      : model_(model),
        options_(options),
        hub_(model, checked_address(options.address), options.stall_s),
        stop_(stop),
        reporter_(progress),
        final_(options.folder / model.name) {}

  fs::path run(const FolderCheck& check) {
    check_place();
    make_private_folder(Message("models"), options_.folder);
    if (const auto before = partial_download(model_, options_.folder)) reporter_.set_bytes(before->bytes);
    reporter_.set_total(model_.bytes);
    reporter_.enter(Stage::asking);
    PartFolder part(model_, options_.folder);
    part_ = &part;
    ask();
    for (std::size_t i = 0; i < manifest_.files.size(); ++i) get(i);
    reporter_.enter(Stage::checking);
    check(part.path());
    if (stop_.stop_requested()) throw Cancelled();
    part.finish(final_, manifest_);
    return final_;
  }

 private:
  // Nothing may be where the model comes.
  void check_place() const {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(final_, error))) return;
    const auto there = [&](const PublishedFile& file) {
      std::error_code unknown;
      return file.optional || fs::exists(final_ / file.name, unknown);
    };
    if (read_manifest(final_) || std::ranges::all_of(model_.files, there))
      throw Error("{1} is already in {2}.", model_.name, final_.string());
    fs::directory_iterator first(final_, error);
    if (error)
      throw Error("{1} stands where {2} would come. Move it away, and try again.", final_.string(),
                  model_.name);
    if (first != fs::directory_iterator())
      throw Error(
          "{1} holds other files, e.g. {2}, where {3} would come. Move the folder away, and try again.",
          final_.string(), first->path().filename().string(), model_.name);
  }

  // Which files there are, how large they are, and how they will be known.
  void ask() {
    manifest_ = {model_.repository, model_.revision, hub_.address(), place_of(final_), {}};
    for (const PublishedFile& file : model_.files) {
      const std::optional<RemoteFile> found = ask_for(file);
      if (found) manifest_.files.push_back(*found);
    }
    check_room(collect());
  }

  // What is there of other files goes. Returns how many bytes are still to come.
  std::int64_t collect() {
    part_->collect(manifest_);
    std::int64_t total = 0;
    for (const RemoteFile& file : manifest_.files) total += file.size;
    const std::int64_t there = part_->bytes(manifest_.files);
    reporter_.set_total(total);
    reporter_.set_bytes(there);
    return total - there;
  }

  std::optional<RemoteFile> ask_for(const PublishedFile& file) {
    for (int failed = 0;;) {
      const Answer answer = hub_.headers(file.name, stop_);
      const Response& response = answer.response;
      if (answer.kind == Answer::Kind::missing && file.optional) return std::nullopt;
      if (answer.kind == Answer::Kind::again) {
        wait_after(answer, ++failed);
        continue;
      }
      if (answer.kind != Answer::Kind::complete) throw Error(answer.reason);
      if (response.size() < 0)
        throw Error("{1} does not say how large {2} is.", host_of(hub_.address()), file.name);
      if (response.size() > most_bytes(model_))
        throw Error("{1} says that {2} has {3} bytes, but all of {4} has about {5}.", host_of(hub_.address()),
                    file.name, response.size(), model_.name, model_.bytes);
      if (file.weights && checksum_kind(response.identity()) != Checksum::sha256)
        throw Error("{1} gives no checksum of {2}, so nothing from there can be trusted.",
                    host_of(hub_.address()), file.name);
      return RemoteFile{file.name, response.size(), response.identity()};
    }
  }

  void get(std::size_t index) {
    int failed = 0, wrong = 0;
    std::int64_t most = 0;  // that was there: only more than ever is progress
    for (;;) {
      const RemoteFile file = manifest_.files[index];
      const fs::path path = part_->path() / file.name;
      const std::int64_t have = part_->size(file.name);
      std::error_code error;
      if (have == file.size && (have > 0 || fs::exists(path, error))) {
        reporter_.enter(Stage::checking);
        if (matches(path, file.identity, stop_)) return;
        remove(file);
        if (++wrong == 2)
          throw Error("{1} sends another {2} than it announces: the checksum is wrong. It was deleted.",
                      host_of(hub_.address()), file.name);
        continue;
      }
      reporter_.enter(Stage::receiving);
      Arrival arrival(file, path, have, reporter_);
      Answer answer = hub_.request(file.name, false, have, arrival, stop_);
      if (answer.kind == Answer::Kind::complete && part_->size(file.name) < file.size) {
        answer.kind = Answer::Kind::again;
        answer.reason = Message("{1} sent only a part of {2}.", host_of(hub_.address()), file.name);
      }
      if (part_->size(file.name) > std::exchange(most, std::max(most, part_->size(file.name)))) failed = 0;
      if (arrival.changed() || answer.response.status == 416) {
        if (announce_again(index)) continue;
        answer.reason =
            Message("{1} announces one {2} and sends another.", host_of(hub_.address()), file.name);
        wait_after(answer, ++failed);
      } else if (answer.kind == Answer::Kind::missing || answer.kind == Answer::Kind::never) {
        throw Error(answer.reason);
      } else if (answer.kind == Answer::Kind::again) {
        wait_after(answer, ++failed);
      }
    }
  }

  // What comes is not what was announced. Returns whether another is announced by now, which begins anew.
  // Otherwise the answer was an odd one, such as a page that asks for a password: what has come is kept.
  bool announce_again(std::size_t index) {
    const std::string& name = manifest_.files[index].name;
    const auto named = [&](const PublishedFile& file) { return file.name == name; };
    const auto published = std::ranges::find_if(model_.files, named);
    const std::optional<RemoteFile> found = ask_for(*published);
    if (!found) throw Error("{1} has no {2} any more.", host_of(hub_.address()), name);
    if (*found == manifest_.files[index]) return false;
    if (++changes_ == most_changes)
      throw Error("{1} announces another {2} again and again.", host_of(hub_.address()), name);
    manifest_.files[index] = *found;
    collect();
    return true;
  }

  void remove(const RemoteFile& file) {
    reporter_.received(-std::min(part_->size(file.name), file.size));
    part_->remove(file.name);
  }

  void wait_after(const Answer& answer, int failed) {
    if (failed >= options_.attempts)
      throw Error("{1} Tried {2} time(s); what has come is kept.", answer.reason, failed);
    double wait_s = options_.first_wait_s * static_cast<double>(1 << std::min(failed - 1, 10));
    wait_s = std::clamp(static_cast<double>(answer.response.retry_after_s), wait_s,
                        std::max(wait_s, longest_wait_s));
    reporter_.enter(Stage::waiting, answer.reason, wait_s);
    const auto end = Clock::now() + std::chrono::duration<double>(wait_s);
    while (Clock::now() < end) {
      if (stop_.stop_requested()) throw Cancelled();
      std::this_thread::sleep_for(std::min<std::chrono::duration<double>>(50ms, end - Clock::now()));
    }
  }

  void check_room(std::int64_t needed) const {
    std::error_code error;
    const fs::space_info space = fs::space(options_.folder, error);
    if (error || needed <= 0) return;  // the write says it, then
    const auto available = static_cast<std::int64_t>(space.available);
    if (available - options_.spare_bytes >= needed) return;
    const auto gb = [](std::int64_t bytes) { return Real{static_cast<double>(bytes) / 1e9, 1}; };
    throw Error("{1} still needs {2} GB on the disk of {3}, where {4} GB are free.", model_.name, gb(needed),
                options_.folder.string(), gb(std::max<std::int64_t>(0, available)));
  }

  const PublishedModel& model_;
  const DownloadOptions& options_;
  const Hub hub_;
  const std::stop_token stop_;
  Reporter reporter_;
  const fs::path final_;
  PartFolder* part_ = nullptr;
  Manifest manifest_;
  int changes_ = 0;
};

}  // namespace

fs::path download(const PublishedModel& model, const DownloadOptions& options, const FolderCheck& check,
                  const ProgressFunction& progress, const std::stop_token& stop) {
  return Download(model, options, progress, stop).run(check);
}

}  // namespace tilescribe::download

namespace tilescribe {

std::optional<PartialDownload> partial_download(const PublishedModel& model,
                                                const std::filesystem::path& folder) {
  const std::filesystem::path path = download::part_path(model, folder);
  const std::optional<download::Manifest> manifest = download::read_manifest(path);
  if (!manifest) return std::nullopt;
  PartialDownload partial{.address = manifest->address};
  for (const download::RemoteFile& file : manifest->files) {
    if (file.size > download::most_bytes(model)) return std::nullopt;  // no download of this model wrote it
    std::error_code error;
    const auto size = std::filesystem::file_size(path / file.name, error);
    partial.total += file.size;
    if (!error) partial.bytes += std::min(static_cast<std::int64_t>(size), file.size);
  }
  return partial;
}

void discard_download(const PublishedModel& model, const std::filesystem::path& folder) {
  const std::filesystem::path path = download::part_path(model, folder);
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return;
  download::PartFolder(model, folder).discard();
}

}  // namespace tilescribe
