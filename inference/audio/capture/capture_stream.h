// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "inference/api/capture.h"
#include "inference/audio/capture/sample_ring.h"

namespace tilescribe::audio {

/// Whose sound a stream has given, up to the moment of the answer.
struct StreamHealth {
  enum class Verdict {
    chosen,       // only the chosen source's
    moved,        // the sound server has connected the stream to `other`
    source_gone,  // the source is no more, or the stream has ended without a reason
    server_gone,  // the sound server is no more
    unknown,      // no answer in the time that was given
    ended         // the source gives no more, as it should (a file's end)
  };
  Verdict verdict = Verdict::chosen;
  // When neither chosen nor ended: what came before the question is the chosen source's all the same.
  bool chosen_before = false;
  bool muted = false;      // in the system's sound settings; false where that is not known
  std::string other = {};  // where the stream was moved: the other source's name for people
};

/// Sound that runs from one source into a ring. Used by one thread; letting go of it closes the source within
/// 100 ms, however the sound server fares.
class CaptureStream {
 public:
  virtual ~CaptureStream() = default;
  virtual const AudioSource& source() const = 0;
  virtual int sample_rate() const = 0;  // Hz
  virtual int channels() const = 0;     // interleaved in the ring
  virtual SampleRing& ring() = 0;
  /// Asks where the sound comes from; waits for at most so long.
  virtual StreamHealth health(std::chrono::milliseconds wait) = 0;
};

/// Opens a source by its id (empty: the default one) at a rate (0: its own). Throws Error with one sentence.
using OpenSource = std::function<std::unique_ptr<CaptureStream>(const std::string& id, int sample_rate)>;

/// How much sound a ring holds, seconds: what the recorder may be late without a loss.
inline constexpr int ring_seconds = 30;

}  // namespace tilescribe::audio
