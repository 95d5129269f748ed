// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/core/error.h"
#include "kernels/ops/attention/decode_attention.h"
#include "kernels/ops/linear/skinny_device.cuh"

namespace tilescribe::kernels {
namespace {

constexpr int chunk_keys = 128;  // keys of a block: part of what a result's bits depend on
constexpr int warps = 4;
constexpr int threads = 32 * warps;
constexpr int warp_keys = chunk_keys / warps;

// Workspace: a counter for each (row, kv head), then the chunks' results.
struct Workspace {
  std::int32_t* arrived;  // (row, kv head): chunks that have ended, 0 between launches
  float* sums;            // (row, kv head, chunk, head of the group, dim): Σ p·v
  float2* weights;        // (row, kv head, chunk, head of the group): largest score, Σ p
};
// As many in every workspace, so that launches of other sizes leave them as they are.
constexpr int most_counters = 8192;
constexpr std::size_t counter_bytes = most_counters * sizeof(std::int32_t);
int chunks_of(int keys) {
  return (keys + chunk_keys - 1) / chunk_keys;
}

// A block: one row, one key/value head with its query heads (at most `group_room`), one chunk of keys. Scores
// by mma (16 keys by 8 query heads), each key read once; values times weights in float32.
template <int head_dim, int group_room>
__global__ void __launch_bounds__(threads, 2)
    decode_attention(const DecodeAttention op, const Workspace workspace, float score_scale) {
  constexpr int k_pieces = head_dim / 32;             // 16-byte pieces of a key a lane, 32 values a quad
  constexpr int lanes_a_value = head_dim / 8;         // that hold one value vector, 8 values each
  constexpr int values_at_once = 32 / lanes_a_value;  // of a warp
  constexpr int v_pieces = warp_keys / values_at_once;
  constexpr int parts = warps * values_at_once;
  __shared__ float probabilities[warps][warp_keys][8];      // (warp, key, query head)
  __shared__ float part_sums[parts][group_room][head_dim];  // (part, query head, dim)
  __shared__ float2 part_weights[warps][8];                 // largest score and Σ p
  __shared__ bool is_last;

  const int row = static_cast<int>(blockIdx.z), kv_head = static_cast<int>(blockIdx.y);
  const int chunk = static_cast<int>(blockIdx.x);
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int g = lane / 4, t = lane % 4;
  const int group = op.heads / op.kv_heads;
  const int position = __ldcg(op.positions + row);  // written two launches ago or earlier
  const int first_key = chunk * chunk_keys;
  if (position < first_key) {  // also idle rows
    wait_for_predecessor();
    return;
  }
  const int last_chunk = position / chunk_keys;
  const int warp_first = first_key + warp * warp_keys;
  const std::size_t cache =
      (static_cast<std::size_t>(__ldcg(op.slots + row)) * op.kv_heads + kv_head) * op.capacity;

  // Load: all earlier keys and values, before the newest is written.
  const __nv_bfloat16* key_at = op.keys + (cache + warp_first + g) * head_dim + 8 * t;
  const __nv_bfloat16* value_at =
      op.values + (cache + warp_first + lane / lanes_a_value) * head_dim + lane % lanes_a_value * 8;
  uint4 keys[2][2][k_pieces];  // (tile of 16 keys, key g or g + 8, 32 dims)
  uint4 values[v_pieces];      // (keys apart by values_at_once)
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const int key = warp_first + g + 8 * i;
#pragma unroll
    for (int c = 0; c < k_pieces; ++c) {
      keys[i / 2][i % 2][c] = make_uint4(0, 0, 0, 0);
      if (key < position) keys[i / 2][i % 2][c] = load_l2(key_at + 8 * i * head_dim + 32 * c);
    }
  }
#pragma unroll
  for (int i = 0; i < v_pieces; ++i) {
    values[i] = make_uint4(0, 0, 0, 0);
    const int key = warp_first + lane / lanes_a_value + i * values_at_once;
    if (key < position) values[i] = load_l2(value_at + i * values_at_once * head_dim);
  }
  wait_for_predecessor();
  release_successor();
  uint4 queries[k_pieces] = {};
  if (g < group) {
    const std::size_t head = static_cast<std::size_t>(row) * op.heads + kv_head * group + g;
#pragma unroll
    for (int c = 0; c < k_pieces; ++c) queries[c] = load_l2(op.q + head * head_dim + 32 * c + 8 * t);
  }
  if (position >= warp_first && position < warp_first + warp_keys) {
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      if (warp_first + g + 8 * i != position) continue;
#pragma unroll
      for (int c = 0; c < k_pieces; ++c) keys[i / 2][i % 2][c] = load_l2(key_at + 8 * i * head_dim + 32 * c);
    }
#pragma unroll
    for (int i = 0; i < v_pieces; ++i) {
      if (warp_first + lane / lanes_a_value + i * values_at_once != position) continue;
      values[i] = load_l2(value_at + i * values_at_once * head_dim);
    }
  }

