// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/device/copy.cuh"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/ops/linear/eight_bit.cuh"
#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/linear/widen_eight_bit.h"

namespace tilescribe::kernels {
namespace {

constexpr int widen_threads = 256;

// A thread takes 16 bytes of a row at a time, which are 8 consecutive values of k twice.
template <DType stored_as>
__global__ void __launch_bounds__(widen_threads) widen_eight_bit(const WidenEightBit op) {
  const int row_pieces = (op.k + eight_bit_unit - 1) / eight_bit_unit * 4;
  const std::int64_t pieces = std::int64_t{op.n} * row_pieces, step = std::int64_t{gridDim.x} * widen_threads;
  ptx::wait_for_predecessor();  // it may read what is written here
  ptx::release_successor();
  for (std::int64_t piece = std::int64_t{blockIdx.x} * widen_threads + threadIdx.x; piece < pieces;
       piece += step) {
    const std::int64_t row = piece / row_pieces;
    const int inside = static_cast<int>(piece - row * row_pieces),
              k = inside / 4 * eight_bit_unit + inside % 4 * 8;
    const uint4 stored = ptx::load_once(static_cast<const uint4*>(op.stored) + piece);
    __nv_bfloat16* const to = op.wide + row * op.k + k;
    if (k < op.k) *reinterpret_cast<uint4*>(to) = as_bf16<stored_as>(stored.x, stored.y);
    if (k + 32 < op.k) *reinterpret_cast<uint4*>(to + 32) = as_bf16<stored_as>(stored.z, stored.w);
  }
}

}  // namespace

void launch_widen_eight_bit(const WidenEightBit& op, CudaStream& stream) {
  constexpr int blocks_each = 8;  // of a multiprocessor
  const std::int64_t pieces = op.n * (eight_bit_row_bytes(op.k) / 16);
  const unsigned most = static_cast<unsigned>(blocks_each * stream.gpu().multiprocessors);
  launch(stream,
         {.name = "widen_eight_bit",
          .grid = std::min(most, blocks_of(pieces, widen_threads)),
          .threads = widen_threads,
          .order = overlapping},
         op.type == DType::f8 ? widen_eight_bit<DType::f8> : widen_eight_bit<DType::i8>, op);
}

}  // namespace tilescribe::kernels
