// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "inference/api/report.h"
#include "inference/report/document.h"

/// The parts of the report, each a function of what was measured. Its tables name the measurement that their
/// numbers come from: timed runs, profile, baseline_profile, ablation, and the files of kernels.
namespace tilescribe::report {

inline constexpr const char* timed_runs = "M1";
inline constexpr const char* profile = "M2";
inline constexpr const char* baseline_profile = "M3";
inline constexpr const char* ablation = "M4";
/// The measurement of the i-th file of a kernel's figures: "M5", …
std::string kernel_source(std::size_t i);

Section implementation_part(const ReportMeasurements& measured);
Section profile_part(const ReportMeasurements& measured);
Section bottleneck_part(const ReportMeasurements& measured, const ReportMaterial& material);
Section optimisation_part(const ReportMaterial& material);
Section comparison_part(const ReportMeasurements& measured, const ReportMaterial& material);
/// `stem`: what the names of all the report's files begin with.
Section provenance_part(const ReportMeasurements& measured, const ReportMaterial& material,
                        const std::string& stem);

/// A kernel's times beside those of the engine's own variants, and what limits them.
std::vector<Block> times_of_kernel(const KernelFigures& kernel, const std::string& source);
/// A transcription with a kernel and without it.
std::vector<Block> stages_with_kernel(const KernelFigures& kernel, const std::string& source);

/// The unit whose ceiling is nearer, with what is reached and how much of the ceiling that is.
struct Limit {
  std::string unit = "–", ceiling = "–", reached = "–", used = "–";
};
Limit limit_of(const BenchRates& rates, const std::string& arithmetic,
               const std::optional<double>& products_tflop_s, const std::optional<double>& read_gb_s);

Document report_of(const ReportMeasurements& measured, const ReportMaterial& material,
                   const std::string& stem);

/// The raw measurements, as JSON.
std::string measurements_json(const ReportMeasurements& measured, const ReportMaterial& material);

/// "1.2e-06".
std::string error_text(const std::optional<double>& error);

/// "1.23 ± 0.04 s".
std::string with_interval(double value, double half_width, const char* unit);

}  // namespace tilescribe::report
