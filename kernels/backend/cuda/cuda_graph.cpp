// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_graph.h"

#include "kernels/backend/cuda/cuda_status.h"

namespace tilescribe::kernels {

CudaGraph::CudaGraph(const Backend& backend, cudaStream_t stream, const std::function<void()>& step,
                     const std::vector<std::shared_ptr<Memory>>& memory)
    : backend_(backend), stream_(stream) {
  // Relaxed: an op may still set up what it launches for the first time (attributes, a chunk of memory).
  check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeRelaxed), "while beginning to record a step");
  cudaGraph_t captured = nullptr;
  try {
    step();
  } catch (...) {
    cudaStreamEndCapture(stream_, &captured);
    if (captured != nullptr) cudaGraphDestroy(captured);
    cudaGetLastError();  // the exception tells
    throw;
  }
  check(cudaStreamEndCapture(stream_, &captured), "while recording a step");
  const cudaError_t status = cudaGraphInstantiate(&graph_, captured, 0);
  cudaGraphDestroy(captured);
  check(status, "while making a graph of a step");
  memory_ = memory;
}

CudaGraph::~CudaGraph() {
  cudaStreamSynchronize(stream_);  // it may still run
  cudaGraphExecDestroy(graph_);
}

void CudaGraph::replay() {
  const Backend::Replaying told(backend_);
  check(cudaGraphLaunch(graph_, stream_), "while starting a recorded step");
}

}  // namespace tilescribe::kernels
