// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_graph.h"

#include <utility>

#include "kernels/backend/cuda/cuda_status.h"

namespace tilescribe::kernels {

CudaGraph::CudaGraph(CudaBackend& backend, std::function<void()> step)
    : backend_(backend), step_(std::move(step)) {
  capture();
}

CudaGraph::~CudaGraph() {
  discard();
}

void CudaGraph::discard() {
  if (graph_ != nullptr) {
    cudaStreamSynchronize(backend_.stream());  // it may still run
    cudaGraphExecDestroy(std::exchange(graph_, nullptr));
  }
  memory_.clear();
}

void CudaGraph::capture() {
  const cudaStream_t stream = backend_.stream();
  cudaGraph_t captured = nullptr;
  {
    const CudaBackend::Capturing capturing(backend_, memory_);
    // Relaxed: an op may still set up what it launches for the first time (attributes, a chunk of memory).
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "while beginning to record a step");
    try {
      step_();
    } catch (...) {
      cudaStreamEndCapture(stream, &captured);
      if (captured != nullptr) cudaGraphDestroy(captured);
      cudaGetLastError();  // the exception tells
      throw;
    }
    check(cudaStreamEndCapture(stream, &captured), "while recording a step");
  }
  const cudaError_t status = cudaGraphInstantiate(&graph_, captured, 0);
  cudaGraphDestroy(captured);
  check(status, "while making a graph of a step");
  traced_ = backend_.traced();
}

void CudaGraph::replay() {
  if (graph_ == nullptr || (backend_.traced() && !traced_)) {
    discard();
    capture();
  }
  const Backend::Replaying told(backend_);
  check(cudaGraphLaunch(graph_, backend_.stream()), "while starting a recorded step");
}

}  // namespace tilescribe::kernels
