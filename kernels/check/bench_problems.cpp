// SPDX-License-Identifier: Apache-2.0
#include "kernels/check/bench_problems.h"

#include <algorithm>

namespace tilescribe::kernels {
namespace {

constexpr DType act = DType::bf16;

// The encoder of one window.
namespace encoder {
constexpr std::int64_t frames = 3000, mels = 128, positions = 1500;
constexpr std::int64_t width = 1280, hidden = 5120, heads = 20, head_dim = 64;
}  // namespace encoder

// The projector of one window: four positions become one row.
namespace projector {
constexpr std::int64_t rows = 375, in = 5120, inner = 4096;
}  // namespace projector

// The decoder.
namespace decoder {
constexpr std::int64_t width = 2048, hidden = 6144, heads = 16, kv_heads = 4, head_dim = 128;
constexpr std::int64_t vocabulary = 59264, stop_ids = 3;
constexpr std::int64_t prompt = 390, audio = 375;  // rows of a window's prompt, and the audio's among them
constexpr std::int64_t context = 440;              // tokens before the one of a decode step
}  // namespace decoder

std::vector<std::int64_t> ascending(std::vector<std::int64_t> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<std::int64_t> windows(const Batching& batching) {
  return ascending({1, batching.encoder_windows});
}
std::vector<std::int64_t> decode_rows(const Batching& batching) {
  return ascending({1, 8, batching.decode_rows});
}

/// Says that a problem's rows are a decode step's, where its op makes a difference.
template <class Problem>
Problem of_step(Problem problem) {
  if constexpr (requires { problem.step; }) problem.step = true;
  return problem;
}

struct Matrix {
  std::int64_t out, in;
};

/// Products with the encoder's and the decoder's matrices, and of the projector's.
template <class Problem>
std::vector<Problem> products(const Batching& batching, std::initializer_list<Matrix> of_encoder,
                              std::initializer_list<Matrix> of_projector,
                              std::initializer_list<Matrix> of_decoder, DType result) {
  std::vector<Problem> list;
  for (const std::int64_t count : windows(batching)) {
    for (const Matrix& m : of_encoder)
      list.push_back({{count * encoder::positions, m.out, m.in, act, result}});
  }
  for (const Matrix& m : of_projector) list.push_back({{projector::rows, m.out, m.in, act, result}});
  for (const Matrix& m : of_decoder) list.push_back({{decoder::prompt, m.out, m.in, act, result}});
  for (const std::int64_t rows : decode_rows(batching)) {
    for (const Matrix& m : of_decoder) list.push_back(of_step(Problem{{rows, m.out, m.in, act, result}}));
  }
  return list;
}

/// One window's rows of the encoder, a prompt's and a step's of the decoder.
template <class Problem>
std::vector<Problem> rows_of_width(const Batching& batching, bool in_encoder, bool in_decoder,
                                   std::int64_t encoder_width, std::int64_t decoder_width, DType result) {
  std::vector<Problem> list;
  const auto add = [&](std::int64_t rows, std::int64_t width) {
    Problem problem;
    problem.rows = rows;
    problem.width = width;
    if constexpr (requires { problem.dtype; }) {
      problem.dtype = result;
    } else {
      problem.out = result;
    }
    list.push_back(problem);
  };
  if (in_encoder) {
    for (const std::int64_t count : windows(batching)) add(count * encoder::positions, encoder_width);
  }
  if (in_decoder) {
    add(decoder::prompt, decoder_width);
    for (const std::int64_t rows : decode_rows(batching)) add(rows, decoder_width);
  }
  return list;
}

template <class Problem>
std::vector<Problem> qkv_problems(const Batching& batching, std::int64_t encoder_width,
                                  std::int64_t decoder_width) {
  std::vector<Problem> list;
  const auto add = [&](const QkvProblem& sizes, NormKind norm) {
    Problem problem{sizes};
    if constexpr (requires { problem.norm; }) problem.norm = norm;
    list.push_back(problem);
  };
  for (const std::int64_t count : windows(batching)) {
    add({count * encoder::positions, encoder_width, encoder::heads, encoder::heads, encoder::head_dim, act},
        NormKind::layer);
  }
  QkvProblem sizes{decoder::prompt, decoder_width, decoder::heads, decoder::kv_heads, decoder::head_dim, act};
  add(sizes, NormKind::rms);
  sizes.step = true;
  for (const std::int64_t rows : decode_rows(batching)) {
    sizes.rows = rows;
    add(sizes, NormKind::rms);
  }
  return list;
}

template <class Problem>
std::vector<Problem> head_products() {
  return {{{encoder::positions, encoder::positions, encoder::head_dim, act}},
          {{decoder::prompt, decoder::prompt, decoder::head_dim, act}}};
}

}  // namespace

std::vector<LayerNorm::Problem> bench_problems(Op<LayerNorm>, const Batching& batching) {
  return rows_of_width<LayerNorm::Problem>(batching, true, false, encoder::width, 0, DType::f32);
}

std::vector<RmsNorm::Problem> bench_problems(Op<RmsNorm>, const Batching& batching) {
  return rows_of_width<RmsNorm::Problem>(batching, false, true, 0, decoder::width, act);
}

std::vector<Linear::Problem> bench_problems(Op<Linear>, const Batching& batching) {
  return products<Linear::Problem>(
      batching,
      {{3 * encoder::width, encoder::width},
       {encoder::width, encoder::width},
       {encoder::hidden, encoder::width},
       {encoder::width, encoder::hidden}},
      {{decoder::width, projector::inner}},
      {{(decoder::heads + 2 * decoder::kv_heads) * decoder::head_dim, decoder::width},
       {decoder::width, decoder::width},
       {2 * decoder::hidden, decoder::width},
       {decoder::width, decoder::hidden},
       {decoder::vocabulary, decoder::width}},
      DType::f32);
}

std::vector<LinearGelu::Problem> bench_problems(Op<LinearGelu>, const Batching& batching) {
  return products<LinearGelu::Problem>(batching, {{encoder::hidden, encoder::width}},
                                       {{projector::inner, projector::in}}, {}, act);
}

std::vector<LinearResidual::Problem> bench_problems(Op<LinearResidual>, const Batching& batching) {
  return products<LinearResidual::Problem>(
      batching, {{encoder::width, encoder::width}, {encoder::width, encoder::hidden}}, {},
      {{decoder::width, decoder::width}, {decoder::width, decoder::hidden}}, DType::f32);
}

std::vector<Gelu::Problem> bench_problems(Op<Gelu>, const Batching& batching) {
  return rows_of_width<Gelu::Problem>(batching, true, false, encoder::hidden, 0, act);
}

std::vector<GatedSilu::Problem> bench_problems(Op<GatedSilu>, const Batching& batching) {
  return rows_of_width<GatedSilu::Problem>(batching, false, true, 0, decoder::hidden, act);
}

std::vector<Add::Problem> bench_problems(Op<Add>, const Batching& batching) {
  return rows_of_width<Add::Problem>(batching, true, true, encoder::width, decoder::width, DType::f32);
}

std::vector<ConvGelu::Problem> bench_problems(Op<ConvGelu>, const Batching& batching) {
  std::vector<ConvGelu::Problem> list;
  for (const std::int64_t count : windows(batching)) {
    list.push_back({encoder::frames, encoder::mels, encoder::width, 1, act, act, count, true});
    list.push_back({encoder::frames, encoder::width, encoder::width, 2, act, DType::f32, count, false});
  }
  return list;
}

std::vector<RopeAppend::Problem> bench_problems(Op<RopeAppend>, const Batching& batching) {
  return qkv_problems<RopeAppend::Problem>(batching, 0, 0);
}

std::vector<NormQkvRopeAppend::Problem> bench_problems(Op<NormQkvRopeAppend>, const Batching& batching) {
  return qkv_problems<NormQkvRopeAppend::Problem>(batching, encoder::width, decoder::width);
}

std::vector<Attend::Problem> bench_problems(Op<Attend>, const Batching& batching) {
  std::vector<Attend::Problem> list;
  for (const std::int64_t count : windows(batching)) {
    const std::int64_t rows = count * encoder::positions;
    list.push_back({.rows = rows,
                    .heads = encoder::heads,
                    .kv_heads = encoder::heads,
                    .head_dim = encoder::head_dim,
                    .keys = rows * encoder::positions,
                    .longest = encoder::positions,
                    .activation = act});
  }
  Attend::Problem sizes{.rows = decoder::prompt,
                        .heads = decoder::heads,
                        .kv_heads = decoder::kv_heads,
                        .head_dim = decoder::head_dim,
                        .keys = decoder::prompt * (decoder::prompt + 1) / 2,
                        .longest = decoder::prompt,
                        .causal = true,
                        .activation = act};
  list.push_back(sizes);
  sizes.longest = 1;
  sizes.context = decoder::context;
  sizes.step = true;
  for (const std::int64_t rows : decode_rows(batching)) {
    sizes.rows = rows;
    sizes.keys = rows * (decoder::context + 1);
    list.push_back(sizes);
  }
  return list;
}

std::vector<Softmax::Problem> bench_problems(Op<Softmax>, const Batching&) {
  return {{encoder::positions, encoder::positions, false}, {decoder::prompt, decoder::prompt, true}};
}

std::vector<AttentionScores::Problem> bench_problems(Op<AttentionScores>, const Batching&) {
  return head_products<AttentionScores::Problem>();
}

std::vector<AttentionOutput::Problem> bench_problems(Op<AttentionOutput>, const Batching&) {
  return head_products<AttentionOutput::Problem>();
}

std::vector<NormMlp::Problem> bench_problems(Op<NormMlp>, const Batching& batching) {
  std::vector<NormMlp::Problem> list;
  for (const std::int64_t count : windows(batching))
    list.push_back({{count * encoder::positions, encoder::width, encoder::hidden, act}});
  return list;
}

std::vector<NormGatedMlp::Problem> bench_problems(Op<NormGatedMlp>, const Batching& batching) {
  std::vector<NormGatedMlp::Problem> list{{{decoder::prompt, decoder::width, decoder::hidden, act}}};
  for (const std::int64_t rows : decode_rows(batching))
    list.push_back(of_step(NormGatedMlp::Problem{{rows, decoder::width, decoder::hidden, act}}));
  return list;
}

std::vector<Embed::Problem> bench_problems(Op<Embed>, const Batching& batching) {
  std::vector<Embed::Problem> list{{decoder::prompt, decoder::width, decoder::audio}};
  for (const std::int64_t rows : decode_rows(batching)) list.push_back({rows, decoder::width, 0});
  return list;
}

std::vector<NormLogits::Problem> bench_problems(Op<NormLogits>, const Batching& batching) {
  std::vector<NormLogits::Problem> list;
  for (const std::int64_t rows : decode_rows(batching))
    list.push_back({rows, decoder::width, decoder::vocabulary, act});
  return list;
}

std::vector<Argmax::Problem> bench_problems(Op<Argmax>, const Batching& batching) {
  std::vector<Argmax::Problem> list;
  for (const std::int64_t rows : decode_rows(batching)) list.push_back({rows, decoder::vocabulary});
  return list;
}

std::vector<ArgmaxStop::Problem> bench_problems(Op<ArgmaxStop>, const Batching& batching) {
  std::vector<ArgmaxStop::Problem> list;
  for (const std::int64_t rows : decode_rows(batching))
    list.push_back({rows, decoder::vocabulary, decoder::stop_ids});
  return list;
}

std::vector<MelPower::Problem> bench_problems(Op<MelPower>, const Batching&) {
  return {{encoder::frames, encoder::mels}};
}

std::vector<MelLog::Problem> bench_problems(Op<MelLog>, const Batching&) {
  return {{encoder::frames, encoder::mels, encoder::frames, act}};
}

}  // namespace tilescribe::kernels
