// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/core/export.h"
#include "kernels/profile/op_hook.h"

namespace tilescribe::kernels {

/// Time that the host spent in a stage, in one go.
struct StageSpan {
  std::string_view stage;     // as in Place
  std::int64_t step = -1;     // of a token loop; -1: in none
  std::int32_t windows = 0;   // as in Place
  std::int64_t start_ns = 0;  // by record_clock_ns()
  std::int64_t duration_ns = 0;
};

/// The host's own clock of the stages, beside all records: on the CPU a second opinion of what they add up
/// to, on a GPU what the host did meanwhile. A stage with a Place of its own, such as a layer, stays one
/// span.
class TILESCRIBE_EXPORT StageClock final : public OpHook {
 public:
  void place_changes(const Place& place) override;
  /// Ends the span under way, as if no stage stood any more.
  void end() { place_changes({}); }

  /// The spans that ended since the last call, in order of time. Any thread.
  std::vector<StageSpan> take();
  /// The span under way, as long as it is now. Any thread.
  std::optional<StageSpan> now() const;

 private:
  mutable std::mutex mutex_;
  std::optional<StageSpan> open_;  // without its duration
  std::vector<StageSpan> ended_;
};

}  // namespace tilescribe::kernels
