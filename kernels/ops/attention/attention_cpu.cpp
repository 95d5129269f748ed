// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/backend/cpu/block_product.h"
#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/attention/attention.h"

namespace tilescribe::kernels {
namespace {

float scale_of(std::int64_t head_dim) {
  return 1.0f / std::sqrt(static_cast<float>(head_dim));
}

// ---- Decode steps: one row per sequence, straight from the cache; each head is read once ----

bool one_row_each(const Attend::Problem& problem, const Device&) {
  return problem.rows_of == RowsOf::step;
}

void attend_rows(const Attend& op, Runner& runner) {
  const std::int64_t head_dim = op.kv.head_dim(), kv_heads = op.kv.kv_heads(), group = op.heads / kv_heads;
  const std::vector<Sequence> sequences = host_sequences(op.rows);
  const auto count = static_cast<std::int64_t>(sequences.size());
  cpu(runner).parallel_for(count * kv_heads, [&](std::int64_t task, int worker) {
    const Sequence& s = sequences[static_cast<std::size_t>(task / kv_heads)];
    const std::int64_t head = task % kv_heads, keys = s.position + 1, column = head * group * head_dim;
    const std::size_t bytes =
        static_cast<std::size_t>(simd::shared_head_memory(head_dim, keys)) * sizeof(float);
    simd::attend_shared_head(
        {.lines = group,
         .head_dim = head_dim,
         .keys = keys,
         .scale = scale_of(head_dim),
         .q = row_of(op.q, s.first_row, column),
         .k = cached(op.kv.k, s.slot, head),
         .v = cached(op.kv.v, s.slot, head),
         .out = row_of(op.out, s.first_row, column),
         .memory = reinterpret_cast<float*>(cpu(runner).scratch(worker, CpuBackend::Scratch::scores, bytes))},
        op.kv.k.dtype);
  });
}

// ---- Blocks (FlashAttention, Dao 2023): a block of rows meets one block of keys after the other ----

// Blocks begin at the sequence's first row and at key 0, so a row's bits do not depend on how many rows there
// are.
constexpr std::int64_t block_rows = 64;
constexpr std::int64_t block_keys = 256;  // scores and weights of a block stay in the first-level cache

template <const BlockKernel& kernel>
bool has_blocks(const Attend::Problem& problem, const Device&) {
  return problem.activation == kernel.type && kernel.supported();
}

constexpr std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// One head's packed keys and values [keys, head_dim], as right-hand sides of products. Strides count values.
struct PackedHead {
  std::int64_t keys, head_dim;
  DType type;
  std::int64_t key_panel() const { return PanelLayout::padded_k(type, head_dim) * PanelLayout::width; }
  std::int64_t value_panel() const { return PanelLayout::padded_k(type, keys) * PanelLayout::width; }
  std::int64_t key_size() const { return PanelLayout::panels(keys) * key_panel(); }
  std::int64_t size() const { return key_size() + PanelLayout::panels(head_dim) * value_panel(); }
};

void pack_head(const Attend& op, const Sequence& s, std::int64_t head, const PackedHead& shape,
               std::byte* to) {
  const std::size_t bytes = size_of(shape.type);
  for (std::int64_t p = 0; p < PanelLayout::panels(shape.keys); ++p, to += bytes * shape.key_panel()) {
    pack_panel(cached(op.kv.k, s.slot, head), shape.type, shape.head_dim, p * PanelLayout::width, shape.keys,
               shape.head_dim, shape.type, to);
  }
  for (std::int64_t p = 0; p < PanelLayout::panels(shape.head_dim); ++p, to += bytes * shape.value_panel()) {
    pack_panel_transposed(cached(op.kv.v, s.slot, head), shape.type, shape.head_dim, p * PanelLayout::width,
                          shape.head_dim, shape.keys, shape.type, to);
  }
}

template <const BlockKernel& kernel>
void attend_sequence(const Attend& op, const Sequence& s, CpuBackend& backend) {
  const std::int64_t head_dim = op.kv.head_dim(), kv_heads = op.kv.kv_heads(), group = op.heads / kv_heads;
  const std::size_t bytes = size_of(kernel.type);
  const PackedHead shape{s.position + s.rows, head_dim, kernel.type};
  const Tensor packed = backend.tensor(kernel.type, {kv_heads, shape.size()});
  const auto packed_head = [&](std::int64_t head) {
    return static_cast<std::byte*>(packed.view().data) +
           bytes * static_cast<std::size_t>(head * shape.size());
  };
  backend.parallel_for(kv_heads,
                       [&](std::int64_t head, int) { pack_head(op, s, head, shape, packed_head(head)); });

  const std::int64_t blocks = (s.rows + block_rows - 1) / block_rows;
  backend.parallel_for(op.heads * blocks, [&](std::int64_t task, int worker) {
    const std::int64_t head = task / blocks, first = task % blocks * block_rows;
    const std::int64_t rows = std::min(block_rows, s.rows - first);
    const std::byte* k = packed_head(head / group);
    const std::byte* v = k + bytes * static_cast<std::size_t>(shape.key_size());

    using Scratch = CpuBackend::Scratch;
    const auto memory = [&](Scratch purpose, std::int64_t width, DType type) {
      return backend.scratch(worker, purpose, static_cast<std::size_t>(block_rows * width) * size_of(type));
    };
    const std::int64_t depth = PanelLayout::padded_k(kernel.type, head_dim);
    const std::int64_t width = round_up(head_dim, 32);
    constexpr std::int64_t stride =
        block_keys + 32;  // rows must not be a power of two apart: they would share few sets of the cache
    std::byte* q = memory(Scratch::row, depth, kernel.type);
    auto* scores = reinterpret_cast<float*>(memory(Scratch::scores, stride, DType::f32));
    std::byte* weights = memory(Scratch::weights, stride, kernel.type);
    auto* sums = reinterpret_cast<float*>(memory(Scratch::tile, width, DType::f32));
    std::fill_n(sums, block_rows * width, 0.0f);
    float top[block_rows], total[block_rows] = {};
    std::fill_n(top, block_rows, -std::numeric_limits<float>::infinity());
    std::memset(q, 0, bytes * static_cast<std::size_t>(block_rows * depth));
    for (std::int64_t r = 0; r < rows; ++r) {
      std::memcpy(q + bytes * static_cast<std::size_t>(r * depth),
                  row_of(op.q, s.first_row + first + r, head * head_dim),
                  bytes * static_cast<std::size_t>(head_dim));
    }

    kernel.begin();
    const std::int64_t seen = op.causal ? s.position + first + 1 : shape.keys;  // by the block's first row
    const std::int64_t end = op.causal ? seen + rows - 1 : shape.keys;          // by its last
    for (std::int64_t key = 0; key < end; key += block_keys) {
      const std::int64_t keys = round_up(std::min(block_keys, end - key), PanelLayout::width);
      kernel.run(
          {.m = rows,
           .n = keys,
           .k = depth,
           .a = q,
           .lda = depth,
           .panels = k + bytes * static_cast<std::size_t>(key / PanelLayout::width * shape.key_panel()),
           .panel_stride = shape.key_panel(),
           .c = scores,
           .ldc = stride});
      simd::softmax_block({.rows = rows,
                           .keys = keys,
                           .seen = seen - key,
                           .causal = op.causal,
                           .scale = scale_of(head_dim),
                           .scores = scores,
                           .weights = weights,
                           .stride = stride,
                           .top = top,
                           .total = total,
                           .sums = sums,
                           .width = width},
                          kernel.type);
      kernel.run({.m = rows,
                  .n = width,
                  .k = PanelLayout::padded_k(kernel.type, std::min(block_keys, end - key)),
                  .a = weights,
                  .lda = stride,
                  .panels = v + bytes * static_cast<std::size_t>(key * PanelLayout::width),
                  .panel_stride = shape.value_panel(),
                  .c = sums,
                  .ldc = width,
                  .accumulate = true});
    }
    kernel.end();
    for (std::int64_t r = 0; r < rows; ++r) {
      simd::scale(sums + r * width, 1.0f / total[r], head_dim, op.out.dtype,
                  row_of(op.out, s.first_row + first + r, head * head_dim));
    }
  });
}

template <const BlockKernel& kernel>
void attend_blocks(const Attend& op, Runner& runner) {
  for (const Sequence& s : host_sequences(op.rows)) attend_sequence<kernel>(op, s, cpu(runner));
}

// ---- the simple ops ----

void attention_scores(const AttentionScores& op, Runner& runner) {
  const auto problem = op.problem();
  for_rows(runner, problem.rows, problem.keys * problem.head_dim, [&](std::int64_t r) {
    const auto* q = row_of(op.q, r, op.head * problem.head_dim);
    float* scores = op.scores.as<float>() + r * problem.keys;
    for (std::int64_t j = 0; j < problem.keys; ++j) {
      scores[j] = op.scale * simd::dot(q, row_of(op.k, j), op.k.dtype, problem.head_dim);
    }
  });
}

void softmax(const Softmax& op, Runner& runner) {
  const std::int64_t width = op.x.shape[1];
  for_rows(runner, op.x.shape[0], width, [&](std::int64_t r) {
    float* row = op.x.as<float>() + r * width;
    const float sum = simd::softmax_weights(row, 1.0f, op.keys(r), width, DType::f32, row);
    simd::scale(row, 1.0f / sum, width, DType::f32, row);
  });
}

void attention_output(const AttentionOutput& op, Runner& runner) {
  const auto problem = op.problem();
  for_rows(runner, problem.rows, problem.keys * problem.head_dim, [&](std::int64_t r) {
    std::vector<float> sum(static_cast<std::size_t>(problem.head_dim), 0.0f);
    const float* weights = op.weights.as<float>() + r * problem.keys;
    for (std::int64_t j = 0; j < problem.keys; ++j) {
      if (weights[j] != 0.0f)
        simd::accumulate(sum.data(), weights[j], row_of(op.v, j), op.v.dtype, problem.head_dim);
    }
    simd::narrow(sum.data(), problem.head_dim, op.out.dtype, row_of(op.out, r, op.head * problem.head_dim));
  });
}

}  // namespace

void register_attention_cpu(Registry& registry) {
  registry.add<Attend>(
      {"rows", "cpu",
       Message("For a decode step on the CPU: keys and values are read once for all heads that "
               "share them."),
       one_row_each, attend_rows});
  registry.add<Attend>(
      {"blocks_amx", "cpu",
       Message("For many rows on a CPU with AMX: blocks of scores and sums stay in the cache, on its tiles."),
       has_blocks<amx_blocks>, attend_blocks<amx_blocks>});
  registry.add<Attend>(
      {"blocks_avx512_bf16", "cpu",
       Message("For many rows on a CPU with AVX512-BF16: blocks of scores and sums stay in the cache."),
       has_blocks<avx512_bf16_blocks>, attend_blocks<avx512_bf16_blocks>});
  registry.add<Attend>({"blocks_highway", "cpu",
                        Message("For many rows on any CPU: blocks of scores and sums stay in the cache."),
                        has_blocks<highway_blocks>, attend_blocks<highway_blocks>});
  registry.add<Attend>({composition_name, "cpu", composed(), attend_default_takes, attend_default});
  registry.add<AttentionScores>(
      {"highway", "cpu", by_highway(), always<AttentionScores::Problem>, attention_scores});
  registry.add<Softmax>({"highway", "cpu", by_highway(), always<Softmax::Problem>, softmax});
  registry.add<AttentionOutput>(
      {"highway", "cpu", by_highway(), always<AttentionOutput::Problem>, attention_output});
}

}  // namespace tilescribe::kernels
