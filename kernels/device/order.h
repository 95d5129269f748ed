// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/core/error.h"

/// The order of kernels on a stream when one may begin before its predecessor has ended (programmatic
/// dependent launch). A kernel waits for its predecessor before it reads what earlier kernels wrote, and
/// before it writes anything. So order is transitive. A kernel states here what it reads before that wait and
/// when it releases its successor; each launch is checked.
namespace tilescribe::kernels {

/// When a kernel may begin, and what it reads before its wait.
enum class Begins {
  behind_predecessor,  // it begins when all kernels before it have ended
  with_constants,      // earlier; reads what never changes: weights, tables
  with_settled,        // also what was written at least two launches ago: older keys, positions
};

/// When a kernel lets its successor begin.
enum class Releases {
  at_its_end,      // no explicit release
  after_its_wait,  // by then all kernels before it have ended
  at_once,         // its predecessor may still run
};

/// What a kernel states with its launch.
struct KernelOrder {
  Begins begins = Begins::behind_predecessor;
  Releases releases = Releases::at_its_end;
};
/// What holds for a kernel that states nothing, whatever it reads.
inline constexpr KernelOrder one_by_one{};
/// Most kernels: they fetch weights before they wait, and release their successor then.
inline constexpr KernelOrder overlapping{Begins::with_constants, Releases::after_its_wait};

/// Checks the order of what is queued on one stream.
class LaunchOrder {
 public:
  /// A kernel comes next. Throws Error if it would read something early that may not have been written yet.
  void launch(const char* kernel, KernelOrder order) {
    if (order.begins == Begins::with_settled && unsettled_by_ != nullptr) {
      throw Error(
          "The kernel {1} reads what earlier kernels wrote before it waits, but its predecessor {2} lets it "
          "begin while kernels before that still run.",
          kernel, unsettled_by_);
    }
    const bool early = order.begins != Begins::behind_predecessor;
    unsettled_by_ = early && order.releases == Releases::at_once ? kernel : nullptr;
  }
  /// Something comes next that begins only when all before it has ended (a copy, a library's kernel, a
  /// recorded step); or all has ended.
  void settle() { unsettled_by_ = nullptr; }

 private:
  const char* unsettled_by_ = nullptr;  // the last kernel, if its successor may begin before it has waited
};

}  // namespace tilescribe::kernels
