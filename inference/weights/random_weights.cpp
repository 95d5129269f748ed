// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/random_weights.h"

#include <array>
#include <cmath>
#include <memory>

#include "inference/weights/aligned_buffer.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

/// Equally likely values. A random byte selects one: eight elements per random word and no floating-point
/// arithmetic for each, so billions of elements take seconds.
constexpr std::size_t levels = 256;
using Levels = std::array<float, levels>;

struct Distribution {
  double mean = 0.0;
  double deviation = 1.0;
};

Distribution distribution(std::string_view name, const std::vector<std::int64_t>& shape) {
  if (name.ends_with(".bias")) return {0.0, 0.1};
  if (shape.size() == 1) return {1.0, 0.1};  // a norm's gain
  if (name == embedding_name) return {0.0, 1.0};
  if (name == "wte.weight" || name == "wpe.weight") return {0.0, 0.1};
  const std::int64_t fan_in = element_count(shape) / shape[0];
  return {0.0, (name == lm_head_name ? 3.0 : 1.0) / std::sqrt(static_cast<double>(fan_in))};
}

/// Evenly spaced around the mean. Uses only operations that IEEE 754 rounds exactly, so it is the same on
/// every machine.
Levels level_values(const Distribution& wanted) {
  constexpr double n = levels;
  const double unit_deviation = std::sqrt((n * n - 1.0) / 12.0);  // of the whole numbers 0 … n-1
  Levels values{};
  for (std::size_t i = 0; i < levels; ++i) {
    const double centred = static_cast<double>(i) - (n - 1.0) / 2.0;
    values[i] = static_cast<float>(wanted.mean + wanted.deviation * centred / unit_deviation);
  }
  return values;
}

/// The SplitMix64 step: a bijection that scrambles a counter (Steele, Lea and Flood, 2014, "Fast splittable
/// pseudorandom number generators").
constexpr std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

constexpr std::uint64_t counter_step = 0x9e3779b97f4a7c15u;  // odd: 2⁶⁴ over the golden ratio

/// FNV-1a over the name, started from the seed.
std::uint64_t stream_key(std::uint64_t seed, std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325u ^ scrambled(seed + counter_step);
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return scrambled(hash);
}

constexpr std::uint64_t word(std::uint64_t key, std::uint64_t block) {
  return scrambled(key + (block + 1) * counter_step);
}

constexpr std::size_t level_of(std::uint64_t word_value, std::size_t place) {
  return (word_value >> (8 * place)) & 0xff;
}

template <class Element>
void fill(std::byte* memory, std::size_t elements, std::uint64_t key,
          const std::array<Element, levels>& table) {
  auto* out = reinterpret_cast<Element*>(memory);
  const std::size_t whole = elements / 8;
  for (std::size_t block = 0; block < whole; ++block) {
    const std::uint64_t bits = word(key, block);
    for (std::size_t i = 0; i < 8; ++i) out[block * 8 + i] = table[level_of(bits, i)];
  }
  const std::uint64_t bits = word(key, whole);
  for (std::size_t i = 0; i < elements % 8; ++i) out[whole * 8 + i] = table[level_of(bits, i)];
}

}  // namespace

RandomWeights::RandomWeights(std::vector<TensorSpec> tensors, std::uint64_t seed, kernels::DType dtype)
    : seed_(seed), dtype_(dtype) {
  if (dtype != kernels::DType::f32 && dtype != kernels::DType::bf16) {
    throw Error("Random weights should be f32 or bf16, but {1} was asked for.", kernels::name(dtype));
  }
  for (TensorSpec& spec : tensors) {
    parameters_ += element_count(spec.shape);
    shapes_.emplace(std::move(spec.name), std::move(spec.shape));
  }
}

const std::vector<std::int64_t>& RandomWeights::shape(std::string_view name) const {
  const auto found = shapes_.find(name);
  if (found == shapes_.end()) {
    throw Error("The tensor {1} was asked for, but the model has none of that name.", name);
  }
  return found->second;
}

SourceTensor RandomWeights::tensor(std::string_view name) const {
  SourceTensor tensor;
  tensor.dtype = dtype_;
  tensor.shape = shape(name);
  const auto elements = static_cast<std::size_t>(tensor.elements());
  const std::shared_ptr<std::byte> memory = aligned_buffer(elements * kernels::size_of(dtype_));
  const Levels values = level_values(distribution(name, tensor.shape));
  const std::uint64_t key = stream_key(seed_, name);
  if (dtype_ == kernels::DType::f32) {
    fill(memory.get(), elements, key, values);
  } else {
    std::array<kernels::BFloat16, levels> rounded;
    for (std::size_t i = 0; i < levels; ++i) rounded[i] = kernels::to_bfloat16(values[i]);
    fill(memory.get(), elements, key, rounded);
  }
  tensor.data = memory.get();
  tensor.owner = memory;
  return tensor;
}

float RandomWeights::value(std::string_view name, std::int64_t index) const {
  const auto place = static_cast<std::uint64_t>(index);
  const Levels values = level_values(distribution(name, shape(name)));
  const float exact = values[level_of(word(stream_key(seed_, name), place / 8), place % 8)];
  return dtype_ == kernels::DType::f32 ? exact : kernels::to_float(kernels::to_bfloat16(exact));
}

}  // namespace tilescribe::weights
