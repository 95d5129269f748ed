// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <cuda_runtime_api.h>

#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// What a step's launches become when they are captured: a CUDA graph, with the memory that the step
/// allocated. Whoever traces must see the capture to know which op a kernel of the graph belongs to: a step
/// that was captured unseen is captured again when it is replayed under a trace. Then there are two graphs of
/// it, since CUPTI gives a kernel of a graph that was also replayed unrecorded the begin of that replay.
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
  bool is_recorded() const { return backend_.trace() == CudaBackend::Trace::records; }

  CudaBackend& backend_;
  std::function<void()> step_;
  std::vector<std::shared_ptr<Memory>> memory_;
  CudaGraphExec graph_;
  CudaGraphExec traced_;  // for replays whose kernels have records
};

}  // namespace tilescribe::kernels
