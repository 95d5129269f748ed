// SPDX-License-Identifier: Apache-2.0
#include "kernels/ops/attention/flash_sm90.cuh"

namespace tilescribe::kernels {
namespace {

//                        head, keys, warpgroups, stages, blocks an SM
using Head64 = FlashPlan<64, 64, 4, 4, 1, false>;
using Head128 = FlashPlan<128, 64, 1, 2, 2, false>;

}  // namespace

bool flash_sm90_supports(const FlashTask& task) {
  if (!flash_shapes_fit(task) || (task.head_dim != 64 && task.head_dim != 128)) return false;
  const std::int64_t group = task.heads / task.kv_heads;
  if (group > 64 || (group & (group - 1)) != 0) return false;
  int device = 0, major = 0, minor = 0;
  check(cudaGetDevice(&device), "when asked which GPU is in use");
  check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
        "when asked for its generation");
  check(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device),
        "when asked for its generation");
  return major == 9 && minor == 0;
}

void flash_sm90(const FlashTask& task, cudaStream_t stream) {
  if (task.head_dim == 64) return flash_sm90_launch<Head64>(task, stream);
  if (task.head_dim == 128) return flash_sm90_launch<Head128>(task, stream);
  throw Error("Flash attention on Hopper takes heads of 64 or 128 values, but found " +
              std::to_string(task.head_dim) + ".");
}

}  // namespace tilescribe::kernels
