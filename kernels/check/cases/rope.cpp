// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/rope/rope.h"

#include <algorithm>
#include <array>

#include "kernels/check/case_builder.h"
#include "kernels/check/cases/model_shapes.h"

namespace tilescribe::kernels {
namespace {

constexpr std::int64_t own_rows = 8;  // up to this many rows, each is its own sequence

/// A decode batch, or two sequences of different lengths, with unordered slots and positions. The rows of a
/// step share slots, two by two. For a timing: windows of an encoder (one key/value head per head), one
/// prompt, or a step with a slot for each row.
std::vector<Sequence> case_sequences(const QkvProblem& p, bool for_timing) {
  const std::int64_t rows = p.rows;
  const bool step = p.rows_of == RowsOf::step;
  std::vector<Sequence> list;
  if (for_timing && !step) {
    const std::int64_t piece = p.heads == p.kv_heads ? std::min(rows, encoder::positions) : rows;
    for (std::int64_t first = 0; first < rows; first += piece) {
      list.push_back({.slot = static_cast<std::int32_t>(first / piece),
                      .first_row = static_cast<std::int32_t>(first),
                      .rows = static_cast<std::int32_t>(std::min(piece, rows - first))});
    }
    return list;
  }
  const auto total = static_cast<std::int32_t>(rows);
  if (rows <= own_rows || step) {
    const std::int32_t piece = step && !for_timing ? 2 : 1;
    for (std::int32_t r = 0; r < total; r += piece) {
      list.push_back({.slot = (total - 1 - r) / piece,
                      .first_row = r,
                      .rows = std::min(piece, total - r),
                      .position = 37 * r % 101});
    }
  } else {
    const std::int32_t first = total / 3;
    list.push_back({.slot = 1, .first_row = 0, .rows = first, .position = 5});
    list.push_back({.slot = 0, .first_row = first, .rows = total - first, .position = 0});
  }
  return list;
}

/// The common part of both ops' cases: queries, cache, sequences and the rotation.
template <class T>
void build_places(const QkvProblem& p, CaseBuilder& builder, T& op) {
  const std::vector<Sequence> sequences = case_sequences(p, builder.for_timing());
  std::int64_t capacity = 0;
  for (const Sequence& s : sequences)
    capacity = std::max<std::int64_t>(capacity, std::int64_t{s.position} + s.rows);
  const Shape cache{static_cast<std::int64_t>(sequences.size()), p.kv_heads, capacity + 3, p.head_dim};
  op.q = builder.output(builder.activation(), {p.rows, p.heads * p.head_dim});
  op.kv.k = builder.updated_cache(cache, p.float8_cache);
  op.kv.v = builder.updated_cache(cache, p.float8_cache);
  op.rows = builder.rows_of(p.rows_of, sequences);
  // The encoder rotates half of its heads of 64, the decoder all of its heads.
  op.rope.rotary_dim = p.rotary_dim != 0  ? std::max<std::int64_t>(p.rotary_dim, 0)
                       : p.head_dim == 64 ? 32
                                          : p.head_dim;
  op.heads = p.heads;
}

QkvProblem float8_cache(QkvProblem sizes) {
  sizes.float8_cache = true;
  return sizes;
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
    add({count * encoder::positions, encoder_width, encoder::heads, encoder::heads, encoder::head_dim,
         DType::bf16},
        NormKind::layer);
  }
  QkvProblem sizes{decoder::prompt,   decoder_width,     decoder::heads,
                   decoder::kv_heads, decoder::head_dim, DType::bf16};
  add(sizes, NormKind::rms);
  sizes.rows_of = RowsOf::step;
  for (const std::int64_t rows : decode_rows(batching)) {
    sizes.rows = rows;
    add(sizes, NormKind::rms);
  }
  return list;
}

}  // namespace

