// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "kernels/backend/backend.h"
#include "kernels/backend/cuda/cuda_loader.h"

namespace tilescribe::kernels {

/// What cuda_devices() gives where the plugin is there.
CudaDevices find_cuda_devices();

/// A stream of one GPU, kept by all that was allocated for it.
class CudaStream {
 public:
  explicit CudaStream(int device);
  ~CudaStream();
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;

  /// The stream; its GPU becomes the calling thread's current one.
  cudaStream_t use() const;
  /// Waits for everything given to the stream; a kernel's faults come up here.
  void wait() const;
  int device() const { return device_; }

 private:
  int device_;
  cudaStream_t stream_ = nullptr;
};

/// A weight as plain row-major float32 on the GPU, laid out as HostWeight's values.
class DeviceWeight final : public Weight {
 public:
  DeviceWeight(WeightRole role, std::int64_t out, std::int64_t in, Tensor values, Tensor bias, bool biased)
      : Weight(role, out, in, biased), values_(std::move(values)), bias_(std::move(bias)) {}
  const float* values() const { return values_.view().as<float>(); }
  const float* bias() const { return bias_.view().as<float>(); }  // null without one
  std::size_t bytes() const override {
    return values_.view().bytes() + (has_bias() ? bias_.view().bytes() : 0);
  }

 private:
  Tensor values_, bias_;
};

/// One GPU, one stream, float32 throughout: every op by the plainest kernel, the yardstick of faster ones.
class CudaBackend final : public Backend {
 public:
  static constexpr const char* backend_name = "cuda-baseline";

  explicit CudaBackend(int device);

  std::string_view name() const override { return backend_name; }
  DType activation_dtype() const override { return DType::f32; }
  const Registry& registry() const override;

  std::shared_ptr<Memory> allocate(std::size_t bytes) override;
  void upload(const TensorView& to, const void* from) override;
  void download(void* to, const ConstTensorView& from) override;
  void fill_zero(const TensorView& to) override;
  WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) override;
  std::unique_ptr<Recording> record(std::function<void()> step) override;
  void synchronize() override { stream_->wait(); }

  /// Where kernels are launched; the GPU becomes the calling thread's current one.
  cudaStream_t stream() const { return stream_->use(); }

  /// The mel filters [bins, mels] on this GPU, made at the first call.
  const float* mel_filter_bank(std::int64_t mels);

 private:
  Tensor uploaded(const std::vector<float>& values);

  std::shared_ptr<const CudaStream> stream_;
  std::map<std::int64_t, Tensor> mel_filters_;
};

/// Registers every variant of "cuda-baseline".
void register_cuda(Registry& registry);

}  // namespace tilescribe::kernels
