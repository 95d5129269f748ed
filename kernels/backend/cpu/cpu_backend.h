// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernels/backend/backend.h"
#include "kernels/backend/cpu/matrix_product.h"
#include "kernels/backend/cpu/packed_matrix.h"
#include "kernels/core/message.h"
#include "kernels/core/thread_pool.h"

namespace tilescribe::kernels {

struct CpuOptions {
  enum class Compute : std::uint8_t { automatic, f32, bf16 };
  Compute compute =
      Compute::automatic;   // automatic: bf16 where the CPU has AVX512-BF16 and oneDNN is there, else f32
  int threads = 0;          // 0: all cores
  bool background = false;  // worker threads at lower priority
};

/// What the CPU engine found on this machine.
struct TILESCRIBE_EXPORT CpuFacts {
  std::string model_name;
  int cores = 0;
  bool bf16 = false;           // AVX512-BF16 and a library that uses it
  Message bf16_reason;         // why not, where not
  std::string matrix_library;  // e.g. "oneDNN 2.6.3"
  Message library_reason;      // why oneDNN is not used, where it is not
  std::string row_kernels;     // Highway's target
  std::int64_t memory_bytes = 0;
};
TILESCRIBE_EXPORT CpuFacts cpu_facts();

/// Rows of a matrix product's result: `values` are rows [row, row + rows), columns [column, column + columns)
/// of it, before the bias, dense.
struct ProductTile {
  float* values;
  std::int64_t row, rows, column, columns;
};

/// Freed tensors, kept for the next op: fresh pages cost more than most ops do. Sorted by size, at most 256
/// MiB.
class CpuMemoryPool {
 public:
  AlignedBuffer take(std::size_t bytes);
  void give(AlignedBuffer buffer);

 private:
  std::mutex mutex_;
  std::vector<AlignedBuffer> free_;
  std::size_t held_ = 0;
};

/// The CPU: one thread pool, weights packed once, matrix products by a library, everything else by Highway.
class CpuBackend : public Backend {
 public:
  explicit CpuBackend(const CpuOptions& options);

  std::string_view name() const override { return "cpu"; }
  DType activation_dtype() const override { return activation_; }
  const Registry& registry() const override;
  std::shared_ptr<Memory> allocate(std::size_t bytes) override;
  void upload(const TensorView& to, const void* from) override;
  void download(void* to, const ConstTensorView& from) override;
  void fill_zero(const TensorView& to) override;
  WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) override;
  std::unique_ptr<Recording> record(std::function<void()> step) override;
  void synchronize() override {}
  Ceilings ceilings() override;
  std::unique_ptr<ActivitySource> activity_source() override;

  ThreadPool& pool() { return pool_; }

  /// Whether products of this library and activation type can run. "onednn" or "highway".
  bool has_product(std::string_view library, DType type) const;
  MatrixProduct& product(std::string_view library);

  /// task(i, worker) over the pool, with this backend's stop token.
  void parallel_for(std::int64_t count, const std::function<void(std::int64_t, int)>& task) {
    pool_.parallel_for(count, task, stop_token());
  }

  /// Memory of one worker, reused between ops; `purpose` keeps uses within one task apart.
  enum class Scratch : std::uint8_t { tile, panels, scores, weights, row };
  std::byte* scratch(int worker, Scratch purpose, std::size_t bytes);

  /// x[m, in] (row stride lda, less than `in` where rows overlap) times a packed weight, tile by tile;
  /// `finish` takes each tile while it is in the cache.
  void multiply(std::string_view library, const void* x, DType x_type, std::int64_t m, std::int64_t lda,
                const PackedMatrix& weight, const std::function<void(const ProductTile&, int)>& finish);

 private:
  void copy(void* to, const void* from, std::size_t bytes);
  DType activation_ = DType::f32;
  ThreadPool pool_;
  std::shared_ptr<CpuMemoryPool> memory_ = std::make_shared<CpuMemoryPool>();
  std::unique_ptr<MatrixProduct> onednn_, highway_;
  std::vector<std::vector<AlignedBuffer>> scratch_;  // [worker][purpose]
};

TILESCRIBE_EXPORT std::unique_ptr<Backend> make_cpu_backend(const CpuOptions& options);

/// Registers every CPU variant.
void register_cpu(Registry& registry);

}  // namespace tilescribe::kernels
