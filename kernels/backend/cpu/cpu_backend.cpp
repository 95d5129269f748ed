// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_backend.h"

#include <algorithm>
#include <cstring>
#include <fstream>

#include <malloc.h>
#include <unistd.h>

#include "kernels/backend/cpu/cpu_ceilings.h"
#include "kernels/backend/cpu/int8_matrix.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/profile/host_source.h"

namespace tilescribe::kernels {
namespace {

// Memory that returns to the backend's pool.
class HostMemory final : public Memory {
 public:
  HostMemory(AlignedBuffer buffer, std::shared_ptr<CpuMemoryPool> pool)
      : buffer_(std::move(buffer)), pool_(std::move(pool)) {}
  ~HostMemory() override { pool_->give(std::move(buffer_)); }
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  void* data() const override { return buffer_.data(); }

 private:
  AlignedBuffer buffer_;
  std::shared_ptr<CpuMemoryPool> pool_;
};

std::string cpu_model_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const auto colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

constexpr std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// How a product is cut: rows × columns of the result per task. A tile of the result stays in the second-level
// cache. A product with few rows is cut along its columns only, at least one piece per thread.
struct Cut {
  std::int64_t rows, columns;
};
Cut cut(std::int64_t m, std::int64_t n, int threads, bool widened) {
  constexpr std::int64_t widest = 512;
  const std::int64_t width = PanelLayout::width;
  if (m <= 32) {
    const std::int64_t pieces = std::max<std::int64_t>(threads, (n + widest - 1) / widest);
    return {m, std::max(width, round_up((n + pieces - 1) / pieces, width))};
  }
  const std::int64_t pieces = (n + widest - 1) / widest;
  const std::int64_t columns = round_up((n + pieces - 1) / pieces, width);
  // If panels are widened for each tile, taller tiles share that work.
  return {std::min<std::int64_t>(widened ? 512 : 128, round_up((m + threads - 1) / threads, 4)), columns};
}

CpuFacts read_cpu_facts() {
  CpuFacts facts;
  facts.model_name = cpu_model_name();
  facts.cores = available_cores();
  facts.memory_bytes = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGE_SIZE);
  facts.row_kernels = simd::target_name();
  const auto onednn = make_onednn_product(1, &facts.library_reason);
  facts.f32_products = onednn ? onednn->description() : make_highway_product()->description();
  facts.bf16 = onednn && onednn->supports(DType::bf16);
#if defined(__x86_64__)
  facts.bf16 = facts.bf16 && __builtin_cpu_supports("avx512bf16") != 0;
#endif
  if (facts.bf16) {
    const auto amx = make_amx_product(1);
    facts.bf16_products = amx ? amx->description() : onednn->description();
  } else {
    facts.bf16_reason = onednn ? Message("this CPU has no AVX512-BF16.")
                               : Message("oneDNN is not available: {1}", facts.library_reason);
  }
  return facts;
}

/// While weights are packed, blocks that stay alternate with blocks that are soon freed. glibc puts blocks of
/// up to 32 MB of both kinds into its heap, and with the full-size model the holes add up to a gigabyte. A
/// block that is mapped by itself leaves none.
void map_large_blocks() {
  static const bool once = mallopt(M_MMAP_THRESHOLD, 4 << 20) != 0;
  static_cast<void>(once);
}

}  // namespace

CpuFacts cpu_facts() {
  // Determined once: it opens oneDNN and asks it for kernels, and every backend needs the facts.
  static const CpuFacts facts = read_cpu_facts();
  return facts;
}

