// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/core/plugin.h"

namespace tilescribe::audio {

/// What libtilescribe_stretch.so offers of SoundTouch, for mono samples. It is a plugin because a library
/// that was compiled for fast arithmetic, as Debian's SoundTouch, flushes denormal numbers to zero in the
/// thread that loads it. Linked, that is the whole program; Plugin::open restores the mode.
struct StretchPlugin {
  void* (*make)(unsigned sample_rate);  // null: no memory
  void (*destroy)(void* touch);
  void (*restart)(void* touch, double tempo, int sequence_ms);
  void (*put)(void* touch, const float* samples, unsigned count);
  void (*flush)(void* touch);
  unsigned (*take)(void* touch, float* out, unsigned most);
};

inline constexpr PluginEntry<StretchPlugin> stretch_plugin{"libtilescribe_stretch.so",
                                                           "tilescribe_stretch_plugin", 1};

}  // namespace tilescribe::audio
