// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/norm/norm.h"
#include "kernels/ops/norm/norm_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

template <class Target>
void launch_layer_norm(const LayerNorm& op, Runner& runner) {
  with_type(op.out.dtype, [&]<class Out>(TypeOf<Out>) {
    Target::template run<LayerNormKernel<Out>>(
        {matrix_of<Out>(op.out), matrix_of<float>(op.x), vector_of<Target>(op.gain),
         vector_of<Target>(op.bias), op.eps},
        runner, "layer_norm");
  });
}

template <class Target>
void launch_rms_norm(const RmsNorm& op, Runner& runner) {
  with_type(op.out.dtype, [&]<class Out>(TypeOf<Out>) {
    Target::template run<RmsNormKernel<Out>>(
        {matrix_of<Out>(op.out), matrix_of<float>(op.x), vector_of<Target>(op.gain), op.eps}, runner,
        "rms_norm");
  });
}

template <class Target>
void register_norm(Registry& registry, const char* engine) {
  registry.add<LayerNorm>(
      {"tile", engine, in_tiles(), always<LayerNorm::Problem>, launch_layer_norm<Target>});
  registry.add<RmsNorm>({"tile", engine, in_tiles(), always<RmsNorm::Problem>, launch_rms_norm<Target>});
}

}  // namespace tilescribe::kernels::tile
