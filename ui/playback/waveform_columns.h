// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/api/playback.h"
#include "inference/api/transcript.h"

namespace tilescribe::ui {

/// The range of the sound in each of `count` columns that divide the time from `begin_s` to `end_s`, from the
/// level that suits them; columns without sound are 0.
std::vector<Peak> waveform_columns(const Waveform& waveform, double begin_s, double end_s, int count);

/// The last segment that begins at this time or before it; -1: there is none.
int segment_at(const std::vector<Segment>& segments, double seconds);

/// Whether the segment has not ended by then.
inline bool lasts(const std::vector<Segment>& segments, int index, double seconds) {
  return index >= 0 && seconds < segments[static_cast<std::size_t>(index)].end_s;
}

}  // namespace tilescribe::ui
