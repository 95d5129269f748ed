// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_backend.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "kernels/backend/cuda/cublaslt.h"
#include "kernels/backend/cuda/cuda_graph.h"
#include "kernels/backend/cuda/cuda_plugin.h"
#include "kernels/backend/cuda/cuda_timing.h"
#include "kernels/backend/cuda/cupti_source.h"
#include "kernels/backend/cuda/eight_bit_weight.h"
#include "kernels/backend/cuda/injected_fault.h"
#include "kernels/backend/cuda/nvtx_ranges.h"
#include "kernels/backend/host_weight.h"
#include "kernels/device/status.h"
#include "kernels/ops/linear/eight_bit_layout.h"
#include "kernels/ops/log_mel/log_mel.h"
#include "kernels/ops/rope/rope.h"

namespace tilescribe::kernels {
namespace {

// A block of the arena. Work already queued may still use it: the next owner's work comes later.
class DeviceMemory final : public Memory {
 public:
  DeviceMemory(void* data, std::shared_ptr<const CudaStream> stream, std::shared_ptr<DeviceArena> arena)
      : data_(data), stream_(std::move(stream)), arena_(std::move(arena)) {}
  ~DeviceMemory() override { arena_->give(data_); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  void* data() const override { return data_; }

 private:
  void* data_;
  std::shared_ptr<const CudaStream> stream_;
  std::shared_ptr<DeviceArena> arena_;  // destroyed before the stream
};

class PinnedMemory final : public Memory {
 public:
  PinnedMemory(PinnedBytes data, std::shared_ptr<const CudaStream> stream)
      : data_(std::move(data)), stream_(std::move(stream)) {}
  ~PinnedMemory() override {
    cudaStreamSynchronize(stream_->use());  // running kernels may still write to it
  }
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  void* data() const override { return data_.get(); }

 private:
  PinnedBytes data_;
  std::shared_ptr<const CudaStream> stream_;
};

constexpr bool stays_float32(WeightRole role) {
  return role == WeightRole::vector;
}

/// Kernels launched on the stream are added to the list while it lives.
class Noting {
 public:
  Noting(CudaStream& stream, LaunchedKernels& list) : stream_(stream) { stream_.note_kernels(&list); }
  ~Noting() { stream_.note_kernels(nullptr); }
  Noting(const Noting&) = delete;
  Noting& operator=(const Noting&) = delete;