CpuBackend::CpuBackend(const CpuOptions& options)
    : weights_(options.weights), pool_(options.threads, options.background) {
  map_large_blocks();
  const CpuFacts facts = cpu_facts();
  Message reason;
  onednn_ = make_onednn_product(pool_.threads(), &reason);
  amx_ = make_amx_product(pool_.threads());
  highway_ = make_highway_product();
  if (options.compute == CpuOptions::Compute::bf16 && !facts.bf16) {
    throw Error("Computing in bf16 needs a CPU with AVX512-BF16 and oneDNN, and {1}", facts.bf16_reason);
  }
  activation_ = options.compute != CpuOptions::Compute::f32 && facts.bf16 ? DType::bf16 : DType::f32;
  scratch_.resize(static_cast<std::size_t>(pool_.threads()));
  for (auto& worker : scratch_) worker.resize(static_cast<std::size_t>(Scratch::row) + 1);
}

const Registry& CpuBackend::registry() const {
  static const Registry registry = [] {
    Registry fresh;
    register_cpu(fresh);
    return fresh;
  }();
  return registry;
}

AlignedBuffer CpuMemoryPool::take(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto fitting =
      std::ranges::find_if(free_, [bytes](const AlignedBuffer& b) { return b.size() >= bytes; });
  if (fitting == free_.end() || fitting->size() > 2 * bytes + 4096)
    return AlignedBuffer(std::max<std::size_t>(bytes, 64));
  AlignedBuffer buffer = std::move(*fitting);
  free_.erase(fitting);
  held_ -= buffer.size();
  return buffer;
}

void CpuMemoryPool::give(AlignedBuffer buffer) {
  constexpr std::size_t most_held = std::size_t{256} << 20;
  const std::lock_guard lock(mutex_);
  if (held_ + buffer.size() > most_held) return;
  held_ += buffer.size();
  const auto place =
      std::ranges::find_if(free_, [&](const AlignedBuffer& b) { return b.size() >= buffer.size(); });
  free_.insert(place, std::move(buffer));
}

std::shared_ptr<Memory> CpuBackend::allocate(std::size_t bytes) {
  return std::make_shared<HostMemory>(memory_->take(bytes), memory_);
}

void CpuBackend::copy_bytes(void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  const auto cost = [&] { return Cost{.bytes = 2 * static_cast<std::int64_t>(bytes)}; };
  hooks().run("copy", no_op, cost, [&] { std::memcpy(to, from, bytes); });
}

void CpuBackend::upload(const TensorView& to, const void* from) {
  copy_bytes(to.data, from, to.bytes());
}

void CpuBackend::download(void* to, const ConstTensorView& from) {
  copy_bytes(to, from.data, from.bytes());
}

void CpuBackend::copy(const TensorView& to, const ConstTensorView& from) {
  copy_bytes(to.data, from.data, from.bytes());
}

void CpuBackend::fill_zero(const TensorView& to) {
  const std::size_t bytes = to.bytes();
  if (bytes == 0) return;
  const auto cost = [&] { return Cost{.bytes = static_cast<std::int64_t>(bytes)}; };
  hooks().run("fill", no_op, cost, [&] { std::memset(to.data, 0, bytes); });
}

WeightHandle CpuBackend::prepare(WeightRole role, std::span<const WeightPart> parts) {
  if (role == WeightRole::table || role == WeightRole::vector)
    return std::make_shared<HostTable>(role, parts);
  using Storage = MatrixForm::Storage;
  const bool own = form_.storage == Storage::usual;
  const bool to_int8 = own ? weights_ == CpuOptions::Weights::int8 : form_.storage == Storage::int8;
  const bool to_bf16 = own ? weights_ == CpuOptions::Weights::bf16 : form_.storage == Storage::bf16;
  if (to_int8 && role != WeightRole::convolution)
    return std::make_shared<Int8Matrix>(role, parts, pool_, stop_token());
  // In float32 arithmetic, bfloat16 weights are widened panel by panel: half the memory, no error.
  const bool stored_bf16 =
      std::ranges::all_of(parts, [](const WeightPart& p) { return p.weight.dtype == DType::bf16; });
  const bool bf16 = form_.activation.value_or(activation_) == DType::bf16 || stored_bf16 || to_bf16;
  const DType panels = bf16 ? DType::bf16 : DType::f32;
  return std::make_shared<PackedMatrix>(role, parts, panels, pool_, stop_token());
}

