// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "app/cli/console.h"
#include "inference/api/progress.h"

namespace tilescribe::cli {

/// "1:05" or "1:01:05": whole seconds, rounded.
std::string clock(double seconds);

/// One line of at most columns - 1 characters: name, bar, percentage, and the remaining time if known. Long
/// names are shortened in the middle. Control characters in them don't reach the terminal.
std::string progress_line(std::string_view name, const Progress& progress, int columns);

/// A progress line on standard error, redrawn in place. Does nothing if standard error is not a terminal.
class ProgressBar {
 public:
  ProgressBar(Console& console, std::string name) : console_(console), name_(std::move(name)) {}
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() { clear(); }

  /// Draws, but at most ten times per second.
  void update(const Progress& progress);
  /// Removes the line, so that something else can be written. The next update draws it again at once.
  void clear();

 private:
  Console& console_;
  std::string name_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace tilescribe::cli
