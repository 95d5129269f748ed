// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QStringList>
#include <cstdint>
#include <string>

namespace tilescribe::ui {

/// The translation context of the profiler's texts that belong to no widget: ProfilingTexts::tr("Host").
struct ProfilingTexts {
  Q_DECLARE_TR_FUNCTIONS(Profiling)
};

/// The stages in the order of the work, then "idle" and "other": audio, features, encoder, projector,
/// prefill, decode, idle, other.
const QStringList& stage_names();

/// Index of a stage in stage_names(); that of "other" if it is not among them.
std::uint8_t stage_place(const std::string& stage);

/// A name in a profile for people: a stage, a layer, a stream in the user's language; names of kernels, ops
/// and variants as they are.
QString profile_name(const std::string& name);

/// A duration in µs or ms: "13.2 µs", "4.21 ms".
QString nice_us(double us);
QString nice_ms(double ms);

/// A part of a whole: "43 %"; "0 %" of nothing.
QString nice_share(std::int64_t part, std::int64_t whole);

}  // namespace tilescribe::ui
