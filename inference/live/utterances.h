// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace tilescribe::live {

/// Samples [begin, end) of the recording at 16 kHz: speech between two pauses.
struct Utterance {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t voice_end = 0;                                 // where the last voice in it ended
  bool cut = false;                                           // it was too long and continues in the next one
  std::vector<std::pair<std::int64_t, std::int64_t>> voiced;  // parts with voice, samples
};

/// Finds utterances in a stream of frames with or without voice. An utterance begins with 150 ms of voice
/// within 200 ms, so a key click is not one. It includes 300 ms before its first voice. It ends after a
/// pause, 300 ms after its last voice. Once it is long, half the pause is enough.
class UtteranceFinder {
 public:
  /// `pause_s`: silence that ends an utterance, seconds; `long_s`: an utterance is long from here on,
  /// seconds; `from`: first sample of the stream.
  UtteranceFinder(double pause_s, double long_s, std::int64_t from);

  /// The next frame of 10 ms.
  void push(bool voice);

  /// The utterance that is being spoken, up to the last frame; empty during a pause.
  const std::optional<Utterance>& open() const { return open_; }
  /// Whether the last frames were voice.
  bool speaking() const { return open_ && position_ - open_->voice_end < speaking_tail; }

  /// Ends the open utterance at `sample`, which must be inside it. Another one begins there.
  void cut(std::int64_t sample);
  /// The stream is over; an open utterance ends here.
  void finish();
  /// The utterances that ended and were not dropped, in order.
  const std::deque<Utterance>& ended() const { return ended_; }
  void drop_first_ended() { ended_.pop_front(); }
  std::int64_t position() const { return position_; }  // end of the last frame

 private:
  static constexpr std::int64_t speaking_tail = 3200;

  void begin();
  void add_voice(std::int64_t begin, std::int64_t end);
  void end(std::int64_t sample);

  std::int64_t pause_;     // samples
  std::int64_t long_;      // samples
  std::int64_t position_;  // end of the last frame
  std::int64_t earliest_;  // an utterance can't begin earlier
  std::deque<bool> recent_;
  std::optional<Utterance> open_;
  std::deque<Utterance> ended_;
};

}  // namespace tilescribe::live
