// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cublaslt.h"
#include "kernels/backend/cuda/tile_target.cuh"
#include "kernels/ops/linear/linear_tile_variants.h"
#include "kernels/ops/linear/product_cuda.h"

namespace tilescribe::kernels {
namespace {

// ---- NVIDIA's library, used by the baseline on request ----

bool cublas_takes(const Linear::Problem& p, const Device& device) {
  return all_f32(p.x, p.y) && cuda(device).cublaslt() != nullptr;
}

void linear_cublas(const Linear& op, Runner& runner) {
  using Operands = LibraryProduct::Operands;
  const Product product = product_of(op.x, op.weight, Epilogue::store_f32, op.y);
  cuda(runner).cublaslt()->gemm({product, runner.device().rounds_to_tf32() ? Operands::tf32 : Operands::f32},
                                cuda(runner).stream());
}

}  // namespace

void register_linear_baseline(Registry& registry) {
  constexpr const char* baseline = CudaBackend::baseline_name;
  tile::for_both_engines(
      [&](const char* engine) { tile::register_linear<tile::CudaTarget>(registry, engine); });
  registry.add<Linear>({"cublas", baseline,
                        Message("NVIDIA's cuBLASLt where it is asked for, in TF32 or float32."), cublas_takes,
                        linear_cublas});
}

}  // namespace tilescribe::kernels
