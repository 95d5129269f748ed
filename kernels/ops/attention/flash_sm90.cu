// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/attention/flash_sm90.cuh"

namespace tilescribe::kernels {
namespace {

// Head 64: softmax costs as much time as the products, so four warpgroups share a multiprocessor; 256 rows a
// block also bring one window of the encoder (20 heads, 1500 rows) into one wave of 120 blocks. Head 128: two
// small blocks a multiprocessor waste least under the causal mask of a prompt of some hundred rows.
//                       head, keys, warpgroups, stages, blocks an SM
using Head64 = FlashPlan<64, 64, 4, 4, 1>;
using Head128 = FlashPlan<128, 64, 1, 2, 2>;

}  // namespace

bool flash_sm90_supports(const FlashTask& task) {
  if (!flash_shapes_fit(task) || (task.head_dim != 64 && task.head_dim != 128)) return false;
  const std::int64_t group = task.heads / task.kv_heads;
  if (group > 64 || (group & (group - 1)) != 0) return false;
  int device = 0, major = 0;
  check(cudaGetDevice(&device), "when asked which GPU is in use");
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
        "when asked for a GPU's generation");
  if (major != 9) return false;
  // A build without sm_90a may still bring code that this GPU runs: the kernel's empty form.
  cudaFuncAttributes facts{};
  check(cudaFuncGetAttributes(&facts, flash_sm90_kernel<Head64>), "when asked about an attention kernel");
  return facts.ptxVersion >= 90;
}

void flash_sm90(const FlashTask& task, cudaStream_t stream) {
  if (task.head_dim == 64) return flash_sm90_launch<Head64>(task, stream);
  if (task.head_dim == 128) return flash_sm90_launch<Head128>(task, stream);
  throw Error("Flash attention on Hopper takes heads of 64 or 128 values, but found " +
              std::to_string(task.head_dim) + ".");
}

}  // namespace tilescribe::kernels
