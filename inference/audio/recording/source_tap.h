// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "inference/audio/capture/capture_stream.h"

namespace tilescribe::audio {

/// A duration, as notices show it: "0.5 s".
inline Message seconds_text(double value) {
  return Message("{1} s", Real{value, 1});
}

/// The result of one look at a source.
struct Taken {
  std::vector<std::int16_t> mono;  // the chosen source's sound, and no other
  bool open = false;               // the source is there
  bool answered = true;            // false: sound is held back until it is known whose it is
  bool ended = false;              // it has delivered its last sample
  bool muted = false;
  double lost_s = 0.0;                    // lost before this, because nobody took it
  double dropped_s = 0.0;                 // not taken: it may be another source's
  std::optional<RecordingNotice> notice;  // for the user: the source is gone, is back, or ended early
  Message problem;                        // a sentence that says why it is gone or ended
};

/// Follows one source through its absences. It opens the source, checks where its sound comes from, releases
/// it if it is another's, and retries twice per second. One thread at a time.
class SourceTap {
 public:
  using Clock = std::chrono::steady_clock;

  /// `id` may be empty: then it is the default source when first opened, and the same source from then on.
  SourceTap(OpenSource open, std::string id);

  /// Opens the source now. Throws Error.
  void open();
  /// Takes the sound that has arrived, and opens the source if that is due. Waits at most this long for the
  /// sound server.
  Taken take(std::chrono::milliseconds wait);
  /// Releases the source on purpose; the next take() opens it again. Returns the duration of the sound that
  /// had arrived but was not taken, seconds.
  double release();
  bool is_open() const { return stream_ != nullptr; }

  // Known once the source was open; the rate stays the same from then on.
  const AudioSource& source() const { return source_; }
  int sample_rate() const { return sample_rate_; }

 private:
  void try_to_open(Taken& taken);
  void try_to_look(Taken& taken, std::chrono::milliseconds wait);
  void look(Taken& taken, std::chrono::milliseconds wait);
  void leave(Taken& taken, RecordingNotice::Kind kind, Message problem, const Message& what_next);
  std::vector<std::int16_t> mono(std::size_t samples);
  Message failure_text(const Message& what, const std::exception& error) const;
  double duration_s(std::uint64_t samples) const;  // of the ring's, all channels

  OpenSource open_;
  std::string id_;
  std::unique_ptr<CaptureStream> stream_;
  AudioSource source_;
  int sample_rate_ = 0;
  std::uint64_t lost_ = 0;  // lost samples of the stream's ring that were reported
  bool away_ = false;       // it was reported that the source is gone
  Clock::time_point next_try_{};
  std::optional<Clock::time_point> unanswered_since_;
};

}  // namespace tilescribe::audio
