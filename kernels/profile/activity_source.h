// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/core/message.h"
#include "kernels/profile/records.h"

namespace tilescribe::kernels {

/// Takes records, from any thread but never from two at once. Must not use the backend, and not throw.
using ActivitySink = std::function<void(std::span<const ActivityRecord>)>;

/// Measures what one backend does. Costs nothing until it is started. Used by the backend's thread, but for
/// flush(); goes before the backend.
class ActivitySource {
 public:
  virtual ~ActivitySource() = default;
  /// How it measures: "CUPTI", "CUDA events", "clock of the CPU".
  virtual std::string_view name() const = 0;
  /// Why it is not the better one of its kind, a sentence; empty where it is.
  virtual Message fallback_reason() const { return {}; }
  /// From here on records go to `sink`. Throws Error where measuring can't begin.
  virtual void start(ActivitySink sink) = 0;
  /// Waits for the device, gives what is left, and measures no more.
  virtual void stop() = 0;
  /// Gives what is complete by now, from any thread. Records otherwise come when many are there.
  virtual void flush() = 0;
  /// Records that were lost since the start, for want of memory.
  virtual std::int64_t lost() const { return 0; }
  /// What measuring has cost the backend's thread since the start, the sink included, nanoseconds; nothing
  /// where that can't be seen from here. Any thread.
  virtual std::optional<std::int64_t> cost_ns() const { return std::nullopt; }
  /// From the next step of a token loop on, only one step in `every` has its ops' records, the others one of
  /// Activity::replay as a whole; a source may take steps together that follow one another. What stands
  /// outside of steps always has its own. False where the source can't. Any thread.
  virtual bool set_detail_every(int every) { return every == 1; }
};

}  // namespace tilescribe::kernels
