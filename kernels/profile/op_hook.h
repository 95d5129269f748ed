// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/core/cost.h"
#include "kernels/profile/place.h"

namespace tilescribe::kernels {

/// The variant of what is no op but takes time as one, such as a copy that the host makes.
inline constexpr std::string_view no_op = "host";

/// An op that a backend runs. The names are the registry's and the contract's: they live as long as these.
struct OpLabel {
  std::string_view op, variant;
  std::string_view outer;  // the op that the model ran, where this one is a part of it; empty: it is itself
  Place place;
  Cost cost{};  // counted from its contract; where it is composed, what it is composed of has its own
  std::uint64_t run = 0;  // which run of an op this is; of a recorded step as it was when it was recorded

  /// Whether the model ran it: it is an op, and no part of another.
  bool is_models_op() const { return outer.empty() && variant != no_op; }
  /// The same op in the same role and place, whichever run of it.
  bool operator==(const OpLabel& other) const {
    return op == other.op && variant == other.variant && outer == other.outer && place == other.place;
  }
};

/// Steps in where a backend runs ops, or is told of them, on the thread that uses the backend; registered by
/// Hooked (profile/hooks.h).
class OpHook {
 public:
  virtual ~OpHook() = default;
  /// Before every op that is not part of another, and where recorded steps are replayed: more urgent work may
  /// run on the backend here. Not called inside itself, nor while a step is recorded. What it throws ends the
  /// op's caller.
  virtual void between_ops() {}
  /// Before every op, parts of others among them. For tests: an Error thrown here is the device's failure.
  virtual void before_op(std::string_view op) { static_cast<void>(op); }

  /// Whether it wants to know when ops begin and end, which costs a label an op.
  virtual bool measures() const { return true; }
  // Nothing below may throw.
  /// An op begins, possibly inside another; the next op_ends() that is not another's is its end.
  virtual void op_begins(const OpLabel& label) { static_cast<void>(label); }
  virtual void op_ends() {}
  /// A recorded step is given to the device as a whole: no op begins within.
  virtual void replay_begins(const Place& place) { static_cast<void>(place); }
  virtual void replay_ends() {}
  /// What follows stands there.
  virtual void place_changes(const Place& place) { static_cast<void>(place); }
};

}  // namespace tilescribe::kernels
