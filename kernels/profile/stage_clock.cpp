// SPDX-License-Identifier: Apache-2.0
#include "kernels/profile/stage_clock.h"

#include <utility>

#include "kernels/profile/records.h"

namespace tilescribe::kernels {

void StageClock::place_changes(const Place& place) {
  const std::int64_t at = record_clock_ns();
  const std::lock_guard lock(mutex_);
  if (open_ && open_->stage == place.stage && open_->step == place.step && open_->windows == place.windows) {
    return;
  }
  if (open_) {
    open_->duration_ns = at - open_->start_ns;
    ended_.push_back(*open_);
    open_.reset();
  }
  if (!place.stage.empty()) {
    open_ = StageSpan{.stage = place.stage, .step = place.step, .windows = place.windows, .start_ns = at};
  }
}

std::vector<StageSpan> StageClock::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(ended_, {});
}

std::optional<StageSpan> StageClock::now() const {
  const std::lock_guard lock(mutex_);
  std::optional<StageSpan> span = open_;
  if (span) span->duration_ns = record_clock_ns() - span->start_ns;
  return span;
}

}  // namespace tilescribe::kernels
