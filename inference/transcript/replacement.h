// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "inference/api/export.h"
#include "kernels/core/message.h"

namespace tilescribe {

/// Replaces or makes a file in a single step, or leaves it as it was. Throws Error; the sentence names the
/// target.
class Replacement {
 public:
  /// Creates the temporary file in the target's folder; of a link that is followed, that is the folder of the
  /// file it points to. `what` is saved, as errors say: "transcript".
  Replacement(Message what, const std::filesystem::path& target, Readers readers = Readers::as_usual,
              Links links = Links::follow);
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement();

  /// For a writer that opens files itself.
  const std::filesystem::path& temporary() const { return temporary_; }
  void write(std::string_view bytes);
  /// The target does not change before this is called.
  void commit();
  /// The same where no file is. False: one is, and stays as it is. Its name never stands for anything but the
  /// whole, except on a disk without hard links, where it may stand for an empty file until then.
  bool commit_as_new();

 private:
  void finish();
  void rename();

  Message what_;
  std::filesystem::path target_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// Replaces a file by these bytes.
void replace_file(Message what, const std::filesystem::path& target, std::string_view bytes,
                  Readers readers = Readers::as_usual, Links links = Links::follow);

}  // namespace tilescribe
