// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

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

/// The address of a row of a dense [rows, …] tensor of any type.
inline void* row_of(const TensorView& t, std::int64_t row) {
  return t.as<std::byte>() + static_cast<std::size_t>(row * (t.elements() / t.shape[0])) * size_of(t.dtype);
}
inline const void* row_of(const ConstTensorView& t, std::int64_t row) {
  return t.as<std::byte>() + static_cast<std::size_t>(row * (t.elements() / t.shape[0])) * size_of(t.dtype);
}

inline const float* vector_of(const Weight* weight) {
  return static_cast<const HostTable*>(weight)->vector();
}
inline const PackedMatrix& packed(const Weight* weight) {
  return *static_cast<const PackedMatrix*>(weight);
}

}  // namespace tilescribe::kernels
