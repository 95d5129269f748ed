// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/onednn/onednn_plugin.h"

#include <cstring>
#include <string>

#include <dnnl.hpp>
#include <omp.h>

namespace {

using dnnl::memory;

dnnl::engine& cpu() {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

const char* keep(const char* message) {
  thread_local std::string kept;
  kept = message;
  return kept.c_str();
}

dnnl::matmul::primitive_desc describe(const TilescribeProductShape& s) {
  const auto type = s.bf16 != 0 ? memory::data_type::bf16 : memory::data_type::f32;
  const auto panels = s.bf16 != 0 ? memory::format_tag::BA16a64b2a : memory::format_tag::BA16a64b;
  const memory::desc a({s.m, s.k}, type, memory::format_tag::ab);
  const memory::desc b({s.k, s.n}, type, panels);
  const memory::desc c({s.m, s.n}, memory::data_type::f32, memory::format_tag::ab);
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
#if DNNL_VERSION_MAJOR >= 3
  return {cpu(), a, b, c, attributes};
#else
  return {dnnl::matmul::desc(a, b, c), attributes, cpu()};
#endif
}

// Only the blocked kernels are useful. The reference kernel takes any shape but is 500 times slower.
bool is_blocked(const dnnl::matmul::primitive_desc& d) {
  return std::strncmp(d.impl_info_str(), "brg", 3) == 0;
}

// A compiled product. Its memory objects are created once; only their addresses change.
class Product {
 public:
  explicit Product(const dnnl::matmul::primitive_desc& d)
      : matmul_(d),
        stream_(cpu()),
        a_(d.src_desc(), cpu(), nullptr),
        b_(d.weights_desc(), cpu(), nullptr),
        c_(d.dst_desc(), cpu(), nullptr),
        scratch_(d.scratchpad_desc(), cpu(), nullptr) {}

  std::size_t scratch_bytes() const { return scratch_.get_desc().get_size(); }

  void run(const void* a, const void* b, float* c, void* scratch) {
    // Our thread pool distributes the work, so oneDNN must not start threads of its own.
    if (omp_get_max_threads() != 1) omp_set_num_threads(1);
    a_.set_data_handle(const_cast<void*>(a));
    b_.set_data_handle(const_cast<void*>(b));
    c_.set_data_handle(c);
    scratch_.set_data_handle(scratch);
    matmul_.execute(
        stream_,
        {{DNNL_ARG_SRC, a_}, {DNNL_ARG_WEIGHTS, b_}, {DNNL_ARG_DST, c_}, {DNNL_ARG_SCRATCHPAD, scratch_}});
  }

 private:
  dnnl::matmul matmul_;
  dnnl::stream stream_;
  memory a_, b_, c_, scratch_;
};

std::int32_t supports(std::int32_t bf16) {
  try {
    const auto d = describe({64, 64, 64, bf16});
    return is_blocked(d) ? 1 : 0;
  } catch (const dnnl::error&) {
    return 0;
  }
}

// The product with the kernel for many rows, and with as few rows as that takes.
dnnl::matmul::primitive_desc describe_with_enough_rows(TilescribeProductShape shape, std::int64_t* rows) {
  constexpr std::int64_t many = 64;
  auto d = describe(shape);
  if (shape.m < many) {
    const std::string kernel = describe({many, shape.n, shape.k, shape.bf16}).impl_info_str();
    while (shape.m < many && kernel != d.impl_info_str()) {
      ++shape.m;
      d = describe(shape);
    }
  }
  *rows = shape.m;
  return d;
}

const char* create(const TilescribeProductShape* shape, void** product, std::int64_t* rows) {
  try {
    omp_set_num_threads(1);
    const auto d = describe_with_enough_rows(*shape, rows);
    if (!is_blocked(d)) return keep(("no blocked kernel, only " + std::string(d.impl_info_str())).c_str());
    *product = new Product(d);
    return nullptr;
  } catch (const std::exception& e) {
    return keep(e.what());
  }
}

std::size_t scratch_bytes(const void* product) {
  return static_cast<const Product*>(product)->scratch_bytes();
}

const char* run(void* product, const void* a, const void* b, float* c, void* scratch) {
  try {
    static_cast<Product*>(product)->run(a, b, c, scratch);
    return nullptr;
  } catch (const std::exception& e) {
    return keep(e.what());
  }
}

void destroy(void* product) {
  delete static_cast<Product*>(product);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const TilescribeOnednn* tilescribe_onednn_entry() {
  static const std::string version = std::to_string(dnnl_version()->major) + "." +
                                     std::to_string(dnnl_version()->minor) + "." +
                                     std::to_string(dnnl_version()->patch);
  static const TilescribeOnednn table{
      tilescribe_onednn_abi, version.c_str(), supports, create, scratch_bytes, run, destroy};
  return &table;
}
