// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A kernel's two words in programmatic dependent launch (order.h says what follows from them). Neither does
/// anything in a kernel that was launched without the attribute, nor below sm_90.
namespace tilescribe::kernels::ptx {

/// Returns when the kernels before this one have ended and their writes can be seen.
__device__ inline void wait_for_predecessor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// The next kernel may start its blocks where there is room, once every block of this one has said so or
/// ended.
__device__ inline void release_successor() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

}  // namespace tilescribe::kernels::ptx
