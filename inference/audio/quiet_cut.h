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

/// The place to cut 16 kHz speech with the least harm: the centre of the quietest 200 ms (least mean square).
/// Candidate centres are `earliest` and every 10 ms after it, up to `latest`; among equally quiet ones, the
/// last wins. Both bounds are sample indices; they are limited to 0 … samples.size() and put in order. At the
/// ends of `samples` a stretch is shorter. Cost: one pass over the samples between the bounds.
std::size_t quietest_cut(std::span<const float> samples, std::size_t earliest, std::size_t latest);

/// Where someone speaks: stretches of at least 60 ms between pauses of at least 150 ms, in order, in samples.
/// A 10 ms frame is voice if its level is above a gate between the recording's own noise floor (a level that
/// a tenth of the frames stay below) and its loudest 50 ms. Steady sound without pauses is one span. A
/// recording that stays below -80 dBFS is silence and has no spans. `rate` is in Hz, at least 100.
std::vector<Span> voiced_spans(std::span<const float> samples, int rate);

}  // namespace tilescribe::audio
