// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cublaslt.h"

#include <array>
#include <map>
#include <utility>
#include <vector>

#include <dlfcn.h>

#include "kernels/core/error.h"
#include "kernels/device/status.h"

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>
#define TILESCRIBE_HAS_CUBLASLT 1
#endif

namespace tilescribe::kernels {

#if defined(TILESCRIBE_HAS_CUBLASLT)
namespace {

constexpr std::size_t workspace_bytes = std::size_t{32} << 20;  // as NVIDIA's guide recommends for sm_90
constexpr int most_algorithms = 8;

/// The library's functions, as declared in its header.
struct Library {
  decltype(&cublasLtCreate) create;
  decltype(&cublasLtDestroy) destroy;
  decltype(&cublasLtGetVersion) version;
  decltype(&cublasLtMatmul) matmul;
  decltype(&cublasLtMatmulDescCreate) operation_create;
  decltype(&cublasLtMatmulDescDestroy) operation_destroy;
  decltype(&cublasLtMatmulDescSetAttribute) operation_set;
  decltype(&cublasLtMatrixLayoutCreate) layout_create;
  decltype(&cublasLtMatrixLayoutDestroy) layout_destroy;
  decltype(&cublasLtMatrixLayoutSetAttribute) layout_set;
  decltype(&cublasLtMatmulPreferenceCreate) preference_create;
  decltype(&cublasLtMatmulPreferenceDestroy) preference_destroy;
  decltype(&cublasLtMatmulPreferenceSetAttribute) preference_set;
  decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic;
};

void check_blas(cublasStatus_t status, const Message& doing) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw Error(Message("cuBLASLt failed {1}.", doing), "status " + std::to_string(static_cast<int>(status)));
}

/// Resolves `name`, or writes it to `missing`.
template <class Function>
void resolve(void* library, const char* name, Function& function, std::string& missing) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function == nullptr) missing = name;
}

