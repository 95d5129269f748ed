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
#include "kernels/core/memory.h"
#include "kernels/core/message.h"
#include "kernels/core/thread_pool.h"

namespace tilescribe::kernels {

struct CpuOptions {
  enum class Compute : std::uint8_t { automatic, f32, bf16 };
  Compute compute = Compute::automatic;  // bf16 with AVX512-BF16 and oneDNN, otherwise f32
  int threads = 0;                       // 0: all cores
  bool background = false;               // the worker threads run at lower priority
  /// How matrices are stored; convolutions, tables and vectors never become int8. `stored`: bf16 if they are
  /// bf16 in the model's files or the arithmetic is, otherwise f32.
  enum class Weights : std::uint8_t { stored, bf16, int8 };
  Weights weights = Weights::stored;
};

/// What the CPU engine found on this machine.
struct TILESCRIBE_EXPORT CpuFacts {
  std::string model_name;
  int cores = 0;
  bool bf16 = false;                        // AVX512-BF16 and a library that uses it
  Message bf16_reason;                      // why bf16 is not available; otherwise empty
  std::string f32_products, bf16_products;  // what multiplies: "oneDNN 2.6.3"; empty: not in this type
  Message library_reason;                   // why oneDNN is not used; otherwise empty
  std::string row_kernels;                  // Highway's target
  std::int64_t memory_bytes = 0;
};
TILESCRIBE_EXPORT CpuFacts cpu_facts();

/// Rows [row, row + rows), columns [column, column + columns) of a product; `values` is dense, without bias.
struct ProductTile {
  float* values;
  std::int64_t row, rows, column, columns;
};

/// Freed tensors, kept because fresh pages cost more than most ops do. At most 256 MiB, sorted by size.
class CpuMemoryPool {
 public:
  AlignedBuffer take(std::size_t bytes);
  void give(AlignedBuffer buffer);

 private:
  std::mutex mutex_;
  std::vector<AlignedBuffer> free_;
  std::size_t held_ = 0;
};

/// The CPU engine: one thread pool, weights packed once, matrix products by a library, all else by Highway.
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
  void copy(const TensorView& to, const ConstTensorView& from) override;
  WeightHandle prepare(WeightRole role, std::span<const WeightPart> parts) override;
  void prepare_as(const MatrixForm& form) override { form_ = form; }
  void synchronize() override {}
  Ceilings ceilings() override;
  std::unique_ptr<ActivitySource> activity_source() override;

  ThreadPool& pool() { return pool_; }

  /// Whether products of this library ("onednn", "amx" or "highway") and activation type can run.
  bool has_product(std::string_view library, DType type) const;
  MatrixProduct& product(std::string_view library);

  /// Runs task(i, worker) on the pool, with this backend's stop token.
  void parallel_for(std::int64_t count, const std::function<void(std::int64_t, int)>& task) {
    pool_.parallel_for(count, task, stop_token());
  }

  /// Memory of one worker, reused by later ops. `purpose` separates the uses within one task.
  enum class Scratch : std::uint8_t { tile, panels, scores, weights, row };
  std::byte* scratch(int worker, Scratch purpose, std::size_t bytes);

  /// x [m, in] times a packed weight, tile by tile. lda: row stride of x, less than `in` if rows overlap.
  /// `finish` gets each tile while it is in the cache.
  void multiply(std::string_view library, const void* x, DType x_type, std::int64_t m, std::int64_t lda,
                const PackedMatrix& weight, const std::function<void(const ProductTile&, int)>& finish);

 private:
  MatrixProduct* find_product(std::string_view library) const;
  void copy_bytes(void* to, const void* from, std::size_t bytes);
  GivesMemoryBack afterwards_;  // first: all others go before it
  DType activation_ = DType::f32;
  CpuOptions::Weights weights_;
  MatrixForm form_;
  ThreadPool pool_;
  std::shared_ptr<CpuMemoryPool> memory_ = std::make_shared<CpuMemoryPool>();
  std::unique_ptr<MatrixProduct> onednn_, amx_, highway_;
  std::vector<std::vector<AlignedBuffer>> scratch_;  // [worker][purpose]
};

TILESCRIBE_EXPORT std::unique_ptr<Backend> make_cpu_backend(const CpuOptions& options);

/// Registers all CPU variants.
void register_cpu(Registry& registry);

}  // namespace tilescribe::kernels
