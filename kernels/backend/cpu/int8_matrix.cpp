// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/int8_matrix.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "kernels/backend/cpu/simd.h"
#include "kernels/backend/host_weight.h"
#include "kernels/core/error.h"
#include "kernels/core/thread_pool.h"

namespace tilescribe::kernels {
namespace {

constexpr std::int64_t width = PanelLayout::width;

void read_row(std::span<const WeightPart> parts, std::int64_t row, std::span<float> values) {
  const ConstTensorView stored = stacked_row(parts, row);
  if (stored.dtype == DType::f16) return widen_values(stored, values.data());
  simd::widen(stored.data, stored.dtype, std::ssize(values), values.data());
}

}  // namespace

Int8Matrix::Int8Matrix(WeightRole role, std::span<const WeightPart> parts, ThreadPool& pool,
                       const std::stop_token& stop)
    : Weight(role, weight_layout(role, parts), DType::i8),
      panels_(static_cast<std::size_t>(PanelLayout::panels(out()) * width * padded_k())),
      scales_(static_cast<std::size_t>(out()) * sizeof(float)) {
  pool.parallel_for(
      PanelLayout::panels(out()),
      [&](std::int64_t p, int) {
        std::vector<float> values(static_cast<std::size_t>(in()));
        std::vector<std::int8_t> rows(static_cast<std::size_t>(width * in()));
        for (std::int64_t r = 0; r < std::min(width, out() - p * width); ++r) {
          read_row(parts, p * width + r, values);
          const float magnitude = simd::largest_magnitude(values.data(), in());
          if (!std::isfinite(magnitude)) refuse_infinite_row(p * width + r, out(), in());
          const float scale = int8_scale(magnitude);
          scales_.as<float>()[p * width + r] = scale;
          if (scale > 0.0f) simd::quantize(values.data(), scale, in(), rows.data() + r * in());
        }
        // One block of k at a time for all rows: its part of the panel stays in the L1 cache.
        constexpr std::int64_t block = 64;
        std::int8_t* to = panels_.as<std::int8_t>() + p * width * padded_k();
        std::memset(to + width * in(), 0, static_cast<std::size_t>(width * (padded_k() - in())));
        for (std::int64_t k0 = 0; k0 < in(); k0 += block) {
          for (std::int64_t r = 0; r < width; ++r) {
            for (std::int64_t i = k0; i < std::min(in(), k0 + block); ++i)
              to[i * width + r] = rows[static_cast<std::size_t>(r * in() + i)];
          }
        }
      },
      stop);

  if (has_bias()) bias_ = widen_bias(parts);
}

}  // namespace tilescribe::kernels
