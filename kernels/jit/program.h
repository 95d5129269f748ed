// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/jit/compiler.h"

namespace tilescribe::kernels {

/// A program of the system, run to its end.
struct Ran {
  int status = -1;     // its exit status; -1: a signal or the time limit ended it
  std::string output;  // standard output and error, together
  bool ended = false;  // by the time limit, or a stop request
};

/// Runs it in `folder` with the locale C and an empty standard input, for `most_s` at most: by the clock, and
/// in processor time even if this process ends before it. A stop request ends it within 50 ms. Keeps the
/// first MiB of its output. Throws Error if it can't be started.
TILESCRIBE_EXPORT Ran run_program(const std::vector<std::string>& words, const std::filesystem::path& folder,
                                  double most_s, const std::stop_token& stop = {});

/// The bytes of the file that a compiler was to make of the unit within `most_s`. `complaints` finds in its
/// output why it failed: at least one. Throws CompileError, and Error where it did not finish or wrote
/// nothing.
std::string compiled_file(const std::filesystem::path& file, const Ran& ran, double most_s, const Unit& unit,
                          std::vector<Diagnostic> (*complaints)(const std::string& output, const Unit& unit));

/// The first of these names that PATH holds; empty: none.
TILESCRIBE_EXPORT std::filesystem::path found_in_path(const std::vector<std::string>& names);

/// A folder of this process's own, which goes with its contents.
class TILESCRIBE_EXPORT WorkFolder {
 public:
  /// Throws Error.
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Writes a file in it, and gives its path. Throws Error.
  std::filesystem::path write(const std::filesystem::path& name, std::string_view bytes) const;

 private:
  std::filesystem::path path_;
};

}  // namespace tilescribe::kernels
