// SPDX-License-Identifier: Apache-2.0
// An H200 running the full-size model: figures near those of docs/benchmarks.
#include <algorithm>

#include "tests/support/profile_plans.h"

namespace tilescribe {
namespace {

struct Kernel {
  std::string full, name;
  double share = 1.0;  // of the op's time
  std::uint32_t blocks = 132, threads = 256, registers = 128;
  std::int64_t shared_bytes = 0;
};

// Puts the kernels of one stage into a plan.
class Planner {
 public:
  Planner(ProfileSession& session, const SyntheticProfile& options, std::string stage, int windows)
      : session_(session), options_(options), stage_(std::move(stage)), windows_(windows) {}

  void in_layer(int layer) { layer_ = layer; }
  void op(const std::string& op, const std::string& variant, const PlannedWork& work, double efficiency,
          const std::vector<Kernel>& kernels, const std::string& part_of = {}) {
    const double floor_ns = std::max(work.bytes / 4300.0, work.flops / 700e3);
    const double slow = op == options_.slow_op ? options_.slow_factor : 1.0;
    const double ns = (floor_ns / efficiency + 1200.0) * slow;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      const Kernel& kernel = kernels[i];
      PlannedRecord& planned = next();
      planned.ns = std::max(900.0, ns * kernel.share);
      ProfileRecord& record = planned.record;
      record.kind = kind_index(
          session_, {ProfileActivity::kernel, stage_, op, variant, part_of, kernel.full, kernel.name});
      if (i == 0) {
        record.flops = static_cast<std::int64_t>(work.flops);
        record.bytes = static_cast<std::int64_t>(work.bytes);
      }
      record.grid = {kernel.blocks, 1, 1};
      record.block = {kernel.threads, 1, 1};
      record.registers = kernel.registers;
      record.shared_bytes = kernel.shared_bytes;
    }
  }
  void memory(const std::string& what, std::int64_t bytes) {
    PlannedRecord& planned = next();
    planned.ns = 1100.0 + static_cast<double>(bytes) / 50.0;
    planned.early = false;
    planned.record.kind = kind_index(session_, {ProfileActivity::memory, stage_, {}, {}, {}, what, what});
    planned.record.shared_bytes = bytes;
  }
  ProfilePlan plan;

