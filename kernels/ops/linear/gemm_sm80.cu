// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/core/error.h"
#include "kernels/device/launch.h"
#include "kernels/ops/linear/gemm.h"
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
                   .order = overlapping,
                   .most_shared = false},
                  gemm_sm80_kernel<Rows, Columns, Qkv>, args, qkv);
}

template <class Qkv>
void launch(const Arguments& args, const Qkv& qkv, const Config& config, std::int64_t batches,
            CudaStream& stream) {
  if (config.index == 1) return launch<64, 64>(args, qkv, batches, stream);
  launch<128, 128>(args, qkv, batches, stream);
}

}  // namespace

void gemm_sm80(const Product& p, const Config& config, CudaStream& stream) {
  const Configs configs = gemm_sm80_configs(p.sizes());
  if (std::ranges::find(configs, config) == configs.end() || !tiles_reach(p))
    throw Error(
        "gemm_sm80 takes sizes that are multiples of 8 and aligned addresses; it was given {1} × {2} × {3} "
        "with tiles of {4}.",
        p.rows, p.n, p.k, config.name);
  Arguments args{};
  args.a = static_cast<const __nv_bfloat16*>(p.x);
  args.w = static_cast<const __nv_bfloat16*>(p.w);
  args.bias = p.bias;
  args.scale = p.scale;
  args.y = p.y;
  args.a_row_stride = p.x_row_stride;
  args.a_batch_stride = p.x_batch_stride;
  args.y_row_stride = p.y_row_stride;
  args.y_batch_stride = p.y_batch_stride;
  args.rows = static_cast<std::int32_t>(p.rows);
  args.n = static_cast<std::int32_t>(p.n);
  args.k = static_cast<std::int32_t>(p.k);
  args.columns = static_cast<std::int32_t>(p.columns());
  args.epilogue = p.epilogue;
  if (p.epilogue == Epilogue::qkv_rope) {
    launch(args, qkv_arguments(p.qkv), config, p.batches, stream);
  } else {
    launch(args, NoQkv{}, config, p.batches, stream);
  }
}

}  // namespace tilescribe::kernels
