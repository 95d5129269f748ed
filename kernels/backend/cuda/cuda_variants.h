// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>

#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/device/status.h"

/// Host helpers for the variants of both GPU engines. The engine cuda keeps activations, matrices and tables
/// in bf16; sums, the residual stream, vectors and biases in float32.
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

/// Whether all types are float32, as the kernels of cuda-baseline need them.
template <class Type, class... Types>
bool all_f32(Type type, Types... types) {
  return type == DType::f32 && (... && (types == DType::f32));
}

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

/// Why there are kernels for one kind of GPU and for all.
inline Message by_wgmma() {
  return Message("For many rows, in tiles by wgmma and TMA; on H100 and H200.");
}
inline Message by_mma() {
  return Message("For many rows, in tiles by mma.sync and cp.async; on every GPU from Ampere on.");
}
inline Message by_skinny() {
  return Message(
      "For up to 64 rows of a decode step: reads each weight once, with the same bits in any batch; on every "
      "GPU.");
}

constexpr bool multiple_of(std::int64_t unit, std::int64_t value) {
  return value % unit == 0;
}

/// The most rows that a decode step's kernels take.
inline constexpr std::int64_t most_step_rows = 64;

}  // namespace tilescribe::kernels