 private:
  PlannedRecord& next() {
    PlannedRecord& planned = plan.emplace_back();
    planned.early = options_.overlap && stage_ == "decode";
    planned.record.stream = 7;
    planned.record.layer = layer_;
    planned.record.windows = windows_;
    planned.record.replayed = stage_ == "decode";
    return planned;
  }
  ProfileSession& session_;
  const SyntheticProfile& options_;
  std::string stage_;
  int windows_;
  int layer_ = -1;
};

std::string typed(const std::string& name, const std::string& types) {
  return "void tilescribe::cuda::" + name + "<" + types + ">(tilescribe::cuda::Arguments<" + types + ">)";
}
Kernel gemm(const std::string& epilogue) {
  return {typed("gemm_sm90_kernel", "(tilescribe::cuda::Epilogue)" + epilogue),
          "gemm_sm90_kernel",
          1.0,
          132,
          384,
          168,
          196'608};
}
Kernel gemv(int rows, double share = 1.0) {
  return {typed("gemv_sm90", "(int)" + std::to_string(rows) + ", __nv_bfloat16"),
          "gemv_sm90",
          share,
          264,
          256,
          96,
          32'768};
}
Kernel norm(const std::string& name, double share = 1.0) {
  return {typed(name, "__nv_bfloat16"), name, share, 1500, 256, 40, 0};
}

}  // namespace

ProfilePlans gpu_plans(ProfileSession& session, const SyntheticProfile& options, int windows) {
  const auto batch = static_cast<double>(windows);
  constexpr double half = 2.0;  // bytes of a bf16
  ProfilePlans plans;

  Planner features(session, options, "features", 1);
  features.op(
      "log_mel", "cuda", {9.6e8, 2.7e6}, 0.3,
      {{"tilescribe::cuda::(anonymous namespace)::mel_power(float*, float const*, float const*, long)",
        "mel_power", 0.8, 3000, 128, 56, 3200},
       {"tilescribe::cuda::(anonymous namespace)::largest_power(unsigned int*, float const*, long)",
        "largest_power", 0.1, 132, 256, 20, 0},
       {"tilescribe::cuda::(anonymous namespace)::mel_log(float*, float const*, long, long)", "mel_log", 0.1,
        1875, 256, 24, 0}});
  plans.features = features.plan;

  Planner encoder(session, options, "encoder", windows);
  const double frames = 1500.0 * batch;
  encoder.memory("fill", 5120);
  encoder.op("conv_gelu", "gemm_sm90", product(2.0 * frames, 384, 1280, half), 0.5, {gemm("4")});
  encoder.op("conv_gelu", "gemm_sm90", product(frames, 3840, 1280, half), 0.6, {gemm("4")});
  for (int layer = 0; layer < options.layers; ++layer) {
    encoder.in_layer(layer);
    encoder.op(
        "norm_qkv_rope_append", "tuned", product(frames, 1280, 3840, half), 0.62,
        {norm("layer_norm_warp", 0.12), {gemm("2").full, "gemm_sm90_kernel", 0.88, 132, 384, 168, 196'608}});
    encoder.op("attend", "flash_sm90", attention(frames, 1500, 20, half), 0.55,
               {{typed("flash_sm90", "(int)64, (bool)0"), "flash_sm90", 1.0, 240, 384, 168, 163'840}});
    encoder.op("linear_residual", "gemm_sm90", product(frames, 1280, 1280, half), 0.6, {gemm("3")});
    encoder.op("layer_norm", "warp", pointwise(frames * 1280, 8, half), 0.6, {norm("layer_norm_warp")},
               "norm_mlp");
    encoder.op("linear_gelu", "gemm_sm90", product(frames, 1280, 5120, half), 0.7, {gemm("1")}, "norm_mlp");
    encoder.op("linear", "gemm_sm90", product(frames, 5120, 1280, half), 0.68, {gemm("3")}, "norm_mlp");
  }
  encoder.in_layer(-1);
  encoder.op("layer_norm", "warp", pointwise(frames * 1280, 8, half), 0.6, {norm("layer_norm_warp")});
  plans.encoder = encoder.plan;

  Planner projector(session, options, "projector", windows);
  projector.op("linear_gelu", "gemm_sm90", product(375 * batch, 5120, 4096, half), 0.5, {gemm("1")});
  projector.op("linear", "gemm_sm90", product(375 * batch, 4096, 2048, half), 0.45, {gemm("0")});
  plans.projector = projector.plan;

  Planner prefill(session, options, "prefill", windows);
  const double rows = 390.0 * batch;
  prefill.memory("copy", static_cast<std::int64_t>(4 * rows));
  prefill.op("embed", "rows", pointwise(rows * 2048, 0, half), 0.4, {norm("embed_rows")});
  for (int layer = 0; layer < options.layers; ++layer) {
    prefill.in_layer(layer);
    prefill.op(
        "norm_qkv_rope_append", "tuned", product(rows, 2048, 3072, half), 0.4,
        {norm("rms_norm_bf16", 0.15), {gemm("2").full, "gemm_sm90_kernel", 0.85, 132, 384, 168, 196'608}});
    prefill.op("attend", "flash_sm90", attention(rows, 390, 16, half), 0.3,
               {{typed("flash_sm90", "(int)128, (bool)1"), "flash_sm90", 1.0, 64, 384, 168, 196'608}});
    prefill.op("linear_residual", "gemm_sm90", product(rows, 2048, 2048, half), 0.4, {gemm("3")});
    prefill.op("rms_norm", "warp", pointwise(rows * 2048, 4, half), 0.5, {norm("rms_norm_bf16")},
               "norm_gated_mlp");
    prefill.op("linear_gated", "gemm_sm90", product(rows, 2048, 12'288, half), 0.55, {gemm("5")},
               "norm_gated_mlp");
    prefill.op("linear", "gemm_sm90", product(rows, 6144, 2048, half), 0.5, {gemm("3")}, "norm_gated_mlp");
  }
  prefill.in_layer(-1);
  prefill.op("norm_logits", "gemv_sm90", product(batch, 2048, 59'264, half), 0.8, {gemv(windows)});
  plans.prefill = prefill.plan;

  Planner decode(session, options, "decode", windows);
  decode.op("embed", "rows", pointwise(batch * 2048, 0, half), 0.4, {norm("embed_rows")});
  for (int layer = 0; layer < options.layers; ++layer) {
    decode.in_layer(layer);
    decode.op("norm_qkv_rope_append", "gemv_sm90", product(batch, 2048, 3072, half), 0.6, {gemv(windows)});
    decode.op("attend", "decode_attention", attention(batch, 450, 16, half), 0.4,
              {{typed("decode_attention", "(int)128, (int)4"), "decode_attention", 0.7, 128, 128, 80, 16'384},
               {typed("combine", "(int)128"), "combine", 0.3, 16, 128, 32, 0}});
    decode.op("linear_residual", "gemv_sm90", product(batch, 2048, 2048, half), 0.55, {gemv(windows)});
    decode.op("norm_gated_mlp", "gemv_sm90", product(batch, 2048, 18'432, half), 0.7,
              {gemv(windows, 0.66), gemv(windows + 4, 0.34)});
  }
  decode.in_layer(-1);
  decode.op("norm_logits", "gemv_sm90", product(batch, 2048, 59'264, half), 0.8, {gemv(windows)});
  decode.op("argmax_stop", "step", pointwise(batch * 59'264, 1, 4.0), 0.3,
            {{"tilescribe::cuda::(anonymous namespace)::step_argmax(tilescribe::kernels::StepArgmax)",
              "step_argmax", 1.0, 4, 1024, 32, 128}});
  plans.decode = decode.plan;
  return plans;
}

}  // namespace tilescribe
