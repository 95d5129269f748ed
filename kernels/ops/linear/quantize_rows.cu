// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/device/reduce.cuh"
#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/linear/quantize_rows.cuh"
#include "kernels/ops/linear/quantize_rows.h"

namespace tilescribe::kernels {
namespace {

constexpr int kept = 4;  // pieces of 8 values that stay in a thread's registers

struct Eight {
  uint4 words = {};

  __device__ FourBf16 half(int which) const {
    return {which == 0 ? uint2{words.x, words.y} : uint2{words.z, words.w}};
  }
  __device__ float largest() const { return fmaxf(half(0).largest(), half(1).largest()); }
};

// A block has a row. What it can't keep in registers is read twice.
template <int threads>
__global__ void __launch_bounds__(threads) quantize_rows(const QuantizeRows op) {
  constexpr int pass = 8 * threads;
  const __nv_bfloat16* const x = op.x + std::int64_t{blockIdx.x} * op.k;
  const int row_bytes = (op.k + eight_bit_unit - 1) / eight_bit_unit * eight_bit_unit;
  auto* const to = static_cast<std::uint8_t*>(op.rounded) + std::int64_t{blockIdx.x} * row_bytes;
  const int first = 8 * static_cast<int>(threadIdx.x);
  const auto load = [&](int k) { return Eight{*reinterpret_cast<const uint4*>(x + k)}; };
  ptx::wait_for_predecessor();
  ptx::release_successor();
  Eight values[kept];
  float largest = 0.0f;
#pragma unroll
  for (int i = 0; i < kept; ++i)
    if (first + i * pass < op.k) values[i] = load(first + i * pass);
#pragma unroll
  for (int i = 0; i < kept; ++i) largest = fmaxf(largest, values[i].largest());
  for (int k = first + kept * pass; k < op.k; k += pass) largest = fmaxf(largest, load(k).largest());
  const int exponent = scale_exponent(block_max_for_all<threads>(largest));
  const float inverse = power_of_two(-exponent);
  const auto store = [&](const Eight& eight, int k) {
    *reinterpret_cast<uint2*>(to + place_of_four(k)) =
        make_uint2(eight.half(0).rounded(inverse), eight.half(1).rounded(inverse));
  };
#pragma unroll
  for (int i = 0; i < kept; ++i)
    if (first + i * pass < row_bytes) store(values[i], first + i * pass);
  for (int k = first + kept * pass; k < row_bytes; k += pass) store(k < op.k ? load(k) : Eight{}, k);
  if (threadIdx.x == 0) op.scales[blockIdx.x] = power_of_two(exponent);
}

}  // namespace

void launch_quantize_rows(const QuantizeRows& op, CudaStream& stream) {
  constexpr int few = 64, many = 256;
  const bool short_rows = op.k <= 8 * few * kept;
  launch(stream,
         {.name = "quantize_rows",
          .grid = dim3(static_cast<unsigned>(op.rows)),
          .threads = short_rows ? few : many,
          .order = overlapping},
         short_rows ? quantize_rows<few> : quantize_rows<many>, op);
}

}  // namespace tilescribe::kernels
