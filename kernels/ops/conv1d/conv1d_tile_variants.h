// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/conv1d/conv1d.h"
#include "kernels/ops/conv1d/conv1d_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

template <class Target, class T, class Y>
void launch_conv_gelu_typed(const ConvGelu& op, const Config& config, Runner& runner) {
  const auto frames = static_cast<int>(op.problem().frames_out()), out = static_cast<int>(op.weight->out());
  const Index in = op.x.shape[1];
  with_precision<Target, T>(runner, [&]<Precision precision>(PrecisionOf<precision>) {
    with_product_shape<precision>(config, [&]<class S>(S) {
      Target::template run<ConvGeluKernel<precision, T, Y, S::rows, S::cols, S::depth, S::slices>>(
          {{op.y.as<Y>() + op.y_first() * out, frames, out, out},
           {op.x.as<T>(), frames, static_cast<int>(op.weight->in()), op.stride * in},
           weight_of<Target, T>(op.weight),
           bias_of<Target>(op.weight),
           static_cast<int>(op.windows),
           op.y_rows() * out,
           op.x.shape[0] / op.windows * in},
          runner, "conv_gelu");
    });
  });
}

template <class Target>
void launch_conv_gelu(const ConvGelu& op, const Config& config, Runner& runner) {
  with_type(op.x.dtype, [&]<class T>(TypeOf<T>) {
    with_type(op.y.dtype, [&]<class Y>(TypeOf<Y>) {
      if constexpr (same_type<T, Bf16> || same_type<Y, float>) {
        launch_conv_gelu_typed<Target, T, Y>(op, config, runner);
      } else {
        throw Error("A convolution of f32 activations gives f32, but bf16 was asked for.");
      }
    });
  });
}

inline Configs conv_gelu_shapes(const ConvGelu::Problem& p, const Device& device) {
  return is_activation(p.x, device) ? product_shapes(p.frames_out()) : Configs{};
}

template <class Target>
void register_conv1d(Registry& registry, const char* engine) {
  registry.add<ConvGelu>({"tile", engine, in_tiles(), conv_gelu_shapes, launch_conv_gelu<Target>});
}

}  // namespace tilescribe::kernels::tile
