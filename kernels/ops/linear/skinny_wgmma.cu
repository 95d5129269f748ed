// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/device/launch.h"
#include "kernels/device/tensor_map.h"
#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/linear/skinny_wgmma.cuh"
#include "kernels/ops/linear/skinny_wgmma.h"

namespace tilescribe::kernels {

using namespace skinny_wgmma_detail;

template <int rows, DType stored>
void launch_skinny_wgmma(const SkinnyArguments& op, CudaStream& stream) {
  const auto u64 = [](int value) { return static_cast<std::uint64_t>(value); };
  const auto map = [&](const void* data, int count, int box, bool in_eight_bits) {
    const std::uint64_t row =
        in_eight_bits ? static_cast<std::uint64_t>(eight_bit_row_bytes(op.k)) : u64(op.k) * 2;
    return tensor_map(
        {.data = data,
         .type = in_eight_bits ? CU_TENSOR_MAP_DATA_TYPE_UINT8 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
         .sizes = {u64(op.k), u64(count)},
         .strides_bytes = {row},
         .tile = {static_cast<std::uint32_t>(in_eight_bits ? row_bytes : depth),
                  static_cast<std::uint32_t>(box)}});
  };
  const Arguments args{.w = map(op.w, op.n, box_rows, in_eight_bits(stored)),
                       .x = map(op.x, op.rows, rows, false),
                       .op = op,
                       .tiles = op.n / tile_rows,
                       .slice_steps = op.k / skinny_slices / step_depth};
  // Each multiprocessor has one block. All clusters get equally many tiles, or one less.
  const int most = std::max(1, stream.gpu().multiprocessors / cluster);
  const int rounds = (args.tiles + most - 1) / most, clusters = (args.tiles + rounds - 1) / rounds;
  launch(stream,
         {.name = "skinny_wgmma",
          .grid = dim3(static_cast<unsigned>(clusters * cluster)),
          .threads = threads,
          .shared_bytes = static_cast<std::size_t>(skinny_wgmma_bytes(rows, op.k)),
          .cluster = cluster,
          .order = overlapping},
         skinny_wgmma<Sizes<rows, stored>>, args);
}
template void launch_skinny_wgmma<32, DType::bf16>(const SkinnyArguments& op, CudaStream& stream);
template void launch_skinny_wgmma<64, DType::bf16>(const SkinnyArguments& op, CudaStream& stream);
template void launch_skinny_wgmma<32, DType::f8>(const SkinnyArguments& op, CudaStream& stream);
template void launch_skinny_wgmma<64, DType::f8>(const SkinnyArguments& op, CudaStream& stream);
template void launch_skinny_wgmma<32, DType::i8>(const SkinnyArguments& op, CudaStream& stream);
template void launch_skinny_wgmma<64, DType::i8>(const SkinnyArguments& op, CudaStream& stream);

}  // namespace tilescribe::kernels
