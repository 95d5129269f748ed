// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "inference/api/profile.h"

namespace tilescribe {

/// What a made-up profile is like.
struct SyntheticProfile {
  int windows = 3;           // of 30 s each
  int layers = 6;            // of the encoder, and of the decoder
  int tokens = 40;           // a window
  std::int64_t records = 0;  // grows until there are about so many: longer windows first, then more of them
  std::uint64_t seed = 1;    // the same seed, the same profile
  bool overlap = true;       // on a GPU: kernels of a decode step begin before the one before ends
  bool gpu = true;           // kernels on stream 7; else ops of a CPU with ops inside them
  std::string slow_op = {};  // this op takes `slow_factor` times as long wherever it runs
  double slow_factor = 1.0;
};

/// A profile as a transcription would leave it: windows in batches of up to four; reading, features, encoder,
/// projector, prefill, decode steps. Totals, spans, tokens, windows, memory and ceilings fit its records. A
/// million records take less than a second.
ProfileSession synthetic_profile(const SyntheticProfile& options = {});

}  // namespace tilescribe
