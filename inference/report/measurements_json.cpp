// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <nlohmann/json.hpp>

#include "inference/api/profile_analysis.h"
#include "inference/report/parts.h"

namespace tilescribe::report {
namespace {

using nlohmann::ordered_json;

ordered_json number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json();
}

template <class Value>
ordered_json if_known(const std::optional<Value>& value) {
  if (!value) return {};
  if constexpr (std::is_same_v<Value, double>)
    return number(*value);
  else
    return *value;
}

ordered_json json_of(const AblationRow& row) {
  return {{"name", row.name},
          {"switches", row.switches},
          {"engine", row.engine},
          {"mean_s", number(row.mean_s)},
          {"interval_s", number(row.interval_s)},
          {"difference_percent", if_known(row.difference_percent)},
          {"interval_percent", if_known(row.interval_percent)},
          {"differs", row.differs},
          {"same_text", if_known(row.same_text)},
          {"word_difference", row.word_difference},
          {"seconds", row.seconds},
          {"text", row.text},
          {"complaint", english(row.complaint)}};
}

ordered_json json_of(const ProfileSession& session) {
  const ProfileSetting& setting = session.setting;
  const BenchCeilings& most = setting.ceilings;
  ordered_json stages = ordered_json::array(), variants = ordered_json::array();
  for (const ProfileStage& stage : profile_stages(session))
    stages.push_back({{"stage", stage.stage}, {"busy_ns", stage.busy_ns}, {"host_ns", stage.host_ns}});
  for (const ProfileRow& row : profile_table(session, ProfileGrouping::variant)) {
    variants.push_back({{"name", row.name},
                        {"stage", row.stage},
                        {"op", row.op},
                        {"variant", row.variant},
                        {"calls", row.calls},
                        {"busy_ms", number(row.busy_ms)},
                        {"share", number(row.share)},
                        {"mean_us", number(row.mean_us)},
                        {"gb_s", if_known(row.gb_s)},
                        {"tflop_s", if_known(row.tflop_s)},
                        {"memory_percent", if_known(row.memory_percent)},
                        {"compute_percent", if_known(row.compute_percent)}});
  }
  return {{"engine", english(setting.engine)},
          {"compute", setting.compute},
          {"model", setting.model},
          {"audio", setting.audio},
          {"audio_s", number(session.audio_s)},
          {"began", setting.began},
          {"program", setting.program},
          {"source", setting.source},
          {"tracing_cost_percent", number(session.cost_percent)},
          {"duration_ns", session.duration_ns},
          {"records", session.taken},
          {"lost", session.lost},
          {"ceilings",
           {{"read_gb_s", if_known(most.read_gb_s)},
            {"copy_gb_s", if_known(most.copy_gb_s)},
            {"f32_tflop_s", if_known(most.f32_tflop_s)},
            {"tf32_tflop_s", if_known(most.tf32_tflop_s)},
            {"bf16_tflop_s", if_known(most.bf16_tflop_s)},
            {"fp8_tflop_s", if_known(most.fp8_tflop_s)}}},
          {"stages", std::move(stages)},
          {"variants", std::move(variants)}};
}

}  // namespace

std::string measurements_json(const ReportMeasurements& measured, const ReportMaterial& material) {
  ordered_json times = ordered_json::array();
  for (const AblationRow& row : measured.times.rows) times.push_back(json_of(row));
  const ordered_json all = {{"command", material.command},
                            {"program", measured.from.program},
                            {"commit", measured.from.commit},
                            {"build", measured.from.build},
                            {"device", measured.from.device},
                            {"driver", measured.from.driver},
                            {"about_the_device", measured.from.facts},
                            {"began", measured.from.began},
                            {"model", measured.times.model},
                            {"audio_s", number(measured.times.audio_s)},
                            {"times", std::move(times)},
                            {"baseline", json_of(measured.baseline)},
                            {"profile", json_of(measured.profile)}};
  return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace tilescribe::report
