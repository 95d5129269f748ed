// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/resampler.h"

#include <samplerate.h>

#include "kernels/core/error.h"

namespace tilescribe::audio {

Resampler::Resampler(int from_rate, int to_rate)
    : ratio_(from_rate > 0 ? static_cast<double>(to_rate) / from_rate : 0.0) {
  if (src_is_valid_ratio(ratio_) == 0) {
    throw Error("Audio at {1} Hz can't be resampled to {2} Hz: a rate from {3} to {4} Hz was expected.",
                from_rate, to_rate, (to_rate + 255) / 256, to_rate * 256);
  }
  int status = 0;
  state_.reset(src_new(SRC_SINC_BEST_QUALITY, 1, &status));
  if (!state_) throw Error("libsamplerate could not start: {1}.", src_strerror(status));
}

Resampler::Step Resampler::process(std::span<const float> in, std::span<float> out, bool at_end) {
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

void Resampler::Deleter::operator()(SRC_STATE_tag* state) const {
  src_delete(state);
}

}  // namespace tilescribe::audio
