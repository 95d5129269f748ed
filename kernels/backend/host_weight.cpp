// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/host_weight.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "kernels/core/error.h"

namespace tilescribe::kernels {
namespace {

// In the order of WeightRole.
constexpr std::array<std::string_view, 5> role_names{"matrix", "gate_up", "convolution", "table", "vector"};

std::string text(const Shape& shape) {
  std::string dims;
  for (int i = 0; i < shape.rank(); ++i) dims += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
  return "[" + dims + "]";
}

[[noreturn]] void refuse(WeightRole role, const Message& expected, const Argument& found) {
  throw Error("A weight used as {1} needs {2}, but has {3}.", role_names.at(static_cast<std::size_t>(role)),
              expected, found);
}

void check_type(WeightRole role, const ConstTensorView& values) {
  if (values.dtype == DType::i32 || values.dtype == DType::i8 || values.dtype == DType::f8)
    refuse(role, Message("values of type f32, f16 or bf16"), kernels::name(values.dtype));
}

void check_parts(WeightRole role, std::span<const WeightPart> parts) {
  const bool stacked = role == WeightRole::matrix;
  const std::size_t wanted = role == WeightRole::gate_up ? 2 : 1;
  if (stacked ? parts.empty() : parts.size() != wanted)
    refuse(role, stacked ? Message("at least {1} part(s)", wanted) : Message("exactly {1} part(s)", wanted),
           parts.size());

  const int rank = role == WeightRole::vector ? 1 : role == WeightRole::convolution ? 3 : 2;
  for (const WeightPart& part : parts) {
    const Shape& shape = part.weight.shape;
    if (part.weight.empty() || shape.rank() != rank || shape.elements() < 1)
      refuse(role, Message("{1} dimension(s), none empty", rank), text(shape));
    if (rank == 2 && shape[1] != parts[0].weight.shape[1])
      refuse(role, Message("parts with {1} columns", parts[0].weight.shape[1]),
             Message("one of shape {1}", text(shape)));
    if (role == WeightRole::gate_up && shape[0] != parts[0].weight.shape[0])
      refuse(role, Message("a gate and an up matrix of one shape, {1}", text(parts[0].weight.shape)),
             Message("an up matrix of shape {1}", text(shape)));
    check_type(role, part.weight);
    if (part.bias.empty()) continue;
    check_type(role, part.bias);
    if (role == WeightRole::vector || role == WeightRole::table)
      refuse(role, Message("no bias"), Message("one of shape {1}", text(part.bias.shape)));
    if (part.bias.shape != Shape{shape[0]})
      refuse(role, Message("a bias of shape {1}", text({shape[0]})), text(part.bias.shape));
  }
}

/// [out, in, taps] → [out, taps, in], so a row matches consecutive time-major frames.
std::vector<float> tap_major(const std::vector<float>& values, const Shape& shape) {
  std::vector<float> turned;
  turned.reserve(values.size());
  for (std::int64_t o = 0; o < shape[0]; ++o) {
    const float* const filter = values.data() + o * shape[1] * shape[2];
    for (std::int64_t tap = 0; tap < shape[2]; ++tap) {
      for (std::int64_t c = 0; c < shape[1]; ++c) turned.push_back(filter[c * shape[2] + tap]);
    }
  }
  return turned;
}

}  // namespace

WeightLayout weight_layout(WeightRole role, std::span<const WeightPart> parts) {
  check_parts(role, parts);
  WeightLayout layout;
  std::int64_t elements = 0;
  for (const WeightPart& part : parts) {
    elements += part.weight.elements();
    layout.out += part.weight.shape[0];
    layout.biased = layout.biased || !part.bias.empty();
  }
  layout.in = elements / layout.out;
  if (role == WeightRole::vector) std::swap(layout.out, layout.in);  // one row
  return layout;
}

void widen_values(const ConstTensorView& from, float* to) {
  const std::int64_t count = from.elements();
  const auto convert = [&](const auto* values) {
    std::transform(values, values + count, to, [](auto value) { return to_float(value); });
  };
  if (from.dtype == DType::f32) {
    std::copy_n(from.as<float>(), count, to);
  } else if (from.dtype == DType::bf16) {
    convert(from.as<BFloat16>());
  } else {
    convert(from.as<Float16>());
  }
}

std::vector<float> widen_bias(std::span<const WeightPart> parts) {
  std::vector<float> bias;
  for (const WeightPart& part : parts) {
    const std::size_t first = bias.size();
    bias.resize(first + static_cast<std::size_t>(part.weight.shape[0]));
    if (!part.bias.empty()) widen_values(part.bias, bias.data() + first);
  }
  return bias;
}

ConstTensorView stacked_row(std::span<const WeightPart> parts, std::int64_t row) {
  auto part = parts.begin();
  for (; row >= part->weight.shape[0]; ++part) row -= part->weight.shape[0];
  return part->weight.rows(row, 1);
}

WidenedWeight widen(WeightRole role, std::span<const WeightPart> parts) {
  const WeightLayout layout = weight_layout(role, parts);
  WidenedWeight wide;
  wide.out = layout.out;
  wide.in = layout.in;
  wide.values.resize(static_cast<std::size_t>(layout.out * layout.in));
  float* to = wide.values.data();
  for (const WeightPart& part : parts) {
    widen_values(part.weight, to);
    to += part.weight.elements();
  }
  if (layout.biased) wide.bias = widen_bias(parts);
  if (role == WeightRole::convolution) wide.values = tap_major(wide.values, parts[0].weight.shape);
  return wide;
}

}  // namespace tilescribe::kernels
