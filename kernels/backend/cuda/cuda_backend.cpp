// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_backend.h"

#include <algorithm>

#include "kernels/backend/cuda/cuda_status.h"
#include "kernels/backend/reference/reference_backend.h"
#include "kernels/ops/log_mel/log_mel.h"

namespace tilescribe::kernels {
namespace {

class DeviceMemory final : public Memory {
 public:
  DeviceMemory(void* data, std::shared_ptr<const CudaStream> stream)
      : data_(data), stream_(std::move(stream)) {}
  ~DeviceMemory() override {
    // Kernels that still run may use it. Their faults come up again at the next call, which can throw.
    cudaStreamSynchronize(stream_->use());
    cudaFree(data_);
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  void* data() const override { return data_; }

 private:
  void* data_;
  std::shared_ptr<const CudaStream> stream_;
};

class PlainCall final : public Recording {
 public:
  explicit PlainCall(std::function<void()> step) : step_(std::move(step)) {}
  void replay() override { step_(); }

 private:
  std::function<void()> step_;
};

std::string mebibytes(std::size_t bytes) {
  return std::to_string((bytes + (std::size_t{1} << 20) - 1) >> 20) + " MiB";
}

}  // namespace

CudaStream::CudaStream(int device) : device_(device) {
  check(cudaSetDevice(device), "when GPU " + std::to_string(device) + " was chosen");
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "while making a stream");
}

CudaStream::~CudaStream() {
  cudaStreamDestroy(stream_);
}

cudaStream_t CudaStream::use() const {
  cudaSetDevice(device_);  // worked in the constructor
  return stream_;
}

void CudaStream::wait() const {
  check(cudaStreamSynchronize(use()), "while finishing what it was given");
}

CudaBackend::CudaBackend(int device) {
  const CudaDevices found = find_cuda_devices();
  if (!found.available) throw Error("The engine cuda-baseline can't run: " + found.reason);
  const auto facts = std::ranges::find(found.devices, device, &CudaDeviceFacts::index);
  if (facts == found.devices.end()) {
    throw Error("GPU " + std::to_string(device) + " was asked for, but this machine has " +
                std::to_string(found.devices.size()) + ", counted from 0.");
  }
  if (!facts->usable) throw Error("The GPU " + facts->name + " can't be used: " + facts->reason);
  stream_ = std::make_shared<const CudaStream>(device);
}

const Registry& CudaBackend::registry() const {
  static const Registry registry = [] {
    Registry fresh;
    register_cuda(fresh);
    return fresh;
  }();
  return registry;
}

std::shared_ptr<Memory> CudaBackend::allocate(std::size_t bytes) {
  stream_->use();
  void* data = nullptr;
  const cudaError_t status = cudaMalloc(&data, std::max<std::size_t>(bytes, 1));
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // told here, and not the next call's failure
    std::size_t free = 0, total = 0;
    check(cudaMemGetInfo(&free, &total), "when asked for its free memory");
    throw Error("A tensor of " + mebibytes(bytes) + " does not fit on GPU " +
                std::to_string(stream_->device()) + ": " + mebibytes(free) + " of its " + mebibytes(total) +
                " are free.");
  }
  check(status, "while allocating " + mebibytes(bytes));
  return std::make_shared<DeviceMemory>(data, stream_);
}

void CudaBackend::upload(const TensorView& to, const void* from) {
  check(cudaMemcpyAsync(to.data, from, to.bytes(), cudaMemcpyHostToDevice, stream()),
        "while copying a tensor to it");
  synchronize();  // the caller's memory may go
}

void CudaBackend::download(void* to, const ConstTensorView& from) {
  check(cudaMemcpyAsync(to, from.data, from.bytes(), cudaMemcpyDeviceToHost, stream()),
        "while copying a tensor from it");
  synchronize();
}

void CudaBackend::fill_zero(const TensorView& to) {
  check(cudaMemsetAsync(to.data, 0, to.bytes(), stream()), "while clearing a tensor");
}

WeightHandle CudaBackend::prepare(WeightRole role, std::span<const WeightPart> parts) {
  const WidenedWeight wide = widen(role, parts);
  const bool biased = !wide.bias.empty();
  return std::make_shared<DeviceWeight>(role, wide.out, wide.in, uploaded(wide.values),
                                        biased ? uploaded(wide.bias) : Tensor(), biased);
}

// A plain call decides everything again: a CUDA graph needs the launches of the faster engine.
std::unique_ptr<Recording> CudaBackend::record(std::function<void()> step) {
  step();
  return std::make_unique<PlainCall>(std::move(step));
}

const float* CudaBackend::mel_filter_bank(std::int64_t mels) {
  const auto known = mel_filters_.find(mels);
  if (known != mel_filters_.end()) return known->second.view().as<float>();
  return mel_filters_.emplace(mels, uploaded(mel_filters(mels))).first->second.view().as<float>();
}

Tensor CudaBackend::uploaded(const std::vector<float>& values) {
  const Tensor copy = tensor(DType::f32, {static_cast<std::int64_t>(values.size())});
  upload(copy, values.data());
  return copy;
}

}  // namespace tilescribe::kernels
