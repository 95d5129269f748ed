// SPDX-License-Identifier: Apache-2.0

#include "kernels/backend/cuda/injected_fault.h"
#include "kernels/device/launch.h"

namespace tilescribe::kernels {
namespace {

__global__ void nothing() {}

__global__ void stop_the_context() {
  __trap();
}

__global__ void write_behind(float* values, int count) {
  values[count] = 1.0f;
}

// A race: both warps write the same word of shared memory without synchronisation.
__global__ void race(int* result) {
  __shared__ int word;
  word = static_cast<int>(threadIdx.x);
  __syncthreads();
  *result = word;
}

void fail(CudaBackend& backend, InjectedFault fault) {
  switch (fault) {
    case InjectedFault::none:
      return;
    case InjectedFault::launch:
      launch(backend.stream(), plainly("nothing", 1, 4096), nothing);  // more threads than a block can have
      return;
    case InjectedFault::memory:
      static_cast<void>(backend.allocate(std::size_t{1} << 50));
      return;
    case InjectedFault::lost:
      launch(backend.stream(), plainly("stop_the_context", 1, 1), stop_the_context);
      backend.synchronize();
      return;
    case InjectedFault::overrun: {
      const Tensor values = backend.tensor(DType::f32, {128});  // 512 bytes: nothing follows them
      launch(backend.stream(), plainly("write_behind", 1, 1), write_behind, values.view().as<float>(), 128);
      return;
    }
    case InjectedFault::race: {
      const Tensor result = backend.tensor(DType::i32, {1});
      launch(backend.stream(), plainly("race", 1, 64), race, result.view().as<int>());
      return;
    }
  }
}

}  // namespace

std::unique_ptr<OpHook> plant_fault(CudaBackend& backend, InjectedFault fault) {
  if (fault == InjectedFault::none) return nullptr;
  return std::make_unique<CallHook>(
      backend.hooks(), HookCalls{.before_op = [&backend, fault, ops = 0](std::string_view) mutable {
        constexpr int failing_op = 40;
        if (++ops == failing_op) fail(backend, fault);
      }});
}

}  // namespace tilescribe::kernels
