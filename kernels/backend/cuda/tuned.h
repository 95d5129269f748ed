// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>

#include "kernels/backend/cuda/cuda_variants.h"

/// What the variants of the engine cuda share on the host, and the registration of each op's. Activations,
/// matrices and tables are bf16; sums, the residual stream, vectors and biases float32.
namespace tilescribe::kernels {

inline const __nv_bfloat16* bf16(const ConstTensorView& view) {
  return view.as<__nv_bfloat16>();
}
inline __nv_bfloat16* bf16(const TensorView& view) {
  return view.as<__nv_bfloat16>();
}
inline const __nv_bfloat16* bf16(const Weight* weight) {
  return static_cast<const __nv_bfloat16*>(device(weight).data());
}

/// Whether wgmma and TMA may be used.
inline bool hopper(const Device& device) {
  return cuda(device).architecture() == 90;
}

constexpr bool multiple_of(std::int64_t unit, std::int64_t value) {
  return value % unit == 0;
}

/// Rows that a decode step's kernels take.
inline constexpr std::int64_t most_step_rows = 64;

void register_linear_tuned(Registry& registry);
void register_conv1d_tuned(Registry& registry);
void register_rope_tuned(Registry& registry);
void register_attention_tuned(Registry& registry);
void register_mlp_tuned(Registry& registry);
void register_argmax_tuned(Registry& registry);
void register_norms_tuned(Registry& registry);
void register_embedding_tuned(Registry& registry);
void register_log_mel_tuned(Registry& registry);

}  // namespace tilescribe::kernels
