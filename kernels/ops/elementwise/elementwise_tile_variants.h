// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/elementwise/elementwise.h"
#include "kernels/ops/elementwise/elementwise_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

template <class Target>
void launch_gelu(const Gelu& op, Runner& runner) {
  with_type(op.y.dtype, [&]<class Out>(TypeOf<Out>) {
    const auto run = [&]<class Function>(Function) {
      Target::template run<ActivationKernel<Out, Function>>({matrix_of<Out>(op.y), matrix_of<float>(op.x)},
                                                            runner, "gelu");
    };
    op.tanh ? run(GeluTanh{}) : run(GeluErf{});
  });
}

template <class Target>
void launch_gated_silu(const GatedSilu& op, Runner& runner) {
  const auto both = matrix_of<float>(op.gate_up);
  const int width = both.cols / 2;
  with_type(op.y.dtype, [&]<class Out>(TypeOf<Out>) {
    Target::template run<GatedSiluKernel<Out>>(
        {matrix_of<Out>(op.y), both.columns(0, width), both.columns(width, width)}, runner, "gated_silu");
  });
}

template <class Target>
void launch_add(const Add& op, Runner& runner) {
  Target::template run<AddKernel>({matrix_of<float>(op.y), matrix_of<float>(op.x)}, runner, "add");
}

template <class Target>
void register_elementwise(Registry& registry, const char* engine) {
  registry.add<Gelu>({"tile", engine, in_tiles(), always<Gelu::Problem>, launch_gelu<Target>});
  registry.add<GatedSilu>(
      {"tile", engine, in_tiles(), always<GatedSilu::Problem>, launch_gated_silu<Target>});
  registry.add<Add>({"tile", engine, in_tiles(), always<Add::Problem>, launch_add<Target>});
}

}  // namespace tilescribe::kernels::tile
