// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/ops/linear/gemm_sm80.cuh"

namespace tilescribe::kernels {

using namespace gemm_sm80_detail;

namespace {

template <int Rows, int Columns, class Qkv>
void launch(Arguments args, const Qkv& qkv, std::int64_t batches, CudaStream& stream) {
  const unsigned m_tiles = blocks_of(args.rows, Rows), n_tiles = blocks_of(args.n, Columns);
  args.m_tiles = static_cast<std::int32_t>(m_tiles);
  args.n_tiles = static_cast<std::int32_t>(n_tiles);
  constexpr int bytes = Layout<Rows, Columns>::shared_bytes;
  static_assert(bytes <= 48 * 1024, "as much as a kernel gets without asking");
  kernels::launch(stream,
                  {.name = "gemm_sm80",
                   .grid = dim3(m_tiles * n_tiles, static_cast<unsigned>(batches)),
                   .threads = threads,
                   .shared_bytes = bytes,
                   .most_shared = false},
                  gemm_sm80_kernel<Rows, Columns, Qkv>, args, qkv);
}

/// Uses small tiles if large ones would leave much of the GPU idle.
template <class Qkv>
void launch_sized(const Arguments& args, const Qkv& qkv, bool small_allowed, std::int64_t batches,
                  CudaStream& stream) {
  constexpr std::int64_t few = 96;  // tiles
  const bool few_tiles = std::int64_t{blocks_of(args.rows, 128)} * blocks_of(args.n, 128) * batches < few;
  if (few_tiles && small_allowed) {
    launch<64, 64>(args, qkv, batches, stream);
  } else {
    launch<128, 128>(args, qkv, batches, stream);
  }
}

}  // namespace

bool gemm_sm80_supports(const GemmTask& task) {
  return gemm_sm90_supports(task) && task.batches <= 65535;  // the same shapes; the limit of a grid
}

void gemm_sm80(const GemmTask& task, CudaStream& stream) {
  if (!gemm_sm80_supports(task))
    throw Error(
        "gemm_sm80 takes sizes that are multiples of 8 and aligned addresses; it was given {1} × {2} × {3}.",
        task.rows, task.n, task.k);
  Arguments args{};
  args.a = static_cast<const __nv_bfloat16*>(task.a);
  args.w = static_cast<const __nv_bfloat16*>(task.w);
  args.bias = task.bias;
  args.y = task.y;
  args.a_row_stride = task.a_row_stride;
  args.a_batch_stride = task.a_batch_stride;
  args.y_row_stride = task.y_row_stride;
  args.y_batch_stride = task.y_batch_stride;
  args.rows = static_cast<std::int32_t>(task.rows);
  args.n = static_cast<std::int32_t>(task.n);
  args.k = static_cast<std::int32_t>(task.k);
  args.columns = args.n / (task.epilogue == Epilogue::gated_silu_bf16 ? 2 : 1);
  args.epilogue = task.epilogue;
  if (task.epilogue == Epilogue::qkv_rope) {
    launch_sized(args, qkv_arguments(task.qkv), task.qkv.head_dim <= 64, task.batches, stream);
  } else {
    launch_sized(args, NoQkv{}, true, task.batches, stream);
  }
}

}  // namespace tilescribe::kernels
