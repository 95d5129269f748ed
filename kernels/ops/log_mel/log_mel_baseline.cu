// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/cuda_variants.h"
#include "kernels/device/launch.h"
#include "kernels/device/reduce.cuh"
#include "kernels/ops/log_mel/log_mel.h"

namespace tilescribe::kernels {
namespace {

constexpr int fft = MelParameters::fft, bins = MelParameters::bins;
constexpr int block_threads = 256;

// One block per frame: the DFT by its definition, one bin per thread, then one filter per thread. In double,
// because in float32 quiet bins beside loud ones would lose their precision.
__global__ void mel_power(float* out, const float* samples, const float* filters, std::int64_t mels) {
  __shared__ double cosine[fft], windowed[fft], power[bins];
  samples += blockIdx.x * MelParameters::hop;
  for (int n = threadIdx.x; n < fft; n += block_threads) {
    cosine[n] = cospi(2.0 * n / fft);
    windowed[n] = samples[n] * 0.5 * (1.0 - cosine[n]);  // periodic Hann
  }
  __syncthreads();
  for (int k = threadIdx.x; k < bins; k += block_threads) {
    double re = 0.0, im = 0.0;
    for (int n = 0; n < fft; ++n) {
      const int angle = k * n % fft;
      re += windowed[n] * cosine[angle];
      im -= windowed[n] * cosine[(angle + 3 * fft / 4) % fft];  // sin x = cos(x − 90°)
    }
    power[k] = re * re + im * im;
  }
  __syncthreads();
  for (std::int64_t m = threadIdx.x; m < mels; m += block_threads) {
    double sum = 0.0;
    for (int k = 0; k < bins; ++k) sum += power[k] * static_cast<double>(filters[k * mels + m]);
    out[blockIdx.x * mels + m] = static_cast<float>(sum);
  }
}

constexpr float least_power = 1e-10f;  // the clamp; also the power of silence
constexpr float range = 8.0f;          // decades below the loudest to keep

// Sets *top, initially 0, to the bits of the largest power. Positive floats are ordered like their bits.
__global__ void largest_power(unsigned* top, const float* power, std::int64_t values) {
  const std::int64_t i = std::int64_t{blockIdx.x} * block_threads + threadIdx.x;
  const float largest = block_max<block_threads>(i < values ? fmaxf(power[i], least_power) : least_power);
  if (threadIdx.x == 0) atomicMax(top, __float_as_uint(largest));
}

// One value per thread. Values after the given powers are silence.
__global__ void mel_log(float* out, const float* power, std::int64_t given, std::int64_t values,
                        const unsigned* top) {
  const std::int64_t i = std::int64_t{blockIdx.x} * block_threads + threadIdx.x;
  if (i >= values) return;
  const float floor = log10f(fmaxf(__uint_as_float(*top), least_power)) - range;
  const float level = log10f(i < given ? fmaxf(power[i], least_power) : least_power);
  out[i] = (fmaxf(level, floor) + 4.0f) / 4.0f;
}

void launch_power(const MelPower& op, Runner& runner) {
  const std::int64_t frames = op.out.shape[0], mels = op.out.shape[1];
  const float* filters = cuda(runner).mel_filter_bank(mels);
  launch(cuda(runner).stream(), plainly("mel_power", dim3(static_cast<unsigned>(frames)), block_threads),
         mel_power, op.out.as<float>(), op.samples.as<float>(), filters, mels);
}

bool supports_log(const MelLog::Problem& problem, const Device&) {
  return all_f32(problem.out);
}

void launch_log(const MelLog& op, Runner& runner) {
  const std::int64_t given = op.power.empty() ? 0 : op.power.elements(), values = op.out.elements();
  const Tensor top = runner.tensor(DType::i32, {1});
  runner.device().fill_zero(top);
  CudaStream& stream = cuda(runner).stream();
  auto* const top_bits = top.view().as<unsigned>();
  if (given > 0)
    launch(stream, plainly("largest_power", blocks_of(given, block_threads), block_threads), largest_power,
           top_bits, op.power.as<float>(), given);
  launch(stream, plainly("mel_log", blocks_of(values, block_threads), block_threads), mel_log,
         op.out.as<float>(), op.power.as<float>(), given, values, top_bits);
}

}  // namespace

void register_log_mel_baseline(Registry& registry) {
  constexpr const char* engine = CudaBackend::baseline_name;
  registry.add<MelPower>(
      {"dft", engine,
       Message("The Fourier transform by its definition, one block per frame; readable, on every GPU."),
       always<MelPower::Problem>, launch_power});
  registry.add<MelLog>({"value", engine,
                        Message("One thread per value, in two kernels; readable, on every GPU."),
                        supports_log, launch_log});
}

}  // namespace tilescribe::kernels
