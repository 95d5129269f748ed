// SPDX-License-Identifier: Apache-2.0
#include "kernels/check/case_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tilescribe::kernels {
namespace {

constexpr double tolerance_f32 = 2e-5;
constexpr double tolerance_tf32 = 3e-3;
constexpr double tolerance_bf16 = 1e-2;
constexpr double tolerance_float8 = 8e-2;
constexpr float widest = 3.5f;  // of random values, about
constexpr float unwritten = std::numeric_limits<float>::quiet_NaN();

/// Approximately normal with unit variance, within ±3.5: of SplitMix64 (Steele et al. 2014) the sum of the
/// four 16-bit parts, centred and scaled.
float next(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  const auto sum =
      static_cast<std::int32_t>((z & 0xffffu) + ((z >> 16) & 0xffffu) + ((z >> 32) & 0xffffu) + (z >> 48));
  constexpr float deviation = 37837.2f;  // of the sum: √(4/12)·2^16
  return static_cast<float>(sum - 2 * 0xffff) / deviation;
}

double largest_of(std::span<const float> values) {
  double largest = 0.0;
  for (const float value : values) largest = std::max(largest, std::abs(static_cast<double>(value)));
  return largest;
}

}  // namespace

CaseBuilder::CaseBuilder(Backend& backend, std::uint64_t seed, Purpose purpose)
    : backend_(backend), state_(seed), purpose_(purpose) {}

double CaseBuilder::tolerance() const {
  if (backend_.rounds_to_float8() && !weights_.empty()) return tolerance_float8;
  if (activation() != DType::f32) return tolerance_bf16;
  return backend_.rounds_to_tf32() ? tolerance_tf32 : tolerance_f32;
}

std::vector<float> CaseBuilder::random_values(std::int64_t count, float scale, float offset) {
  std::vector<float> values(static_cast<std::size_t>(count));
  // For timing, fewer values are enough. Their number is prime, so no two rows are the same.
  const std::size_t fresh = for_timing() ? std::min<std::size_t>(values.size(), 65'521) : values.size();
  std::uint64_t state = state_;
  for (float& value : std::span(values).first(fresh))
    value = to_float(to_bfloat16(offset + scale * next(state)));
  state_ = state;
  for (std::size_t i = fresh; i < values.size(); i += fresh)
    std::copy_n(values.begin(), std::min(fresh, values.size() - i), values.data() + i);
  return values;
}

// Whole numbers up to 127 times a power of two. Each row has a 127, so that is its scale in int8.
// Neighbouring rows have different ones, so no other row's scale will do.
std::vector<float> CaseBuilder::matrix_values(std::int64_t rows, std::int64_t in) {
  constexpr float most = 127.0f;
  constexpr std::array<float, 3> units{1.0f, 0.5f, 0.25f};
  std::vector<float> values = random_values(rows * in, most / widest, 0.0f);
  const float unit = std::exp2(std::round(std::log2(widest / most / std::sqrt(static_cast<float>(in)))));
  float* value = values.data();
  for (std::int64_t row = 0; row < rows; ++row) {
    const float of_row = unit * units[static_cast<std::size_t>(row) % units.size()];
    if (in > 0) *value = std::copysign(most, *value);
    for (std::int64_t i = 0; i < in; ++i, ++value) {
      const auto whole = static_cast<float>(static_cast<int>(*value + std::copysign(0.5f, *value)));
      *value = std::clamp(whole, -most, most) * of_row;
    }
  }
  return values;
}

TensorView CaseBuilder::place(DType dtype, Shape shape, std::span<const float> values) {
  tensors_.push_back(backend_.tensor(dtype, shape));
  const TensorView view = tensors_.back().view();
  const auto upload = [&](auto convert) {
    std::vector<decltype(convert(0.0f))> stored(values.size());
    std::ranges::transform(values, stored.begin(), convert);
    backend_.upload(view, stored.data());
  };
  if (dtype == DType::f32) {
    backend_.upload(view, values.data());
  } else if (dtype == DType::bf16) {
    upload(to_bfloat16);
  } else if (dtype == DType::f8) {
    upload(to_float8);
  } else if (dtype == DType::i32) {
    upload([](float value) { return std::isnan(value) ? unwritten_id : static_cast<std::int32_t>(value); });
  } else {
    throw Error("A check's tensors are f32, bf16, f8 or i32, but {1} was asked for.", name(dtype));
  }
  return view;
}

TensorView CaseBuilder::input(DType dtype, Shape shape, float scale, float offset) {
  return place(dtype, shape, random_values(shape.elements(), scale, offset));
}

TensorView CaseBuilder::ids(std::span<const std::int32_t> values) {
  tensors_.push_back(backend_.tensor(DType::i32, {static_cast<std::int64_t>(values.size())}));
  backend_.upload(tensors_.back(), values.data());
  return tensors_.back();
}

TensorView CaseBuilder::place_cache(Shape shape, std::span<float> values, bool float8) {
  if (!float8) return place(activation(), shape, values);
  for (float& value : values) value = to_float(to_float8(value));
  return place(backend_.has_float8_cache() ? DType::f8 : activation(), shape, values);
}

TensorView CaseBuilder::updated_cache(Shape shape, bool float8) {
  std::vector<float> values = random_values(shape.elements(), 1.0f, 0.0f);
  const double largest = largest_of(values);
  return compared(place_cache(shape, values, float8), largest);
}

TensorView CaseBuilder::cache(Shape shape, std::span<const std::int64_t> keys, bool float8) {
  std::vector<float> values = random_values(shape.elements(), 1.0f, 0.0f);
  const std::int64_t heads = shape[1], capacity = shape[2], width = shape[3];
  for (std::int64_t slot = 0; slot < shape[0]; ++slot) {
    const std::int64_t filled = keys[static_cast<std::size_t>(slot)];
    for (std::int64_t head = 0; head < heads; ++head) {
      float* const rows = values.data() + (slot * heads + head) * capacity * width;
      for (std::int64_t i = filled * width; i < capacity * width; ++i) rows[i] = unwritten;
    }
  }
  return place_cache(shape, values, float8);
}

TensorView CaseBuilder::updated(DType dtype, Shape shape, float scale) {
  const std::vector<float> values = random_values(shape.elements(), scale, 0.0f);
  return compared(place(dtype, shape, values), largest_of(values));
}

TensorView CaseBuilder::updated_ids(std::span<const std::int32_t> values) {
  return compared(ids(values));
}

TensorView CaseBuilder::updated_rows(Shape shape, const Rows& rows) {
  const TensorView all = input(DType::f32, shape);
  const std::vector<float> positions = backend_.floats(rows.step.positions);
  for (std::int64_t row = 0; row < shape[0]; ++row) {
    if (positions[static_cast<std::size_t>(row)] >= 0.0f) compared(all.rows(row, 1), widest);
  }
  return all;
}

TensorView CaseBuilder::output(DType dtype, Shape shape) {
  return compared(
      place(dtype, shape, std::vector<float>(static_cast<std::size_t>(shape.elements()), unwritten)));
}

TensorView CaseBuilder::compared(const TensorView& view, double scale) {
  return results_.emplace_back(view, scale).first;
}

const Weight* CaseBuilder::weight(WeightRole role, Shape shape, bool bias) {
  const std::int64_t summed = shape.elements() / shape[0];  // terms of each result's sum
  const bool vector = role == WeightRole::vector;
  const std::vector<float> values = vector                      ? random_values(shape[0], 0.25f, 1.0f)
                                    : role == WeightRole::table ? random_values(shape.elements(), 1.0f, 0.0f)
                                                                : matrix_values(shape[0], summed);
  const std::vector<float> biases = random_values(bias ? shape[0] : 0, 0.5f, 0.0f);

  std::vector<WeightPart> parts;
  const std::int64_t count = role == WeightRole::gate_up ? 2 : 1;
  const std::int64_t rows = shape[0] / count;
  for (std::int64_t i = 0; i < count; ++i) {
    const Shape dims = shape.with_rows(rows);
    WeightPart& part = parts.emplace_back();
    part.weight = {values.data() + i * dims.elements(), DType::f32, dims};
    if (bias) part.bias = {biases.data() + i * rows, DType::f32, {rows}};
  }
  weights_.push_back(backend_.prepare(role, parts));
  return weights_.back().get();
}

const Weight* CaseBuilder::stacked(std::span<const std::int64_t> rows, std::int64_t in,
                                   const std::vector<bool>& biases) {
  std::vector<std::vector<float>> storage;
  storage.reserve(2 * rows.size());
  std::vector<WeightPart> parts;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& values = storage.emplace_back(matrix_values(rows[i], in));
    WeightPart& part = parts.emplace_back();
    part.weight = {values.data(), DType::f32, {rows[i], in}};
    if (biases[i]) {
      const auto& bias = storage.emplace_back(random_values(rows[i], 0.5f, 0.0f));
      part.bias = {bias.data(), DType::f32, {rows[i]}};
    }
  }
  weights_.push_back(backend_.prepare(WeightRole::matrix, parts));
  return weights_.back().get();
}

