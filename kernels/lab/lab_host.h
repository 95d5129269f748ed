// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/check/check_ops.h"
#include "kernels/core/export.h"
#include "kernels/lab/exercises.h"
#include "kernels/ops/rope/rope_tile.h"
#include "kernels/tile/factor.h"

namespace tilescribe::kernels::lab {

/// A backend that runs a user's kernel as the variant of an exercise.
class TILESCRIBE_EXPORT LabHost {
 public:
  virtual ~LabHost() = default;
  virtual const Exercise& exercise() const = 0;
  /// Launches the user's kernel with the exercise's struct of arguments. Throws Error.
  virtual void launch(const void* args, std::size_t bytes) = 0;
  /// Whether launches are only queued. Whoever waits for them says so: launches_ended().
  virtual bool queues() const { return false; }
  /// Our own kernels, for exercises that replace the other one of their op.
  virtual void launch_own(const tile::RopeAnglesKernel::Args& args) = 0;
  virtual void launch_own(const tile::RopeAppendKernel<float>::Args& args) = 0;
  /// Where kernels read a weight in float32, row-major as in WidenedWeight, and its bias or null.
  virtual const float* values(const Weight* weight) const = 0;
  virtual const float* bias(const Weight* weight) const = 0;

  /// Gives a factor of the user's kernel its map, on a GPU that multiplies by it.
  virtual void describe(tile::Factor<const float>&) {}

  /// How often the user's kernel was launched.
  std::size_t launches() const { return launches_; }

 protected:
  void count() { ++launches_; }

 private:
  std::size_t launches_ = 0;
};

/// The host behind a runner. Throws std::bad_cast if it is none.
inline LabHost& host_of(Runner& runner) {
  return dynamic_cast<LabHost&>(static_cast<Backend&>(runner));
}

/// Whether the ops of the host's exercise run the user's kernel, or the engine's own choice. In both cases
/// the composite ops around them run as their parts, so that the kernel is all that differs.
TILESCRIBE_EXPORT void use_kernel(Backend& host, bool users);

/// Begins the check of an exercise's kernel on all shapes of its op, before there is a kernel: threads
/// compute what its results are compared with.
TILESCRIBE_EXPORT std::unique_ptr<BegunCheck> begin_check(const Exercise& exercise, std::uint64_t seed);

/// Checks the user's kernel of a host. Outputs are poisoned first. A check that was begun is run once.
TILESCRIBE_EXPORT std::vector<CheckResult> check_kernel(Backend& host, BegunCheck& begun);

/// The same. Throws Error with the first wrong element if it fails.
TILESCRIBE_EXPORT void require_correct(Backend& host, BegunCheck& begun);

}  // namespace tilescribe::kernels::lab
