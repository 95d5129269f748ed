// SPDX-License-Identifier: Apache-2.0
#include "tests/support/profile_frames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace tilescribe::test {

namespace {

struct Phase {
  const char* stage;
  double share;  // of a window's time
  double idle;   // of the phase: the host is not fast enough
};
constexpr std::array<Phase, 6> phases{{{"audio", 0.04, 0.0},
                                       {"features", 0.05, 0.2},
                                       {"encoder", 0.27, 0.02},
                                       {"projector", 0.02, 0.1},
                                       {"prefill", 0.1, 0.03},
                                       {"decode", 0.52, 0.12}}};

struct FakeKernel {
  const char *name, *op, *stage;
  double share;  // of the stage's time
};
constexpr std::array<FakeKernel, 12> kernels{{
    {"gemm_sm90", "linear", "encoder", 0.48},
    {"flash_sm90", "attention", "encoder", 0.31},
    {"log_mel_windows", "log_mel", "features", 0.9},
    {"gemm_sm90", "norm_gated_mlp", "prefill", 0.71},
    {"gemv_sm90_norm_gated_mlp_split", "norm_gated_mlp", "decode", 0.41},
    {"gemv_sm90", "norm_qkv_rope_append", "decode", 0.18},
    {"decode_attention", "attend", "decode", 0.14},
    {"gemv_sm90", "linear_residual", "decode", 0.12},
    {"argmax_stop", "argmax_stop", "decode", 0.09},
    {"layer_norm_rows", "layer_norm", "encoder", 0.07},
    {"conv_gelu", "conv_gelu", "encoder", 0.05},
    {"gemm_sm90", "linear", "projector", 0.8},
}};

/// Seconds that a phase has run, of so many whole windows and a part of the next one.
double phase_s(std::size_t index, double at_s, double window_s) {
  double begin = 0.0;
  for (std::size_t i = 0; i < index; ++i) begin += phases[i].share;
  const double whole = std::floor(at_s / window_s);
  const double part = std::clamp(at_s / window_s - whole - begin, 0.0, phases[index].share);
  return (whole * phases[index].share + part) * window_s;
}

std::int64_t ns(double seconds) {
  return std::llround(seconds * 1e9);
}

}  // namespace

ProfileFrame fake_frame(double at_s, const FakeRun& run) {
  ProfileFrame frame;
  frame.at_ns = ns(at_s);
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const Phase& phase = phases[i];
    const double all = phase_s(i, at_s, run.window_s);
    const double idle = all * phase.idle;
    frame.stages.push_back({phase.stage, ns(all - idle)});
    frame.waiting_ns += ns(idle * 0.7);
    frame.launch_ns += ns(idle * 0.3);
    for (std::size_t k = 0; k < kernels.size() && k < static_cast<std::size_t>(run.kernels); ++k) {
      const FakeKernel& kernel = kernels[k];
      if (std::string_view(kernel.stage) != phase.stage || all <= 0.0) continue;
      const double own = (all - idle) * kernel.share;
      frame.top.push_back({kernel.name, kernel.op, kernel.stage, ns(own / 20e-6), ns(own)});
    }
  }
  std::stable_sort(frame.top.begin(), frame.top.end(),
                   [](const auto& a, const auto& b) { return a.own_ns > b.own_ns; });
  const double decode = phase_s(phases.size() - 1, at_s, run.window_s);
  frame.tokens = static_cast<std::int64_t>(decode * 310.0);
  frame.audio_done_s = 30.0 * std::floor(at_s / run.window_s);
  frame.transcribing_s = at_s;
  if (run.memory) {
    frame.memory_bytes = 5'100'000'000 + static_cast<std::int64_t>(1.5e8 * std::min(at_s, 8.0));
    frame.memory_limit_bytes = 83'000'000'000;
  }
  frame.records = static_cast<std::int64_t>(at_s * 2e4);
  frame.cost_percent = 1.0 + 0.6 * std::sin(at_s * 0.1);
  frame.detail_every = 8;
  frame.source = "CUPTI";
  return frame;
}

}  // namespace tilescribe::test
