// SPDX-License-Identifier: Apache-2.0
#include "tests/support/fake_live_session.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "tests/support/gate.h"

namespace tilescribe::test {

namespace {

class FakeLiveSession : public LiveSession {
 public:
  FakeLiveSession(std::shared_ptr<const GrowingRecording> recording, LiveEvents events, LiveCheckpoint from,
                  const FakeLiveScript& script, bool gpu, std::stop_token stop)
      : recording_(std::move(recording)),
        events_(std::move(events)),
        state_(std::move(from)),
        script_(script),
        gpu_(gpu),
        stop_(std::move(stop)),
        heard_s_(state_.from_s) {
    if (state_.fixed_text.empty()) return;  // else an earlier session fixed the beginning of a sentence
    const auto words = std::ranges::count(state_.fixed_text, ' ') + 1;
    heard_s_ += word_s * static_cast<double>(words);
    said_ = state_.fixed_text.size() + 1;
  }

  bool due() override { return !finished_ && (recorded_s() >= heard_s_ + word_s || recording_->complete()); }

  bool advance() override {
    if (!due()) return false;
    if (recorded_s() < heard_s_ + word_s) {
      close();
      finished_ = true;
      tell();
      return true;
    }
    pause(stop_, script_.work);
    if (script_.word) script_.word(stop_);
    heard_s_ += word_s;
    if (script_.fail_at_s >= 0.0 && heard_s_ > script_.fail_at_s && (!script_.device || gpu_)) {
      if (script_.device) throw DeviceError(Message::verbatim("The GPU was lost."), "cudaErrorDeviceLost");
      throw Error(Message::verbatim("Expected sound, found none."));
    }
    words_.push_back(next_word());
    if (words_.size() > 2) fix(1);
    if (words_.back().ends_with('.') || words_.back().ends_with("。")) close();
    tell();
    return true;
  }

  bool finished() const override { return finished_; }
  LiveCheckpoint checkpoint() const override { return state_; }
  Transcript transcript() const override {
    Transcript transcript;
    transcript.segments = state_.segments;
    transcript.source = recording_->file().filename().string();
    transcript.duration_s = heard_s_;
    return transcript;
  }

 private:
  static constexpr double word_s = 0.3;

  double recorded_s() const { return static_cast<double>(recording_->samples()) / recording_->sample_rate(); }
  std::string next_word() {
    const auto number = static_cast<std::size_t>(state_.utterance);
    const std::string sentence = script_.sentences.empty()
                                     ? fake_sentence(state_.utterance)
                                     : script_.sentences[number % script_.sentences.size()];
    const std::size_t end = sentence.find(' ', said_);
    const std::string word = sentence.substr(said_, end - said_);
    said_ = end == std::string::npos ? sentence.size() : end + 1;
    return word;
  }
  // Divided at spaces; the last word has just been said.
  std::vector<TimedWord> timed(const std::string& sentence) const {
    std::vector<TimedWord> words;
    std::istringstream all(sentence);
    for (std::string word; all >> word;) words.push_back({word, 0.0, 0.0, 0.9f, false});
    double end_s = heard_s_;
    for (auto word = words.rbegin(); word != words.rend(); ++word, end_s -= word_s) {
      word->start_s = end_s - word_s;
      word->end_s = end_s;
    }
    return words;
  }
  void fix(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::string text = (state_.fixed_text.empty() ? "" : " ") + words_[i];
      if (events_.fixed) events_.fixed({text, heard_s_ - word_s, heard_s_, state_.utterance});
      state_.fixed_text += text;
    }
    words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(count));
  }
  void close() {
    fix(words_.size());
    std::vector<TimedWord> words = timed(state_.fixed_text);
    if (events_.fixed) events_.fixed({"", heard_s_, heard_s_, state_.utterance, true, words});
    if (!state_.fixed_text.empty()) {
      Segment segment;
      segment.start_s = state_.from_s;
      segment.end_s = heard_s_;
      segment.text = std::exchange(state_.fixed_text, {});
      segment.words = std::move(words);
      segment.window = state_.utterance;
      state_.segments.push_back(segment);
    }
    state_.from_s = heard_s_;
    ++state_.utterance;
    said_ = 0;
  }
  void tell() {
    LivePiece rest{"", heard_s_, heard_s_, state_.utterance};
    for (const std::string& word : words_) {
      if (!state_.fixed_text.empty() || !rest.text.empty()) rest.text += ' ';
      rest.text += word;
    }
    if (events_.provisional) events_.provisional(rest);
    if (events_.status) {
      events_.status({.recorded_s = recorded_s(),
                      .heard_s = heard_s_,
                      .lag_s = std::max(0.0, recorded_s() - heard_s_),
                      .run_s = script_.run_s,
                      .speaking = true,
                      .whole_utterances = script_.run_s > 2.0,
                      .too_slow = script_.too_slow});
    }
  }

  std::shared_ptr<const GrowingRecording> recording_;
  LiveEvents events_;
  LiveCheckpoint state_;
  FakeLiveScript script_;
  bool gpu_;
  std::stop_token stop_;
  double heard_s_;
  std::size_t said_ = 0;  // of the sentence, in bytes
  std::vector<std::string> words_;
  bool finished_ = false;
};

}  // namespace

std::unique_ptr<LiveSession> fake_live_session(std::shared_ptr<const GrowingRecording> recording,
                                               LiveEvents events, LiveCheckpoint from,
                                               const FakeLiveScript& script, bool gpu, std::stop_token stop) {
  return std::make_unique<FakeLiveSession>(std::move(recording), std::move(events), std::move(from), script,
                                           gpu, std::move(stop));
}

}  // namespace tilescribe::test
