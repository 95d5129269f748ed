// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/backend/cuda/block.cuh"
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/ops/embedding/embedding.h"

namespace tilescribe::kernels {
namespace {

// A block a row. A placeholder's audio row is the number of placeholders before it. What the contract
// excludes (an id outside the table, a placeholder too many) gives NaN: a kernel can't refuse.
__global__ void embed(float* out, const std::int32_t* ids, const float* table, std::int64_t vocabulary,
                      const float* audio, std::int64_t audio_rows, std::int32_t audio_id,
                      std::int64_t width) {
  const std::int64_t row = blockIdx.x;
  const std::int32_t id = ids[row];
  const float* from = id >= 0 && id < vocabulary ? table + id * width : nullptr;
  if (id == audio_id) {  // the same for the whole block, so that all meet in the sum
    int before = 0;
    for (std::int64_t r = threadIdx.x; r < row; r += block_threads) before += ids[r] == audio_id ? 1 : 0;
    before = block_reduce(before, [](int a, int b) { return a + b; });
    from = before < audio_rows ? audio + before * width : nullptr;
  }
  for (std::int64_t i = threadIdx.x; i < width; i += block_threads)
    out[row * width + i] = from != nullptr ? from[i] : NAN;
}

void launch(const Embed& op, Backend& backend) {
  const auto p = op.problem();
  embed<<<static_cast<unsigned>(p.rows), block_threads, 0, cuda(backend).stream()>>>(
      op.out.as<float>(), op.ids.as<std::int32_t>(), device(op.table).values(), op.table->out(),
      op.audio.as<float>(), p.audio_rows, op.audio_id, p.width);
  check_launch("embed");
}

}  // namespace

void register_embedding_cuda(Registry& registry) {
  registry.add<Embed>({"row", CudaBackend::baseline_name, always<Embed::Problem>, launch});
}

}  // namespace tilescribe::kernels
