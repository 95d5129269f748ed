// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/matrix_product.h"

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

class HighwayProduct final : public MatrixProduct {
 public:
  std::string description() const override { return std::string("Highway ") + simd::target_name(); }
  bool supports(DType type) const override { return type == DType::f32; }
  void run(const ProductCall& call, int) override {
    simd::gemm(call.m, call.n, call.k, static_cast<const float*>(call.a),
               static_cast<const float*>(call.panels), PanelLayout::padded_k(DType::f32, call.k), call.c);
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

std::unique_ptr<MatrixProduct> make_highway_product() {
  return std::make_unique<HighwayProduct>();
}

}  // namespace tilescribe::kernels
