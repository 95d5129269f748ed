// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_timing.h"

#include <algorithm>

#include "kernels/backend/cuda/cublaslt.h"
#include "kernels/device/status.h"

namespace tilescribe::kernels {
namespace {

/// The largest side, at most 8192, such that three square matrices of such values fit into `bytes`.
int side_of(std::size_t value_bytes, std::size_t bytes) {
  int n = 8192;
  while (n > 1024 && 3 * static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * value_bytes > bytes)
    n /= 2;
  return n;
}

/// TFLOP/s of a square product that takes `ms`.
double speed_of(int n, double ms) {
  return 2.0 * n * n * n / ms * 1e-9;
}

/// The shortest of several runs after a warm-up.
double best_ms(CudaStream& stream, const std::function<void()>& work) {
  constexpr int runs = 5;
  work();
  double best = stream_time_ms(stream, work);
  for (int i = 1; i < runs; ++i) best = std::min(best, stream_time_ms(stream, work));
  return best;
}

// 0 if the GPU has no such products. As fp8, some random bf16 values are NaN, which takes just as long.
double fp8_speed(CublasLt& cublaslt, std::byte* memory, std::size_t bytes, CudaStream& stream) {
  const int n = side_of(size_of(DType::bf16), bytes);
  const std::size_t values = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  launch_random_fill(memory, DType::bf16, values, stream);  // both operands
  LibraryProduct product({}, LibraryProduct::Operands::fp8);
  product.x = memory;
  product.w = memory + values;
  product.y = memory + 2 * values;
  product.rows = product.n = product.k = product.x_row_stride = product.y_row_stride = n;
  product.epilogue = Epilogue::store_bf16;
  if (!cublaslt.supports(product)) return 0.0;
  return speed_of(n, best_ms(stream, [&] { cublaslt.gemm(product, stream); }));
}

}  // namespace

double stream_time_ms(CudaStream& stream, const std::function<void()>& work) {
  CudaEvent begin, end;
  check(cudaEventCreate(Filling(begin)), Message("while making an event"));
  check(cudaEventCreate(Filling(end)), Message("while making an event"));
  stream.wait();
  check(cudaEventRecord(begin.get(), stream.use()), Message("while timing"));
  work();
  check(cudaEventRecord(end.get(), stream.use()), Message("while timing"));
  check(cudaEventSynchronize(end.get()), Message("while timing"));
  float ms = 0.0f;
  check(cudaEventElapsedTime(&ms, begin.get(), end.get()), Message("while timing"));
  return static_cast<double>(ms);
}

Ceilings measure_ceilings(void* memory, std::size_t bytes, CublasLt* cublaslt, CudaStream& stream) {
  Ceilings found;
  auto* const first = static_cast<std::byte*>(memory);
  const std::size_t half = bytes / 32 * 16, whole = 2 * half;
  launch_random_fill(first, DType::f32, whole / sizeof(float), stream);
  found.read_gb_s = static_cast<double>(whole) * 1e-6 / best_ms(stream, [&] {
                      launch_read_stream(first, whole, reinterpret_cast<unsigned*>(first), stream);
                    });
  found.copy_gb_s =
      static_cast<double>(whole) * 1e-6 / best_ms(stream, [&] {
        check(cudaMemcpyAsync(first + half, first, half, cudaMemcpyDeviceToDevice, stream.use_in_order()),
              Message("while copying within its memory"));
      });

  Message reason;
  const std::unique_ptr<CublasProduct> cublas = CublasProduct::open(stream, reason);
  if (!cublas) return found;
  const auto speed = [&](CublasProduct::Operands operands, DType type) {
    const int n = side_of(size_of(type), bytes);
    launch_random_fill(first, type, 2 * static_cast<std::size_t>(n) * static_cast<std::size_t>(n), stream);
    const double ms = best_ms(stream, [&] { cublas->run(operands, first, n); });
    return speed_of(n, ms);
  };
  found.f32_tflop_s = speed(CublasProduct::Operands::f32, DType::f32);
  found.tf32_tflop_s = speed(CublasProduct::Operands::tf32, DType::f32);
  found.bf16_tflop_s = speed(CublasProduct::Operands::bf16, DType::bf16);
  if (cublaslt != nullptr) found.fp8_tflop_s = fp8_speed(*cublaslt, first, bytes, stream);
  return found;
}

}  // namespace tilescribe::kernels
