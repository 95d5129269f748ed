// SPDX-License-Identifier: Apache-2.0
#include "inference/pipeline/window_progress.h"

#include <algorithm>

namespace tilescribe {
namespace {

// The share of a window's work before a stage: rough figures for the CPU engine.
double share_before(Stage stage) {
  switch (stage) {
    case Stage::projector:
      return 0.55;
    case Stage::prefill:
      return 0.58;
    case Stage::decode:
      return 0.65;
    case Stage::encoder:
      return 0.03;
    default:
      return 0.0;
  }
}

constexpr double tokens_a_second = 4.5;  // usual speech

}  // namespace

WindowProgress::WindowProgress(double total_s, Clock::time_point begin,
                               std::function<void(const Progress&)> report, double done_s, double elapsed_s)
    : report_(std::move(report)),
      total_s_(total_s),
      done_s_(done_s),
      fraction_(total_s > 0.0 ? std::min(0.99, done_s / total_s) : 0.0),
      first_fraction_(fraction_),
      earlier_s_(elapsed_s),
      begin_(begin) {}

double WindowProgress::elapsed_s() const {
  return earlier_s_ + std::chrono::duration<double>(Clock::now() - begin_).count();
}

void WindowProgress::enter(Stage stage, int window, double seconds) {
  double& done = under_way_[window];
  done = std::max(done, share_before(stage) * seconds);
  report(stage);
}

void WindowProgress::decoded(int window, double seconds, std::size_t tokens) {
  const double before = share_before(Stage::decode);
  const double read =
      std::min(0.95, static_cast<double>(tokens) / (tokens_a_second * std::max(seconds, 0.1)));
  under_way_[window] = (before + (1.0 - before) * read) * seconds;
  report(Stage::decode);
}

void WindowProgress::finish_window(int window, double seconds) {
  under_way_.erase(window);
  done_s_ += seconds;
  report(Stage::decode);
}

void WindowProgress::finish(double total_s) {
  total_s_ = done_s_ = total_s;
  fraction_ = 1.0;
  report(Stage::finished);
}

void WindowProgress::report(Stage stage) {
  if (!report_) return;
  Progress progress;
  progress.stage = stage;
  progress.audio_done_s = done_s_;
  progress.audio_total_s = total_s_;
  progress.elapsed_s = elapsed_s();
  if (total_s_ > 0.0) {
    double done = done_s_;
    for (const auto& [window, seconds] : under_way_) done += seconds;
    // A file may be longer than it promised: then the bar waits instead of going back.
    fraction_ = std::max(fraction_, std::min(stage == Stage::finished ? 1.0 : 0.99, done / total_s_));
  }
  progress.fraction = fraction_;
  // At this run's speed: the earlier run may have been on another machine.
  const double newly = fraction_ - first_fraction_;
  if (newly > 0.02) progress.remaining_s = (progress.elapsed_s - earlier_s_) * (1.0 - fraction_) / newly;
  report_(progress);
}

}  // namespace tilescribe
