// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tilescribe::store {

/// A file that takes another's place in one step, or goes away without a trace. What fails throws Error with
/// a sentence that names the target.
class Replacement {
 public:
  /// Creates the temporary file in the target's folder. Where the target is a link, the file that it leads to
  /// is replaced.
  explicit Replacement(const std::filesystem::path& target);
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement();

  /// For a writer that opens files itself.
  const std::filesystem::path& temporary() const { return temporary_; }
  void write(std::string_view bytes);
  /// Nothing has happened to the target before this returns.
  void commit();

 private:
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// Text on its way into a replacement, in large pieces.
class Output {
 public:
  explicit Output(Replacement& file) : file_(file) { waiting_.reserve(2 * piece); }

  Output& operator<<(std::string_view text) {
    waiting_.append(text);
    if (waiting_.size() >= piece) flush();
    return *this;
  }
  void flush() {
    file_.write(waiting_);
    waiting_.clear();
  }

 private:
  static constexpr std::size_t piece = 1 << 20;  // bytes
  Replacement& file_;
  std::string waiting_;
};

}  // namespace tilescribe::store
