// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/backend/cpu/cpu_variants.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/attention/attention.h"

namespace tilescribe::kernels {
namespace {

constexpr std::int64_t block_rows = 64;    // queries per block; scores of 1500 keys stay in the L2 cache
constexpr std::int64_t key_step = 256;     // causal blocks round keys up to this: fewer product shapes
constexpr std::int64_t most_dot_rows = 8;  // up to here, dot products are faster than packing the keys

float scale_of(std::int64_t head_dim) {
  return 1.0f / std::sqrt(static_cast<float>(head_dim));
}

// ---- Few rows per sequence (decode): dot products straight from the cache; each head is read once ----

bool few_rows(const Attend::Problem& problem, const Device&) {
  return problem.longest <= most_dot_rows;
}

void attend_dot(const Attend& op, Runner& runner) {
  const std::int64_t head_dim = op.kv.head_dim(), kv_heads = op.kv.kv_heads(), group = op.heads / kv_heads;
  const DType type = op.kv.k.dtype;
  const std::size_t key_bytes = static_cast<std::size_t>(head_dim) * size_of(type);
  const std::vector<Sequence> sequences = host_sequences(op.rows);
  const auto count = static_cast<std::int64_t>(sequences.size());
  cpu(runner).parallel_for(count * kv_heads, [&](std::int64_t task, int worker) {
    const Sequence& s = sequences[static_cast<std::size_t>(task / kv_heads)];
    const std::int64_t kv_head = task % kv_heads;
    const std::byte* k = cached(op.kv.k, s.slot, kv_head);
    const std::byte* v = cached(op.kv.v, s.slot, kv_head);
    const std::int64_t end = s.position + s.rows;
    const std::int64_t lines = s.rows * group;  // (row, query head) pairs that share these keys
    auto* weights = reinterpret_cast<float*>(cpu(runner).scratch(
        worker, CpuBackend::Scratch::scores, static_cast<std::size_t>(lines * end) * sizeof(float)));
    auto* sums = reinterpret_cast<float*>(cpu(runner).scratch(
        worker, CpuBackend::Scratch::row, static_cast<std::size_t>(lines * head_dim) * sizeof(float)));
    std::fill_n(sums, lines * head_dim, 0.0f);
    for (std::int64_t j = 0; j < end; ++j) {
      for (std::int64_t line = 0; line < lines; ++line) {
        const auto* q = row_of(op.q, s.first_row + line / group, (kv_head * group + line % group) * head_dim);
        weights[line * end + j] = simd::dot(q, k + static_cast<std::size_t>(j) * key_bytes, type, head_dim);
      }
    }
    std::vector<float> totals(static_cast<std::size_t>(lines));
    for (std::int64_t line = 0; line < lines; ++line) {
      const std::int64_t keys = op.causal ? s.position + line / group + 1 : end;
      float* w = weights + line * end;
      totals[static_cast<std::size_t>(line)] =
          simd::softmax_weights(w, scale_of(head_dim), keys, end, DType::f32, w);
    }
    for (std::int64_t j = 0; j < end; ++j) {
      for (std::int64_t line = 0; line < lines; ++line) {
        const float w = weights[line * end + j];
        if (w != 0.0f)
          simd::accumulate(sums + line * head_dim, w, v + static_cast<std::size_t>(j) * key_bytes, type,
                           head_dim);
      }
    }
    for (std::int64_t line = 0; line < lines; ++line) {
      simd::scale(sums + line * head_dim, 1.0f / totals[static_cast<std::size_t>(line)], head_dim,
                  op.out.dtype,
                  row_of(op.out, s.first_row + line / group, (kv_head * group + line % group) * head_dim));
    }
  });
}

// The default composition needs sequences on the host.
bool sequences_given(const Attend::Problem& problem, const Device&) {
  return problem.rows_of == RowsOf::sequences;
}

// ---- Many rows: keys and values packed into panels once; per block two matrix products and a softmax ----

template <const char* library>
bool many_rows(const Attend::Problem& problem, const Device& device) {
  return cpu(device).has_product(library, problem.activation);
}

// One head's packed keys and values [keys, head_dim], as right-hand sides of products. Sizes are in bytes.
struct PackedHead {
  std::int64_t keys, head_dim;
  DType type;
  std::size_t key_panel() const { return PanelLayout::bytes(type, PanelLayout::width, head_dim); }
  std::size_t key_bytes() const { return static_cast<std::size_t>(PanelLayout::panels(keys)) * key_panel(); }
  std::size_t value_panel() const { return PanelLayout::bytes(type, PanelLayout::width, keys); }
  std::size_t value_bytes() const {
    return static_cast<std::size_t>(PanelLayout::panels(head_dim)) * value_panel();
  }
  std::size_t bytes() const { return key_bytes() + value_bytes(); }
};

void pack_head(const Attend& op, const Sequence& s, std::int64_t head, const PackedHead& shape,
               std::byte* to) {
  const std::byte* k = cached(op.kv.k, s.slot, head);
  const std::byte* v = cached(op.kv.v, s.slot, head);
  for (std::int64_t p = 0; p < PanelLayout::panels(shape.keys); ++p) {
    pack_panel(k, shape.type, shape.head_dim, p * PanelLayout::width, shape.keys, shape.head_dim, shape.type,
               to + static_cast<std::size_t>(p) * shape.key_panel());
  }
  to += shape.key_bytes();
  for (std::int64_t p = 0; p < PanelLayout::panels(shape.head_dim); ++p) {
    pack_panel_transposed(v, shape.type, shape.head_dim, p * PanelLayout::width, shape.head_dim, shape.keys,
                          shape.type, to + static_cast<std::size_t>(p) * shape.value_panel());
  }
}

void attend_sequence(const Attend& op, const Sequence& s, CpuBackend& backend, MatrixProduct& product) {
  const std::int64_t head_dim = op.kv.head_dim(), kv_heads = op.kv.kv_heads(), group = op.heads / kv_heads;
  const PackedHead shape{s.position + s.rows, head_dim, op.kv.k.dtype};
  const Tensor packed_heads = backend.tensor(
      DType::bf16, {kv_heads, static_cast<std::int64_t>(shape.bytes() / size_of(DType::bf16))});
  const auto packed_head = [&](std::int64_t head) {
    return packed_heads.view().as<std::byte>() + static_cast<std::size_t>(head) * shape.bytes();
  };
  backend.parallel_for(kv_heads,
                       [&](std::int64_t head, int) { pack_head(op, s, head, shape, packed_head(head)); });

  const std::int64_t blocks = (s.rows + block_rows - 1) / block_rows;
  backend.parallel_for(op.heads * blocks, [&](std::int64_t task, int worker) {
    const std::int64_t head = task / blocks, first = task % blocks * block_rows;
    const std::int64_t rows = std::min(block_rows, s.rows - first);
    // Keys that the block's last row sees, rounded up. A key that a row does not see gets weight 0.
    std::int64_t keys = op.causal ? s.position + first + rows : shape.keys;
    keys = std::min(shape.keys, (keys + key_step - 1) / key_step * key_step);
    const std::byte* k = packed_head(head / group);
    const std::byte* v = k + shape.key_bytes();

    using Scratch = CpuBackend::Scratch;
    const auto memory = [&](Scratch purpose, std::int64_t width, DType type) {
      return backend.scratch(worker, purpose, static_cast<std::size_t>(block_rows * width) * size_of(type));
    };
    std::byte* q = memory(Scratch::row, head_dim, shape.type);
    auto* scores = reinterpret_cast<float*>(memory(Scratch::scores, shape.keys, DType::f32));
    std::byte* weights = memory(Scratch::weights, shape.keys, shape.type);
    auto* sums = reinterpret_cast<float*>(memory(Scratch::tile, PanelLayout::width, DType::f32));

    const std::size_t q_bytes = static_cast<std::size_t>(head_dim) * size_of(shape.type);
    for (std::int64_t r = 0; r < rows; ++r) {
      std::memcpy(q + static_cast<std::size_t>(r) * q_bytes,
                  row_of(op.q, s.first_row + first + r, head * head_dim), q_bytes);
    }
    product.run({rows, keys, head_dim, q, k, scores, shape.type}, worker);
    float totals[block_rows];
    for (std::int64_t r = 0; r < rows; ++r) {
      const std::int64_t seen = op.causal ? s.position + first + r + 1 : shape.keys;
      totals[r] = simd::softmax_weights(scores + r * keys, scale_of(head_dim), seen, keys, shape.type,
                                        weights + static_cast<std::size_t>(r * keys) * size_of(shape.type));
    }
    // The value panels cover all keys, but this product's k may be shorter, so each panel is its own product.
    for (std::int64_t column = 0; column < head_dim; column += PanelLayout::width) {
      const std::int64_t columns = std::min(PanelLayout::width, head_dim - column);
      const std::byte* panel =
          v + static_cast<std::size_t>(column / PanelLayout::width) * shape.value_panel();
      product.run({rows, columns, keys, weights, panel, sums, shape.type}, worker);
      for (std::int64_t r = 0; r < rows; ++r) {
        void* out = row_of(op.out, s.first_row + first + r, head * head_dim + column);
        simd::scale(sums + r * columns, 1.0f / totals[r], columns, op.out.dtype, out);
      }
    }
  });
}

template <const char* library>
void attend_blocks(const Attend& op, Runner& runner) {
  for (const Sequence& s : host_sequences(op.rows)) {
    attend_sequence(op, s, cpu(runner), cpu(runner).product(library));
  }
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
  registry.add<Attend>({"dot", "cpu",
                        Message("For few rows on the CPU, such as a decode step: each key is read once."),
                        few_rows, attend_dot});
  registry.add<Attend>({"blocks_onednn", "cpu",
                        Message("For many rows on the CPU: blocks of scores and sums as oneDNN's products."),
                        many_rows<onednn>, attend_blocks<onednn>});
  registry.add<Attend>(
      {"blocks_highway", "cpu",
       Message("For many rows on any CPU: blocks of scores and sums as products by Highway."),
       many_rows<highway>, attend_blocks<highway>});
  registry.add<Attend>({"default", "cpu", composed(), sequences_given, attend_default});
  registry.add<AttentionScores>(
      {"highway", "cpu", by_highway(), always<AttentionScores::Problem>, attention_scores});
  registry.add<Softmax>({"highway", "cpu", by_highway(), always<Softmax::Problem>, softmax});
  registry.add<AttentionOutput>(
      {"highway", "cpu", by_highway(), always<AttentionOutput::Problem>, attention_output});
}

}  // namespace tilescribe::kernels
