// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/linear.h"
#include "kernels/ops/linear/linear_tile.h"
#include "kernels/ops/tile_variants.h"
#include "kernels/tile/product_shapes.h"

namespace tilescribe::kernels::tile {

/// Calls f(LinearArgs<…>) for the op's types: one for activations and weights, results in that or float32.
template <class Target, class F>
void with_linear_args(const Linear& op, F f) {
  with_type(op.x.dtype, [&]<class T>(TypeOf<T>) {
    with_type(op.y.dtype, [&]<class Y>(TypeOf<Y>) {
      if constexpr (same_type<T, Bf16> || same_type<Y, float>) {
        f(LinearArgs<T, T, Y>{matrix_of<Y>(op.y), matrix_of<T>(op.x), weight_of<Target, T>(op.weight),
                              bias_of<Target>(op.weight)});
      } else {
        throw Error("A product of f32 activations gives f32, but bf16 was asked for.");
      }
    });
  });
}

template <class Target>
void launch_linear(const Linear& op, Runner& runner) {
  with_linear_args<Target>(op, [&]<class T, class Y>(const LinearArgs<T, T, Y>& args) {
    with_precision<Target, T>(runner, [&]<Precision precision>(PrecisionOf<precision>) {
      with_product_shape<precision>(args.y.rows, [&]<class S>(S) {
        Target::template run<LinearKernel<precision, T, T, Y, S::rows, S::cols, S::depth, S::slices>>(
            args, runner, "linear");
      });
    });
  });
}

template <class Target>
void launch_linear_few_rows(const Linear& op, Runner& runner) {
  with_linear_args<Target>(op, [&]<class T, class Y>(const LinearArgs<T, T, Y>& args) {
    if (args.y.rows == 1) {
      Target::template run<LinearFewRowsKernel<T, T, Y, 1, 4, 4>>(args, runner, "linear_few_rows");
    } else if (args.y.rows <= 4) {
      Target::template run<LinearFewRowsKernel<T, T, Y, 4, 4, 4>>(args, runner, "linear_few_rows");
    } else {
      Target::template run<LinearFewRowsKernel<T, T, Y, 8, 16, 1>>(args, runner, "linear_few_rows");
    }
  });
}

template <class Target>
void register_linear(Registry& registry, const char* engine) {
  constexpr std::int64_t few = 16;
  registry.add<Linear>({"tile_few_rows", engine,
                        [](const Linear::Problem& p, const Device& device) {
                          return p.rows <= few && is_activation(p.x, device);
                        },
                        launch_linear_few_rows<Target>});
  registry.add<Linear>(
      {"tile", engine,
       [](const Linear::Problem& p, const Device& device) { return is_activation(p.x, device); },
       launch_linear<Target>});
}

}  // namespace tilescribe::kernels::tile
