// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "kernels/backend/backend.h"
#include "kernels/profile/place.h"

namespace tilescribe::kernels {

/// Says where the ops of a block stand, and what stood before when the block ends.
class Scope {
 public:
  Scope(Backend& backend, const Place& place) : backend_(backend), before_(backend.place()) {
    backend.set_place(place);
  }
  /// A layer of the stage that is under way.
  Scope(Backend& backend, std::int64_t layer) : Scope(backend, in_layer(backend.place(), layer)) {}
  ~Scope() { backend_.set_place(before_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  static Place in_layer(Place place, std::int64_t layer) {
    place.layer = static_cast<std::int32_t>(layer);
    return place;
  }
  Backend& backend_;
  Place before_;
};

}  // namespace tilescribe::kernels
