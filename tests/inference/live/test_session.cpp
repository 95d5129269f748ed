// SPDX-License-Identifier: Apache-2.0
// When a session decodes, what of it stays, and that no failure or delay loses a word: on a decoder that
// knows where each word of a recording ends.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>

#include "kernels/core/error.h"
#include "tests/inference/live/latency.h"
#include "tests/inference/live/live_simulation.h"
#include "tests/inference/live/spoken_words.h"

using namespace tilescribe;
using test::Shown;
using test::SimulatedRun;

namespace {

// What a decode of so much of the recording gives: the words that end in it; where speech breaks off within a
// word, a doubtful guess instead of it.
class KnowingDecoder final : public live::UtteranceDecoder {
 public:
  explicit KnowingDecoder(const std::vector<float>& recording) : recording_(recording) {}

  live::Hypothesis decode(std::span<const float> samples, std::span<const Token> fixed,
                          std::span<const Token>) override {
    if (fail_at >= 0 && decodes_++ == fail_at) throw std::runtime_error("the device was lost");
    const auto found =
        std::search(recording_.begin(), recording_.end(), samples.begin(), samples.begin() + 400,
                    [](float a, float b) { return std::abs(a - b) < 1e-4f; });
    const double begin = begin_s_ = static_cast<double>(found - recording_.begin()) / 16000.0;
    const double end = begin + static_cast<double>(samples.size()) / 16000.0;
    live::Hypothesis heard;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (words_[i].end_s <= begin || words_[i].end_s > end) continue;
      heard.tokens.push_back(token(static_cast<int>(i), heard.tokens.empty()));
    }
    const std::size_t next =
        heard.tokens.empty() ? words_.size() : static_cast<std::size_t>(heard.tokens.back().id) + 1;
    if (next < words_.size() && words_[next].end_s - 0.2 < end) heard.tokens.push_back({9999, " um", 0.2f});
    if (!std::equal(fixed.begin(), fixed.end(), heard.tokens.begin(),
                    [](const Token& a, const Token& b) { return a.id == b.id; })) {
      throw std::logic_error("what was fixed is not how the text begins");
    }
    for (Token& one : heard.tokens) one.probability = std::min(one.probability, probability);
    return heard;
  }
  // Each word takes a tenth of a second.
  std::vector<TimedWord> word_times(std::span<const Token> tokens) override {
    std::vector<TimedWord> times;
    if (times_fail) throw Error("The words have no times.");
    for (const Token& token : tokens) {
      const double end_s = words_[static_cast<std::size_t>(token.id)].end_s - begin_s_;
      times.push_back(
          {.text = {}, .start_s = end_s - 0.1, .end_s = end_s, .probability = 0.7f, .estimated = false});
    }
    return times;
  }
  std::string text(std::span<const Token> tokens) const override {
    std::string text;
    for (const Token& token : tokens) text += token.bytes;
    return text;
  }
  // The words in a row that spell the text.
  std::vector<Token> tokens(const std::string& text) const override {
    for (std::size_t first = 0; first < words_.size(); ++first) {
      std::vector<Token> row;
      for (std::size_t i = first; i < words_.size() && this->text(row).size() < text.size(); ++i) {
        row.push_back(token(static_cast<int>(i), row.empty()));
      }
      if (this->text(row) == text) return row;
    }
    return {};
  }

  int fail_at = -1;          // which decode fails
  float probability = 0.9f;  // of the words
  bool times_fail = false;

 private:
  Token token(int word, bool first) const {
    return {word, (first ? "" : " ") + words_[static_cast<std::size_t>(word)].text, 0.9f};
  }

  const std::vector<float>& recording_;
  std::vector<test::SpokenWord> words_ = test::spoken_words();
  int decodes_ = 0;
  double begin_s_ = 0.0;  // where the last decode's samples begin
};

// The words' recording with a trace of noise, so that no stretch of it is like another.
std::vector<float> unlike_anywhere() {
  std::vector<float> samples = test::audio_of(test::spoken_words_file());
  std::mt19937 random(3);
  std::uniform_int_distribution<int> noise(-3, 3);
  for (float& sample : samples)
    sample = std::round(sample * 32768.0f + static_cast<float>(noise(random))) / 32768.0f;
  return samples;
}