Rows CaseBuilder::rows_of(RowsOf of, std::vector<Sequence> list) {
  if (of == RowsOf::sequences) return {.sequences = kept(std::move(list))};
  std::vector<std::int32_t> slots, positions;
  StepRows step;
  for (const Sequence& s : list) {
    for (std::int32_t r = 0; r < s.rows; ++r) {
      slots.push_back(s.slot);
      positions.push_back(!for_timing() && positions.size() % 3 == 2 ? -1 : s.position + r);
    }
    step.most_keys = std::max<std::int64_t>(step.most_keys, std::int64_t{s.position} + s.rows);
    step.shared_slots = step.shared_slots || s.rows > 1;
  }
  step.slots = ids(slots);
  step.positions = ids(positions);
  return {.sequences = {}, .step = step};
}

Rows CaseBuilder::rows_of(RowsOf of, std::int64_t count) {
  return of == RowsOf::sequences ? Rows()
                                 : rows_of(of, std::vector<Sequence>(static_cast<std::size_t>(count)));
}

std::int64_t CaseBuilder::bytes() const {
  std::size_t sum = 0;
  for (const Tensor& tensor : tensors_) sum += tensor.view().bytes();
  for (const WeightHandle& weight : weights_) sum += weight->bytes();
  return static_cast<std::int64_t>(sum);
}

std::vector<CaseBuilder::Result> CaseBuilder::results() const {
  std::vector<Result> results;
  for (const auto& [view, scale] : results_) {
    const int rank = view.shape.rank();
    results.push_back({view.dtype, backend_.floats(view), rank > 0 ? view.shape[rank - 1] : 1, scale});
  }
  return results;
}

}  // namespace tilescribe::kernels
