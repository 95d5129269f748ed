// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "inference/pipeline/window_cutter.h"

namespace tilescribe {

/// A window, and what the model is asked about it.
struct ReadyWindow {
  AudioWindow window;
  int in_file = 0;                                  // its index among its file's windows
  std::int64_t audio_tokens = 0;                    // 0: too short to hold a word
  std::vector<std::pair<double, double>> voiced_s;  // from, to, in the audio; none: nobody speaks
};

/// Decodes, resamples and cuts windows ahead on its own thread, and finds the voice in them. So a device that
/// takes half an hour of audio at once need not wait for it. Its destructor waits for one second of audio at
/// most.
class WindowsAhead {
 public:
  /// `cuts` and `from`: as for a WindowCutter. `ahead`: windows that may lie ready, 2 MB each. `more` is
  /// called on its thread whenever another window lies ready, and at the end; it may be empty.
  WindowsAhead(std::unique_ptr<audio::PcmReader> source, const WindowCuts& cuts, std::stop_token stop,
               const WindowBoundary& from, std::size_t ahead, std::function<void()> more = {});

  /// The next window, waiting for it; nothing at the end. What the source throws comes after the windows
  /// before it. Throws Cancelled after a stop request.
  std::optional<ReadyWindow> next();

  /// Whether next() gives so many without waiting, or as many as may lie ready, or the audio has ended.
  bool lie_ready(std::size_t count) const;

  /// The audio has ended, and all its windows were taken.
  bool over() const;

  double duration_s() const { return duration_s_; }
  /// As the source's; valid after the last window.
  double missing_s() const;

 private:
  void run(const std::stop_token& stop, const WindowCuts& cuts, const WindowBoundary& from);

  std::unique_ptr<audio::PcmReader> source_;
  double duration_s_;
  std::size_t most_;
  std::function<void()> more_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<ReadyWindow> windows_;
  bool ended_ = false;
  double missing_s_ = 0.0;
  std::exception_ptr error_;
  std::jthread thread_;  // after what it uses, so that it stops before that is destroyed
  std::stop_callback<std::function<void()>> stopping_;
};

}  // namespace tilescribe
