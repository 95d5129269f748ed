// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/fake_cuda/fake_cuda.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "tests/kernels/fake_cuda/cuda_runtime_api.h"

namespace tilescribe::fake_cuda {

Device& device() {
  static Device one;
  return one;
}

namespace {

bool fails(const char* call) {
  return device().failing == call && device().failing_after-- <= 0;
}

template <class Handle>
void make(Handle* handle, int& count) {
  *handle = static_cast<Handle>(std::malloc(1));
  ++count;
}

cudaError_t give_back(void* handle, int& count) {
  std::free(handle);
  --count;
  return cudaSuccess;
}

}  // namespace
}  // namespace tilescribe::fake_cuda

using tilescribe::fake_cuda::device;
using tilescribe::fake_cuda::fails;

cudaError_t cudaSetDevice(int) {
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  return cudaSuccess;
}
const char* cudaGetErrorString(cudaError_t status) {
  return status == cudaErrorMemoryAllocation ? "out of memory" : "unknown error";
}
const char* cudaGetErrorName(cudaError_t status) {
  return status == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaErrorUnknown";
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  if (fails("cudaMemGetInfo")) return cudaErrorUnknown;
  *total = *free = device().memory;
  for (const auto& [data, bytes] : device().allocated) *free -= bytes;
  return cudaSuccess;
}

cudaError_t cudaMalloc(void** data, std::size_t bytes) {
  if (fails("cudaMalloc")) return cudaErrorUnknown;
  std::size_t used = 0;
  for (const auto& [other, taken] : device().allocated) used += taken;
  if (used + bytes > device().memory) return cudaErrorMemoryAllocation;
  static std::uintptr_t next = std::uintptr_t{1} << 40;
  *data = reinterpret_cast<void*>(next);
  next += std::uintptr_t{1} << 34;
  device().allocated[*data] = bytes;
  return cudaSuccess;
}

cudaError_t cudaFree(void* data) {
  if (fails("cudaFree")) return cudaErrorUnknown;
  return device().allocated.erase(data) == 1 ? cudaSuccess : cudaErrorUnknown;
}

cudaError_t cudaMallocHost(void** data, std::size_t bytes) {
  if (fails("cudaMallocHost")) return cudaErrorMemoryAllocation;
  *data = std::malloc(bytes);
  ++device().pinned;
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* data) {
  return tilescribe::fake_cuda::give_back(data, device().pinned);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  if (fails("cudaEventCreateWithFlags")) return cudaErrorUnknown;
  tilescribe::fake_cuda::make(event, device().events);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) {
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return tilescribe::fake_cuda::give_back(event, device().events);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return tilescribe::fake_cuda::give_back(graph, device().graphs);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) {
  return tilescribe::fake_cuda::give_back(graph, device().graphs);
}