std::string all_words() {
  std::string text;
  for (const test::SpokenWord& word : test::spoken_words()) text += (text.empty() ? "" : " ") + word.text;
  return text;
}

}  // namespace

class TestSession : public QObject {
  Q_OBJECT

 private:
  std::vector<float> recording_ = unlike_anywhere();

  SimulatedRun run(double decode_s, const LiveOptions& options = {}, float probability = 0.9f) {
    auto decoder = std::make_unique<KnowingDecoder>(recording_);
    decoder->probability = probability;
    return test::simulate(recording_, 16000, std::move(decoder), options, decode_s);
  }

 private slots:
  void all_words_become_fixed_once() {
    const SimulatedRun done = run(0.3);
    QCOMPARE(QString::fromStdString(test::fixed_text(done.shown)), QString::fromStdString(all_words()));
    QCOMPARE(done.transcript.text(), all_words());
    QVERIFY(done.transcript.segments.size() >= 4);
    double end = 0.0;
    for (const Shown& shown : done.shown) {
      if (!shown.fixed) continue;
      QVERIFY(shown.piece.start_s >= end - 1e-9);
      QVERIFY(shown.piece.end_s >= shown.piece.start_s);
      QVERIFY(shown.piece.end_s <= shown.at_s + 1e-9);
      end = shown.piece.end_s;
    }
  }

  void words_have_their_times_when_an_utterance_ends() {
    const SimulatedRun done = run(0.3);
    std::vector<TimedWord> told, kept;
    for (const Shown& shown : done.shown) {
      QVERIFY(shown.piece.words.empty() || (shown.fixed && shown.piece.closes));
      told.insert(told.end(), shown.piece.words.begin(), shown.piece.words.end());
    }
    for (const Segment& segment : done.transcript.segments) {
      QCOMPARE(segment.start_s, segment.words.front().start_s);
      QCOMPARE(segment.end_s, segment.words.back().end_s);
      kept.insert(kept.end(), segment.words.begin(), segment.words.end());
    }
    const std::vector<test::SpokenWord> spoken = test::spoken_words();
    for (const std::vector<TimedWord>& words : {told, kept}) {
      QCOMPARE(words.size(), spoken.size());
      for (std::size_t i = 0; i < spoken.size(); ++i) {
        QCOMPARE(words[i].text, spoken[i].text);
        QVERIFY(std::abs(words[i].end_s - spoken[i].end_s) < 1e-3);
        QVERIFY(!words[i].estimated);
      }
    }
    for (const Segment& segment : run(6.0).transcript.segments) QVERIFY(segment.words.empty());
  }

  void text_is_told_where_its_times_fail() {
    auto decoder = std::make_unique<KnowingDecoder>(recording_);
    decoder->times_fail = true;
    const SimulatedRun done = test::simulate(recording_, 16000, std::move(decoder), {}, 0.3);
    QCOMPARE(done.transcript.text(), all_words());
    for (const Segment& segment : done.transcript.segments) QVERIFY(segment.words.empty());
  }

  void nobody_asks_for_times_that_are_not_kept() {
    const SimulatedRun done = run(0.3, {.keeps_text = false});
    QCOMPARE(test::fixed_text(done.shown), all_words());
    for (const Shown& shown : done.shown) QVERIFY(shown.piece.words.empty());
  }

  void words_are_shown_and_fixed_while_someone_speaks() {
    const SimulatedRun done = run(0.3);
    // Each utterance has text before its end, first provisional, then fixed.
    for (int utterance = 0; utterance < 4; ++utterance) {
      const auto of = [&](bool fixed) {
        return std::ranges::find_if(done.shown, [&](const Shown& shown) {
          return shown.piece.utterance == utterance && shown.fixed == fixed && !shown.piece.text.empty();
        });
      };
      const auto closing = std::ranges::find_if(done.shown, [&](const Shown& shown) {
        return shown.piece.utterance == utterance && shown.piece.closes;
      });
      QVERIFY(closing != done.shown.end());
      QVERIFY(of(false)->at_s < of(true)->at_s);
      QVERIFY(of(true)->at_s + 2.0 < closing->at_s);
    }
    for (const Shown& shown : done.shown) QVERIFY(shown.piece.text.find("um") == std::string::npos);
    QVERIFY(done.shown.back().piece.closes || done.shown.back().piece.text.empty());
  }

