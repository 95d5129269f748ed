// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <cuda_runtime_api.h>

#include "kernels/backend/cuda/cuda_backend.h"
#include "kernels/device/owned.h"

namespace tilescribe::kernels {

/// A captured step: a CUDA graph and the memory that the step allocated. A tracer must see the capture to
/// know which op a kernel belongs to. So a step that was captured unseen is captured again when it is
/// replayed under a trace. It then has two graphs, because CUPTI reports wrong begin times for a graph that
/// was also replayed untraced: those of that replay.
class CudaGraph final : public Recording {
 public:
  /// Captures `step`, in which nothing may wait for the GPU. `backend` outlives the graph. Rethrows what
  /// `step` throws; throws Error if it can't be captured.
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
  CudaGraphExec traced_;  // for replays whose kernels get records
};

}  // namespace tilescribe::kernels
