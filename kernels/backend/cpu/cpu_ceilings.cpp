// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cpu/cpu_ceilings.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <functional>

#include "kernels/backend/cpu/cpu_backend.h"

namespace tilescribe::kernels {
namespace {

constexpr std::size_t stream_bytes = std::size_t{256} << 20;  // far beyond the caches
constexpr std::int64_t piece_bytes = std::int64_t{1} << 20;   // per task

double best_ms(Backend& backend, const std::function<void()>& work) {
  constexpr int runs = 3;
  work();
  double best = backend.time_ms(work);
  for (int i = 1; i < runs; ++i) best = std::min(best, backend.time_ms(work));
  return best;
}

/// Combines all words, so the compiler can't skip any.
std::uint64_t read(const std::uint64_t* words, std::size_t count) {
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < count; ++i) seen ^= words[i];
  return seen;
}

/// Small values, neither equal nor subnormal.
AlignedBuffer values(DType type, std::int64_t count) {
  AlignedBuffer buffer(static_cast<std::size_t>(count) * size_of(type));
  for (std::int64_t i = 0; i < count; ++i) {
    const float value = static_cast<float>(i * 37 % 101) / 101.0f - 0.5f;
    if (type == DType::f32) {
      buffer.as<float>()[i] = value;
    } else {
      buffer.as<BFloat16>()[i] = to_bfloat16(value);
    }
  }
  return buffer;
}

double product_tflop_s(CpuBackend& backend, DType type) {
  constexpr std::int64_t rows = 1024, in = 2048, out = 2048;
  const auto libraries = {"amx", "onednn", "highway"};  // as the engine prefers them
  const auto* library =
      std::ranges::find_if(libraries, [&](const char* name) { return backend.has_product(name, type); });
  if (library == libraries.end()) return 0.0;
  const AlignedBuffer x = values(type, rows * in), w = values(type, out * in);
  const WeightPart part{{w.data(), type, {out, in}}, {}};
  const PackedMatrix packed(WeightRole::matrix, {&part, 1}, type, backend.pool());
  const double ms = best_ms(backend, [&] {
    backend.multiply(*library, x.data(), type, rows, in, packed, [](const ProductTile&, int) {});
  });
  return 2.0 * rows * in * out / ms * 1e-9;
}

}  // namespace

Ceilings measure_ceilings(CpuBackend& backend) {
  Ceilings found;
  {
    AlignedBuffer from(stream_bytes), to(stream_bytes);
    std::memset(from.data(), 1, from.size());
    const std::int64_t pieces = static_cast<std::int64_t>(stream_bytes) / piece_bytes;
    std::atomic<std::uint64_t> seen{0};
    found.read_gb_s = static_cast<double>(stream_bytes) * 1e-6 / best_ms(backend, [&] {
                        backend.parallel_for(pieces, [&](std::int64_t i, int) {
                          seen ^= read(from.as<std::uint64_t>() + i * (piece_bytes / 8), piece_bytes / 8);
                        });
                      });
    found.copy_gb_s =
        2.0 * static_cast<double>(stream_bytes) * 1e-6 / best_ms(backend, [&] {
          backend.parallel_for(pieces, [&](std::int64_t i, int) {
            std::memcpy(to.data() + i * piece_bytes, from.data() + i * piece_bytes, piece_bytes);
          });
        });
  }
  found.f32_tflop_s = product_tflop_s(backend, DType::f32);
  found.bf16_tflop_s = product_tflop_s(backend, DType::bf16);
  return found;
}

}  // namespace tilescribe::kernels
