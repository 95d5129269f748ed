// SPDX-License-Identifier: Apache-2.0
#include "inference/audio/resampler.h"

#include <string>

#include <samplerate.h>

#include "kernels/core/error.h"

namespace tilescribe::audio {

Resampler::Resampler(int from_rate, int to_rate)
    : ratio_(from_rate > 0 ? static_cast<double>(to_rate) / from_rate : 0.0) {
  if (src_is_valid_ratio(ratio_) == 0) {
    throw Error("Audio at " + std::to_string(from_rate) + " Hz can't be resampled to " +
                std::to_string(to_rate) + " Hz: a rate from " + std::to_string((to_rate + 255) / 256) +
                " to " + std::to_string(to_rate * 256) + " Hz was expected.");
  }
  int status = 0;
  state_.reset(src_new(SRC_SINC_BEST_QUALITY, 1, &status));
  if (!state_) throw Error(std::string("libsamplerate could not start: ") + src_strerror(status) + ".");
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
  if (status != 0) throw Error(std::string("libsamplerate failed: ") + src_strerror(status) + ".");
  return {static_cast<std::size_t>(data.input_frames_used), static_cast<std::size_t>(data.output_frames_gen)};
}

void Resampler::Deleter::operator()(SRC_STATE_tag* state) const {
  src_delete(state);
}

}  // namespace tilescribe::audio
