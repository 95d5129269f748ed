// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A kernel's side of programmatic dependent launch; order.h explains the rules. Both do nothing below sm_90,
/// or in a kernel that was launched without the attribute.
namespace tilescribe::kernels::ptx {

/// Returns when the kernels before this one have ended and their writes are visible.
__device__ inline void wait_for_predecessor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Lets the next kernel start blocks where there is room, once all of this one's have called this or ended.
__device__ inline void release_successor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

}  // namespace tilescribe::kernels::ptx
