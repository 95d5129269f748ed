// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/device/tensor_map.h"
#include "kernels/tile/factor.h"
#include "kernels/tile/launch.cuh"

namespace tilescribe::kernels::tile {

/// Gives a factor its map, if the GPU has wgmma and the tensor copy engine takes the matrix.
template <class T>
void describe_factor(Factor<const T>& factor, const CudaStream& stream) {
  constexpr std::uint64_t unit = 16;  // bytes, of addresses and strides
  const std::uint64_t stride = static_cast<std::uint64_t>(factor.stride) * sizeof(T);
  if (!stream.gpu().wgmma || factor.rows <= 0 || factor.cols <= 0 || stride % unit != 0 ||
      reinterpret_cast<std::uintptr_t>(factor.data) % unit != 0)
    return;
  const CUtensorMap map = tensor_map(
      {.data = factor.data,
       .type = same_type<T, Bf16> ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
       .sizes = {static_cast<std::uint64_t>(factor.cols), static_cast<std::uint64_t>(factor.rows)},
       .strides_bytes = {stride},
       .tile = {detail::box_row_bytes / sizeof(T), detail::box_rows}});
  factor.map = std::bit_cast<TensorMap>(map);
  factor.mapped = 1;
}

/// The target of kernels/ops/tile_variants.h on a GPU: the engine's stream, weights and arithmetic.
struct CudaTarget {
  template <class Kernel>
  static void run(const typename Kernel::Args& args, Runner& runner, const char* name) {
    launch<Kernel>(args, cuda(runner).stream(), name);
  }
  static const void* data(const Weight* weight) { return device(weight).data(); }
  static const float* bias(const Weight* weight) {
    return weight->has_bias() ? device(weight).bias() : nullptr;
  }
  static Precision float32_products(const Device& device) {
    return cuda(device).matrix_mode() == MatrixMode::tf32 ? Precision::tf32 : Precision::fp32;
  }
  static bool has_wgmma(const Device& device) { return hopper(device); }
  template <class T>
  static void describe(Factor<const T>& factor, Runner& runner) {
    const Device& device = runner.device();
    if (same_type<T, Bf16> || float32_products(device) == Precision::tf32)
      describe_factor(factor, cuda(device).stream());
  }
};

/// Registers an op's tile variants for both engines: for cuda-baseline, and for cuda as the fallback for
/// problems that its tuned variants do not take.
template <class Register>
void for_both_engines(Register add) {
  add(CudaBackend::baseline_name);
  add(CudaBackend::tuned_name);
}

}  // namespace tilescribe::kernels::tile