 private:
  CudaStream& stream_;
};

}  // namespace

CudaBackend::CudaBackend(const CudaOptions& options) : options_(options) {
  const std::string engine(name());
  const CudaDevices found = find_cuda_devices();
  if (!found.available) throw Error("The engine {1} can't run: {2}", engine, found.reason);
  const auto facts = std::ranges::find(found.devices, options.device, &CudaDeviceFacts::index);
  if (facts == found.devices.end()) {
    throw Error("GPU {1} was asked for, but this machine has {2}, counted from 0.", options.device,
                found.devices.size());
  }
  if (!facts->usable) throw Error("The GPU {1} can't be used: {2}", facts->name, facts->reason);
  if (options.architecture != 0 && options.architecture != 80) {
    throw Error("Kernels can be forced to those of sm_80, which run on every GPU, not to those of sm_{1}.",
                options.architecture);
  }
  // wgmma and TMA are only in code for sm_90a. A GPU of 9.0 uses that code if the build has it.
  const bool hopper_code =
      std::string_view(TILESCRIBE_CUDA_ARCHITECTURES).find("90a") != std::string_view::npos;
  architecture_ =
      hopper_code && facts->major == 9 && facts->minor == 0 && options.architecture == 0 ? 90 : 80;
  stream_ = std::make_shared<CudaStream>(options.device, architecture_ == 90);
  arena_ = std::make_shared<DeviceArena>(options.device, options.memory_limit, options.separate_memory);
  upload_ = std::make_unique<HostUpload>(stream_->use(), HostUpload::for_windows);
  if (options.linear_library == LinearLibrary::cublas) take_cublas();
  fault_ = plant_fault(*this, options.inject_fault);
}

CudaBackend::~CudaBackend() {
  cudaStreamSynchronize(stream_->use());  // before the memory that running work uses is freed
}

void CudaBackend::open_cublaslt() const {
  stream_->use();
  cublaslt_ = CublasLt::open(cublaslt_reason_);
}

CublasLt* CudaBackend::cublaslt() const {
  if (cublaslt_ahead_.valid()) cublaslt_ahead_.get();
  if (!cublaslt_) open_cublaslt();
  return cublaslt_->get();
}

void CudaBackend::open_cublaslt_ahead() {
  cublaslt_ahead_ = std::async(std::launch::async, [this] { open_cublaslt(); });
}

void CudaBackend::take_cublas() {
  if (tuned()) throw Error("The engine cuda runs its own linear layers; for cuBLAS take cuda-baseline.");
  if (cublaslt() == nullptr) throw Error("cuBLAS can't run the linear layers: {1}", cublaslt_reason_);
  force_variant("linear", "cublas");
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
  auto memory = std::make_shared<DeviceMemory>(arena_->take(bytes), stream_, arena_);
  if (recorded_ != nullptr) recorded_->push_back(memory);
  return memory;
}

std::shared_ptr<Memory> CudaBackend::allocate_shared(std::size_t bytes) {
  stream_->use();
  PinnedBytes data;
  check(cudaHostAlloc(Filling(data), std::max<std::size_t>(bytes, 1), cudaHostAllocMapped),
        Message("while pinning memory of the host"));
  return std::make_shared<PinnedMemory>(std::move(data), stream_);
}

void CudaBackend::reserve(std::size_t bytes) {
  stream_->use();
  arena_->reserve(bytes);
}

std::size_t CudaBackend::available_bytes() const {
  return arena_->available();
}

std::size_t CudaBackend::used_bytes() const {
  return arena_->used();
}

Batching CudaBackend::batching() const {
  return tuned() ? Batching{.prefill_rows = 8192,
                            .encoder_windows = 16,
                            .decode_rows = 64,
                            .draft_rows = 16,
                            .steps_ahead = 4,
                            .recorded_steps = true}
                 : Batching{.prefill_rows = 4096,
                            .encoder_windows = 4,
                            .decode_rows = 8,
                            .draft_rows = 0,
                            .steps_ahead = 1};
}

void CudaBackend::upload(const TensorView& to, const void* from) {
  stream_->use_in_order();
  upload_->copy(to.data, to.dtype, from, to.dtype, static_cast<std::size_t>(to.elements()));
}

void CudaBackend::download(void* to, const ConstTensorView& from) {
  check(cudaMemcpyAsync(to, from.data, from.bytes(), cudaMemcpyDeviceToHost, stream_->use_in_order()),
        Message("while copying a tensor from it"));
  stream_->wait();
}

void CudaBackend::copy(const TensorView& to, const ConstTensorView& from) {
  check(cudaMemcpyAsync(to.data, from.data, from.bytes(), cudaMemcpyDeviceToDevice, stream_->use_in_order()),
        Message("while copying a tensor on it"));
}

void CudaBackend::fill_zero(const TensorView& to) {
  check(cudaMemsetAsync(to.data, 0, to.bytes(), stream_->use_in_order()), Message("while clearing a tensor"));
}

HostUpload& CudaBackend::weight_upload(std::size_t bytes) {
  constexpr std::size_t small =
      HostUpload::for_windows.buffer_bytes;  // not worth memory that is pinned first
  stream_->order().settle();
  if (bytes <= small) return *upload_;
  if (!weight_upload_) weight_upload_ = std::make_unique<HostUpload>(stream_->use(), HostUpload::for_weights);
  return *weight_upload_;
}

std::pair<Tensor, Tensor> CudaBackend::upload_eight_bits(DType stored, const WeightLayout& layout,
                                                         std::span<const WeightPart> parts) {
  const std::int64_t row_bytes = eight_bit_row_bytes(layout.in);
  const Tensor values = tensor(stored, {layout.out, row_bytes}), scales = tensor(DType::f32, {layout.out});
  std::vector<float> host_scales(static_cast<std::size_t>(layout.out));
  weight_upload(values.view().bytes())
      .make(values.view().data, static_cast<std::size_t>(row_bytes), static_cast<std::size_t>(layout.out),
            [&](std::size_t first, std::size_t count, std::byte* to) {
              pack_eight_bit_rows(parts, layout, stored, static_cast<std::int64_t>(first),
                                  static_cast<std::int64_t>(count), to, host_scales.data() + first);
            });
  weight_upload(scales.view().bytes())
      .copy(scales.view().data, DType::f32, host_scales.data(), DType::f32, host_scales.size());
  return {values, scales};
}

WeightHandle CudaBackend::prepare(WeightRole role, std::span<const WeightPart> parts) {
  const WeightLayout layout = weight_layout(role, parts);
  using Storage = MatrixForm::Storage;
  const Storage wanted = form_.storage == Storage::usual ? options_.weights : form_.storage;
  const bool eight_bits =
      (wanted == Storage::int8 || wanted == Storage::fp8) && takes_eight_bits(role, layout);
  const DType type = stays_float32(role) ? DType::f32 : activation_dtype();
  Tensor values, scales;
  if (eight_bits) {
    std::tie(values, scales) =
        upload_eight_bits(wanted == Storage::fp8 ? DType::f8 : DType::i8, layout, parts);
  } else {
    values = tensor(type, {layout.out * layout.in});
  }
  const Tensor bias = layout.biased ? tensor(DType::f32, {layout.out}) : Tensor();
  if (role == WeightRole::convolution) {  // small, and stored in another order
    const WidenedWeight wide = widen(role, parts);
    weight_upload(values.view().bytes())
        .copy(values.view().data, type, wide.values.data(), DType::f32, wide.values.size());
    if (layout.biased)
      weight_upload(bias.view().bytes())
          .copy(bias.view().data, DType::f32, wide.bias.data(), DType::f32, wide.bias.size());
    return std::make_shared<DeviceWeight>(role, layout, values, bias);
  }
  if (layout.biased) fill_zero(bias);
  std::int64_t row = 0;
  for (const WeightPart& part : parts) {
    if (!eight_bits) {
      std::byte* const place =
          values.view().as<std::byte>() + static_cast<std::size_t>(row * layout.in) * size_of(type);
      weight_upload(values.view().bytes())
          .copy(place, type, part.weight.data, part.weight.dtype,
                static_cast<std::size_t>(part.weight.elements()));
    }
    if (!part.bias.empty()) {
      weight_upload(bias.view().bytes())
          .copy(bias.view().as<float>() + row, DType::f32, part.bias.data, part.bias.dtype,
                static_cast<std::size_t>(part.bias.elements()));
    }
    row += part.weight.shape[0];
  }
  return std::make_shared<DeviceWeight>(role, layout, values, bias, scales);
}

CudaBackend::Capturing::Capturing(CudaBackend& backend, std::vector<std::shared_ptr<Memory>>& memory)
    : backend_(backend), undisturbed_(backend.hooks().undisturbed()) {
  backend.stream_->wait();  // so that memory which kept() fills on the other stream is not in use
  backend.recorded_ = &memory;
}

std::unique_ptr<Recording> CudaBackend::record(std::function<void()> step) {
  if (!tuned()) {  // the baseline launches every kernel separately
    const Hooks::Inside undisturbed = hooks().undisturbed();
    step();
    return std::make_unique<PlainCall>(std::move(step));
  }
  auto graph = std::make_unique<CudaGraph>(*this, std::move(step));
  graph->replay();
  return graph;
}

void CudaBackend::synchronize() {
  stream_->wait();
  weight_upload_.reset();  // all weights have arrived
}

bool CudaBackend::busy() {
  const cudaError_t status = cudaStreamQuery(stream_->use());
  if (status == cudaErrorNotReady) return true;
  check(status, Message("while working"));
  return false;
}

double CudaBackend::time_ms(const std::function<void()>& work) {
  return stream_time_ms(stream(), work);
}

std::vector<KernelCode> CudaBackend::kernels_of(const std::function<void()>& work) {
  LaunchedKernels launched;
  {
    const Noting noting(stream(), launched);
    work();
  }
  synchronize();
  return launched.take();
}

Ceilings CudaBackend::ceilings() {
  constexpr std::size_t least = std::size_t{64} << 20, most = std::size_t{1} << 30;
  const std::size_t bytes = std::min(most, available_bytes() / 2);
  if (bytes < least) return {};
  const Tensor memory = tensor(DType::f32, {static_cast<std::int64_t>(bytes / sizeof(float))});
  return measure_ceilings(memory.view().data, memory.view().bytes(), cublaslt(), stream());
}

std::unique_ptr<ActivitySource> CudaBackend::activity_source() {
  return make_cuda_activity_source(*this);
}

std::unique_ptr<OpHook> CudaBackend::range_markers() {
  return make_nvtx_ranges();
}

const float* CudaBackend::mel_filter_bank(std::int64_t mels) {
  const auto known = mel_filters_.find(mels);
  if (known != mel_filters_.end()) return known->second.view().as<float>();
  return mel_filters_.emplace(mels, uploaded(mel_filters(mels))).first->second.view().as<float>();
}

const void* CudaBackend::rope_table(const RopeParameters& rope, std::int64_t positions) {
  const std::int64_t half = rope.rotary_dim / 2;
  if (half == 0) return nullptr;  // nothing is rotated, so nothing is read
  Tensor& table = rope_tables_[{rope.rotary_dim, rope.theta}];
  if (table.view().empty() || table.view().elements() < positions * 2 * half) {
    // In double: a float32 angle is off by 1e-4 at position 1500.
    const auto rows = static_cast<std::int64_t>(
        std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(positions, 1024))));
    std::vector<float> turns;
    turns.reserve(static_cast<std::size_t>(rows * 2 * half));
    for (std::int64_t position = 0; position < rows; ++position) {
      for (std::int64_t j = 0; j < half; ++j) {
        const double exponent = -2.0 * static_cast<double>(j) / static_cast<double>(rope.rotary_dim);
        const double angle = static_cast<double>(position) * std::pow(double{rope.theta}, exponent);
        turns.push_back(static_cast<float>(std::cos(angle)));
        turns.push_back(static_cast<float>(std::sin(angle)));
      }
    }
    if (!table.view().empty()) outgrown_.push_back(table);
    table = uploaded(turns);
  }
  return table.view().data;
}

