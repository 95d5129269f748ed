// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/shared_feed.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "kernels/core/error.h"

namespace tilescribe {
namespace {

AudioWindow with_index(const AudioWindow& window, int index) {
  return {index, window.first_sample, window.count, {}};
}

}  // namespace

SharedFeed::Asked SharedFeed::asked(const TranscribeOptions& options, std::string instruction) {
  return {std::move(instruction), options.temperature, options.top_k,      options.max_new_tokens,
          options.batch,          options.seed,        options.word_times, options.word_ngram};
}

void SharedFeed::decode(WindowsAhead& ahead, const TranscribeOptions& options, Asked asked,
                        WindowEvents& events, const std::stop_token& stop) {
  // Tokens are told now and then, whole windows at once.
  constexpr std::chrono::milliseconds look_up{100};
  const auto file = std::make_shared<File>(ahead, options, std::move(asked));
  std::unique_lock lock(mutex_);
  if (lost_) std::rethrow_exception(lost_);
  files_.push_back(file);
  ready_.notify_all();
  struct Leaving {
    SharedFeed& feed;
    const FilePointer& file;
    std::unique_lock<std::mutex>& lock;
    ~Leaving() {
      if (!lock.owns_lock()) lock.lock();
      feed.files_.remove(file);
    }
  } const leaving{*this, file, lock};
  for (bool done = false; !done;) {
    file->changed.wait_for(lock, stop, look_up, [&file] { return file->done(); });
    if (stop.stop_requested()) throw Cancelled();
    done = file->done();
    lock.unlock();
    file->mail.deliver(events);
    lock.lock();
  }
  if (file->error) std::rethrow_exception(file->error);
}

bool SharedFeed::lost() const {
  const std::lock_guard lock(mutex_);
  return lost_ != nullptr;
}

void SharedFeed::more() {
  const std::lock_guard lock(mutex_);  // whoever waits has either seen the window or hears this
  ready_.notify_all();
}

std::list<SharedFeed::FilePointer>::iterator SharedFeed::next_ready(const Asked* asks) {
  return std::ranges::find_if(files_, [asks](const FilePointer& file) {
    if (!file->ended && file->ahead.over()) {
      file->ended = true;
      file->changed.notify_all();
    }
    if (asks != nullptr && file->asked != *asks) return false;
    return !file->ended && !file->error && file->ahead.lie_ready(1);
  });
}

std::optional<TranscribeOptions> SharedFeed::begin_turn() {
  const std::lock_guard lock(mutex_);
  const auto file = next_ready();
  if (file == files_.end()) return {};
  turn_ = (*file)->asked;
  fresh_ = true;
  return (*file)->options;
}

// The file's next window with speech, if it lies ready.
std::optional<ReadyWindow> SharedFeed::take_from(File& file) {
  try {
    while (file.ahead.lie_ready(1)) {
      std::optional<ReadyWindow> work = file.ahead.next();
      if (!work) {
        file.ended = true;
      } else if (work->audio_tokens == 0 || work->voiced_s.empty()) {
        file.mail.silent(work->window);
        continue;
      }
      return work;
    }
  } catch (...) {
    file.error = std::current_exception();
  }
  return {};
}

std::vector<ReadyWindow> SharedFeed::take(Wish wish, WindowEvents& events,
                                          const std::function<void()>& meanwhile,
                                          const std::stop_token& stop) {
  static_cast<void>(events);     // each file's own hear
  static_cast<void>(meanwhile);  // nothing is waited for here
  if (stop.stop_requested()) throw Cancelled();
  std::vector<ReadyWindow> group;
  const std::lock_guard lock(mutex_);
  // A turn begins with as many windows as there are. After that, whoever is first and asks for something else
  // has its turn when these windows are done.
  const Asked* const asks = std::exchange(fresh_, false) ? &*turn_ : nullptr;
  while (group.size() < wish.most) {
    const auto place = next_ready(asks);
    if (place == files_.end() || (*place)->asked != turn_) break;
    const FilePointer file = *place;
    if (std::optional<ReadyWindow> work = take_from(*file)) {
      const int index = std::exchange(work->window.index, ++last_number_);
      taken_.emplace(last_number_, Taken{file, index});
      ++file->open;
      group.push_back(std::move(*work));
      files_.splice(files_.end(), files_, place);
    }
    if (file->done()) file->changed.notify_all();
  }
  return group;
}

void SharedFeed::fail(const std::exception_ptr& error, bool device) {
  const std::lock_guard lock(mutex_);
  if (device) lost_ = error;
  for (const FilePointer& file : files_) {
    if (!device && file->asked != turn_) continue;
    if (!file->error) file->error = error;
    file->changed.notify_all();
  }
  taken_.clear();  // of this turn, all of them
}

void SharedFeed::wait(const std::function<bool()>& other, const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  ready_.wait(lock, stop, [&] { return other() || next_ready() != files_.end(); });
}

SharedFeed::Taken SharedFeed::taken(int number) const {
  const std::lock_guard lock(mutex_);
  return taken_.at(number);
}

void SharedFeed::entered(Stage stage, const AudioWindow& window) {
  const Taken of = taken(window.index);
  of.file->mail.entered(stage, with_index(window, of.index));
}

void SharedFeed::decoded(const AudioWindow& window, std::size_t tokens, const std::string& text) {
  const Taken of = taken(window.index);
  of.file->mail.decoded(with_index(window, of.index), tokens, text);
}

// take() tells of these itself, and so the device has none.
void SharedFeed::silent(const AudioWindow& window) {
  const Taken of = taken(window.index);
  of.file->mail.silent(with_index(window, of.index));
}

void SharedFeed::finished(const AudioWindow& window, WindowText text) {
  const Taken of = taken(window.index);
  text.window = of.index;
  of.file->mail.finished(with_index(window, of.index), std::move(text));
  const std::lock_guard lock(mutex_);
  taken_.erase(window.index);
  --of.file->open;
  of.file->changed.notify_all();
}

}  // namespace tilescribe
