// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/resampler.h"

#include <cstdint>

#include <samplerate.h>
#include <soxr.h>

#include "kernels/core/error.h"

namespace tilescribe::audio {

void check_rates(int from_rate, int to_rate) {
  constexpr int most = 256;  // libsamplerate's limit
  if (from_rate > 0 && from_rate <= std::int64_t{to_rate} * most && to_rate <= std::int64_t{from_rate} * most)
    return;
  throw Error("Audio at {1} Hz can't be resampled to {2} Hz: a rate from {3} to {4} Hz was expected.",
              from_rate, to_rate, (to_rate + most - 1) / most, to_rate * most);
}

Resampler::Resampler(int from_rate, int to_rate) {
  check_rates(from_rate, to_rate);
  const soxr_io_spec_t samples = soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I);
  const soxr_quality_spec_t quality = soxr_quality_spec(SOXR_VHQ, 0);
  soxr_error_t error = nullptr;
  state_.reset(soxr_create(from_rate, to_rate, 1, &error, &samples, &quality, nullptr));
  if (error != nullptr) throw Error("libsoxr could not start: {1}.", error);
}

ResamplerStep Resampler::process(std::span<const float> in, std::span<float> out, bool at_end) {
  ResamplerStep step{};
  const bool flush = at_end && in.empty();
  const soxr_error_t error = soxr_process(state_.get(), flush ? nullptr : in.data(), in.size(), &step.used,
                                          out.data(), out.size(), &step.made);
  if (error != nullptr) throw Error("libsoxr failed: {1}.", error);
  return step;
}

void Resampler::Deleter::operator()(soxr* state) const {
  soxr_delete(state);
}

LiveResampler::LiveResampler(int from_rate, int to_rate) : ratio_(static_cast<double>(to_rate) / from_rate) {
  check_rates(from_rate, to_rate);
  int status = 0;
  state_.reset(src_new(SRC_SINC_BEST_QUALITY, 1, &status));
  if (!state_) throw Error("libsamplerate could not start: {1}.", src_strerror(status));
}

ResamplerStep LiveResampler::process(std::span<const float> in, std::span<float> out, bool at_end) {
  SRC_DATA data{};
  data.data_in = in.data();
  data.input_frames = static_cast<long>(in.size());
  data.data_out = out.data();
  data.output_frames = static_cast<long>(out.size());
  data.end_of_input = at_end ? 1 : 0;
  data.src_ratio = ratio_;
  const int status = src_process(state_.get(), &data);
  if (status != 0) throw Error("libsamplerate failed: {1}.", src_strerror(status));
  return {static_cast<std::size_t>(data.input_frames_used), static_cast<std::size_t>(data.output_frames_gen)};
}

void LiveResampler::Deleter::operator()(SRC_STATE_tag* state) const {
  src_delete(state);
}

}  // namespace tilescribe::audio
