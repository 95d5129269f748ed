// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_graph.h"

#include <utility>

#include "kernels/device/status.h"

namespace tilescribe::kernels {

CudaGraph::CudaGraph(CudaBackend& backend, std::function<void()> step)
    : backend_(backend), step_(std::move(step)) {
  capture();
}

CudaGraph::~CudaGraph() {
  discard();
}

void CudaGraph::discard() {
  cudaStreamSynchronize(backend_.stream().use());  // replays may still be running
  graph_.reset();
  traced_.reset();
  memory_.clear();
}

void CudaGraph::capture() {
  const cudaStream_t stream = backend_.stream().use();
  CudaGraphPlan captured;
  {
    const CudaBackend::Capturing capturing(backend_, memory_);
    // Relaxed: an op may still set up what it launches for the first time (attributes, a chunk of memory).
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed),
          Message("while beginning to record a step"));
    try {
      step_();
    } catch (...) {
      cudaStreamEndCapture(stream, Filling(captured));
      cudaGetLastError();  // the exception reports the error
      throw;
    }
    check(cudaStreamEndCapture(stream, Filling(captured)), Message("while recording a step"));
  }
  check(cudaGraphInstantiate(Filling(graph_), captured.get(), 0), Message("while making a graph of a step"));
  if (backend_.trace() != CudaBackend::Trace::none) {
    check(cudaGraphInstantiate(Filling(traced_), captured.get(), 0),
          Message("while making a graph of a step"));
  }
}

void CudaGraph::replay() {
  if (graph_ == nullptr || (backend_.trace() != CudaBackend::Trace::none && traced_ == nullptr)) {
    discard();
    capture();
  }
  const Hooks::Ending replaying = backend_.hooks().replaying();  // a tracer decides how to trace it
  check(cudaGraphLaunch((is_recorded() ? traced_ : graph_).get(), backend_.stream().use_in_order()),
        Message("while starting a recorded step"));
}

}  // namespace tilescribe::kernels
