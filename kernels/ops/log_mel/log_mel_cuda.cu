// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/device/launch.h"
#include "kernels/device/order.cuh"
#include "kernels/device/reduce.cuh"
#include "kernels/ops/log_mel/log_mel.h"

namespace tilescribe::kernels {
namespace {

constexpr int fft = MelParameters::fft, hop = MelParameters::hop, bins = MelParameters::bins;
constexpr int threads = 256;
constexpr int half = fft / 2;
constexpr int power_threads = 128;
constexpr int frames_a_block = 8;

constexpr float least_power = 1e-10f;  // the clamp; also the power of silence
constexpr float range = 8.0f;          // decades below the loudest to keep

// One block per eight adjacent frames: the DFT by its definition, two bins per thread, reading each angle
// once for all frames; then one filter per thread for four frames. Samples n and 400 − n have the same cosine
// and opposite sines, so one product serves their sum or difference. Bins k and 200 − k have the same cosines
// and opposite sines for even n, and the reverse for odd n, so they share their sums over even and over odd
// n. In double, so that quiet bins beside loud ones keep their precision.
__global__ void __launch_bounds__(power_threads)
    mel_power(float* out, const float* samples, const float* filters, int frames, int mels) {
  __shared__ double2 turn[fft];                         // cosine and sine of n/400 of a full turn
  __shared__ double2 folded[half + 1][frames_a_block];  // sum and difference of samples n and 400 − n
  __shared__ float power[bins][frames_a_block];
  const int first = static_cast<int>(blockIdx.x) * frames_a_block;
  for (int n = static_cast<int>(threadIdx.x); n < fft; n += power_threads)
    sincospi(2.0 * n / fft, &turn[n].y, &turn[n].x);
  ptx::wait_for_predecessor();
  ptx::release_successor();
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < (half + 1) * frames_a_block; i += power_threads) {
    const int f = i / (half + 1), n = i % (half + 1);
    const auto windowed = [&](int at) {  // by a periodic Hann window
      return first + f < frames
                 ? 0.5 * (1.0 - turn[at].x) * static_cast<double>(samples[(first + f) * hop + at])
                 : 0.0;
    };
    const double here = windowed(n), there = n == 0 || n == half ? 0.0 : windowed(fft - n);
    folded[n][f] = {here + there, here - there};
  }
  __syncthreads();
  for (int k = static_cast<int>(threadIdx.x); k <= half / 2; k += power_threads) {
    double re[2][frames_a_block] = {}, im[2][frames_a_block] = {};  // over even and over odd n
    int angle = 0;
    const auto add = [&](int n, int odd) {
      const double2 t = turn[angle];
#pragma unroll
      for (int f = 0; f < frames_a_block; ++f) {
        re[odd][f] += folded[n][f].x * t.x;
        im[odd][f] += folded[n][f].y * t.y;  // the sines of n = 0 and 200 are 0
      }
      angle += k;
      if (angle >= fft) angle -= fft;
    };
    for (int n = 0; n < half; n += 2) {
      add(n, 0);
      add(n + 1, 1);
    }
    add(half, 0);
#pragma unroll
    for (int f = 0; f < frames_a_block; ++f) {
      const auto squared = [](double a, double b) { return static_cast<float>(a * a + b * b); };
      power[k][f] = squared(re[0][f] + re[1][f], im[0][f] + im[1][f]);
      power[half - k][f] = squared(re[0][f] - re[1][f], im[0][f] - im[1][f]);
    }
  }
  __syncthreads();
  constexpr int together = 4;
  for (int i = static_cast<int>(threadIdx.x); i < frames_a_block / together * mels; i += power_threads) {
    const int f = i / mels * together, m = i % mels;
    float sum[together] = {};  // of positive terms
    for (int k = 0; k < bins; ++k) {
      const float filter = filters[k * mels + m];
#pragma unroll
      for (int j = 0; j < together; ++j) sum[j] += power[k][f + j] * filter;
    }
    for (int j = 0; j < together; ++j)
      if (first + f + j < frames) out[std::int64_t{first + f + j} * mels + m] = sum[j];
  }
}

// Sets *top, initially 0, to the bits of the largest power. Positive floats are ordered like their bits.
__global__ void largest_power(unsigned* top, const float* power, int values) {
  ptx::wait_for_predecessor();
  ptx::release_successor();
  float largest = least_power;
  for (int i = static_cast<int>(blockIdx.x * threads + threadIdx.x); i < values;
       i += static_cast<int>(gridDim.x) * threads) {
    largest = fmaxf(largest, power[i]);
  }
  largest = block_max<threads>(largest);
  if (threadIdx.x == 0) atomicMax(top, __float_as_uint(largest));
}

__device__ void store(float* to, float value) {
  *to = value;
}
__device__ void store(__nv_bfloat16* to, float value) {
  *to = __float2bfloat16_rn(value);
}

// One value per thread. Values after the given powers are silence.
template <class Out>
__global__ void mel_log(Out* out, const float* power, int given, int values, const unsigned* top) {
  ptx::wait_for_predecessor();
  ptx::release_successor();
  const int i = static_cast<int>(blockIdx.x * threads + threadIdx.x);
  if (i >= values) return;
  const float floor = log10f(fmaxf(__uint_as_float(*top), least_power)) - range;
  const float level = log10f(i < given ? fmaxf(power[i], least_power) : least_power);
  store(out + i, (fmaxf(level, floor) + 4.0f) / 4.0f);
}

void launch_power(const MelPower& op, Runner& runner) {
  const int frames = static_cast<int>(op.out.shape[0]), mels = static_cast<int>(op.out.shape[1]);
  const float* filters = cuda(runner).mel_filter_bank(mels);
  launch(cuda(runner).stream(),
         {.name = "mel_power",
          .grid = blocks_of(frames, frames_a_block),
          .threads = power_threads,
          .order = overlapping},
         mel_power, op.out.as<float>(), op.samples.as<float>(), filters, frames, mels);
}

template <class Out>
void launch_log(const MelLog& op, Runner& runner) {
  const int given = op.power.empty() ? 0 : static_cast<int>(op.power.elements());
  const int values = static_cast<int>(op.out.elements());
  const Tensor top = runner.tensor(DType::i32, {1});
  runner.device().fill_zero(top);
  auto* const top_bits = top.view().as<unsigned>();
  CudaStream& stream = cuda(runner).stream();
  if (given > 0) {
    const auto blocks = static_cast<unsigned>(stream.gpu().multiprocessors);
    launch(stream, {.name = "largest_power", .grid = blocks, .threads = threads, .order = overlapping},
           largest_power, top_bits, op.power.as<float>(), given);
  }
  launch(stream,
         {.name = "mel_log", .grid = blocks_of(values, threads), .threads = threads, .order = overlapping},
         mel_log<Out>, op.out.as<Out>(), op.power.as<float>(), given, values, top_bits);
}

void log_of_power(const MelLog& op, Runner& runner) {
  op.out.dtype == DType::f32 ? launch_log<float>(op, runner) : launch_log<__nv_bfloat16>(op, runner);
}

}  // namespace

void register_log_mel_cuda(Registry& registry) {
  constexpr const char* engine = CudaBackend::tuned_name;
  registry.add<MelPower>({"eight_frames", engine,
                          Message("Eight frames per block share each angle of the transform; on every GPU."),
                          always<MelPower::Problem>, launch_power});
  registry.add<MelLog>(
      {"value", engine,
       Message("One thread per value, which may begin while the kernel before it ends; on every GPU."),
       always<MelLog::Problem>, log_of_power});
}

}  // namespace tilescribe::kernels
