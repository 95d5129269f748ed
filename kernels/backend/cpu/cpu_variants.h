// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "kernels/backend/cpu/cpu_backend.h"

/// Helpers for CPU variants.
namespace tilescribe::kernels {

inline CpuBackend& cpu(Runner& runner) {
  return static_cast<CpuBackend&>(runner);
}
inline const CpuBackend& cpu(const Device& device) {
  return static_cast<const CpuBackend&>(device);
}

/// Calls body(row) for every row. A task has rows with at least `grain` values in total.
template <class Body>
void for_rows(Runner& runner, std::int64_t rows, std::int64_t width, Body body) {
  constexpr std::int64_t grain = 16384;
  const std::int64_t piece = std::max<std::int64_t>(1, grain / std::max<std::int64_t>(1, width));
  cpu(runner).parallel_for((rows + piece - 1) / piece, [&](std::int64_t i, int) {
    for (std::int64_t row = i * piece; row < std::min(rows, (i + 1) * piece); ++row) body(row);
  });
}

/// The address of a row, from `column` on, of a dense [rows, …] tensor of any type.
inline const void* row_of(const ConstTensorView& t, std::int64_t row, std::int64_t column = 0) {
  return t.as<std::byte>() +
         static_cast<std::size_t>(row * (t.elements() / t.shape[0]) + column) * size_of(t.dtype);
}
inline void* row_of(const TensorView& t, std::int64_t row, std::int64_t column = 0) {
  return const_cast<void*>(row_of(ConstTensorView(t), row, column));
}
/// The address of a position's row in a key or value cache of any type.
inline std::byte* cached(const TensorView& cache, std::int64_t slot, std::int64_t head,
                         std::int64_t position = 0) {
  return static_cast<std::byte*>(
      row_of(cache.rows(slot, 1), 0, (head * cache.shape[2] + position) * cache.shape[3]));
}

inline constexpr char onednn[] = "onednn";
inline constexpr char amx[] = "amx";
inline constexpr char highway[] = "highway";
inline constexpr char int8[] = "int8";  // of weights
/// Why there is a variant by either library.
inline Message by_amx() {
  return Message("Multiplies on AMX's tiles, for bf16 on a CPU that has them.");
}
inline Message by_onednn() {
  return Message("Multiplies with oneDNN, which is faster than Highway where it is installed.");
}
inline Message by_highway() {
  return Message("Uses the vector instructions of the CPU at hand, through Highway.");
}
inline Message by_int8() {
  return Message("For weights in int8, which it reads from memory as they are and widens in the cache.");
}
/// Whether the library can multiply the problem's activations by its weights.
template <const char* library, class Problem>
bool takes(const Problem& problem, const Device& device) {
  const bool weights_in_int8 = problem.weights.dtype == DType::i8;
  if constexpr (std::string_view(library) == int8) return weights_in_int8;
  return !weights_in_int8 && cpu(device).has_product(library, problem.x);
}

inline const float* vector_of(const Weight* weight) {
  return static_cast<const HostTable*>(weight)->vector();
}
inline const PackedMatrix& packed(const Weight* weight) {
  return *static_cast<const PackedMatrix*>(weight);
}

}  // namespace tilescribe::kernels
