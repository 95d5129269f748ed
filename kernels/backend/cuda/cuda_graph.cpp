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
  cudaStreamSynchronize(backend_.stream());  // they may still run
  for (cudaGraphExec_t* const graph : {&graph_, &traced_}) {
    if (*graph != nullptr) cudaGraphExecDestroy(std::exchange(*graph, nullptr));
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
  cudaError_t status = cudaGraphInstantiate(&graph_, captured, 0);
  if (status == cudaSuccess && backend_.trace() != CudaBackend::Trace::none) {
    status = cudaGraphInstantiate(&traced_, captured, 0);
  }
  cudaGraphDestroy(captured);
  check(status, "while making a graph of a step");
}

void CudaGraph::replay() {
  if (graph_ == nullptr || (backend_.trace() != CudaBackend::Trace::none && traced_ == nullptr)) {
    discard();
    capture();
  }
  const Backend::Replaying told(backend_);  // who traces says what of this replay
  check(cudaGraphLaunch(is_recorded() ? traced_ : graph_, backend_.stream()),
        "while starting a recorded step");
}

}  // namespace tilescribe::kernels
