// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <cuda_runtime_api.h>

#include "kernels/backend/backend.h"

namespace tilescribe::kernels {

/// What a step's launches become when they are captured: one CUDA graph, with the memory that the step
/// allocated.
class CudaGraph final : public Recording {
 public:
  /// Captures `step` on the stream, in which nothing may wait for the GPU. `memory` is what it allocated when
  /// it returns; `backend` outlives the graph. Throws what `step` throws, and Error when it can't be
  /// captured.
  CudaGraph(const Backend& backend, cudaStream_t stream, const std::function<void()>& step,
            const std::vector<std::shared_ptr<Memory>>& memory);
  ~CudaGraph() override;
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;
  void replay() override;

 private:
  const Backend& backend_;
  cudaStream_t stream_;
  cudaGraphExec_t graph_ = nullptr;
  std::vector<std::shared_ptr<Memory>> memory_;
};

}  // namespace tilescribe::kernels