std::vector<RopeAppend::Problem> check_problems(Op<RopeAppend>) {
  return {{{1, 0, 1, 1, 2}},
          {{1, 0, 2, 1, 32}},
          {{3, 0, 6, 2, 64}},
          {{8, 0, 4, 1, 128}},
          {{17, 0, 3, 3, 32}},
          {{33, 0, 4, 4, 64}},
          {{5, 0, 4, 4, 64, DType::f32, RowsOf::sequences, 48}},
          {{19, 0, 8, 2, 128}},
          {{5, 0, 3, 3, 16, DType::f32, RowsOf::sequences, -1}},
          {{1, 0, 4, 2, 64, DType::f32, RowsOf::step}},
          {{7, 0, 4, 1, 128, DType::f32, RowsOf::step}},
          {float8_cache({19, 0, 8, 2, 128})},
          {float8_cache({5, 0, 3, 3, 16, DType::f32, RowsOf::sequences, -1})},
          {float8_cache({7, 0, 4, 1, 128, DType::f32, RowsOf::step})}};
}
std::vector<NormQkvRopeAppend::Problem> check_problems(Op<NormQkvRopeAppend>) {
  return {{{1, 37, 3, 1, 10}, NormKind::layer},
          {{1, 384, 6, 6, 64}, NormKind::layer},
          {{3, 384, 6, 2, 64}, NormKind::rms},
          {{8, 65, 4, 1, 32}, NormKind::rms},
          {{21, 384, 6, 6, 64}, NormKind::layer},
          {{67, 130, 4, 2, 128}, NormKind::rms},
          {{9, 1280, 20, 20, 64}, NormKind::layer},
          // Rotations that the tuned products do not support; other variants take them.
          {{9, 384, 6, 6, 64, DType::f32, RowsOf::sequences, 48}, NormKind::layer},
          {{19, 256, 2, 2, 128, DType::f32, RowsOf::sequences, 80}, NormKind::layer},
          // Without a rotation, as in GPT-2.
          {{9, 768, 12, 12, 64, DType::f32, RowsOf::sequences, -1}, NormKind::layer},
          {{21, 192, 6, 6, 32, DType::f32, RowsOf::sequences, -1}, NormKind::layer},
          {{1, 48, 3, 3, 16, DType::f32, RowsOf::step, -1}, NormKind::layer},
          {{3, 2048, 16, 4, 128}, NormKind::rms},
          {{163, 136, 4, 2, 128}, NormKind::rms},  // several tiles of any size
          {{163, 136, 6, 6, 64}, NormKind::layer},
          {{1, 384, 6, 2, 64, DType::f32, RowsOf::step}, NormKind::rms},
          {{11, 2048, 16, 4, 128, DType::f32, RowsOf::step}, NormKind::rms},
          {{22, 384, 6, 2, 64, DType::f32, RowsOf::step}, NormKind::rms},
          {{33, 384, 6, 2, 64, DType::f32, RowsOf::step}, NormKind::rms},
          {float8_cache({67, 130, 4, 2, 128}), NormKind::rms},
          {float8_cache({9, 768, 12, 12, 64, DType::f32, RowsOf::sequences, -1}), NormKind::layer},
          {float8_cache({1, 384, 6, 2, 64, DType::f32, RowsOf::step}), NormKind::rms},
          {float8_cache({11, 2048, 16, 4, 128, DType::f32, RowsOf::step}), NormKind::rms},
          {float8_cache({33, 384, 6, 2, 64, DType::f32, RowsOf::step}), NormKind::rms}};
}

RopeAppend build_case(const RopeAppend::Problem& p, CaseBuilder& builder) {
  RopeAppend op;
  build_places(p, builder, op);
  op.qkv = builder.input(DType::f32, {p.rows, (p.heads + 2 * p.kv_heads) * p.head_dim});
  return op;
}

NormQkvRopeAppend build_case(const NormQkvRopeAppend::Problem& p, CaseBuilder& builder) {
  NormQkvRopeAppend op;
  build_places(p, builder, op);
  op.x = builder.input(DType::f32, {p.rows, p.width});
  const bool layer = p.norm == NormKind::layer;
  op.norm.kind = p.norm;
  op.norm.gain = builder.weight(WeightRole::vector, {p.width});
  op.norm.bias = layer ? builder.weight(WeightRole::vector, {p.width}) : nullptr;
  const std::int64_t queries = p.heads * p.head_dim, keys = p.kv_heads * p.head_dim;
  op.qkv = builder.stacked(std::array{queries, keys, keys}, p.width, {layer, false, layer});
  return op;
}

std::vector<RopeAppend::Problem> bench_problems(Op<RopeAppend>, const Batching& batching) {
  return qkv_problems<RopeAppend::Problem>(batching, 0, 0);
}

std::vector<NormQkvRopeAppend::Problem> bench_problems(Op<NormQkvRopeAppend>, const Batching& batching) {
  return qkv_problems<NormQkvRopeAppend::Problem>(batching, encoder::width, decoder::width);
}

}  // namespace tilescribe::kernels
