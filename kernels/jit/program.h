// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tilescribe::kernels {

/// A program of the system, run to its end.
struct Ran {
  int status = -1;     // its exit status; -1: a signal or the time limit ended it
  std::string output;  // standard output and error, together
  bool ended = false;  // by the time limit
};

/// Runs it in `folder` with the locale C and an empty standard input, for `most_s` at most: by the clock, and
/// in processor time even if this process ends before it. Keeps the first MiB of its output. Throws Error if
/// it can't be started.
Ran run_program(const std::vector<std::string>& words, const std::filesystem::path& folder, double most_s);

/// The first of these names that PATH holds; empty: none.
std::filesystem::path found_in_path(const std::vector<std::string>& names);

/// A folder of this process's own, which goes with its contents.
class WorkFolder {
 public:
  /// Throws Error.
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace tilescribe::kernels
