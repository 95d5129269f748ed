// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "inference/api/report.h"
#include "inference/report/document.h"

/// The parts of the report, each a function of what was measured. Its tables name the measurement that their
/// numbers come from: timed runs, profile, baseline_profile, ablation.
namespace tilescribe::report {

inline constexpr const char* timed_runs = "M1";
inline constexpr const char* profile = "M2";
inline constexpr const char* baseline_profile = "M3";
inline constexpr const char* ablation = "M4";

Section implementation_part(const ReportMeasurements& measured);
Section profile_part(const ReportMeasurements& measured);
Section bottleneck_part(const ReportMeasurements& measured);
Section optimisation_part(const ReportMaterial& material);
Section comparison_part(const ReportMeasurements& measured);
/// `stem`: what the names of all the report's files begin with.
Section provenance_part(const ReportMeasurements& measured, const ReportMaterial& material,
                        const std::string& stem);

Document report_of(const ReportMeasurements& measured, const ReportMaterial& material,
                   const std::string& stem);

/// The raw measurements, as JSON.
std::string measurements_json(const ReportMeasurements& measured, const ReportMaterial& material);

/// "1.23 ± 0.04 s".
std::string with_interval(double value, double half_width, const char* unit);

}  // namespace tilescribe::report