void* CudaBackend::zeroed(const std::string& name, std::size_t bytes) {
  Tensor& buffer = zeroed_[name];
  if (buffer.view().empty() || buffer.view().bytes() < bytes) {
    if (!buffer.view().empty()) outgrown_.push_back(buffer);
    buffer = kept(bytes, nullptr);
  }
  return buffer.view().data;
}

Tensor CudaBackend::uploaded(const std::vector<float>& values) {
  return kept(values.size() * sizeof(float), values.data());
}

// Allocates memory and fills it once: a copy of `from`, or zeros if that is null. While a step is recorded
// its stream only records, so another stream fills the memory.
Tensor CudaBackend::kept(std::size_t bytes, const void* from) {
  const Tensor memory = tensor(DType::i32, {static_cast<std::int64_t>((bytes + 3) / 4)});
  if (recorded_ != nullptr && !beside_) beside_ = std::make_unique<CudaStream>(stream_->gpu().index);
  CudaStream& filling = recorded_ != nullptr ? *beside_ : *stream_;
  check(from == nullptr
            ? cudaMemsetAsync(memory.view().data, 0, bytes, filling.use())
            : cudaMemcpyAsync(memory.view().data, from, bytes, cudaMemcpyHostToDevice, filling.use()),
        Message("while filling a table"));
  filling.wait();
  return memory;
}

}  // namespace tilescribe::kernels

const tilescribe::kernels::CudaPlugin* tilescribe_cuda_entry() {
  using namespace tilescribe::kernels;
  static const CudaPlugin plugin{cuda_plugin_abi, find_cuda_devices,
                                 [](const CudaOptions& options) -> std::unique_ptr<Backend> {
                                   return std::make_unique<CudaBackend>(options);
                                 }};
  return &plugin;
}
