// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilescribe::audio {

inline constexpr std::uint32_t stretch_plugin_abi = 1;

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

/// The plugin's only symbol. Returns its table, or null if it was built for another number.
using StretchPluginEntry = const StretchPlugin*(std::uint32_t abi);
inline constexpr const char* stretch_plugin_symbol = "tilescribe_stretch_plugin";
inline constexpr const char* stretch_plugin_file = "libtilescribe_stretch.so";

}  // namespace tilescribe::audio
