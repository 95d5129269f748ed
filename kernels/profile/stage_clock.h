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

/// One uninterrupted stretch of host time in a stage.
struct StageSpan {
  std::string_view stage;     // as in Place
  std::int64_t step = -1;     // of a token loop; -1: none
  std::int32_t windows = 0;   // as in Place
  std::int64_t start_ns = 0;  // by record_clock_ns()
  std::int64_t duration_ns = 0;
};

/// The host's own clock of stages, independent of the records. On the CPU it checks what they add up to; on a
/// GPU it shows what the host did meanwhile. Places inside a stage, such as layers, do not split its span.
class TILESCRIBE_EXPORT StageClock final : public OpHook {
 public:
  void place_changes(const Place& place) override;
  /// Ends the open span, as if no stage followed.
  void end() { place_changes({}); }

  /// The spans that ended since the last call, in order. Any thread.
  std::vector<StageSpan> take();
  /// The open span with its length so far. Any thread.
  std::optional<StageSpan> now() const;

 private:
  mutable std::mutex mutex_;
  std::optional<StageSpan> open_;  // without its duration
  std::vector<StageSpan> ended_;
};

}  // namespace tilescribe::kernels
