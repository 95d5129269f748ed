// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tilescribe::audio {

/// Samples [begin, end).
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const Span&) const = default;
};

/// Where to cut 16 kHz speech with the least harm: the centre of the quietest 200 ms (least mean square) of
/// those centred at `earliest`, every 10 ms after it, up to `latest`; of equally quiet ones the last. Both
/// bounds are sample indices and are brought into 0 … samples.size() and in order; at the ends of `samples`
/// a stretch is shorter. Cost: one pass over the samples between the bounds.
std::size_t quietest_cut(std::span<const float> samples, std::size_t earliest, std::size_t latest);

/// Where someone speaks: stretches of at least 60 ms between pauses of at least 150 ms, in order, in samples.
/// A 10 ms frame is voice when its level lies above a gate between the recording's own noise floor (a level
/// that a tenth of the frames stay below) and its loudest 50 ms. Steady sound without pauses is one span; a
/// recording that stays below -80 dBFS is silence and has none. `rate` in Hz, at least 100.
std::vector<Span> voiced_spans(std::span<const float> samples, int rate);

}  // namespace tilescribe::audio
