// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "kernels/backend/cuda/cuda_status.h"
#include "kernels/backend/cuda/injected_fault.h"

namespace tilescribe::kernels {
namespace {

__global__ void nothing() {}

__global__ void stop_the_context() {
  __trap();
}

void fail(CudaBackend& backend, InjectedFault fault) {
  switch (fault) {
    case InjectedFault::none:
      return;
    case InjectedFault::launch:
      nothing<<<1, 4096, 0, backend.stream()>>>();  // more threads than a block can have
      check_launch("nothing");
      return;
    case InjectedFault::memory:
      static_cast<void>(backend.allocate(std::size_t{1} << 50));
      return;
    case InjectedFault::lost:
      stop_the_context<<<1, 1, 0, backend.stream()>>>();
      backend.synchronize();
      return;
  }
}

}  // namespace

void inject_fault(CudaBackend& backend, InjectedFault fault) {
  if (fault == InjectedFault::none) return;
  backend.set_before_op([&backend, fault, ops = 0](std::string_view) mutable {
    constexpr int failing_op = 40;
    if (++ops == failing_op) fail(backend, fault);
  });
}

}  // namespace tilescribe::kernels
