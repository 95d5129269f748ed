// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/core/cost.h"
#include "kernels/profile/place.h"

namespace tilescribe::kernels {

/// The variant name of work that is no op but takes time like one, such as a copy by the host.
inline constexpr std::string_view no_op = "host";

/// An op that a backend runs. Its names belong to the registry and the contract and live as long as those.
struct OpLabel {
  std::string_view op, variant;
  std::string_view outer;  // the model's op that this one is a part of; empty: it is the model's own
  Place place;
  Cost cost{};            // counted from its contract; the ops inside a composition have their own
  std::uint64_t run = 0;  // number of this run; in a recorded step, that of the recorded run

  /// Whether the model called it: it is an op, and not a part of another.
  bool is_models_op() const { return outer.empty() && variant != no_op; }
  /// The same op in the same role and place, in any run.
  bool operator==(const OpLabel& other) const {
    return op == other.op && variant == other.variant && outer == other.outer && place == other.place;
  }
};

/// Called when a backend runs ops, on the backend's thread. Registered by Hooked (profile/hooks.h).
class OpHook {
 public:
  virtual ~OpHook() = default;
  /// Called before every op that is not part of another, and where recorded steps are replayed. More urgent
  /// work may run here. Never called recursively, nor while a step is recorded. May throw.
  virtual void between_ops() {}
  /// Called before every op, also parts of others. For tests: an Error thrown here is a device failure.
  virtual void before_op(std::string_view op) { static_cast<void>(op); }

  /// Whether it wants to know when ops begin and end. That costs one label per op.
  virtual bool measures() const { return true; }
  // Nothing below may throw.
  /// An op begins, possibly inside another. Each op_ends() ends the innermost open op.
  virtual void op_begins(const OpLabel& label) { static_cast<void>(label); }
  virtual void op_ends() {}
  /// A recorded step is launched as a whole. No op begins inside it.
  virtual void replay_begins(const Place& place) { static_cast<void>(place); }
  virtual void replay_ends() {}
  /// The following work has this place.
  virtual void place_changes(const Place& place) { static_cast<void>(place); }
};

}  // namespace tilescribe::kernels
