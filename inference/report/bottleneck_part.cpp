// SPDX-License-Identifier: Apache-2.0
// What limits each kernel, by the unit that it uses and the ceilings that this device reached.
#include <algorithm>
#include <optional>
#include <utility>

#include "inference/api/profile_analysis.h"
#include "inference/profile/figures.h"
#include "inference/profile/rates.h"
#include "inference/report/parts.h"
#include "inference/store/report.h"

namespace tilescribe::report {
namespace {

constexpr std::size_t most_rows = 16;  // as many as the picture has dots
constexpr double roofline_height = 420.0;

std::string rate(const std::optional<double>& value, const char* unit) {
  return value ? figure(*value) + ' ' + unit : "not measured";
}

std::string percent_of(const std::optional<double>& value) {
  return value ? percent(*value * 1e-2) : "–";
}

const char* bound_text(ProfileBound bound) {
  switch (bound) {
    case ProfileBound::memory:
      return "memory";
    case ProfileBound::compute:
      return "arithmetic";
    case ProfileBound::neither:
      return "neither";
    case ProfileBound::unknown:
      return "unknown";
  }
  return "unknown";
}

Table ceilings_of(const ProfileSetting& setting) {
  const BenchCeilings& most = setting.ceilings;
  Table table{"What this device reached on large, simple work", profile, {{"Unit"}, {"Measured", true}}, {}};
  table.rows = {{"Reading memory", rate(most.read_gb_s, "GB/s")},
                {"Copying within memory, read and written together", rate(most.copy_gb_s, "GB/s")},
                {"Matrix products in f32", rate(most.f32_tflop_s, "TFLOP/s")},
                {"Matrix products in TF32", rate(most.tf32_tflop_s, "TFLOP/s")},
                {"Matrix products in bf16", rate(most.bf16_tflop_s, "TFLOP/s")},
                {"Matrix products in fp8", rate(most.fp8_tflop_s, "TFLOP/s")}};
  return table;
}

}  // namespace

Limit limit_of(const BenchRates& rates, const std::string& arithmetic,
               const std::optional<double>& products_tflop_s, const std::optional<double>& read_gb_s) {
  const double memory = rates.memory_percent.value_or(0.0), compute = rates.compute_percent.value_or(0.0);
  if (memory <= 0.0 && compute <= 0.0) return {};
  if (memory >= compute)
    return {"reading memory", rate(read_gb_s, "GB/s"), rate(rates.gb_s, "GB/s"),
            percent_of(rates.memory_percent)};
  return {arithmetic + " products", rate(products_tflop_s, "TFLOP/s"), rate(rates.tflop_s, "TFLOP/s"),
          percent_of(rates.compute_percent)};
}

Section bottleneck_part(const ReportMeasurements& measured, const ReportMaterial& material) {
  const store::ReportFacts facts(measured.profile);
  const ProfileSetting& setting = measured.profile.setting;
  Section part{"Bottlenecks", {ceilings_of(setting)}};
  const std::optional<double> products = setting.ceilings.tflop_s(setting.compute);
  if (products && setting.ceilings.read_gb_s.value_or(0.0) > 0.0) {
    part.blocks.emplace_back(Paragraph{
        "The matrix products of this engine are in " + arithmetic_of(setting) + ", so their ceiling is " +
        figure(*products) + " TFLOP/s, and the ridge of the roofline lies at " +
        figure(1e3 * *products / *setting.ceilings.read_gb_s) +
        " operations per byte. What has fewer is limited by memory at best. Operations and bytes are "
        "counted from what each op has to do; no hardware counter was read (source: " +
        profile + ")."});
  }
  Table table{"What limits each op",
              profile,
              {{"No.", true},
               {"Op"},
               {"Stage"},
               {"Share", true},
               {"Operations per byte", true},
               {"Nearer unit"},
               {"Its ceiling", true},
               {"Reached", true},
               {"Of it", true},
               {"Bound by"}},
              {}};
  Items reasons;
  std::size_t number = 0;
  for (const ProfileRow& row : facts.roofline) {
    if (!row.intensity || !row.tflop_s || number == most_rows) continue;
    const Limit limit = limit_of({row.tflop_s, row.gb_s, row.compute_percent, row.memory_percent},
                                 arithmetic_of(setting), products, setting.ceilings.read_gb_s);
    table.rows.push_back({std::to_string(++number), row.name, row.stage, percent(row.share),
                          figure(*row.intensity), limit.unit, limit.ceiling, limit.reached, limit.used,
                          bound_text(row.bound)});
    reasons.texts.push_back(row.name + (row.stage.empty() ? "" : " (" + row.stage + ")") + ": " +
                            english(row.bound_reason));
  }
  part.blocks.emplace_back(std::move(table));
  part.blocks.emplace_back(std::move(reasons));
  if (const nlohmann::json roofline = store::roofline_section(facts); !roofline.is_null()) {
    part.blocks.emplace_back(
        Figure{"Roofline. The numbers are those of the table; the larger a dot, the more of the "
               "time it took.",
               profile, "roofline", roofline["shapes"], roofline_height});
  }
  for (std::size_t i = 0; i < material.kernels.size(); ++i) {
    for (Block& block : times_of_kernel(material.kernels[i], kernel_source(i)))
      part.blocks.push_back(std::move(block));
  }
  part.blocks.emplace_back(OwnWords{
      "Why is each of these bound by memory, by arithmetic or by neither? What would have to change?"});
  return part;
}

}  // namespace tilescribe::report
