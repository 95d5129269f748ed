// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/export.h"
#include "kernels/core/sequence.h"

namespace tilescribe::kernels {

/// Creates an op's random arguments on a backend. Two builders with the same seed create the same values on
/// two backends, so a variant can be compared with the reference. Values are exact in bfloat16, and matrices
/// in int8 with a scale per row, so only the arithmetic differs. Owns everything it returns.
class TILESCRIBE_EXPORT CaseBuilder {
 public:
  /// A check includes everything unusual (idle rows, different contexts). A timing includes only what is
  /// common at work, and its random values repeat after a few thousand.
  enum class Purpose : std::uint8_t { check, timing };

  CaseBuilder(Backend& backend, std::uint64_t seed, Purpose purpose = Purpose::check);

  bool for_timing() const { return purpose_ == Purpose::timing; }

  Backend& backend() const { return backend_; }
  DType activation() const { return backend_.activation_dtype(); }

  /// A result's type: f32 if the problem says f32, otherwise the activation type.
  DType result_dtype(DType wanted) const { return wanted == DType::f32 ? DType::f32 : activation(); }

  /// Roughly normal values, times `scale`, plus `offset`.
  TensorView input(DType dtype, Shape shape, float scale = 1.0f, float offset = 0.0f);
  TensorView ids(std::span<const std::int32_t> values);
  /// A key or value cache [slots, kv_heads, capacity, head_dim]: random in the first keys[slot] positions of
  /// each slot, NaN after them, because what was never written must not be read. `float8`: its values are
  /// exact in E4M3, and it is in that type if the backend has such caches.
  TensorView cache(Shape shape, std::span<const std::int64_t> keys, bool float8 = false);
  /// One that is compared afterwards, random everywhere.
  TensorView updated_cache(Shape shape, bool float8 = false);
  /// Tensors that are compared afterwards. `updated` ones (read and written) start with random values,
  /// `output` ones (only written) with NaN, or `unwritten_id` for integers.
  TensorView updated(DType dtype, Shape shape, float scale = 1.0f);
  TensorView updated_ids(std::span<const std::int32_t> values);
  /// f32 [rows, width], read and written, of a decode step; its idle rows are not compared.
  TensorView updated_rows(Shape shape, const Rows& rows);
  TensorView output(DType dtype, Shape shape);
  static constexpr std::int32_t unwritten_id = -0x7fffffff;
  /// A weight of about unit gain (matrices 1/√in, vectors around 1), prepared on the backend. Shapes as in
  /// WeightRole; gate_up: [2·hidden, in].
  const Weight* weight(WeightRole role, Shape shape, bool bias = false);
  /// A merged matrix of parts [rows_i, in], with or without a bias each.
  const Weight* stacked(std::span<const std::int64_t> rows, std::int64_t in, const std::vector<bool>& biases);
  /// The rows of sequences, or as many of a decode step. In a check, every third row of a step is idle.
  Rows rows_of(RowsOf of, std::vector<Sequence> list);
  /// Rows of a product, whatever their places.
  Rows rows_of(RowsOf of, std::int64_t count);
  /// A list that an op refers to.
  template <class T>
  std::span<const T> kept(std::vector<T> list) {
    const auto held = std::make_shared<const std::vector<T>>(std::move(list));
    kept_.push_back(held);
    return *held;
  }

  /// Of a comparison (largest error over largest reference value): 2e-5 in float32, 3e-3 if float32 products
  /// round to TF32, 1e-2 in bfloat16, 8e-2 with weights in E4M3, which round what they multiply.
  double tolerance() const;

  /// One output or updated tensor. Integers (exact below 2^24) and unwritten_id are float32, too.
  struct Result {
    DType dtype = DType::f32;
    std::vector<float> values;
    std::int64_t width = 1;  // of its rows: the last dimension
    double scale = 0.0;      // of an updated tensor: its largest value before, because a sum may cancel
  };
  /// What was written, in the order in which the tensors were created.
  std::vector<Result> results() const;
  /// Bytes of all tensors and weights returned.
  std::int64_t bytes() const;

 private:
  TensorView compared(const TensorView& view, double scale = 0.0);
  TensorView place(DType dtype, Shape shape, std::span<const float> values);
  TensorView place_cache(Shape shape, std::span<float> values, bool float8);
  std::vector<float> random_values(std::int64_t count, float scale, float offset);
  std::vector<float> matrix_values(std::int64_t rows, std::int64_t in);  // 1/√in, about

  Backend& backend_;
  std::uint64_t state_;
  Purpose purpose_;
  std::list<Tensor> tensors_;
  std::vector<std::pair<TensorView, double>> results_;  // and their scales
  std::vector<WeightHandle> weights_;
  std::vector<std::shared_ptr<const void>> kept_;
};

}  // namespace tilescribe::kernels