  void decodes_no_oftener_than_asked_and_only_for_new_voice() {
    LiveOptions options;
    options.runs_a_second = 1.0;
    const SimulatedRun seldom = run(0.05, options);
    const SimulatedRun often = run(0.05);
    const SimulatedRun slow = run(0.3);
    const double seconds = static_cast<double>(recording_.size()) / 16000.0;
    QVERIFY(seldom.decodes <= static_cast<int>(seconds));
    QVERIFY(often.decodes > seldom.decodes);
    QVERIFY(often.decodes <= static_cast<int>(4.0 * seconds));
    // Two a second, where a decode takes long.
    QVERIFY(slow.decodes > seldom.decodes);
    QVERIFY(slow.decodes <= static_cast<int>(2.0 * seconds));
    QCOMPARE(QString::fromStdString(test::fixed_text(seldom.shown)), QString::fromStdString(all_words()));
    // Silence costs nothing.
    std::vector<float> silence(30 * 16000);
    QCOMPARE(test::simulate(silence, 16000, std::make_unique<KnowingDecoder>(recording_), {}, 0.1).decodes,
             0);
  }

  void doubtful_words_wait_longer() {
    const SimulatedRun sure = run(0.1), doubtful = run(0.1, {}, 0.45f);
    QCOMPARE(QString::fromStdString(test::fixed_text(doubtful.shown)), QString::fromStdString(all_words()));
    const auto first_fixed = [](const SimulatedRun& done) {
      return std::ranges::find_if(done.shown, [](const Shown& shown) { return shown.fixed; })->at_s;
    };
    QVERIFY(first_fixed(doubtful) >= first_fixed(sure) + 0.9);
  }

  void guesses_for_noise_are_dropped() {
    const SimulatedRun guessed = run(0.1, {}, 0.2f);
    QVERIFY(guessed.decodes > 0);
    QVERIFY(guessed.shown.empty());
    QVERIFY(guessed.transcript.segments.empty());
  }

  void a_slow_engine_gives_whole_utterances_and_loses_nothing() {
    const SimulatedRun slow = run(6.0);
    QCOMPARE(QString::fromStdString(test::fixed_text(slow.shown)), QString::fromStdString(all_words()));
    const auto whole = [](const LiveStatus& status) { return status.whole_utterances; };
    QVERIFY(std::ranges::any_of(slow.statuses, whole));
    QVERIFY(std::ranges::none_of(run(0.5).statuses, whole));
    // It falls behind, says so, and catches up.
    const double most = std::ranges::max(slow.statuses, {}, &LiveStatus::lag_s).lag_s;
    QVERIFY2(most > 5.0, qPrintable(QString::number(most)));
    QCOMPARE(slow.statuses.back().lag_s, 0.0);
    QVERIFY(std::ranges::max(run(0.3).statuses, {}, &LiveStatus::lag_s).lag_s < 1.5);
  }

  void an_engine_slower_than_speech_is_named() {
    const SimulatedRun slow = run(20.0);
    QVERIFY(std::ranges::any_of(slow.statuses, [](const LiveStatus& status) { return status.too_slow; }));
    QCOMPARE(QString::fromStdString(test::fixed_text(slow.shown)), QString::fromStdString(all_words()));
  }

