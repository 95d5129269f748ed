// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/core/message.h"
#include "kernels/profile/records.h"

namespace tilescribe::kernels {

/// Takes records from any thread, but never from two at once. Must not use the backend and must not throw.
using ActivitySink = std::function<void(std::span<const ActivityRecord>)>;

/// Measures what one backend does. Costs nothing until it is started. Only the backend's thread uses it,
/// except for flush(). Destroyed before the backend.
class ActivitySource {
 public:
  virtual ~ActivitySource() = default;
  /// How it measures: "CUPTI", "CUDA events", "clock of the CPU".
  virtual std::string_view name() const = 0;
  /// Why a better source is not used: a sentence; empty if this is the best one.
  virtual Message fallback_reason() const { return {}; }
  /// From here on records go to `sink`. Throws Error if measuring can't begin.
  virtual void start(ActivitySink sink) = 0;
  /// Waits for the device, delivers the remaining records and stops measuring.
  virtual void stop() = 0;
  /// Delivers complete records, from any thread. Otherwise they are delivered in large batches.
  virtual void flush() = 0;
  /// Records lost since the start because memory ran out.
  virtual std::int64_t lost() const { return 0; }
  /// Time that measuring has cost the backend's thread since the start, including the sink, nanoseconds;
  /// nothing if that can't be seen from here. Any thread.
  virtual std::optional<std::int64_t> cost_ns() const { return std::nullopt; }
  /// From the next step of a token loop on, only one step in `every` has records of its ops. The others have
  /// one Activity::replay record each; a source may combine consecutive ones. Work outside steps always has
  /// its own records. Returns false if the source can't do this. Any thread.
  virtual bool set_detail_every(int every) { return every == 1; }
};

}  // namespace tilescribe::kernels
