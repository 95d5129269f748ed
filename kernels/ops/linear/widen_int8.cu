// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/device/copy.cuh"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/linear/int8.cuh"
#include "kernels/ops/linear/int8_layout.h"
#include "kernels/ops/linear/widen_int8.h"

namespace tilescribe::kernels {
namespace {

constexpr int widen_threads = 256;

// A thread takes 16 bytes of a row at a time, which are 8 consecutive values of k twice.
__global__ void __launch_bounds__(widen_threads) widen_int8(const WidenInt8 op) {
  const int row_pieces = (op.k + int8_unit - 1) / int8_unit * 4;
  const std::int64_t pieces = std::int64_t{op.n} * row_pieces, step = std::int64_t{gridDim.x} * widen_threads;
  ptx::wait_for_predecessor();  // it may read what is written here
  ptx::release_successor();
  for (std::int64_t piece = std::int64_t{blockIdx.x} * widen_threads + threadIdx.x; piece < pieces;
       piece += step) {
    const std::int64_t row = piece / row_pieces;
    const int inside = static_cast<int>(piece - row * row_pieces),
              k = inside / 4 * int8_unit + inside % 4 * 8;
    const uint4 stored = ptx::load_once(static_cast<const uint4*>(op.stored) + piece);
    __nv_bfloat16* const to = op.wide + row * op.k + k;
    if (k < op.k) *reinterpret_cast<uint4*>(to) = int8_as_bf16(stored.x, stored.y);
    if (k + 32 < op.k) *reinterpret_cast<uint4*>(to + 32) = int8_as_bf16(stored.z, stored.w);
  }
}

}  // namespace

void launch_widen_int8(const WidenInt8& op, CudaStream& stream) {
  constexpr int blocks_each = 8;  // of a multiprocessor
  const std::int64_t pieces = op.n * (int8_row_bytes(op.k) / 16);
  const unsigned most = static_cast<unsigned>(blocks_each * stream.gpu().multiprocessors);
  launch(stream,
         {.name = "widen_int8",
          .grid = std::min(most, blocks_of(pieces, widen_threads)),
          .threads = widen_threads,
          .order = overlapping},
         widen_int8, op);
}

}  // namespace tilescribe::kernels
