// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "kernels/core/cost.h"
#include "kernels/profile/place.h"

namespace tilescribe::kernels {

/// An op that a backend runs. The names are the registry's and the contract's: they live as long as these.
struct OpLabel {
  std::string_view op, variant;
  std::string_view outer;  // the op that the model ran, where this one is a part of it; empty: it is itself
  Place place;
  Cost cost{};  // counted from its contract; where it is composed, what it is composed of has its own
  std::uint64_t run = 0;  // which run of an op this is; of a recorded step as it was when it was recorded

  /// The same op in the same role and place, whichever run of it.
  bool operator==(const OpLabel& other) const {
    return op == other.op && variant == other.variant && outer == other.outer && place == other.place;
  }
};

/// Is told what a backend does, on the thread that uses the backend. Nothing here may throw.
class OpObserver {
 public:
  virtual ~OpObserver() = default;
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
