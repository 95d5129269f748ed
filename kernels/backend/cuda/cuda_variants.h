// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/backend/cuda/cuda_status.h"

/// What the variants of cuda-baseline share on the host, and the registration of each op's.
namespace tilescribe::kernels {

inline CudaBackend& cuda(Runner& runner) {
  return static_cast<CudaBackend&>(runner);
}
inline const CudaBackend& cuda(const Device& device) {
  return static_cast<const CudaBackend&>(device);
}

inline const DeviceWeight& device(const Weight* weight) {
  return *static_cast<const DeviceWeight*>(weight);
}

/// Compositions ask nothing of their own: their parts do.
template <class Problem>
bool always(const Problem&, const Device&) {
  return true;
}

/// All of this engine's kernels compute in float32 on float32.
template <class Type, class... Types>
bool all_f32(Type type, Types... types) {
  return type == DType::f32 && (... && (types == DType::f32));
}

void register_layer_norm_cuda(Registry& registry);
void register_rms_norm_cuda(Registry& registry);
void register_linear_cuda(Registry& registry);
void register_elementwise_cuda(Registry& registry);
void register_conv1d_cuda(Registry& registry);
void register_rope_cuda(Registry& registry);
void register_attention_cuda(Registry& registry);
void register_mlp_cuda(Registry& registry);
void register_embedding_cuda(Registry& registry);
void register_argmax_cuda(Registry& registry);
void register_log_mel_cuda(Registry& registry);

}  // namespace tilescribe::kernels
