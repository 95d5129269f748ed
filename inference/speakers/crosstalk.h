// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "inference/speakers/survey.h"

namespace tilescribe::speakers {

/// Where a track only echoes louder ones: begin and end in seconds, in order, without overlap. `others`: the
/// tracks that it may echo.
///
/// The speech of each other track is taken in pieces of at most 0.6 s between its pauses. A piece is an echo
/// if it is at least 10 dB louder there, and the track's level rises and falls as its own (correlation of the
/// amplitudes of 0.9, at a delay of at most 40 ms). Whoever speaks at the same time, however softly, has
/// levels of his own as long as the echo does not drown them.
std::vector<std::pair<double, double>> echoes_in(const Levels& track, std::span<const Levels* const> others);

}  // namespace tilescribe::speakers