  void another_engine_goes_on_where_one_failed_data() {
    QTest::addColumn<int>("fail_at");
    for (int at = 0; at < 40; at += 3) QTest::addRow("decode %d", at) << at;
  }
  void another_engine_goes_on_where_one_failed() {
    QFETCH(int, fail_at);
    const auto recording = std::make_shared<test::MemoryRecording>(recording_, 16000);
    double clock = 0.0;
    std::string text;
    int last = -1;
    const LiveEvents events{.fixed =
                                [&](const LivePiece& piece) {
                                  if (piece.utterance != last && !text.empty()) text += ' ';
                                  last = piece.utterance;
                                  text += piece.text;
                                },
                            .provisional = {},
                            .status = {}};
    LiveCheckpoint from;
    bool failed = false;
    for (;;) {
      auto decoder = std::make_unique<KnowingDecoder>(recording_);
      if (!failed) decoder->fail_at = fail_at;
      live::Session session(recording, {}, events, from, std::move(decoder), "model", "engine",
                            [&] { return clock; });
      try {
        while (!session.finished()) {
          clock += 0.05;
          recording->grow_to(clock);
          while (session.due() && session.advance()) clock += 0.05;
        }
        break;
      } catch (const std::runtime_error&) {
        QVERIFY(!failed);
        failed = true;
        from = session.checkpoint();
      }
    }
    QVERIFY(failed);
    QCOMPARE(QString::fromStdString(text), QString::fromStdString(all_words()));
  }

  void a_recording_that_is_paused_ends_the_utterance() {
    constexpr double between_words_s = 3.85;
    const auto recording = std::make_shared<test::MemoryRecording>(recording_, 16000);
    double clock = 0.0;
    std::vector<Shown> shown;
    const LiveEvents events{.fixed =
                                [&](const LivePiece& piece) {
                                  shown.push_back({clock, true, piece});
                                },
                            .provisional = {},
                            .status = {}};
    live::Session session(recording, {}, events, {}, std::make_unique<KnowingDecoder>(recording_), "model",
                          "engine", [&] { return clock; });
    for (; clock < 12.0; clock += 0.02) {  // then nothing comes
      recording->grow_to(std::min(clock, between_words_s));
      while (session.due() && session.advance()) {
      }
    }
    QVERIFY(!shown.empty());
    QVERIFY(shown.back().piece.closes);
    QVERIFY(shown.back().at_s < 5.5);
    const double resumed = clock;
    for (; !session.finished(); clock += 0.02) {
      recording->grow_to(between_words_s + clock - resumed);
      while (session.due() && session.advance()) {
      }
    }
    QCOMPARE(QString::fromStdString(test::fixed_text(shown)), QString::fromStdString(all_words()));
  }

  void a_long_silence_is_not_kept_in_memory_before_the_text_behind_it() {
    // An engine that opens late finds twenty minutes: words, then nothing. The words come before all of it is
    // read.
    std::vector<float> long_recording = recording_;
    long_recording.resize(1200 * 16000);
    const auto recording = std::make_shared<test::MemoryRecording>(long_recording, 16000);
    recording->grow_to(1e9);
    double clock = 0.0;
    double heard_at_first_text = -1.0, heard_s = 0.0;
    const LiveEvents events{.fixed =
                                [&](const LivePiece&) {
                                  if (heard_at_first_text < 0.0) heard_at_first_text = heard_s;
                                },
                            .provisional = {},
                            .status = [&](const LiveStatus& status) { heard_s = status.heard_s; }};
    live::Session session(recording, {}, events, {}, std::make_unique<KnowingDecoder>(recording_), "model",
                          "engine", [&] { return clock += 0.001; });
    while (!session.finished()) QVERIFY(session.advance());
    QVERIFY(heard_at_first_text > 0.0);
    QVERIFY(heard_at_first_text < 240.0);
  }

  void what_was_fixed_is_in_the_transcript_of_a_session_that_was_left() {
    const auto recording = std::make_shared<test::MemoryRecording>(recording_, 16000);
    double clock = 0.0;
    live::Session session(recording, {}, {}, {}, std::make_unique<KnowingDecoder>(recording_), "model",
                          "engine", [&] { return clock; });
    for (; clock < 5.0; clock += 0.1) {
      recording->grow_to(clock);
      while (session.due() && session.advance()) {
      }
    }
    QVERIFY(!session.finished());
    const Transcript left = session.transcript();
    QVERIFY(!left.segments.empty());
    QVERIFY(QString::fromStdString(all_words()).startsWith(QString::fromStdString(left.text())));
    QVERIFY(left.text().size() > 20);
    QCOMPARE(left.model, std::string("model"));
  }
};

QTEST_GUILESS_MAIN(TestSession)
#include "test_session.moc"
