// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "inference/api/live.h"
#include "inference/live/recording_reader.h"
#include "inference/live/utterances.h"
#include "inference/live/voice_activity.h"

namespace tilescribe::live {

struct Hypothesis {
  std::vector<Token> tokens;  // including those that were given as the beginning
  bool looped = false;
};

/// What the session needs from a model.
class UtteranceDecoder {
 public:
  virtual ~UtteranceDecoder() = default;
  /// What is said in at most 30 s of samples at 16 kHz, with a text that begins with `fixed`. It probably
  /// goes on with `expected`; that changes no result, only the time.
  virtual Hypothesis decode(std::span<const float> samples, std::span<const Token> fixed,
                            std::span<const Token> expected) = 0;
  /// When each of words_of(text(tokens)) is heard, in seconds from the begin of the last decode's samples,
  /// in order and without overlap, their texts empty. `tokens`: what that decode gave. Empty: not known.
  virtual std::vector<TimedWord> word_times(std::span<const Token> tokens) = 0;
  virtual std::string text(std::span<const Token> tokens) const = 0;
  virtual std::vector<Token> tokens(const std::string& text) const = 0;
};

/// A live session on any decoder. It reads the recording, finds utterances, and decides when to decode and
/// which words are sure. See LiveSession.
class Session final : public LiveSession {
 public:
  /// `now`: a clock in seconds. Throws Error.
  Session(std::shared_ptr<const GrowingRecording> recording, const LiveOptions& options,
          const LiveEvents& events, LiveCheckpoint from, std::unique_ptr<UtteranceDecoder> decoder,
          std::string model, std::string engine, std::function<double()> now);

  bool due() override;
  bool advance() override;
  bool finished() const override { return finished_; }
  LiveCheckpoint checkpoint() const override { return state_; }
  Transcript transcript() const override;

 private:
  // The utterance being decoded, and its text so far.
  struct Draft {
    std::vector<Token> tokens;              // of the last decode; the fixed ones first
    std::size_t fixed = 0;                  // number of fixed tokens
    std::deque<std::vector<Token>> before;  // earlier decodes, the latest first
    bool looped = false;
    std::int64_t voice_end = -1;  // the last decode heard all voice before this; -1: there was none
    double fixed_s = 0.0;         // where the fixed text ends
  };

  bool can_read() const;
  bool has_stalled();
  bool heard_all(const Utterance& utterance) const;
  bool may_fix(const Utterance& utterance) const;
  std::size_t sure_tokens() const;
  bool wants_draft() const;
  double rest_s() const;
  void read_on();
  void cut_if_long();
  void draft_open();
  void finish_first();
  void decode(const Utterance& utterance);
  bool is_speech() const;
  std::vector<TimedWord> word_times(const Utterance& utterance);
  void fix(const Utterance& utterance, std::size_t count, bool closes, std::vector<TimedWord> times = {});
  void show_rest(const Utterance& utterance);
  void hide_rest();
  void close(const Utterance& utterance, std::vector<TimedWord> times);
  void tell();
  std::span<const float> samples(std::int64_t begin, std::int64_t end) const;
  void forget_before(std::int64_t sample);

  RecordingReader reader_;
  LiveOptions options_;
  LiveEvents events_;
  LiveCheckpoint state_;
  std::unique_ptr<UtteranceDecoder> decoder_;
  std::function<double()> now_;
  std::string source_, model_, engine_;  // as shown in the transcript
  VoiceActivity voice_;
  UtteranceFinder finder_;
  std::vector<float> samples_;  // samples that may still be needed, 16 kHz
  std::int64_t first_ = 0;      // place of samples_[0] in the recording
  Draft draft_;
  double stalled_since_ = -1.0;  // when the reader first found nothing to read; negative: not stalled
  double last_run_ = -1e9;       // when the last decode began
  std::int64_t decoded_ = 0;     // the last decode heard everything before this
  bool rest_shown_ = false;
  bool asks_times_ = true;  // of words
  LiveStatus status_;
  bool finished_ = false;
};

}  // namespace tilescribe::live
