// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "inference/api/export.h"
#include "kernels/core/message.h"

namespace tilescribe {

/// A file that takes another's place in one step, or goes away without a trace. What fails throws Error with
/// a sentence that names the target.
class Replacement {
 public:
  /// Creates the temporary file in the target's folder. Where the target is a link, the file that it leads to
  /// is replaced. `what` is saved, as errors say: "transcript".
  Replacement(Message what, const std::filesystem::path& target, Readers readers = Readers::as_usual);
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement();

  /// For a writer that opens files itself.
  const std::filesystem::path& temporary() const { return temporary_; }
  void write(std::string_view bytes);
  /// Nothing has happened to the target before this returns.
  void commit();

 private:
  Message what_;
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

}  // namespace tilescribe
