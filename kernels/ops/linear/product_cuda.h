// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/gemm.h"
#include "kernels/ops/linear/product_plan.h"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/norm/norm_plan.h"

namespace tilescribe::kernels {

/// The product of x [rows, in] with a weight, y dense. With an RMSNorm, x is f32 and its normed rows are
/// multiplied.
Product product_of(const ConstTensorView& x, const Weight* weight, Epilogue epilogue, const TensorView& y,
                   const Norm* norm = nullptr);

/// Launches a decode step's product, with scratch memory for normed rows if it needs some.
void run_skinny(Product product, const Config& config, Runner& runner);

/// If the product's weight is in eight bits, writes it as bf16 to memory, which is returned, and takes that.
Tensor widen_weight(Product& product, Runner& runner);

/// A product's rows in E4M3.
struct RoundedRows {
  Tensor values, scales;
};
/// Rounds the rows of a product whose weight is in f8 likewise, and takes them.
RoundedRows round_rows(Product& product, Runner& runner);
/// The same for the normed rows of x, in one kernel, if norm_rounds.
RoundedRows round_normed_rows(const Norm& norm, const ConstTensorView& x, Product& product, Runner& runner);

inline bool norm_rounds(NormKind kind, std::int64_t width) {
  return kind == NormKind::layer ? layer_norm_rounds(width) : rms_norm_rounds(width);
}

/// Launches a product of many rows. With weights in f8, wgmma multiplies f8.
template <auto gemm>
void run_tiles(Product product, const Config& config, Runner& runner) {
  RoundedRows rounded;
  Tensor wide;
  if (gemm == gemm_sm90 && product.stored == DType::f8) {
    rounded = round_rows(product, runner);
  } else {
    wide = widen_weight(product, runner);
  }
  gemm(product, config, cuda(runner).stream());
}

/// Launches a product of many rows of x that are normed first. `product` has x's rows, but not yet normed.
template <auto gemm>
void run_normed_tiles(const Norm& norm, const ConstTensorView& x, Product product, const Config& config,
                      Runner& runner) {
  if (gemm == gemm_sm90 && product.stored == DType::f8 && norm_rounds(norm.kind, product.k)) {
    const RoundedRows rounded = round_normed_rows(norm, x, product, runner);
    return gemm(product, config, cuda(runner).stream());
  }
  const Tensor normed = runner.activations(x.shape);
  run_norm(norm, normed, x, runner);
  product.x = normed.view().data;
  run_tiles<gemm>(product, config, runner);
}

/// Candidates of variants that run a product. sizes(problem) are its sizes, without rows if the variant does
/// not take the problem.
template <auto sizes, class Problem>
Configs wgmma_configs(const Problem& problem, const Device& device) {
  return hopper(device) ? gemm_sm90_configs(sizes(problem), cuda(device).stream().gpu()) : Configs{};
}
template <auto sizes, class Problem>
Configs mma_configs(const Problem& problem, const Device&) {
  return gemm_sm80_configs(sizes(problem));
}
template <auto sizes, class Problem>
Configs step_configs(const Problem& problem, const Device& device) {
  return skinny_configs(sizes(problem), cuda(device).stream().gpu());
}

/// Adds an op's variant for a decode step.
template <class T, auto sizes>
void add_step(Registry& registry, Launcher<T> skinny) {
  registry.add<T>({"skinny", CudaBackend::tuned_name, by_skinny(), step_configs<sizes>, skinny});
}
/// Adds its variants for many rows.
template <class T, auto sizes>
void add_tiles(Registry& registry, Launcher<T> wgmma, Launcher<T> mma) {
  registry.add<T>({"wgmma", CudaBackend::tuned_name, by_wgmma(), wgmma_configs<sizes>, wgmma});
  registry.add<T>({"mma", CudaBackend::tuned_name, by_mma(), mma_configs<sizes>, mma});
}

}  // namespace tilescribe::kernels