bool load(Library& lt, Message& reason) {
  // Never closed, because the library registers its own clean-up with the process.
  static void* const opened = [] {
    const std::string names[] = {"libcublasLt.so." + std::to_string(CUBLAS_VER_MAJOR), "libcublasLt.so.13",
                                 "libcublasLt.so.12"};
    void* found = nullptr;
    for (const std::string& name : names) {
      if (found == nullptr) found = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    return found;
  }();
  if (opened == nullptr) {
    reason = Message("cuBLASLt (libcublasLt.so.13 or .12) was not found among the system's libraries.");
    return false;
  }
  std::string missing;
  resolve(opened, "cublasLtCreate", lt.create, missing);
  resolve(opened, "cublasLtDestroy", lt.destroy, missing);
  resolve(opened, "cublasLtGetVersion", lt.version, missing);
  resolve(opened, "cublasLtMatmul", lt.matmul, missing);
  resolve(opened, "cublasLtMatmulDescCreate", lt.operation_create, missing);
  resolve(opened, "cublasLtMatmulDescDestroy", lt.operation_destroy, missing);
  resolve(opened, "cublasLtMatmulDescSetAttribute", lt.operation_set, missing);
  resolve(opened, "cublasLtMatrixLayoutCreate", lt.layout_create, missing);
  resolve(opened, "cublasLtMatrixLayoutDestroy", lt.layout_destroy, missing);
  resolve(opened, "cublasLtMatrixLayoutSetAttribute", lt.layout_set, missing);
  resolve(opened, "cublasLtMatmulPreferenceCreate", lt.preference_create, missing);
  resolve(opened, "cublasLtMatmulPreferenceDestroy", lt.preference_destroy, missing);
  resolve(opened, "cublasLtMatmulPreferenceSetAttribute", lt.preference_set, missing);
  resolve(opened, "cublasLtMatmulAlgoGetHeuristic", lt.heuristic, missing);
  if (!missing.empty()) reason = Message("The cuBLASLt that was found has no {1}.", missing);
  return missing.empty();
}

using Operands = LibraryProduct::Operands;

/// The alignment of an address in bytes, at most 256: more is of no use to the algorithms.
std::uint32_t alignment(const void* address) {
  const auto value = reinterpret_cast<std::uintptr_t>(address) | 256U;
  return static_cast<std::uint32_t>(value & (~value + 1));
}

/// Everything that proposals depend on.
using Key = std::array<std::int64_t, 13>;
Key key_of(const LibraryProduct& product) {
  return {static_cast<std::int64_t>(product.operands),
          alignment(product.w),
          alignment(product.x),
          alignment(product.y),
          product.rows,
          product.x_row_stride,
          product.batches,
          product.x_batch_stride,
          product.n,
          product.k,
          product.y_row_stride,
          product.y_batch_stride,
          static_cast<std::int64_t>(product.epilogue) * 2 + (product.bias != nullptr ? 1 : 0)};
}

/// A shape as the library sees it: column-major, so yᵀ [n, rows] = (wᵀ)ᵀ·aᵀ.
struct Plan {
  cublasLtMatmulDesc_t operation = nullptr;
  cublasLtMatrixLayout_t w = nullptr, a = nullptr, y = nullptr;
  std::vector<cublasLtMatmulAlgo_t> algorithms;
};

class OpenCublasLt final : public CublasLt {
 public:
  explicit OpenCublasLt(const Library& library) : lt_(library) {
    check_blas(lt_.create(&handle_), Message("while starting"));
    const cudaError_t status = cudaMalloc(Filling(workspace_), workspace_bytes);
    if (status != cudaSuccess) lt_.destroy(handle_);
    check(status, Message("while reserving 32 MiB of workspace for cuBLASLt"));
  }
  ~OpenCublasLt() override {
    for (auto& [key, plan] : plans_) destroy(plan);
    lt_.destroy(handle_);
  }
  OpenCublasLt(const OpenCublasLt&) = delete;
  OpenCublasLt& operator=(const OpenCublasLt&) = delete;

  std::size_t version() const override { return lt_.version(); }

  bool supports(const LibraryProduct& product) override {
    const bool epilogue = product.epilogue == Epilogue::store_f32 ||
                          product.epilogue == Epilogue::residual_f32 ||
                          (product.epilogue == Epilogue::store_bf16 && product.bias == nullptr &&
                           (product.operands == Operands::bf16 || product.operands == Operands::fp8));
    const bool dense_enough = product.x_row_stride >= product.k && product.y_row_stride >= product.n;
    return epilogue && dense_enough && product.rows >= 1 && product.batches >= 1 && algorithms(product) > 0;
  }
  int algorithms(const LibraryProduct& product) override {
    return static_cast<int>(plan(product).algorithms.size());
  }

  void gemm(const LibraryProduct& product, CudaStream& stream, int algorithm) override {
    const Plan& plan = this->plan(product);
    if (algorithm < 0 || static_cast<std::size_t>(algorithm) >= plan.algorithms.size())
      throw Error("cuBLASLt proposes {1} algorithms here; number {2} was asked for.", plan.algorithms.size(),
                  algorithm);
    if (product.bias != nullptr)  // an address, so it changes with every weight
      check_blas(lt_.operation_set(plan.operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &product.bias,
                                   sizeof product.bias),
                 Message("while taking a bias"));
    const float one = 1.0f, beta = product.epilogue == Epilogue::residual_f32 ? 1.0f : 0.0f;
    check_blas(
        lt_.matmul(handle_, plan.operation, &one, product.w, plan.w, product.x, plan.a, &beta, product.y,
                   plan.y, product.y, plan.y, &plan.algorithms[static_cast<std::size_t>(algorithm)],
                   workspace_.get(), workspace_bytes, stream.use_in_order()),
        Message("while starting a product"));
  }

 private:
  cublasLtMatrixLayout_t layout(cudaDataType_t type, std::int64_t rows, std::int64_t columns,
                                std::int64_t stride, std::int64_t batches, std::int64_t batch_stride) const {
    cublasLtMatrixLayout_t made = nullptr;
    check_blas(lt_.layout_create(&made, type, static_cast<std::uint64_t>(rows),
                                 static_cast<std::uint64_t>(columns), stride),
               Message("while describing a matrix"));
    if (batches > 1) {
      const auto count = static_cast<std::int32_t>(batches);
      check_blas(lt_.layout_set(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count),
                 Message("while describing a batch"));
      check_blas(lt_.layout_set(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &batch_stride,
                                sizeof batch_stride),
                 Message("while describing a batch"));
    }
    return made;
  }

  void destroy(Plan& plan) const {
    if (plan.operation != nullptr) lt_.operation_destroy(plan.operation);
    for (const cublasLtMatrixLayout_t matrix : {plan.w, plan.a, plan.y}) {
      if (matrix != nullptr) lt_.layout_destroy(matrix);
    }
    plan = {};
  }

  static cublasComputeType_t arithmetic(Operands operands) {
    switch (operands) {
      case Operands::bf16:
      case Operands::fp8:
        break;
      case Operands::f32:
        return CUBLAS_COMPUTE_32F_PEDANTIC;  // no rounding, whatever the environment allows the library
      case Operands::tf32:
        return CUBLAS_COMPUTE_32F_FAST_TF32;
    }
    return CUBLAS_COMPUTE_32F;
  }

  static cudaDataType_t held_type(Operands operands) {
    switch (operands) {
      case Operands::bf16:
        return CUDA_R_16BF;
      case Operands::fp8:
        return CUDA_R_8F_E4M3;
      case Operands::f32:
      case Operands::tf32:
        break;
    }
    return CUDA_R_32F;
  }

  void describe(Plan& plan, const LibraryProduct& product) const {
    check_blas(lt_.operation_create(&plan.operation, arithmetic(product.operands), CUDA_R_32F),
               Message("while describing a product"));
    const cublasOperation_t transposed = CUBLAS_OP_T;
    check_blas(lt_.operation_set(plan.operation, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed),
               Message("while describing a product"));
    if (product.bias != nullptr) {
      const cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_BIAS;
      const cudaDataType_t type = CUDA_R_32F;
      check_blas(lt_.operation_set(plan.operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue),
                 Message("while describing a bias"));
      check_blas(lt_.operation_set(plan.operation, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, &type, sizeof type),
                 Message("while describing a bias"));
    }
    if (product.operands == Operands::fp8) {
      const std::int8_t fast = 1;
      check_blas(lt_.operation_set(plan.operation, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast),
                 Message("while describing a product"));
    }
    const cudaDataType_t held = held_type(product.operands);
    const cudaDataType_t y_type = product.epilogue == Epilogue::store_bf16 ? CUDA_R_16BF : CUDA_R_32F;
    plan.w = layout(held, product.k, product.n, product.k, product.batches, 0);
    plan.a =
        layout(held, product.k, product.rows, product.x_row_stride, product.batches, product.x_batch_stride);
    plan.y = layout(y_type, product.n, product.rows, product.y_row_stride, product.batches,
                    product.y_batch_stride);
  }

  void propose(Plan& plan, const Product& product) const {
    cublasLtMatmulPreference_t preference = nullptr;
    check_blas(lt_.preference_create(&preference), Message("while asking for algorithms"));
    cublasStatus_t status = lt_.preference_set(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                               &workspace_bytes, sizeof workspace_bytes);
    const std::pair<cublasLtMatmulPreferenceAttributes_t, const void*> addresses[] = {
        {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, product.w},
        {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, product.x},
        {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, product.y},
        {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, product.y}};
    for (const auto& [attribute, address] : addresses) {
      const std::uint32_t bytes = alignment(address);
      if (status == CUBLAS_STATUS_SUCCESS)
        status = lt_.preference_set(preference, attribute, &bytes, sizeof bytes);
    }
    cublasLtMatmulHeuristicResult_t found[most_algorithms] = {};
    int count = 0;
    if (status == CUBLAS_STATUS_SUCCESS)
      status = lt_.heuristic(handle_, plan.operation, plan.w, plan.a, plan.y, plan.y, preference,
                             most_algorithms, found, &count);
    lt_.preference_destroy(preference);
    if (status == CUBLAS_STATUS_NOT_SUPPORTED) return;
    check_blas(status, Message("while asking for algorithms"));
    for (int i = 0; i < count; ++i) {
      if (found[i].state == CUBLAS_STATUS_SUCCESS) plan.algorithms.push_back(found[i].algo);
    }
  }

  const Plan& plan(const LibraryProduct& product) {
    const auto [entry, fresh] = plans_.try_emplace(key_of(product));
    if (!fresh) return entry->second;
    try {
      describe(entry->second, product);
      propose(entry->second, product);
    } catch (...) {
      destroy(entry->second);
      plans_.erase(entry);
      throw;
    }
    return entry->second;
  }

  Library lt_;
  cublasLtHandle_t handle_ = nullptr;
  DeviceBytes workspace_;
  std::map<Key, Plan> plans_;
};

}  // namespace

std::unique_ptr<CublasLt> CublasLt::open(Message& reason) {
  Library library{};
  if (!load(library, reason)) return nullptr;
  try {
    return std::make_unique<OpenCublasLt>(library);
  } catch (const Error& error) {
    reason = error.message();
    return nullptr;
  }
}

#else

std::unique_ptr<CublasLt> CublasLt::open(Message& reason) {
  reason = Message("This program was built without NVIDIA's header cublasLt.h.");
  return nullptr;
}

#endif

}  // namespace tilescribe::kernels
