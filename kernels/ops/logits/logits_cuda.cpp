// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/product_cuda.h"
#include "kernels/ops/logits/logits.h"

namespace tilescribe::kernels {
namespace {

// Of the first rows, as many as a product takes.
ProductSizes sizes_of(const NormLogits::Problem& p) {
  if (p.norm != NormKind::rms) return {};
  return {.rows = std::min(p.rows, most_skinny_rows),
          .n = p.vocabulary,
          .k = p.width,
          .normed = true,
          .stored = p.weights.dtype};
}

// The selected rows of x as one contiguous [count, width], f32. Uses x's own memory if they are consecutive.
TensorView gathered(const NormLogits& op, Runner& runner, Tensor& copies) {
  const std::int64_t count = op.logits.shape[0], width = op.x.shape[1];
  const std::int64_t first = op.rows.empty() ? 0 : op.rows[0];
  const bool consecutive = std::ranges::adjacent_find(op.rows, [](std::int32_t a, std::int32_t b) {
                             return b != a + 1;
                           }) == op.rows.end();
  if (consecutive) {
    const ConstTensorView rows = op.x.rows(first, count);
    return {const_cast<void*>(rows.data), rows.dtype, rows.shape};
  }
  copies = runner.tensor(DType::f32, {count, width});
  for (std::int64_t i = 0; i < count; ++i) {
    const ConstTensorView from = op.x.rows(op.rows[static_cast<std::size_t>(i)], 1);
    check(cudaMemcpyAsync(copies.view().rows(i, 1).data, from.data,
                          static_cast<std::size_t>(width) * sizeof(float), cudaMemcpyDeviceToDevice,
                          cuda(runner).stream().use_in_order()),
          Message("while gathering rows"));
  }
  return copies;
}

void logits_skinny(const NormLogits& op, const Config& config, Runner& runner) {
  Tensor copies;
  const TensorView x = gathered(op, runner, copies);
  const std::int64_t count = op.logits.shape[0];
  for (std::int64_t first = 0; first < count; first += most_skinny_rows) {
    const std::int64_t rows = std::min(most_skinny_rows, count - first);
    const Product product =
        product_of(x.rows(first, rows), op.head, Epilogue::store_f32, op.logits.rows(first, rows), &op.norm);
    // The rest may be fewer rows than the configuration is for.
    const bool rest = first > 0 && rows < most_skinny_rows;
    run_skinny(product, rest ? skinny_configs(product.sizes(), cuda(runner).stream().gpu()).front() : config,
               runner);
  }
}

}  // namespace

void register_logits_cuda(Registry& registry) {
  add_step<NormLogits, sizes_of>(registry, logits_skinny);
}

}  // namespace tilescribe::kernels
