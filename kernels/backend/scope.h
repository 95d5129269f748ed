// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/runner.h"
#include "kernels/profile/place.h"

namespace tilescribe::kernels {

/// Sets the place of a block's ops, and restores the previous place when the block ends.
class Scope {
 public:
  Scope(Runner& runner, const Place& place) : hooks_(runner.hooks()), before_(hooks_.place()) {
    hooks_.set_place(place);
  }
  /// A layer of the current stage.
  Scope(Runner& runner, std::int64_t layer) : Scope(runner, in_layer(runner.hooks().place(), layer)) {}
  ~Scope() { hooks_.set_place(before_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  static Place in_layer(Place place, std::int64_t layer) {
    place.layer = static_cast<std::int32_t>(layer);
    return place;
  }
  Hooks& hooks_;
  Place before_;
};

}  // namespace tilescribe::kernels
