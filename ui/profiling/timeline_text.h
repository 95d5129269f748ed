// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "ui/profiling/timeline_layout.h"

namespace tilescribe::ui {

/// A record or a span of the host in one line: "gemv, decode, 12.3 µs at 1.204 s".
QString timeline_name(const TimelineModel& model, const TimelineHit& hit);

/// What is known about the item at a point, as rich text for a tool tip; empty if there is none.
QString timeline_details(const TimelineModel& model, const TimelineHit& hit);

/// The same for a record. Gives a rate only if both its time and its count are its own; otherwise the details
/// say why there is none.
QString record_details(const TimelineModel& model, std::size_t record);

/// "12.3 ms · 4 % idle · 213 kernels".
QString measure_text(const TimelineModel& model, const TimelineMeasure& measure);

/// A block's name: "Window 3", "Windows 3 to 40".
QString block_name(const ProfileSession& session, const TimelineBlock& block);

}  // namespace tilescribe::ui
