// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/backend/cuda/cuda_loader.h"
#include "kernels/backend/cuda/device_arena.h"
#include "kernels/backend/cuda/host_upload.h"
#include "kernels/core/message.h"
#include "kernels/device/stream.h"

namespace tilescribe::kernels {

class CublasLt;
struct RopeParameters;

/// What cuda_devices() returns if the plugin is there.
CudaDevices find_cuda_devices();

/// A weight on the GPU, row-major like WidenedWeight, its parts one after another. Matrices, convolutions and
/// tables have the engine's activation type, vectors and biases are float32. On request, matrices are in
/// eight bits (eight_bit_weight.h), with a float32 scale for each row.
class DeviceWeight final : public Weight {
 public:
  DeviceWeight(WeightRole role, const WeightLayout& layout, const Tensor& values, Tensor bias,
               Tensor scales = {})
      : Weight(role, layout, values.view().dtype),
        values_(values),
        bias_(std::move(bias)),
        scales_(std::move(scales)) {}
  const void* data() const { return values_.view().data; }
  const float* values() const { return values_.view().as<float>(); }  // of vectors, or if dtype() is f32
  const float* bias() const { return bias_.view().as<float>(); }      // null if there is none
  const float* scales() const { return scales_.view().as<float>(); }  // of rows in eight bits, or null
  std::size_t bytes() const override {
    return values_.view().bytes() + (has_bias() ? bias_.view().bytes() : 0) +
           (scales_.view().empty() ? 0 : scales_.view().bytes());
  }

 private:
  Tensor values_, bias_, scales_;
};

/// One GPU, one stream, and one of the two GPU engines.
class CudaBackend : public Backend {
 public:
  static constexpr const char* baseline_name = "cuda-baseline";
  static constexpr const char* tuned_name = "cuda";

  /// Throws Error if the GPU can't be used.
  explicit CudaBackend(const CudaOptions& options);
  ~CudaBackend() override;

  std::string_view name() const override { return tuned() ? tuned_name : baseline_name; }
  DType activation_dtype() const override { return tuned() ? DType::bf16 : DType::f32; }
  bool has_float8_cache() const override { return activation_dtype() == DType::bf16; }
  bool rounds_to_float8() const override { return options_.weights == MatrixForm::Storage::fp8; }
  bool rounds_to_tf32() const override { return !tuned() && matrix_mode() == MatrixMode::tf32; }
  const Registry& registry() const override;

  std::shared_ptr<Memory> allocate(std::size_t bytes) override;
  std::shared_ptr<Memory> allocate_shared(std::size_t bytes) override;
  void reserve(std::size_t bytes) override;
  std::size_t available_bytes() const override;
  std::size_t used_bytes() const override;
  Batching batching() const override;
  void upload(const TensorView& to, const void* from) override;
  void download(void* to, const ConstTensorView& from) override;
  void fill_zero(const TensorView& to) override;
  void copy(const TensorView& to, const ConstTensorView& from) override;
  WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) override;
  void prepare_as(const MatrixForm& form) override { form_ = form; }
  void round_to_tf32(bool rounds) override {
    options_.matrix_mode = rounds ? MatrixMode::tf32 : MatrixMode::f32;
  }
  /// A CUDA graph on the engine cuda, a plain call on cuda-baseline.
  std::unique_ptr<Recording> record(std::function<void()> step) override;
  void synchronize() override;
  bool busy() override;
  /// By the GPU's clock.
  double time_ms(const std::function<void()>& work) override;
  std::vector<KernelCode> kernels_of(const std::function<void()>& work) override;
  Ceilings ceilings() override;
  /// CUPTI's source, or one based on CUDA events if CUPTI can't be used.
  std::unique_ptr<ActivitySource> activity_source() override;
  /// NVTX ranges.
  std::unique_ptr<OpHook> range_markers() override;

  /// While it lives, the stream is captured: no other work runs between ops, and `memory` keeps all
  /// allocations. The stream is idle when it begins.
  class Capturing {
   public:
    Capturing(CudaBackend& backend, std::vector<std::shared_ptr<Memory>>& memory);
    ~Capturing() {
      backend_.recorded_ = nullptr;
      backend_.stream_->order().settle();  // what was captured has not run
    }
    Capturing(const Capturing&) = delete;
    Capturing& operator=(const Capturing&) = delete;

   private:
    CudaBackend& backend_;
    Hooks::Inside undisturbed_;
  };

  /// What happens to kernels of recorded steps: nothing; joined to ops; or no records for now.
  enum class Trace { none, records, passes_over };
  Trace trace() const { return trace_; }
  void set_trace(Trace trace) { trace_ = trace; }

  bool tuned() const { return options_.engine == CudaEngine::tuned; }
  MatrixMode matrix_mode() const { return options_.matrix_mode; }
  /// Compute capability for choosing kernels: 90 with wgmma and TMA (sm_90a), 80 for what runs everywhere.
  int architecture() const { return architecture_; }

  /// The stream on which kernels are launched.
  CudaStream& stream() const { return *stream_; }

  /// cuBLASLt on this GPU, opened at the first call; null if it can't be used.
  CublasLt* cublaslt() const;
  /// Lets a thread open it, for whoever asks for it later. Before the first call of cublaslt().
  void open_cublaslt_ahead();

  /// The mel filters [bins, mels] on this GPU, created at the first call.
  const float* mel_filter_bank(std::int64_t mels);
  /// Cosines and sines of a rotation, float2 [at least positions, rotary_dim/2]; created once and kept.
  const void* rope_table(const RopeParameters& rope, std::int64_t positions);
  /// Zeroed memory that kernels leave zeroed. One buffer per name, kept.
  void* zeroed(const std::string& name, std::size_t bytes);

 private:
  void open_cublaslt() const;
  /// Runs linear layers with cuBLASLt from now on. Throws Error if it can't be opened.
  void take_cublas();
  Tensor uploaded(const std::vector<float>& values);
  Tensor kept(std::size_t bytes, const void* from);
  /// What copies a weight of so many bytes.
  HostUpload& weight_upload(std::size_t bytes);
  /// A matrix in i8 or f8, its values and scales.
  std::pair<Tensor, Tensor> upload_eight_bits(DType stored, const WeightLayout& layout,
                                              std::span<const WeightPart> parts);

  CudaOptions options_;
  MatrixForm form_;
  int architecture_ = 0;
  std::shared_ptr<CudaStream> stream_;
  std::unique_ptr<CudaStream> beside_;  // fills memory while the other one is recorded
  std::shared_ptr<DeviceArena> arena_;
  std::unique_ptr<HostUpload> upload_;
  std::unique_ptr<HostUpload> weight_upload_;                 // while large weights are prepared
  std::vector<std::shared_ptr<Memory>>* recorded_ = nullptr;  // keeps what is allocated while recording
  Trace trace_ = Trace::none;
  mutable std::optional<std::unique_ptr<CublasLt>> cublaslt_;  // nullopt: not requested yet
  mutable Message cublaslt_reason_;                            // why it is null
  std::map<std::int64_t, Tensor> mel_filters_;
  std::map<std::pair<std::int64_t, float>, Tensor> rope_tables_;
  std::vector<Tensor> outgrown_;  // may still be read by graphs
  std::map<std::string, Tensor> zeroed_;
  std::unique_ptr<OpHook> fault_;             // planted by a test
  mutable std::future<void> cublaslt_ahead_;  // a thread that opens it; destroyed first, which waits for it
};

/// Registers all variants of both GPU engines.
void register_cuda(Registry& registry);

}  // namespace tilescribe::kernels
