// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/tile/launch.cuh"
#include "kernels/tile/mma.h"

namespace tilescribe::kernels::tile {

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
};

/// Registers an op's tile variants for both engines: for cuda-baseline, and for cuda as the fallback for
/// problems that its tuned variants do not take.
template <class Register>
void for_both_engines(Register add) {
  add(CudaBackend::baseline_name);
  add(CudaBackend::tuned_name);
}

}  // namespace tilescribe::kernels::tile
