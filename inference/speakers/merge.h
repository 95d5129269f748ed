// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/api/transcript.h"
#include "inference/speakers/survey.h"

namespace tilescribe::speakers {

/// What was written of one track.
struct TrackText {
  std::vector<Segment> segments;   // in order of time, with the track's speaker
  const Levels* levels = nullptr;  // of the track
};

/// All segments in order of their begins.
///
/// What is written in two tracks was said once if it has nearly the same words (at most three in ten differ;
/// of fewer than four none) begin at the same time, give or take 1.5 s. If one track is at least 6 dB louder
/// there, its text stays. Otherwise nobody can tell whose it is: of three words or more, the first track's
/// text stays, without a speaker; fewer may be a yes from both.
std::vector<Segment> merged(const std::vector<TrackText>& tracks);

}  // namespace tilescribe::speakers
