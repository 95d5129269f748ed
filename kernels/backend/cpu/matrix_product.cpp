// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/matrix_product.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <tuple>

#include "kernels/backend/cpu/packed_matrix.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/core/aligned_buffer.h"
#include "kernels/core/error.h"
#include "kernels/core/memory.h"
#include "kernels/core/plugin.h"

namespace tilescribe::kernels {
namespace {

class OnednnProduct final : public MatrixProduct {
 public:
  OnednnProduct(const TilescribeOnednn& library, int workers)
      : library_(library),
        f32_(library.supports(0) != 0),
        bf16_(library.supports(1) != 0),
        caches_(static_cast<std::size_t>(workers)),
        scratch_(static_cast<std::size_t>(workers)),
        padded_a_(static_cast<std::size_t>(workers)),
        padded_c_(static_cast<std::size_t>(workers)) {}

  ~OnednnProduct() override {
    for (const Cache& cache : caches_) {
      for (const auto& [key, product] : cache) library_.destroy(product.handle);
    }
  }
  OnednnProduct(const OnednnProduct&) = delete;
  OnednnProduct& operator=(const OnednnProduct&) = delete;

  std::string description() const override { return std::string("oneDNN ") + library_.version; }
  bool supports(DType type) const override {
    return (type == DType::f32 && f32_) || (type == DType::bf16 && bf16_);
  }

  void run(const ProductCall& call, int worker) override {
    Cache& cache = caches_[static_cast<std::size_t>(worker)];
    const Key key{call.m, call.n, call.k, call.type};
    auto entry = cache.find(key);
    if (entry == cache.end()) {
      entry = cache.emplace(key, create({call.m, call.n, call.k, call.type == DType::bf16 ? 1 : 0})).first;
    }
    const Product& product = entry->second;
    const std::shared_lock running(creating_);
    std::byte* const scratch =
        at_least(scratch_[static_cast<std::size_t>(worker)], library_.scratch_bytes(product.handle));
    if (product.rows == call.m) {
      check(library_.run(product.handle, call.a, call.panels, call.c, scratch));
      return;
    }
    const std::size_t row_bytes = static_cast<std::size_t>(call.k) * size_of(call.type);
    const auto bytes = [](std::int64_t rows, std::size_t width) {
      return static_cast<std::size_t>(rows) * width;
    };
    std::byte* const a =
        at_least(padded_a_[static_cast<std::size_t>(worker)], bytes(product.rows, row_bytes));
    std::memcpy(a, call.a, bytes(call.m, row_bytes));
    std::memset(a + bytes(call.m, row_bytes), 0, bytes(product.rows - call.m, row_bytes));
    const std::size_t result_bytes = static_cast<std::size_t>(call.n) * sizeof(float);
    auto* const c = reinterpret_cast<float*>(
        at_least(padded_c_[static_cast<std::size_t>(worker)], bytes(product.rows, result_bytes)));
    check(library_.run(product.handle, a, call.panels, c, scratch));
    std::memcpy(call.c, c, bytes(call.m, result_bytes));
  }

 private:
  using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, DType>;
  struct Product {
    void* handle = nullptr;
    std::int64_t rows = 0;  // that it takes
  };
  using Cache = std::map<Key, Product>;

  static std::byte* at_least(AlignedBuffer& buffer, std::size_t bytes) {
    if (buffer.size() < bytes) buffer = AlignedBuffer(bytes);
    return buffer.data();
  }

  Product create(const TilescribeProductShape& shape) {
    // oneDNN does not check whether it got memory for its compiled kernels, and crashes without it. Shapes
    // with the most tails take 3 MiB. The rest is for what other threads may allocate meanwhile.
    constexpr std::size_t enough = std::size_t{24} << 20;
    const std::lock_guard alone(creating_);  // a running product may allocate memory, too
    require_memory(enough, Message("for oneDNN's matrix products"));
    Product product;
    check(library_.create(&shape, &product.handle, &product.rows));
    return product;
  }

  static void check(const char* message) {
    if (message != nullptr) throw Error(Message("oneDNN failed in a matrix product."), message);
  }

  const TilescribeOnednn& library_;
  bool f32_, bf16_;
  std::vector<Cache> caches_;                                 // one per worker
  std::vector<AlignedBuffer> scratch_, padded_a_, padded_c_;  // one per worker
  std::shared_mutex creating_;
};

// Whole steps of k and columns straight from the operands; their rests by way of padded copies.
class AmxProduct final : public MatrixProduct {
 public:
  explicit AmxProduct(int workers) : rests_(static_cast<std::size_t>(workers)) {}
  std::string description() const override { return "AMX"; }
  bool supports(DType type) const override { return type == DType::bf16; }