Ceilings CpuBackend::ceilings() {
  return measure_ceilings(*this);
}

std::unique_ptr<ActivitySource> CpuBackend::activity_source() {
  return std::make_unique<HostActivitySource>(hooks(), pool_.threads());
}

MatrixProduct* CpuBackend::find_product(std::string_view library) const {
  if (library == "onednn") return onednn_.get();
  return library == "amx" ? amx_.get() : highway_.get();
}

bool CpuBackend::has_product(std::string_view library, DType type) const {
  const MatrixProduct* product = find_product(library);
  return product != nullptr && product->supports(type);
}

MatrixProduct& CpuBackend::product(std::string_view library) {
  return *find_product(library);
}

std::byte* CpuBackend::scratch(int worker, Scratch purpose, std::size_t bytes) {
  AlignedBuffer& buffer = scratch_[static_cast<std::size_t>(worker)][static_cast<std::size_t>(purpose)];
  if (buffer.size() < bytes) buffer = AlignedBuffer(bytes + bytes / 4);
  return buffer.data();
}

void CpuBackend::multiply(std::string_view library, const void* x, DType x_type, std::int64_t m,
                          std::int64_t lda, const PackedMatrix& weight,
                          const std::function<void(const ProductTile&, int)>& finish) {
  MatrixProduct& library_product = product(library);
  const bool widened = x_type == DType::f32 && weight.dtype() == DType::bf16;
  const std::int64_t n = weight.out(), k = weight.in();
  const Cut tile = cut(m, n, pool_.threads(), widened);
  const std::int64_t row_tiles = (m + tile.rows - 1) / tile.rows;
  const std::int64_t column_tiles = (n + tile.columns - 1) / tile.columns;

  parallel_for(row_tiles * column_tiles, [&](std::int64_t i, int worker) {
    const std::int64_t row = i % row_tiles * tile.rows, column = i / row_tiles * tile.columns;
    const std::int64_t rows = std::min(tile.rows, m - row), columns = std::min(tile.columns, n - column);
    const std::int64_t first_panel = column / PanelLayout::width;

    const void* panels = weight.panel(first_panel);
    if (widened) {
      const std::int64_t count = PanelLayout::panels(columns), padded = PanelLayout::padded_k(DType::f32, k);
      auto* wide = reinterpret_cast<float*>(
          scratch(worker, Scratch::panels,
                  static_cast<std::size_t>(count * padded * PanelLayout::width) * sizeof(float)));
      for (std::int64_t p = 0; p < count; ++p) {
        simd::widen_panel(reinterpret_cast<const std::uint16_t*>(weight.panel(first_panel + p)), padded / 2,
                          wide + p * padded * PanelLayout::width);
      }
      panels = wide;
    }

    auto* values = reinterpret_cast<float*>(
        scratch(worker, Scratch::tile, static_cast<std::size_t>(tile.rows * tile.columns) * sizeof(float)));
    const auto* a = static_cast<const std::byte*>(x) + static_cast<std::size_t>(row * lda) * size_of(x_type);
    if (lda != k) {  // rows of a convolution overlap, but libraries need dense rows
      const std::size_t row_bytes = static_cast<std::size_t>(k) * size_of(x_type);
      std::byte* apart = scratch(worker, Scratch::row, static_cast<std::size_t>(tile.rows) * row_bytes);
      for (std::int64_t r = 0; r < rows; ++r) {
        std::memcpy(apart + static_cast<std::size_t>(r) * row_bytes,
                    a + static_cast<std::size_t>(r * lda) * size_of(x_type), row_bytes);
      }
      a = apart;
    }
    library_product.run({rows, columns, k, a, panels, values, x_type}, worker);
    finish({values, row, rows, column, columns}, worker);
  });
}

std::unique_ptr<Backend> make_cpu_backend(const CpuOptions& options) {
  return std::make_unique<CpuBackend>(options);
}

}  // namespace tilescribe::kernels
