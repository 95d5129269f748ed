// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/linear/skinny_linear.h"
#include "kernels/ops/norm/layer_norm.cuh"
#include "kernels/ops/norm/norm.h"
#include "kernels/ops/norm/norm_plan.h"

namespace tilescribe::kernels {
namespace {

template <class Out>
void launch(const LayerNorm& op, Runner& runner) {
  launch_layer_norm<DenseRows<Out>>({.out = {op.out.as<Out>()},
                                     .x = op.x.as<float>(),
                                     .gain = device(op.gain).values(),
                                     .bias = device(op.bias).values(),
                                     .eps = op.eps,
                                     .rows = static_cast<int>(op.x.shape[0]),
                                     .k = static_cast<int>(op.x.shape[1])},
                                    cuda(runner).stream());
}

bool warp_takes(const LayerNorm::Problem& p, const Device&) {
  return layer_norm_quads(p.width) > 0;
}

void layer_norm(const LayerNorm& op, Runner& runner) {
  op.out.dtype == DType::f32 ? launch<float>(op, runner) : launch<__nv_bfloat16>(op, runner);
}

bool row_takes(const RmsNorm::Problem& p, const Device&) {
  return rms_norm_takes(p.width, p.out);
}

void rms_norm(const RmsNorm& op, Runner& runner) {
  launch_rms_norm_bf16({.out = bf16(op.out),
                        .x = op.x.as<float>(),
                        .gain = device(op.gain).values(),
                        .eps = op.eps,
                        .rows = static_cast<int>(op.x.shape[0]),
                        .k = static_cast<int>(op.x.shape[1])},
                       cuda(runner).stream());
}

}  // namespace

void register_norm_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<LayerNorm>({"warp", engine,
                           Message("A warp per row, whose values stay in registers; on every GPU."),
                           warp_takes, layer_norm});
  registry.add<RmsNorm>(
      {"row", engine,
       Message(
           "A block per row, with the same bits as the norm inside a decode step's product; on every GPU."),
       row_takes, rms_norm});
}

}  // namespace tilescribe::kernels
