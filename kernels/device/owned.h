// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>

#include <cuda_runtime_api.h>

namespace tilescribe::kernels {

/// Frees a CUDA resource. An error status is ignored here; the next call that can throw reports it.
template <auto destroy>
struct CudaGivesBack {
  template <class T>
  void operator()(T* owned) const {
    destroy(owned);
  }
};
template <class Handle, auto destroy>
using CudaOwned = std::unique_ptr<std::remove_pointer_t<Handle>, CudaGivesBack<destroy>>;

/// Lets a CUDA call fill in an owner's handle: check(cudaEventCreate(Filling(event))).
template <class Owner>
class Filling {
 public:
  explicit Filling(Owner& owner) : owner_(owner) {}
  ~Filling() { owner_.reset(handle_); }
  Filling(const Filling&) = delete;
  Filling& operator=(const Filling&) = delete;
  operator typename Owner::pointer *() { return &handle_; }

 private:
  Owner& owner_;
  typename Owner::pointer handle_ = nullptr;
};

using CudaEvent = CudaOwned<cudaEvent_t, cudaEventDestroy>;
using CudaGraphPlan = CudaOwned<cudaGraph_t, cudaGraphDestroy>;
using CudaGraphExec = CudaOwned<cudaGraphExec_t, cudaGraphExecDestroy>;
using DeviceBytes = CudaOwned<void*, cudaFree>;
using PinnedBytes = CudaOwned<void*, cudaFreeHost>;

}  // namespace tilescribe::kernels
