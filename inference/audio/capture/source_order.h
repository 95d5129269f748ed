// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "inference/api/capture.h"

namespace tilescribe::audio {

/// Microphones first, then what the computer plays, each by name; the default source before all others.
void sort_sources(std::vector<AudioSource>& sources);

}  // namespace tilescribe::audio
