// SPDX-License-Identifier: Apache-2.0
#include "inference/features/mel_window.h"
#include "kernels/ops/log_mel/log_mel.h"

namespace tilescribe::features {

std::int64_t audio_tokens(std::int64_t samples) {
  const std::int64_t frames = (samples + kernels::MelParameters::hop - 1) / kernels::MelParameters::hop;
  const std::int64_t halved = frames > 0 ? (frames - 1) / 2 + 1 : 0;
  return halved / 4;
}

}  // namespace tilescribe::features
