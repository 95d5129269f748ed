// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernels/core/error.h"

/// The order of kernels on a stream where one may begin while the one before it ends (programmatic dependent
/// launch). Each waits for its predecessor before it reads what earlier kernels wrote and before it writes
/// anything, so order is transitive. What it may read before that, and when it lets its successor begin, it
/// says here, and its launch is checked.
namespace tilescribe::kernels {

/// When a kernel may begin, and what it reads before its wait.
enum class Begins {
  behind_predecessor,  // it begins when all before it has ended
  with_constants,      // earlier; reads what never changes: weights, tables
  with_settled,  // earlier; reads also what was written two launches ago or before: older keys, positions
};

/// When it lets its successor begin.
enum class Releases {
  at_its_end,      // says nothing
  after_its_wait,  // all before it has ended by then
  at_once,         // its predecessor may still run
};

/// What a kernel states with its launch.
struct KernelOrder {
  Begins begins = Begins::with_constants;
  Releases releases = Releases::after_its_wait;
};
inline constexpr KernelOrder one_by_one{Begins::behind_predecessor, Releases::at_its_end};

/// Follows what is given to one stream.
class LaunchOrder {
 public:
  /// A kernel is next. Throws Error where it would read early what may not have been written yet.
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
  /// A copy, a library's kernel or a recorded step is next, which begins when all before it has ended; or all
  /// has ended.
  void settle() { unsettled_by_ = nullptr; }

 private:
  const char* unsettled_by_ = nullptr;  // the last kernel, where its successor may begin before it has waited
};

}  // namespace tilescribe::kernels