  void run(const ProductCall& call, int worker) override {
    const std::int64_t k = call.k / unit * unit, n = call.n / unit * unit;
    AlignedBuffer& rest = rests_[static_cast<std::size_t>(worker)];
    const auto bytes = static_cast<std::size_t>(call.m * unit) * (sizeof(BFloat16) + sizeof(float));
    if ((k < call.k || n < call.n) && rest.size() < bytes) rest = AlignedBuffer(bytes);
    auto* columns = rest.as<float>();  // null where there never was a rest
    auto* depth = columns == nullptr ? nullptr : reinterpret_cast<BFloat16*>(columns + call.m * unit);
    if (k < call.k) {
      std::fill_n(depth, call.m * unit, BFloat16{});
      for (std::int64_t r = 0; r < call.m; ++r) {
        std::copy_n(static_cast<const BFloat16*>(call.a) + r * call.k + k, call.k - k, depth + r * unit);
      }
    }
    amx_blocks.begin();
    if (n > 0) multiply(call, {.n = n, .k = k, .panels = call.panels, .c = call.c, .ldc = call.n}, depth);
    if (n < call.n) {
      const std::int64_t stride = PanelLayout::padded_k(DType::bf16, call.k) * PanelLayout::width;
      const auto* panels = static_cast<const BFloat16*>(call.panels) + n / PanelLayout::width * stride +
                           n % PanelLayout::width * 2;
      multiply(call, {.n = unit, .k = k, .panels = panels, .c = columns, .ldc = unit}, depth);
      for (std::int64_t r = 0; r < call.m; ++r)
        std::copy_n(columns + r * unit, call.n - n, call.c + r * call.n + n);
    }
    amx_blocks.end();
  }

 private:
  static constexpr std::int64_t unit = 32;  // of k and of columns

  static void multiply(const ProductCall& call, BlockProduct part, const BFloat16* depth) {
    part.m = call.m;
    part.a = call.a;
    part.lda = call.k;
    part.panel_stride = PanelLayout::padded_k(DType::bf16, call.k) * PanelLayout::width;
    amx_blocks.run(part);
    if (part.k == call.k) return;
    part.panels = static_cast<const BFloat16*>(part.panels) + part.k * PanelLayout::width;
    part.k = unit;
    part.a = depth;
    part.lda = unit;
    part.accumulate = true;
    amx_blocks.run(part);
  }

  std::vector<AlignedBuffer> rests_;  // one per worker
};

class HighwayProduct final : public MatrixProduct {
 public:
  std::string description() const override { return std::string("Highway ") + simd::target_name(); }
  bool supports(DType type) const override { return type == DType::f32; }
  void run(const ProductCall& call, int) override {
    highway_blocks.run({.m = call.m,
                        .n = call.n,
                        .k = call.k,
                        .a = call.a,
                        .lda = call.k,
                        .panels = call.panels,
                        .panel_stride = PanelLayout::padded_k(DType::f32, call.k) * PanelLayout::width,
                        .c = call.c,
                        .ldc = call.n});
  }
};

}  // namespace

std::unique_ptr<MatrixProduct> make_onednn_product(int workers, Message* reason) {
  const Plugin plugin = Plugin::open("libtilescribe_onednn.so");
  if (!plugin) {
    *reason = plugin.reason();
    return nullptr;
  }
  auto* entry = plugin.function<const TilescribeOnednn*()>("tilescribe_onednn_entry");
  const TilescribeOnednn* library = entry != nullptr ? entry() : nullptr;
  if (library == nullptr || library->abi != tilescribe_onednn_abi) {
    *reason = Message("libtilescribe_onednn.so belongs to another version of this program.");
    return nullptr;
  }
  auto product = std::make_unique<OnednnProduct>(*library, workers);
  if (!product->supports(DType::f32)) {
    *reason = Message("{1} has no blocked float32 kernels for this CPU (they need AVX-512).",
                      product->description());
    return nullptr;
  }
  return product;
}

std::unique_ptr<MatrixProduct> make_amx_product(int workers) {
  return amx_blocks.supported() ? std::make_unique<AmxProduct>(workers) : nullptr;
}

std::unique_ptr<MatrixProduct> make_highway_product() {
  return std::make_unique<HighwayProduct>();
}

}  // namespace tilescribe::kernels
