// SPDX-License-Identifier: Apache-2.0
// Two cores running the demo model: products reach a third of what the cores can do, all else less.
#include <algorithm>
#include <optional>

#include "tests/support/profile_plans.h"

namespace tilescribe {
namespace {

// Puts the ops of one stage into a plan.
class Planner {
 public:
  Planner(ProfileSession& session, const SyntheticProfile& options, std::string stage, int windows)
      : session_(session), options_(options), stage_(std::move(stage)), windows_(windows) {}

  void in_layer(int layer) { layer_ = layer; }
  // An op by itself, or inside the one that was begun.
  void op(const std::string& op, const std::string& variant, const PlannedWork& work, double efficiency) {
    PlannedRecord& planned = next(op, variant);
    const double floor_ns = std::max(work.bytes / 18.0, work.flops / 140.0);
    planned.ns = (floor_ns / efficiency + 1500.0) * (op == options_.slow_op ? options_.slow_factor : 1.0);
    planned.record.flops = static_cast<std::int64_t>(work.flops);
    planned.record.bytes = static_cast<std::int64_t>(work.bytes);
    if (whole_) ++plan[*whole_].inside;
  }
  void begin(const std::string& op) {
    next(op, "composed").ns = 1800.0;
    whole_ = plan.size() - 1;
    outer_ = op;
  }
  void end() {
    whole_.reset();
    outer_.clear();
  }
  ProfilePlan plan;

 private:
  PlannedRecord& next(const std::string& op, const std::string& variant) {
    PlannedRecord& planned = plan.emplace_back();
    planned.record.kind = kind_index(session_, {ProfileActivity::op, stage_, op, variant, outer_, {}, op});
    planned.record.layer = layer_;
    planned.record.windows = windows_;
    planned.record.threads = 2;
    return planned;
  }
  ProfileSession& session_;
  const SyntheticProfile& options_;
  std::string stage_;
  int windows_;
  int layer_ = -1;
  std::optional<std::size_t> whole_;  // in the plan
  std::string outer_;
};

}  // namespace

ProfilePlans cpu_plans(ProfileSession& session, const SyntheticProfile& options, int windows) {
  const auto batch = static_cast<double>(windows);
  constexpr double full = 4.0, half = 2.0;  // bytes of a value
  constexpr double product_reach = 0.33, reach = 0.2;
  ProfilePlans plans;

  Planner features(session, options, "features", 1);
  features.op("log_mel", "highway", {2.4e8, 2.7e6}, 0.25);
  plans.features = features.plan;

  Planner encoder(session, options, "encoder", windows);
  const double frames = 1500.0 * batch;
  encoder.op("conv_gelu", "onednn", product(2.0 * frames, 384, 256, half), product_reach);
  encoder.op("conv_gelu", "onednn", product(frames, 768, 256, half), product_reach);
  for (int layer = 0; layer < options.layers; ++layer) {
    encoder.in_layer(layer);
    encoder.begin("norm_qkv_rope_append");
    encoder.op("layer_norm", "highway", pointwise(frames * 256, 8, full), reach);
    encoder.op("linear", "onednn", product(frames, 256, 768, half), product_reach);
    encoder.op("rope", "highway", pointwise(frames * 512, 6, full), reach);
    encoder.end();
    encoder.op("attend", "highway", attention(frames, 1500, 4, half), 0.28);
    encoder.op("linear_residual", "onednn", product(frames, 256, 256, half), product_reach);
    encoder.begin("norm_mlp");
    encoder.op("layer_norm", "highway", pointwise(frames * 256, 8, full), reach);
    encoder.op("linear_gelu", "onednn", product(frames, 256, 1024, half), product_reach);
    encoder.op("linear_residual", "onednn", product(frames, 1024, 256, half), product_reach);
    encoder.end();
  }
  encoder.in_layer(-1);
  encoder.op("layer_norm", "highway", pointwise(frames * 256, 8, full), reach);
  plans.encoder = encoder.plan;

  Planner projector(session, options, "projector", windows);
  projector.op("linear_gelu", "onednn", product(375 * batch, 1024, 640, half), product_reach);
  projector.op("linear", "onednn", product(375 * batch, 640, 320, half), product_reach);
  plans.projector = projector.plan;

  const auto decoder = [&](const std::string& stage, double rows, double keys, bool picks) {
    Planner planner(session, options, stage, windows);
    planner.op("embed", "loops", pointwise(rows * 320, 0, full), reach);
    for (int layer = 0; layer < options.layers; ++layer) {
      planner.in_layer(layer);
      planner.begin("norm_qkv_rope_append");
      planner.op("rms_norm", "highway", pointwise(rows * 320, 4, full), reach);
      planner.op("linear", "onednn", product(rows, 320, 480, half), product_reach);
      planner.op("rope", "highway", pointwise(rows * 400, 6, full), reach);
      planner.end();
      planner.op("attend", "highway", attention(rows, keys, 5, half), 0.25);
      planner.op("linear_residual", "onednn", product(rows, 320, 320, half), product_reach);
      planner.begin("norm_gated_mlp");
      planner.op("rms_norm", "highway", pointwise(rows * 320, 4, full), reach);
      planner.op("linear_gated", "onednn", product(rows, 320, 1920, half), product_reach);
      planner.op("linear_residual", "onednn", product(rows, 960, 320, half), product_reach);
      planner.end();
    }
    planner.in_layer(-1);
    planner.op("norm_logits", "onednn", product(batch, 320, 8192, half), 0.4);
    if (picks) planner.op("argmax_stop", "loops", pointwise(batch * 8192, 1, full), reach);
    return planner.plan;
  };
  plans.prefill = decoder("prefill", 390 * batch, 390, false);
  plans.decode = decoder("decode", batch, 450, true);
  return plans;
}

}  // namespace tilescribe
