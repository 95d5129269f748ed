// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/ops/argmax/argmax.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/conv1d/conv1d.h"
#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/embedding/embedding.h"
#include "kernels/ops/linear/linear.h"
#include "kernels/ops/log_mel/log_mel.h"
#include "kernels/ops/logits/logits.h"
#include "kernels/ops/mlp/mlp.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/rope/rope.h"

/// What a benchmark times: each op on the shapes that GLM-ASR-Nano-2512 has, of a window of 30 s: the encoder
/// on one window and on as many as the backend takes at once, a prompt of 390 tokens, decode steps of 1, 8
/// and as many rows as the backend takes, in the middle of a text. bfloat16 stands for the backend's
/// activation type, as in a check.
namespace tilescribe::kernels {

std::vector<LayerNorm::Problem> bench_problems(Op<LayerNorm>, const Batching& batching);
std::vector<RmsNorm::Problem> bench_problems(Op<RmsNorm>, const Batching& batching);
std::vector<Linear::Problem> bench_problems(Op<Linear>, const Batching& batching);
std::vector<LinearGelu::Problem> bench_problems(Op<LinearGelu>, const Batching& batching);
std::vector<LinearResidual::Problem> bench_problems(Op<LinearResidual>, const Batching& batching);
std::vector<Gelu::Problem> bench_problems(Op<Gelu>, const Batching& batching);
std::vector<GatedSilu::Problem> bench_problems(Op<GatedSilu>, const Batching& batching);
std::vector<Add::Problem> bench_problems(Op<Add>, const Batching& batching);
std::vector<ConvGelu::Problem> bench_problems(Op<ConvGelu>, const Batching& batching);
std::vector<RopeAppend::Problem> bench_problems(Op<RopeAppend>, const Batching& batching);
std::vector<NormQkvRopeAppend::Problem> bench_problems(Op<NormQkvRopeAppend>, const Batching& batching);
std::vector<Attend::Problem> bench_problems(Op<Attend>, const Batching& batching);
std::vector<Softmax::Problem> bench_problems(Op<Softmax>, const Batching& batching);
std::vector<AttentionScores::Problem> bench_problems(Op<AttentionScores>, const Batching& batching);
std::vector<AttentionOutput::Problem> bench_problems(Op<AttentionOutput>, const Batching& batching);
std::vector<NormMlp::Problem> bench_problems(Op<NormMlp>, const Batching& batching);
std::vector<NormGatedMlp::Problem> bench_problems(Op<NormGatedMlp>, const Batching& batching);
std::vector<Embed::Problem> bench_problems(Op<Embed>, const Batching& batching);
std::vector<NormLogits::Problem> bench_problems(Op<NormLogits>, const Batching& batching);
std::vector<Argmax::Problem> bench_problems(Op<Argmax>, const Batching& batching);
std::vector<ArgmaxStop::Problem> bench_problems(Op<ArgmaxStop>, const Batching& batching);
std::vector<MelPower::Problem> bench_problems(Op<MelPower>, const Batching& batching);
std::vector<MelLog::Problem> bench_problems(Op<MelLog>, const Batching& batching);

}  // namespace tilescribe::kernels