  // Scores: a lane gets keys g and g + 8 of each tile for query heads 2t and 2t + 1.
  float scores[2][4] = {};
#pragma unroll
  for (int c = 0; c < k_pieces; ++c) {
#pragma unroll
    for (int i = 0; i < 2; ++i) multiply_16x8x32(scores[i], keys[i][0][c], keys[i][1][c], queries[c]);
  }

  // Softmax over the warp's keys, in powers of 2.
  float largest[2] = {-INFINITY, -INFINITY}, total[2] = {};
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const int key = warp_first + i / 4 * 16 + i % 4 / 2 * 8 + g;
    float& score = scores[i / 4][i % 4];
    score = key <= position ? score * score_scale : -INFINITY;
    largest[i % 2] = fmaxf(largest[i % 2], score);
  }
#pragma unroll
  for (int distance = 4; distance < 32; distance *= 2) {
    largest[0] = fmaxf(largest[0], __shfl_xor_sync(~0u, largest[0], distance));
    largest[1] = fmaxf(largest[1], __shfl_xor_sync(~0u, largest[1], distance));
  }
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const float score = scores[i / 4][i % 4];
    const float p = score == -INFINITY ? 0.0f : exp2f(score - largest[i % 2]);
    total[i % 2] += p;
    probabilities[warp][i / 4 * 16 + i % 4 / 2 * 8 + g][2 * t + i % 2] = p;
  }
#pragma unroll
  for (int distance = 4; distance < 32; distance *= 2) {
    total[0] += __shfl_xor_sync(~0u, total[0], distance);
    total[1] += __shfl_xor_sync(~0u, total[1], distance);
  }
  if (g == 0) {
    part_weights[warp][2 * t] = make_float2(largest[0], total[0]);
    part_weights[warp][2 * t + 1] = make_float2(largest[1], total[1]);
  }
  __syncwarp();

  // Accumulate: 8 dims a lane, every query head, one of values_at_once keys after another.
  float sums[group_room][8] = {};
#pragma unroll
  for (int i = 0; i < v_pieces; ++i) {
    const float* p = probabilities[warp][lane / lanes_a_value + i * values_at_once];
    const std::uint32_t words[4] = {values[i].x, values[i].y, values[i].z, values[i].w};
    float weights[group_room];
#pragma unroll
    for (int h = 0; h < group_room; ++h) weights[h] = p[h];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const float low = __uint_as_float(words[j] << 16), high = __uint_as_float(words[j] & 0xffff0000u);
#pragma unroll
      for (int h = 0; h < group_room; ++h) {
        sums[h][2 * j] = fmaf(weights[h], low, sums[h][2 * j]);
        sums[h][2 * j + 1] = fmaf(weights[h], high, sums[h][2 * j + 1]);
      }
    }
  }
