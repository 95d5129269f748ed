// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "inference/api/capture.h"
#include "inference/audio/capture/sample_ring.h"
#include "kernels/core/message.h"

namespace tilescribe::audio {

/// Which source's sound a stream has delivered, up to the moment of the answer.
struct StreamHealth {
  enum class Verdict {
    chosen,       // only from the chosen source
    moved,        // the sound server has connected the stream to `other`
    source_gone,  // the source no longer exists, or the stream has ended without a reason
    server_gone,  // the sound server no longer exists
    unknown,      // no answer within the given time
    ended         // nothing follows (a file's end)
  };
  Verdict verdict = Verdict::chosen;
  // If neither chosen nor ended: the sound before the question still came from the chosen source.
  bool chosen_before = false;
  bool muted = false;      // in the system's sound settings; false if unknown
  std::string other = {};  // if moved: the other source's name, for people
  Message problem = {};    // if ended too early: a sentence that says why
};

/// Sound that flows from one source into a ring. Used by one thread. Destroying it closes the source within
/// 100 ms, whatever the state of the sound server.
class CaptureStream {
 public:
  virtual ~CaptureStream() = default;
  virtual const AudioSource& source() const = 0;
  virtual int sample_rate() const = 0;  // Hz
  virtual int channels() const = 0;     // interleaved in the ring
  virtual SampleRing& ring() = 0;
  /// Asks where the sound comes from; waits at most this long.
  virtual StreamHealth health(std::chrono::milliseconds wait) = 0;
};

/// Opens a source by its id (empty: the default one) at a rate (0: its own). Throws Error with one sentence.
using OpenSource = std::function<std::unique_ptr<CaptureStream>(const std::string& id, int sample_rate)>;

/// Capacity of a ring, seconds: how late the recorder may be without losing sound.
inline constexpr int ring_seconds = 30;

}  // namespace tilescribe::audio
