// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/backend/backend.h"
#include "kernels/core/sequence.h"
#include "kernels/tile/factor.h"
#include "kernels/tile/mma.h"
#include "kernels/tile/sequence_rows.h"

// From an op's arguments to a tile kernel's: helpers for variants. They are templates of a Target, so a GPU
// engine and the host tests register the same variants:
//
//   struct Target {
//     template <class Kernel>
//     static void run(const typename Kernel::Args&, Runner&, const char* name);
//     static const void* data(const Weight*);          // as the backend's weights hold it: matrices,
//     static const float* bias(const Weight*);         // convolutions and tables in its activation type,
//                                                      // vectors and biases (null: none) in float32
//     static Precision float32_products(const Device&);  // fp32 or tf32
//     static bool has_wgmma(const Device&);             // whether products of factors run on it
//     template <class T>
//     static void describe(Factor<const T>&, Runner&);  // gives it a map where has_wgmma and the matrix
//     allow it
//   };
namespace tilescribe::kernels::tile {

template <class T>
Matrix<T> matrix_of(const TensorView& view) {
  return matrix(view.as<T>(), view.shape[0], view.shape[1]);
}
template <class T>
Matrix<const T> matrix_of(const ConstTensorView& view) {
  return matrix(view.as<T>(), view.shape[0], view.shape[1]);
}

/// A weight that is a matrix or a table; its bias; a norm's vector.
template <class Target, class T>
Matrix<const T> weight_of(const Weight* weight) {
  return matrix(static_cast<const T*>(Target::data(weight)), weight->out(), weight->in());
}
template <class Target>
Matrix<const float> bias_of(const Weight* weight) {
  return as_row(Target::bias(weight), weight->has_bias() ? weight->out() : 0);
}
template <class Target>
Matrix<const float> vector_of(const Weight* weight) {
  return as_row(static_cast<const float*>(Target::data(weight)), weight->in());
}

/// Calls f(TypeOf<T>) for the element type. Throws Error if tile kernels do not have the type.
template <class T>
struct TypeOf {
  using Type = T;
};
template <class F>
void with_type(DType dtype, F f) {
  switch (dtype) {
    case DType::f32:
      return f(TypeOf<float>{});
    case DType::bf16:
      return f(TypeOf<Bf16>{});
    case DType::f16:
    case DType::i32:
    case DType::i8:
    case DType::f8:
      break;
  }
  throw Error("A tile kernel takes f32 or bf16, but got {1}.", name(dtype));
}

/// Calls f(PrecisionOf<…>) for the way in which values of type T are multiplied.
template <Precision value>
struct PrecisionOf {
  static constexpr Precision precision = value;
};
template <class Target, class T, class F>
void with_precision(Runner& runner, F f) {
  if constexpr (same_type<T, Bf16>) {
    f(PrecisionOf<Precision::bf16>{});
  } else if (Target::float32_products(runner.device()) == Precision::tf32) {
    f(PrecisionOf<Precision::tf32>{});
  } else {
    f(PrecisionOf<Precision::fp32>{});
  }
}

/// Why there is a kernel in the tile layer.
inline Message in_tiles() {
  return Message("A readable kernel in the tile layer, for all sizes, on every GPU.");
}

/// Tile sizes of a matrix product: results per block, depth of a slice, slices in shared memory.
template <int Rows, int Cols, int Depth, int Slices>
struct ProductShape {
  static constexpr int rows = Rows, cols = Cols, depth = Depth, slices = Slices;
};

/// The shapes for this many rows. Tall tiles read the weight less often if there are rows to fill them. Both
/// sum in the same order, so a row's result does not depend on the other rows.
inline Configs product_shapes(std::int64_t rows) {
  constexpr Config tall{"128x64", 0}, low{"64x64", 1};
  return rows >= 128 ? Configs{tall, low} : Configs{low, tall};
}
/// Calls f with one of them.
template <Precision precision, class F>
void with_product_shape(const Config& config, F f) {
  constexpr int depth = precision == Precision::bf16 ? 64 : 32;
  if (config.index == 0) {
    f(ProductShape<128, 64, depth, 2>{});
  } else {
    f(ProductShape<64, 64, depth, 2>{});
  }
}

/// Whether the type is the backend's activation type: f32, or bf16 with bf16 weights.
inline bool is_activation(DType dtype, const Device& device) {
  return dtype == device.activation_dtype();
}

/// Calls f(SequenceList, rows of the longest sequence) until all sequences are done.
template <class F>
void for_sequences(const Rows& rows, F f) {
  SequenceList list{};
  if (rows.of() == RowsOf::step) {
    list.count = static_cast<int>(rows.step.positions.elements());
    list.step_slots = rows.step.slots.as<std::int32_t>();
    list.step_positions = rows.step.positions.as<std::int32_t>();
    return f(list, 1);
  }
  const std::span<const Sequence> sequences = rows.sequences;
  for (std::size_t first = 0; first < sequences.size(); first += SequenceList::most) {
    int longest = 0;
    list.count = 0;
    for (std::size_t i = first; i < sequences.size() && list.count < SequenceList::most; ++i) {
      const Sequence& s = sequences[i];
      list.list[list.count++] = {s.slot, s.first_row, s.rows, s.position};
      if (s.rows > longest) longest = s.rows;
    }
    f(list, longest);
  }
}

}  // namespace tilescribe::kernels::tile
