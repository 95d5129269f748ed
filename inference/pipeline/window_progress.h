// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>

#include "inference/api/progress.h"

namespace tilescribe {

/// Turns "window 3 is in the encoder" into how much of a file is done.
class WindowProgress {
 public:
  using Clock = std::chrono::steady_clock;

  /// `total_s`: length of the audio, 0 while unknown; `begin`: when it was asked for. `done_s` of it took an
  /// earlier run `elapsed_s`.
  WindowProgress(double total_s, Clock::time_point begin, std::function<void(const Progress&)> report,
                 double done_s = 0.0, double elapsed_s = 0.0);

  void enter(Stage stage, int window, double seconds);
  /// `tokens` so far in a window that is being decoded.
  void decoded(int window, double seconds, std::size_t tokens);
  void finish_window(int window, double seconds);
  void finish(double total_s);
  double elapsed_s() const;  // with the earlier run's
  double done_s() const { return done_s_; }

 private:
  void report(Stage stage);

  std::function<void(const Progress&)> report_;
  double total_s_;
  double done_s_;
  double fraction_;
  const double first_fraction_;      // what an earlier run did
  const double earlier_s_;           // and how long it took
  std::map<int, double> under_way_;  // window → seconds of it that count as done
  const Clock::time_point begin_;
};

}  // namespace tilescribe
