// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QString>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace tilescribe::ui {

/// The translation context of the profiler's texts that belong to no widget: ProfilingTexts::tr("Host").
struct ProfilingTexts {
  Q_DECLARE_TR_FUNCTIONS(Profiling)
};

/// The parts that the time of a run is divided into: the stages in the order of the work, the work of all
/// others, and none.
inline constexpr std::array<std::string_view, 8> stage_names{"audio",   "features", "encoder", "projector",
                                                             "prefill", "decode",   "other",   "idle"};
inline constexpr std::size_t idle_stage = stage_names.size() - 1;
inline constexpr std::size_t other_stage = idle_stage - 1;

/// Index of a stage in stage_names; other_stage if it is not among them.
std::uint8_t stage_place(std::string_view stage);

/// A name in a profile for people: a stage, a layer, a stream, a source of times in the user's language;
/// names of kernels, ops and variants as they are.
QString profile_name(const std::string& name);

/// A duration in µs or ms: "13.2 µs", "4.21 ms".
QString nice_us(double us);
QString nice_ms(double ms);

/// A part of a whole: "43 %"; "0 %" of nothing.
QString nice_share(std::int64_t part, std::int64_t whole);

}  // namespace tilescribe::ui
