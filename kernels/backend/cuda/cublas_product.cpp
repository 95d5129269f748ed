// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "kernels/backend/cuda/cuda_timing.h"
#include "kernels/core/error.h"

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#define TILESCRIBE_HAS_CUBLAS 1
#endif

namespace tilescribe::kernels {

#if defined(TILESCRIBE_HAS_CUBLAS)
namespace {

/// The library's functions, as declared in its header. In C++ the header overloads cublasGemmEx.
using GemmEx = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                  const void*, const void*, cudaDataType, int, const void*, cudaDataType, int,
                                  const void*, void*, cudaDataType, int, cublasComputeType_t,
                                  cublasGemmAlgo_t);
struct Library {
  decltype(&cublasCreate_v2) create = nullptr;
  decltype(&cublasDestroy_v2) destroy = nullptr;
  decltype(&cublasSetStream_v2) set_stream = nullptr;
  GemmEx gemm = nullptr;
};

void* opened_library() {
  // Never closed, because the library registers its own clean-up with the process.
  static void* const opened = [] {
    void* found = nullptr;
    for (const std::string& name : {"libcublas.so." + std::to_string(CUBLAS_VER_MAJOR),
                                    std::string("libcublas.so.13"), std::string("libcublas.so.12")}) {
      if (found == nullptr) found = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    }
    return found;
  }();
  return opened;
}

template <class Function>
bool resolve(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

void check_blas(cublasStatus_t status, const Message& doing) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw Error(Message("cuBLAS failed {1}.", doing), "status " + std::to_string(static_cast<int>(status)));
}

class OpenCublasProduct final : public CublasProduct {
 public:
  OpenCublasProduct(const Library& library, CudaStream& stream) : library_(library), stream_(stream) {
    check_blas(library_.create(&handle_), Message("while starting"));
    library_.set_stream(handle_, stream.use());
  }
  ~OpenCublasProduct() override { library_.destroy(handle_); }
  OpenCublasProduct(const OpenCublasProduct&) = delete;
  OpenCublasProduct& operator=(const OpenCublasProduct&) = delete;

  void run(Operands operands, void* memory, int n) override {
    stream_.order().settle();
    const bool narrow = operands == Operands::bf16;
    const cudaDataType type = narrow ? CUDA_R_16BF : CUDA_R_32F;
    const std::size_t bytes = static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * (narrow ? 2 : 4);
    auto* const a = static_cast<std::byte*>(memory);
    const float one = 1.0f, zero = 0.0f;
    // The summed dimension of both operands is contiguous, as in the model's products.
    check_blas(library_.gemm(handle_, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, a, type, n, a + bytes, type, n,
                             &zero, a + 2 * bytes, type, n,
                             operands == Operands::tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT),
               Message("at a product"));
  }

 private:
  Library library_;
  CudaStream& stream_;
  cublasHandle_t handle_ = nullptr;
};

}  // namespace

std::unique_ptr<CublasProduct> CublasProduct::open(CudaStream& stream, Message& reason) {
  void* const opened = opened_library();
  if (opened == nullptr) {
    reason = Message("cuBLAS (libcublas.so.13 or .12) was not found among the system's libraries.");
    return nullptr;
  }
  Library library;
  if (!resolve(opened, "cublasCreate_v2", library.create) ||
      !resolve(opened, "cublasDestroy_v2", library.destroy) ||
      !resolve(opened, "cublasSetStream_v2", library.set_stream) ||
      !resolve(opened, "cublasGemmEx", library.gemm)) {
    reason = Message("The cuBLAS that was found lacks a function that is needed.");
    return nullptr;
  }
  return std::make_unique<OpenCublasProduct>(library, stream);
}

#else

std::unique_ptr<CublasProduct> CublasProduct::open(CudaStream&, Message& reason) {
  reason = Message("This program was built without cuBLAS's headers.");
  return nullptr;
}

#endif

}  // namespace tilescribe::kernels
