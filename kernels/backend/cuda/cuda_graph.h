// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <cuda_runtime_api.h>

#include "kernels/backend/cuda/cuda_backend.h"

namespace tilescribe::kernels {

/// What a step's launches become when they are captured: one CUDA graph, with the memory that the step
/// allocated. Whoever traces must see the capture to know which op a kernel of the graph belongs to: a graph
/// that was captured unseen is captured again when it is replayed under a trace.
class CudaGraph final : public Recording {
 public:
  /// Captures `step`, in which nothing may wait for the GPU; `backend` outlives the graph. Throws what `step`
  /// throws, and Error when it can't be captured.
  CudaGraph(CudaBackend& backend, std::function<void()> step);
  ~CudaGraph() override;
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;
  void replay() override;

 private:
  void capture();
  void discard();

  CudaBackend& backend_;
  std::function<void()> step_;
  cudaGraphExec_t graph_ = nullptr;
  bool traced_ = false;  // captured under a trace
  std::vector<std::shared_ptr<Memory>> memory_;
};

}  // namespace tilescribe::kernels
