// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "kernels/core/sequence.h"
#include "kernels/device/stream.h"

namespace tilescribe::kernels {

/// Softmax attention without a score matrix (Dao et al. 2022, 2023): bf16 with float32 accumulation and
/// softmax, scale 1/√head_dim. Attend's contract (attention.h) says what each row sees.
/// A row's result depends only on its own sequence: keys are processed in tiles of a fixed size from key 0
/// on, whatever else is in the launch. Cache positions beyond a sequence's keys may hold anything, even NaN.
struct FlashTask {
  const void* q = nullptr;  // bf16 [rows, heads · head_dim], 16-byte aligned
  void* out = nullptr;      // bf16 [rows, heads · head_dim], 16-byte aligned
  const void* k = nullptr;  // bf16 [slots, kv_heads, capacity, head_dim], 16-byte aligned
  const void* v = nullptr;  // like k
  std::int64_t slots = 0, kv_heads = 0, capacity = 0, head_dim = 0, heads = 0;
  std::span<const Sequence> sequences;  // in host memory; read only during the call
  bool causal = false;
};

/// By wgmma and TMA, on GPUs with code for sm_90a. Launches without waiting. The sequences are passed by
/// value, so the launch can be captured in a graph. flash_plan.h says which tasks the kernels take. Throws
/// Error if a sequence is not inside the cache or the launch fails.
void flash_sm90(const FlashTask& task, CudaStream& stream);

/// The same with mma.sync, ldmatrix and cp.async, for all GPUs since Ampere.
void flash_sm80(const FlashTask& task, CudaStream& stream);

}  // namespace tilescribe::kernels
