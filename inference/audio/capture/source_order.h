// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "inference/api/capture.h"

namespace tilescribe::audio {

/// Microphones first, then what the computer plays, each by name; the default source before all others.
inline void sort_sources(std::vector<AudioSource>& sources) {
  const auto rank = [](const AudioSource& source) { return source.is_default ? 0 : source.monitor ? 2 : 1; };
  std::sort(sources.begin(), sources.end(), [&](const AudioSource& a, const AudioSource& b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    return a.name != b.name ? a.name < b.name : a.id < b.id;
  });
}

}  // namespace tilescribe::audio
