// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pulse/pulseaudio.h>

#include "inference/api/capture.h"

namespace tilescribe::audio {

/// A source as the server knows it now. The number changes when a device is plugged in again.
struct PulseSource {
  AudioSource source;
  std::uint32_t index = PA_INVALID_INDEX;
};

/// A connection to a PulseAudio server, or to PipeWire's implementation of it. Everything happens inside the
/// calls, on the caller's thread. No call waits longer than it is told to, because a server can stop
/// answering at any time.
class PulseConnection {
 public:
  using Wait = std::chrono::milliseconds;

  PulseConnection();
  /// Whether a server answers.
  bool connect(Wait wait);
  /// Whether the server is still there.
  bool alive() const;

  // Each is empty if the server does not answer in time, or is gone.

  std::optional<std::vector<PulseSource>> sources(Wait wait);
  /// A source by its name; an index of PA_INVALID_INDEX means that there is none.
  std::optional<PulseSource> source(const std::string& name, Wait wait);
  std::optional<PulseSource> source(std::uint32_t index, Wait wait);
  /// This process's recording streams.
  std::optional<std::vector<std::uint32_t>> own_streams(Wait wait);
  /// The source that a stream is connected to; PA_INVALID_INDEX means that there is no such stream.
  std::optional<std::uint32_t> source_of_stream(std::uint32_t stream, Wait wait);

  /// Asks for notifications when sources or the default source change. Returns whether this was granted.
  bool subscribe(Wait wait);
  /// Returns true if something has changed since the last call, false after `wait` or if the server is gone.
  bool wait_for_change(Wait wait);

 private:
  struct Free {
    void operator()(pa_mainloop* loop) const { pa_mainloop_free(loop); }
    void operator()(pa_context* context) const {
      pa_context_disconnect(context);
      pa_context_unref(context);
    }
  };

  void iterate(std::chrono::steady_clock::time_point until);
  bool finish(pa_operation* operation, Wait wait);

  std::unique_ptr<pa_mainloop, Free> loop_;
  std::unique_ptr<pa_context, Free> context_;
  bool changed_ = false;
};

}  // namespace tilescribe::audio
