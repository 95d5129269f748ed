// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>

#include "inference/api/progress.h"

namespace tilescribe {

/// Turns reports such as "window 3 is in the encoder" into the share of a file that is done.
class WindowProgress {
 public:
  using Clock = std::chrono::steady_clock;

  /// `total_s`: length of the audio, 0 if unknown. `begin`: when it was requested. An earlier run did
  /// `done_s` of it in `elapsed_s`.
  WindowProgress(double total_s, Clock::time_point begin, std::function<void(const Progress&)> report,
                 double done_s = 0.0, double elapsed_s = 0.0);

  void enter(Stage stage, int window, double seconds);
  /// `tokens` so far in a window being decoded.
  void decoded(int window, double seconds, std::size_t tokens);
  void finish_window(int window, double seconds);
  void finish(double total_s);
  double elapsed_s() const;  // including the earlier run
  double done_s() const { return done_s_; }

 private:
  void report(Stage stage);

  std::function<void(const Progress&)> report_;
  double total_s_;
  double done_s_;
  double fraction_;
  const double first_fraction_;      // done by an earlier run
  const double earlier_s_;           // time that it took
  std::map<int, double> under_way_;  // window → its seconds that count as done
  const Clock::time_point begin_;
};

}  // namespace tilescribe
