// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/backend/host_weight.h"
#include "kernels/core/sequence.h"
#include "kernels/ops/norm/norm.h"

// For references: the textbook formulas in double, one row at a time.
namespace tilescribe::kernels::reference_support {

using Row = std::vector<double>;

/// A weight prepared by the reference backend. Throws Error for another backend's.
inline const HostWeight& host(const Weight* weight) {
  const auto* plain = dynamic_cast<const HostWeight*>(weight);
  if (plain == nullptr)
    throw Error("A reference needs a weight of the reference backend, but got another's.");
  return *plain;
}

inline Row row_of(const float* values, std::int64_t width) {
  return {values, values + width};
}

inline void store(const Row& row, float* to) {
  for (const double value : row) *to++ = static_cast<float>(value);
}

/// The same of row `r` of a float32 tensor [rows, width].
inline Row row_of(const ConstTensorView& tensor, std::int64_t r) {
  return row_of(tensor.as<float>() + r * tensor.shape[1], tensor.shape[1]);
}
inline void store(const Row& row, const TensorView& to, std::int64_t r) {
  store(row, to.as<float>() + r * to.shape[1]);
}
inline void add(const Row& row, const TensorView& to, std::int64_t r) {
  Row sum = row_of(to, r);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += row[i];
  store(sum, to, r);
}

inline double gelu(double x) {
  return 0.5 * x * std::erfc(-x / std::sqrt(2.0));  // erfc keeps its precision where 1 + erf would lose it
}

/// GPT-2's approximation.
inline double gelu_tanh(double x) {
  return 0.5 * x * (1.0 + std::tanh(std::sqrt(2.0 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
}

inline double silu(double x) {
  return x / (1.0 + std::exp(-x));
}

/// `Outputs` values of W·x + b from output o on. Their sums do not wait for each other.
template <std::size_t Outputs>
void project(const HostWeight& weight, const Row& x, std::size_t o, Row& y) {
  const auto in = static_cast<std::size_t>(weight.in());
  const float* const w = weight.values() + o * in;
  double sums[Outputs] = {};
  for (std::size_t k = 0; k < Outputs && weight.bias() != nullptr; ++k) sums[k] = weight.bias()[o + k];
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double value = x[i];
    for (std::size_t k = 0; k < Outputs; ++k) sums[k] += w[k * in + i] * value;
  }
  for (std::size_t k = 0; k < Outputs; ++k) y[o + k] = sums[k];
}

/// W·x + b.
inline Row project(const HostWeight& weight, const Row& x) {
  constexpr std::size_t together = 8;
  Row y(static_cast<std::size_t>(weight.out()));
  std::size_t o = 0;
  for (; o + together <= y.size(); o += together) project<together>(weight, x, o, y);
  for (; o < y.size(); ++o) project<1>(weight, x, o, y);
  return y;
}

inline Row layer_norm(const Row& x, const Weight* gain, const Weight* bias, double eps) {
  const auto width = static_cast<double>(x.size());
  double mean = 0.0, variance = 0.0;
  for (const double value : x) mean += value / width;
  for (const double value : x) variance += (value - mean) * (value - mean) / width;
  Row y(x.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = (x[i] - mean) / std::sqrt(variance + eps) * host(gain).values()[i] + host(bias).values()[i];
  return y;
}

inline Row rms_norm(const Row& x, const Weight* gain, double eps) {
  double mean_square = 0.0;
  for (const double value : x) mean_square += value * value / static_cast<double>(x.size());
  Row y(x.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = x[i] / std::sqrt(mean_square + eps) * host(gain).values()[i];
  return y;
}

inline Row normalise(const Norm& norm, const Row& x) {
  const auto eps = static_cast<double>(norm.eps);
  return norm.kind == NormKind::layer ? layer_norm(x, norm.gain, norm.bias, eps)
                                      : rms_norm(x, norm.gain, eps);
}

/// The cached row of a position.
inline float* cached(const TensorView& cache, std::int64_t slot, std::int64_t head, std::int64_t position) {
  return cache.as<float>() + ((slot * cache.shape[1] + head) * cache.shape[2] + position) * cache.shape[3];
}

}  // namespace tilescribe::kernels::reference_support
