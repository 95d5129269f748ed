// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/argmax/step_argmax.h"

namespace tilescribe::kernels {
namespace {

constexpr int threads = 256;
constexpr int warps = threads / 32;
constexpr int quads = 4;                          // float4 per thread
constexpr int part_tokens = threads * 4 * quads;  // logits per block
constexpr int most_rows = 64;

// The best of some tokens, and Σ exp(logit − best logit) over them.
struct Best {
  float logit;
  std::int32_t id;
  float sum;
};
constexpr std::int32_t no_token = 0x7fffffff;

// Of equal logits, the lower id wins.
__device__ Best best_of(Best a, Best b) {
  if (b.logit > a.logit || (b.logit == a.logit && b.id < a.id)) {
    const Best other = a;
    a = b;
    b = other;
  }
  if (b.id != no_token) a.sum += b.sum * __expf(b.logit - a.logit);
  return a;
}

__device__ Best warp_best(Best best) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) {
    best = best_of(best, {__shfl_xor_sync(~0u, best.logit, distance), __shfl_xor_sync(~0u, best.id, distance),
                          __shfl_xor_sync(~0u, best.sum, distance)});
  }
  return best;
}

// Records `best` as the row's token, and decides whether the row continues.
__device__ void end_row(const StepArgmax& op, int entry, int row, Best best) {
  const std::size_t at = static_cast<std::size_t>(entry) * op.rows + row;
  const int position = op.positions[row];
  if (position < 0) {
    op.ring_ids[at] = -1;
    op.ring_probabilities[at] = 0.0f;
    return;
  }
  if (best.id == no_token) best = {0.0f, 0, INFINITY};  // no logit is a number: token 0, probability 0
  op.ring_ids[at] = best.id;
  op.ring_probabilities[at] = 1.0f / best.sum;
  op.ids[row] = best.id;
  const int budget = op.budget[row] - 1;
  op.budget[row] = budget;
  bool goes_on = budget > 0;
  for (int i = 0; i < op.stop_count; ++i) goes_on = goes_on && op.stop_ids[i] != best.id;
  op.positions[row] = goes_on ? position + 1 : -1;
}

// Finished blocks of each row, and finished rows; 0 between launches.
struct Arrived {
  std::int32_t blocks[most_rows], rows;
};

// One block: part_tokens logits of one row. A row's last block to finish combines its parts and ends it; the
// last row ends the step.
__global__ void __launch_bounds__(threads)
    step_argmax(const StepArgmax op, Arrived* const arrived, Best* parts) {
  __shared__ Best warp_parts[warps];
  __shared__ bool is_last;
  const int row = static_cast<int>(blockIdx.y), part = static_cast<int>(blockIdx.x);
  const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  ptx::wait_for_predecessor();
  ptx::release_successor();

  if (op.positions[row] >= 0) {
    const float4* logits =
        reinterpret_cast<const float4*>(op.logits + static_cast<std::size_t>(row) * op.vocabulary);
    const int first = part * (part_tokens / 4) + static_cast<int>(threadIdx.x);
    float4 values[quads];
#pragma unroll
    for (int i = 0; i < quads; ++i) {
      values[i] = make_float4(-INFINITY, -INFINITY, -INFINITY, -INFINITY);
      if (first + i * threads < op.vocabulary / 4) values[i] = __ldcs(logits + first + i * threads);
    }
    Best best = {-INFINITY, no_token, 0.0f};
#pragma unroll
    for (int i = 0; i < quads; ++i) {
      const int id = (first + i * threads) * 4;
      const float of_quad[4] = {values[i].x, values[i].y, values[i].z, values[i].w};
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        if (of_quad[j] > best.logit) best = {of_quad[j], id + j, 0.0f};
      }
    }
    if (best.id != no_token) {
#pragma unroll
      for (int i = 0; i < quads; ++i) {
        best.sum += __expf(values[i].x - best.logit) + __expf(values[i].y - best.logit) +
                    __expf(values[i].z - best.logit) + __expf(values[i].w - best.logit);
      }
    }
    best = warp_best(best);
    if (lane == 0) warp_parts[warp] = best;
    __syncthreads();
    if (warp == 0) {
      best = warp_best(lane < warps ? warp_parts[lane] : Best{-INFINITY, no_token, 0.0f});
      if (lane == 0) parts[row * static_cast<int>(gridDim.x) + part] = best;
    }
  }

  if (threadIdx.x == 0) {
    __threadfence();
    is_last = atomicAdd(arrived->blocks + row, 1) == static_cast<int>(gridDim.x) - 1;
    if (is_last) arrived->blocks[row] = 0;
  }
  __syncthreads();
  if (!is_last || warp > 0) return;
  __threadfence();
  Best best = {-INFINITY, no_token, 0.0f};
  if (op.positions[row] >= 0) {
    for (int i = lane; i < static_cast<int>(gridDim.x); i += 32) {
      const Best* at = parts + row * static_cast<int>(gridDim.x) + i;
      best = best_of(best, {__ldcg(&at->logit), __ldcg(&at->id), __ldcg(&at->sum)});
    }
    best = warp_best(best);
  }
  if (lane > 0) return;
  const int step = *op.step + 1, entry = (step - 1) % op.depth;
  end_row(op, entry, row, best);
  __threadfence_system();
  if (atomicAdd(&arrived->rows, 1) < op.rows - 1) return;
  arrived->rows = 0;
  __threadfence_system();
  *op.step = step;
  *const_cast<volatile std::int32_t*>(op.ring_steps + entry) = step;
}

int parts_of(int vocabulary) {
  return (vocabulary + part_tokens - 1) / part_tokens;
}
constexpr std::size_t counter_bytes = 512;
static_assert(sizeof(Arrived) <= counter_bytes);

}  // namespace

std::size_t step_argmax_workspace(int rows, int vocabulary) {
  return counter_bytes + static_cast<std::size_t>(rows) * parts_of(vocabulary) * sizeof(Best);
}

void launch_step_argmax(const StepArgmax& op, CudaStream& stream) {
  if (op.rows < 1 || op.rows > most_rows || op.vocabulary < 4 || op.vocabulary % 4 != 0 || op.depth < 1) {
    throw Error("The end of a decode step takes 1 to 64 rows of a multiple of 4 logits, not {1} of {2}.",
                op.rows, op.vocabulary);
  }
  auto* bytes = static_cast<std::uint8_t*>(op.workspace);
  const dim3 grid(static_cast<unsigned>(parts_of(op.vocabulary)), static_cast<unsigned>(op.rows));
  launch(stream, {.name = "step_argmax", .grid = grid, .threads = threads, .order = overlapping}, step_argmax,
         op, reinterpret_cast<Arrived*>(bytes), reinterpret_cast<Best*>(bytes + counter_bytes));
}

}  // namespace tilescribe::kernels
