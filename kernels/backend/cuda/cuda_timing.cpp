// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_timing.h"

#include <algorithm>

#include "kernels/backend/cuda/cuda_status.h"

namespace tilescribe::kernels {
namespace {

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "while making an event"); }
  ~Event() { cudaEventDestroy(event_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  operator cudaEvent_t() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

/// The shortest of several times, behind one that does not count.
double best_ms(cudaStream_t stream, const std::function<void()>& work) {
  constexpr int runs = 5;
  work();
  double best = stream_time_ms(stream, work);
  for (int i = 1; i < runs; ++i) best = std::min(best, stream_time_ms(stream, work));
  return best;
}

}  // namespace

double stream_time_ms(cudaStream_t stream, const std::function<void()>& work) {
  const Event begin, end;
  check(cudaStreamSynchronize(stream), "before something was timed");
  check(cudaEventRecord(begin, stream), "while timing");
  work();
  check(cudaEventRecord(end, stream), "while timing");
  check(cudaEventSynchronize(end), "while timing");
  float ms = 0.0f;
  check(cudaEventElapsedTime(&ms, begin, end), "while timing");
  return static_cast<double>(ms);
}

Ceilings measure_ceilings(void* memory, std::size_t bytes, int multiprocessors, cudaStream_t stream) {
  Ceilings found;
  auto* const first = static_cast<std::byte*>(memory);
  const std::size_t half = bytes / 32 * 16, whole = 2 * half;
  launch_random_fill(first, DType::f32, whole / sizeof(float), stream);
  found.read_gb_s =
      static_cast<double>(whole) * 1e-6 / best_ms(stream, [&] {
        launch_read_stream(first, whole, reinterpret_cast<unsigned*>(first), multiprocessors, stream);
      });
  found.copy_gb_s = static_cast<double>(whole) * 1e-6 / best_ms(stream, [&] {
                      check(cudaMemcpyAsync(first + half, first, half, cudaMemcpyDeviceToDevice, stream),
                            "while copying within its memory");
                    });

  std::string reason;
  const std::unique_ptr<CublasProduct> cublas = CublasProduct::open(stream, reason);
  if (!cublas) return found;
  const auto speed = [&](CublasProduct::Operands operands, DType type) {
    int n = 8192;  // three matrices must fit
    while (n > 1024 && 3 * static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * size_of(type) > bytes)
      n /= 2;
    launch_random_fill(first, type, 2 * static_cast<std::size_t>(n) * static_cast<std::size_t>(n), stream);
    const double ms = best_ms(stream, [&] { cublas->run(operands, first, n); });
    return 2.0 * n * n * n / ms * 1e-9;
  };
  found.f32_tflop_s = speed(CublasProduct::Operands::f32, DType::f32);
  found.tf32_tflop_s = speed(CublasProduct::Operands::tf32, DType::f32);
  found.bf16_tflop_s = speed(CublasProduct::Operands::bf16, DType::bf16);
  return found;
}

}  // namespace tilescribe::kernels
