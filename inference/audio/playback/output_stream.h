// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "inference/audio/playback/playback_ring.h"

namespace tilescribe::audio {

/// A device that plays what is written into a ring. Used by one thread. Destroying it ends the sound within
/// 100 ms, whatever the state of the sound server.
class OutputStream {
 public:
  virtual ~OutputStream() = default;
  virtual PlaybackRing& ring() = 0;
  /// Whether the device still takes sound.
  virtual bool active() const = 0;
};

/// Opens the system's output for mono sound at this rate, Hz. Throws Error with one sentence.
using OpenOutput = std::function<std::unique_ptr<OutputStream>(int sample_rate)>;

/// This computer's output, by the capture plugin. Throws Error that says why nothing can be played.
std::unique_ptr<OutputStream> open_output(int sample_rate);

/// How much is written ahead of the device, seconds: how late the player's thread may be.
inline constexpr double playback_ring_s = 0.25;

}  // namespace tilescribe::audio
