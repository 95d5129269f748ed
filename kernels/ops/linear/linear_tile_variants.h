// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/ops/linear/linear.h"
#include "kernels/ops/linear/linear_tile.h"
#include "kernels/ops/tile_variants.h"

namespace tilescribe::kernels::tile {

/// Calls f(LinearArgs<…>) for the op's types: one for activations and weights, results in that or float32.
template <class Target, class F>
void with_linear_args(const Linear& op, F f) {
  with_type(op.x.dtype, [&]<class T>(TypeOf<T>) {
    with_type(op.y.dtype, [&]<class Y>(TypeOf<Y>) {
      if constexpr (same_type<T, Bf16> || same_type<Y, float>) {
        f(LinearArgs<T, T, Y>{{matrix_of<T>(op.x)},
                              {weight_of<Target, T>(op.weight)},
                              matrix_of<Y>(op.y),
                              bias_of<Target>(op.weight)});
      } else {
        throw Error("A product of f32 activations gives f32, but bf16 was asked for.");
      }
    });
  });
}

/// The shapes for many rows and outputs on GPUs with wgmma, beside product_shapes. All sum in the same order.
inline constexpr Config square{"128x128", 2}, wide{"128x256", 3};

template <class Target>
void launch_linear(const Linear& op, const Config& config, Runner& runner) {
  with_linear_args<Target>(op, [&]<class T, class Y>(LinearArgs<T, T, Y> args) {
    Target::describe(args.x, runner);
    Target::describe(args.weight, runner);
    with_precision<Target, T>(runner, [&]<Precision precision>(PrecisionOf<precision>) {
      if constexpr (precision != Precision::fp32) {
        const bool mapped = args.x.mapped != 0 && args.weight.mapped != 0;
        if (config == wide && mapped)
          return Target::template run<LinearKernel<precision, T, T, Y, 128, 256>>(args, runner, "linear");
        if (config == square || config == wide)
          return Target::template run<LinearKernel<precision, T, T, Y, 128, 128>>(args, runner, "linear");
      }
      with_product_shape<precision>(config, [&]<class S>(S) {
        Target::template run<LinearKernel<precision, T, T, Y, S::rows, S::cols>>(args, runner, "linear");
      });
    });
  });
}

template <class Target>
void launch_linear_few_rows(const Linear& op, const Config& config, Runner& runner) {
  with_linear_args<Target>(op, [&]<class T, class Y>(const LinearArgs<T, T, Y>& args) {
    if (config.index == 0) {
      Target::template run<LinearFewRowsKernel<T, T, Y, 1, 4, 4>>(args, runner, "linear_few_rows");
    } else if (config.index == 1) {
      Target::template run<LinearFewRowsKernel<T, T, Y, 4, 4, 4>>(args, runner, "linear_few_rows");
    } else {
      Target::template run<LinearFewRowsKernel<T, T, Y, 8, 16, 1>>(args, runner, "linear_few_rows");
    }
  });
}

/// Rows by outputs of a block.
inline Configs few_row_shapes(const Linear::Problem& p, const Device& device) {
  constexpr std::int64_t few = 16;
  constexpr Config one{"1x4", 0}, four{"4x4", 1}, eight{"8x16", 2};
  if (p.rows > few || !is_activation(p.x, device) || in_eight_bits(p.weights.dtype)) return {};
  if (p.rows == 1) return {one, four, eight};
  return p.rows <= 4 ? Configs{four, one, eight} : Configs{eight, four, one};
}

/// As product_shapes. Larger tiles come first if there are enough of them for all multiprocessors.
template <class Target>
Configs linear_shapes(const Linear::Problem& p, const Device& device) {
  constexpr std::int64_t side = 128, enough = 128;
  if (!is_activation(p.x, device) || in_eight_bits(p.weights.dtype)) return {};
  Configs shapes = product_shapes(p.rows);
  const bool rounds = p.x == DType::bf16 || Target::float32_products(device) == Precision::tf32;
  if (!rounds || !Target::has_wgmma(device)) return shapes;
  const std::int64_t squares = p.rows < side ? 0 : p.rows * p.out / (side * side);
  shapes.insert(squares >= enough ? shapes.begin() : shapes.end(), square);
  shapes.insert(squares >= 2 * enough ? shapes.begin() : shapes.end(), wide);
  return shapes;
}

template <class Target>
void register_linear(Registry& registry, const char* engine) {
  registry.add<Linear>({"tile_few_rows", engine,
                        Message("For up to 16 rows, where only reading the weight counts; on every GPU."),
                        few_row_shapes, launch_linear_few_rows<Target>});
  registry.add<Linear>({"tile", engine, in_tiles(), linear_shapes<Target>, launch_linear<Target>});
}

}  // namespace tilescribe::kernels::tile
