// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/windows_ahead.h"

#include <algorithm>
#include <utility>

#include "inference/audio/quiet_cut.h"
#include "inference/features/mel_window.h"

namespace tilescribe {
namespace {

ReadyWindow ready(AudioWindow cut) {
  ReadyWindow made;
  made.audio_tokens = features::audio_tokens(cut.count);
  for (const audio::Span& span : audio::voiced_spans(cut.samples, audio::sample_rate)) {
    made.voiced_s.emplace_back(cut.start_s() + static_cast<double>(span.begin) / audio::sample_rate,
                               cut.start_s() + static_cast<double>(span.end) / audio::sample_rate);
  }
  made.in_file = cut.index;
  made.window = std::move(cut);
  return made;
}

}  // namespace

WindowsAhead::WindowsAhead(std::unique_ptr<audio::PcmReader> source, const WindowCuts& cuts,
                           std::stop_token stop, const WindowBoundary& from, std::size_t ahead,
                           std::function<void()> more)
    : source_(std::move(source)),
      duration_s_(source_->duration_s()),
      most_(std::max<std::size_t>(ahead, 1)),
      more_(std::move(more)),
      thread_([this, cuts, from](const std::stop_token& own) { run(own, cuts, from); }),
      stopping_(std::move(stop), [this] { thread_.request_stop(); }) {}

// Any exception, also for lack of memory, is passed on to who asks for windows.
void WindowsAhead::run(const std::stop_token& stop, const WindowCuts& cuts, const WindowBoundary& from) {
  std::exception_ptr error;
  try {
    WindowCutter cutter(*source_, cuts, stop, from);
    while (std::optional<AudioWindow> window = cutter.next()) {
      ReadyWindow next = ready(std::move(*window));
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, stop, [this] { return windows_.size() < most_; });
        windows_.push_back(std::move(next));
        changed_.notify_all();
      }
      if (more_) more_();
    }
  } catch (...) {
    error = std::current_exception();
  }
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    missing_s_ = source_->missing_s();
    error_ = error;
    changed_.notify_all();
  }
  if (more_) more_();
}

std::optional<ReadyWindow> WindowsAhead::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !windows_.empty() || ended_; });
  if (windows_.empty()) {
    if (error_) std::rethrow_exception(error_);
    return std::nullopt;
  }
  ReadyWindow window = std::move(windows_.front());
  windows_.pop_front();
  changed_.notify_all();
  return window;
}

bool WindowsAhead::lie_ready(std::size_t count) const {
  const std::lock_guard lock(mutex_);
  return ended_ || windows_.size() >= std::min(count, most_);
}

bool WindowsAhead::over() const {
  const std::lock_guard lock(mutex_);
  return ended_ && windows_.empty() && !error_;
}

double WindowsAhead::missing_s() const {
  const std::lock_guard lock(mutex_);
  return missing_s_;
}

}  // namespace tilescribe
