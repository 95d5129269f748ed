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

/// What a look at a source gave.
struct Taken {
  std::vector<std::int16_t> mono;  // the chosen source's sound, and no other's
  bool open = false;               // the source is there
  bool answered = true;            // false: what has come is held back until it is known whose it is
  bool ended = false;              // it has given its last
  bool muted = false;
  double lost_s = 0.0;                    // sound that was lost before this, since nobody took it
  double dropped_s = 0.0;                 // sound that came, and is not taken: it may be another source's
  std::optional<RecordingNotice> notice;  // the source went, or came back: for who records
  std::string problem;                    // why it went, a sentence
};

/// Follows one source through its absences: opens it, vouches for where its sound comes from, lets go of it
/// when it is another's, and tries again twice a second. One thread at a time.
class SourceTap {
 public:
  using Clock = std::chrono::steady_clock;

  /// `id` may be empty: the default source at the first time that it opens, and the same ever after.
  SourceTap(OpenSource open, std::string id);

  /// Opens the source now. Throws Error.
  void open();
  /// Takes what has come. Opens the source where that is due. Waits for the sound server at most so long.
  Taken take(std::chrono::milliseconds wait);
  /// Lets go of the source, on purpose; the next take() opens it again. Returns how much sound had come that
  /// was not taken, seconds.
  double release();
  bool is_open() const { return stream_ != nullptr; }

  // Known once it was open; the rate stays the same ever after.
  const AudioSource& source() const { return source_; }
  int sample_rate() const { return sample_rate_; }

 private:
  void try_to_open(Taken& taken);
  void try_to_look(Taken& taken, std::chrono::milliseconds wait);
  void look(Taken& taken, std::chrono::milliseconds wait);
  void leave(Taken& taken, RecordingNotice::Kind kind, std::string problem, const std::string& what_next);
  std::vector<std::int16_t> mono(std::size_t samples);
  std::string failure_text(const std::string& what, const std::exception& error) const;
  double duration_s(std::uint64_t samples) const;  // of the ring's, all channels

  OpenSource open_;
  std::string id_;
  std::unique_ptr<CaptureStream> stream_;
  AudioSource source_;
  int sample_rate_ = 0;
  std::uint64_t lost_ = 0;  // samples of the stream's ring that were told
  bool away_ = false;       // it was said that the source is gone
  Clock::time_point next_try_{};
  std::optional<Clock::time_point> unanswered_since_;
};

}  // namespace tilescribe::audio
