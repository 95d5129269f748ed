// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace tilescribe::weights {

/// Keeps a memory map of a file readable if the file shrinks, or its disk fails, while the map is read. The
/// kernel answers such a read with SIGBUS, which would end the program. Here, the first such fault inside a
/// guarded map replaces everything after it by zeros and is recorded. Until then it costs nothing. Faults
/// elsewhere go to the previous handler. Reads from any thread are guarded.
class FaultGuard {
 public:
  /// `map`: whole pages that stay mapped as long as the guard lives; may be empty.
  explicit FaultGuard(std::span<const std::byte> map);
  ~FaultGuard();
  FaultGuard(const FaultGuard&) = delete;
  FaultGuard& operator=(const FaultGuard&) = delete;

  /// Whether a read failed, so that it saw zeros instead of the file's bytes.
  bool faulted() const;

  /// One guarded range. Ranges are reused and never freed, because a signal handler reads their list.
  struct Range;

 private:
  Range* range_ = nullptr;
};

}  // namespace tilescribe::weights
