// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/core/export.h"
#include "kernels/core/sequence.h"

namespace tilescribe::kernels {

/// Makes one op's random arguments on a backend. Two builders with one seed make the same values on two
/// backends, so that a variant and the reference can be compared. Values are exactly representable in
/// bfloat16, so that only arithmetic differs. Owns all that it hands out.
class TILESCRIBE_EXPORT CaseBuilder {
 public:
  /// What a case is for: a check wants every odd thing that may occur (idle rows, contexts that differ), a
  /// timing what occurs at work, over and over. A timing's random values repeat after a few thousand.
  enum class Purpose : std::uint8_t { check, timing };

  CaseBuilder(Backend& backend, std::uint64_t seed, Purpose purpose = Purpose::check);

  bool for_timing() const { return purpose_ == Purpose::timing; }

  Backend& backend() const { return backend_; }
  DType activation() const { return backend_.activation_dtype(); }

  /// A result's type where the problem names one: f32, or anything else for the activation type.
  DType result_dtype(DType wanted) const { return wanted == DType::f32 ? DType::f32 : activation(); }

  /// Roughly normal values times `scale` around `offset`.
  TensorView input(DType dtype, Shape shape, float scale = 1.0f, float offset = 0.0f);
  /// Integers in [0, below).
  TensorView ids(Shape shape, std::int32_t below);
  TensorView ids(std::span<const std::int32_t> values);
  /// A key or value cache [slots, kv_heads, capacity, head_dim]: random for the first keys[slot] positions of
  /// each slot, NaN beyond, since what was never written must not be read.
  TensorView cache(Shape shape, std::span<const std::int64_t> keys);
  /// Compared afterwards; random before (read and written) or poisoned (written only): NaN, or for integers
  /// `unwritten_id`.
  TensorView updated(DType dtype, Shape shape, float scale = 1.0f);
  TensorView updated_ids(std::span<const std::int32_t> values);
  TensorView output(DType dtype, Shape shape);
  static constexpr std::int32_t unwritten_id = -0x7fffffff;
  /// A weight with values of about unit gain (matrices 1/√in, vectors around 1), prepared on the backend.
  /// Shapes as WeightRole says; gate_up: [2·hidden, in].
  const Weight* weight(WeightRole role, Shape shape, bool bias = false);
  /// A merged matrix: parts [rows_i, in], biased or not.
  const Weight* stacked(std::span<const std::int64_t> rows, std::int64_t in, const std::vector<bool>& biases);
  std::span<const Sequence> sequences(std::vector<Sequence> list);
  /// The same as a decode step's rows, where every third row of three or more is idle in a check.
  StepRows step_rows(const std::vector<Sequence>& list);
  std::span<const std::int32_t> rows(std::vector<std::int32_t> list);

  /// Overrides the tolerance of the comparison (largest error over the largest reference value). Otherwise
  /// 2e-5 in float32, 3e-3 where its products round to TF32, and 1e-2 in bfloat16.
  void set_tolerance(double value) { tolerance_ = value; }
  double tolerance() const { return tolerance_; }

  /// One output or updated tensor; integers (exact below 2^24) and unwritten_id as float32 too.
  struct Result {
    DType dtype = DType::f32;
    std::vector<float> values;
    double scale = 0.0;  // the largest value before, of an updated tensor: a sum may cancel
  };
  /// What was written, in order of the tensors' making.
  std::vector<Result> results() const;
  /// Bytes of all tensors and weights that were handed out.
  std::int64_t bytes() const;

 private:
  float next();  // about normal with unit variance, within ±3.5
  TensorView place(DType dtype, Shape shape, std::span<const float> values);
  std::vector<float> random_values(std::int64_t count, float scale, float offset);

  Backend& backend_;
  std::uint64_t state_;
  Purpose purpose_;
  double tolerance_;
  std::list<Tensor> tensors_;
  std::vector<TensorView> results_;
  std::vector<double> scales_;  // of the results
  std::vector<WeightHandle> weights_;
  std::list<std::vector<Sequence>> sequences_;
  std::list<std::vector<std::int32_t>> rows_;
};

}  // namespace tilescribe::kernels