#pragma unroll
  for (int h = 0; h < group_room; ++h) {
    float4* to = reinterpret_cast<float4*>(
        &part_sums[warp * values_at_once + lane / lanes_a_value][h][lane % lanes_a_value * 8]);
    to[0] = make_float4(sums[h][0], sums[h][1], sums[h][2], sums[h][3]);
    to[1] = make_float4(sums[h][4], sums[h][5], sums[h][6], sums[h][7]);
  }
  __syncthreads();

  // The block's warps together, in ascending order. A warp past the last key has weight 0.
  const int pair = row * op.kv_heads + kv_head;
  const int chunks = static_cast<int>(gridDim.x);
  __nv_bfloat16* out = op.out + (static_cast<std::size_t>(row) * op.heads + kv_head * group) * head_dim;
  for (int i = static_cast<int>(threadIdx.x); i < group * head_dim; i += threads) {
    const int h = i / head_dim, dim = i % head_dim;
    float most = part_weights[0][h].x;
#pragma unroll
    for (int w = 1; w < warps; ++w) most = fmaxf(most, part_weights[w][h].x);
    float sum = 0.0f, weight = 0.0f;
#pragma unroll
    for (int w = 0; w < warps; ++w) {
      const float scale = exp2f(part_weights[w][h].x - most);
      float part = part_sums[w * values_at_once][h][dim];
#pragma unroll
      for (int s = 1; s < values_at_once; ++s) part += part_sums[w * values_at_once + s][h][dim];
      sum += scale * part;
      weight += scale * part_weights[w][h].y;
    }
    if (last_chunk == 0) {
      out[i] = __float2bfloat16_rn(sum / weight);
    } else {
      const std::size_t at = (static_cast<std::size_t>(pair) * chunks + chunk) * group + h;
      __stcg(workspace.sums + at * head_dim + dim, sum);
      if (dim == 0) __stcg(workspace.weights + at, make_float2(most, weight));
    }
  }
  if (last_chunk == 0) return;

  // The row's chunks together, in ascending order, by the last block that ends.
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(workspace.arrived + pair, 1) == last_chunk;
    if (is_last) workspace.arrived[pair] = 0;
  }
  __syncthreads();
  if (!is_last) return;
  __threadfence();
  for (int i = static_cast<int>(threadIdx.x); i < group * head_dim; i += threads) {
    const int h = i / head_dim;
    const std::size_t at = static_cast<std::size_t>(pair) * chunks * group + h;
    float most = -INFINITY, sum = 0.0f, weight = 0.0f;
#pragma unroll 8
    for (int c = 0; c <= last_chunk; ++c) {
      const float2 part = __ldcg(workspace.weights + at + static_cast<std::size_t>(c) * group);
      const float part_sum =
          __ldcg(workspace.sums + (at + static_cast<std::size_t>(c) * group) * head_dim + i % head_dim);
      const float new_most = fmaxf(most, part.x);
      const float old_scale = exp2f(most - new_most), scale = exp2f(part.x - new_most);
      sum = sum * old_scale + part_sum * scale;
      weight = weight * old_scale + part.y * scale;
      most = new_most;
    }
    out[i] = __float2bfloat16_rn(sum / weight);
  }
}

template <int head_dim>
void launch(const DecodeAttention& op, const DecodeDevice& device, cudaStream_t stream) {
  const int chunks = chunks_of(op.most_keys), group = op.heads / op.kv_heads;
  const std::size_t pieces = static_cast<std::size_t>(op.rows) * op.heads * chunks;
  auto* bytes = static_cast<std::uint8_t*>(op.workspace);
  Workspace workspace;
  workspace.arrived = reinterpret_cast<std::int32_t*>(bytes);
  workspace.sums = reinterpret_cast<float*>(bytes + counter_bytes);
  workspace.weights = reinterpret_cast<float2*>(workspace.sums + pieces * head_dim);
  const float scale = std::log2(std::exp(1.0f)) / std::sqrt(static_cast<float>(head_dim));
  const dim3 grid(static_cast<unsigned>(chunks), static_cast<unsigned>(op.kv_heads),
                  static_cast<unsigned>(op.rows));
  launch_in_step(device, "decode_attention",
                 group <= 4 ? decode_attention<head_dim, 4> : decode_attention<head_dim, 8>, grid, threads, 0,
                 1, stream, op, workspace, scale);
}

}  // namespace

std::size_t decode_attention_workspace(int rows, int heads, int head_dim, int most_keys) {
  const std::size_t pieces = static_cast<std::size_t>(rows) * heads * chunks_of(most_keys);
  return counter_bytes + pieces * (head_dim * sizeof(float) + sizeof(float2));
}

void launch_decode_attention(const DecodeAttention& op, const DecodeDevice& device, cudaStream_t stream) {
  if (op.rows < 1 || op.kv_heads < 1 || op.heads % op.kv_heads != 0 || op.heads / op.kv_heads > 8 ||
      op.most_keys < 1 || op.most_keys > op.capacity || op.rows * op.kv_heads > most_counters) {
    throw Error(
        "Attention of a decode step takes at most 8 heads a key/value head and as many keys as the cache "
        "has room for, not " +
        std::to_string(op.heads) + " on " + std::to_string(op.kv_heads) + " heads and " +
        std::to_string(op.most_keys) + " of " + std::to_string(op.capacity) + " keys.");
  }
  switch (op.head_dim) {
    case 32:
      return launch<32>(op, device, stream);
    case 64:
      return launch<64>(op, device, stream);
    case 128:
      return launch<128>(op, device, stream);
    default:
      throw Error("Attention of a decode step takes heads of 32, 64 or 128 values, not " +
                  std::to_string(op.head_dim) + ".");
  }
}

}  // namespace tilescribe::kernels
