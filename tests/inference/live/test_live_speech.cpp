// SPDX-License-Identifier: Apache-2.0
// The live session on the demo model and synthetic speech: how soon words come, that they are the file's
// words, and that noise makes none. In simulated time: a decode counts as 0.5 s, as on a slow machine, or as
// 0.1 s, more than one takes on two cores.
#define QT_NO_KEYWORDS  // the model has a member named slots
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <random>

#include "inference/api/word_errors.h"
#include "inference/pipeline/live_decoder.h"
#include "tests/inference/live/latency.h"
#include "tests/inference/live/live_simulation.h"
#include "tests/inference/live/spoken_words.h"
#include "tests/support/median.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using test::Shown;
using test::SimulatedRun;

namespace {

constexpr double decode_s = 0.5;
constexpr int rate = 16000;

float level(double dbfs) {
  return static_cast<float>(std::pow(10.0, dbfs / 20.0));
}

// Scales to a root mean square of `dbfs`.
std::vector<float> at_level(std::vector<float> samples, double dbfs) {
  double square = 0.0;
  for (const float sample : samples) square += static_cast<double>(sample) * sample;
  const float scale =
      level(dbfs) / static_cast<float>(std::sqrt(square / static_cast<double>(samples.size())));
  for (float& sample : samples) sample = std::clamp(sample * scale, -1.0f, 1.0f);
  return samples;
}

std::vector<float> white(std::size_t count) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  std::vector<float> samples(count);
  for (float& sample : samples) sample = normal(random);
  return samples;
}

std::vector<float> brown(std::size_t count) {
  std::vector<float> samples = white(count);
  float sum = 0.0f;
  for (float& sample : samples) sample = sum = 0.995f * sum + sample;
  return samples;
}

std::vector<float> hum(std::size_t count) {
  std::vector<float> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (int harmonic = 1; harmonic <= 6; ++harmonic) {
      samples[i] += static_cast<float>(
          std::sin(2.0 * std::numbers::pi * 50.0 * harmonic * static_cast<double>(i) / rate) / harmonic);
    }
  }
  return samples;
}

// A key is pressed and let go: two short bursts, three to ten keys a second.
std::vector<float> key_clicks(std::size_t count) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> gap(0.1, 0.35), held(0.05, 0.09);
  std::normal_distribution<float> normal;
  std::vector<float> samples(count);
  const auto burst = [&](double at, float strength) {
    const auto first = static_cast<std::size_t>(at * rate);
    for (std::size_t i = 0; i < 400 && first + i < count; ++i) {
      samples[first + i] += strength * std::exp(-static_cast<float>(i) / 60.0f) * normal(random);
    }
  };
  for (double at = 0.5; at < static_cast<double>(count) / rate; at += gap(random)) {
    burst(at, 1.0f);
    burst(at + held(random), 0.5f);
  }
  return samples;
}

}  // namespace

class TestLiveSpeech : public QObject {
  Q_OBJECT

 private:
  std::optional<OpenedModel> model_;

  SimulatedRun run(const std::vector<float>& samples, double pause_s = 0.6, double run_s = decode_s) {
    LiveOptions options;
    options.pause_s = pause_s;
    return test::simulate(samples, rate, std::make_unique<LiveDecoder>(*model_, "", std::stop_token{}),
                          options, run_s);
  }

 private Q_SLOTS:
  void initTestCase() { model_.emplace(open_model({}, {})); }

  void words_come_soon_data() {
    QTest::addColumn<double>("run_s");
    QTest::addColumn<double>("shown_s");
    QTest::addColumn<double>("fixed_s");
    QTest::addRow("a slow machine") << decode_s << 1.5 << 2.5;
    QTest::addRow("two cores") << 0.1 << 0.4 << 1.2;
  }
  void words_come_soon() {
    QFETCH(double, run_s);
    QFETCH(double, shown_s);
    QFETCH(double, fixed_s);
    const std::vector<test::SpokenWord> spoken = test::spoken_words();
    const SimulatedRun heard = run(test::audio_of(test::spoken_words_file()), 0.6, run_s);
    const test::Latencies found = test::latencies(heard.shown, spoken);
    QVERIFY2(found.shown_s.size() > spoken.size() * 3 / 4,
             qPrintable(QString::fromStdString(test::fixed_text(heard.shown))));
    qInfo("%zu of %zu words: shown after %.2f s, fixed after %.2f s (medians)", found.shown_s.size(),
          spoken.size(), test::median(found.shown_s), test::median(found.fixed_s));
    QVERIFY(test::median(found.shown_s) <= shown_s);
    QVERIFY(test::median(found.fixed_s) <= fixed_s);
    // Every utterance of two seconds or more fixes words before it ends.
    for (const Shown& event : heard.shown) {
      if (!event.fixed || !event.piece.closes) continue;
      QVERIFY(std::ranges::any_of(heard.shown, [&](const Shown& other) {
        return other.fixed && !other.piece.closes && other.piece.utterance == event.piece.utterance;
      }));
    }
  }

  void words_have_their_times_data() {
    QTest::addColumn<bool>("aligner");
    QTest::addColumn<double>("half_s");
    QTest::addColumn<double>("most_s");
    QTest::newRow("by their letters") << true << 0.03 << 0.08;
    QTest::newRow("by attention, where the model has no aligner") << false << 0.2 << 0.3;
  }
  void words_have_their_times() {
    QFETCH(bool, aligner);
    QFETCH(double, half_s);
    QFETCH(double, most_s);
    const QTemporaryDir folder;
    std::optional<OpenedModel> model;
    if (!aligner) {
      for (const auto& entry : std::filesystem::directory_iterator(demo_model_directory())) {
        if (entry.is_regular_file() && entry.path().filename() != align::LetterHead::file_name)
          std::filesystem::create_symlink(
              entry.path(), std::filesystem::path(folder.path().toStdString()) / entry.path().filename());
      }
      model.emplace(open_model({.model = folder.path().toStdString()}, {}));
    }
    const std::vector<test::SpokenWord> spoken = test::spoken_words();
    const SimulatedRun heard = test::simulate(
        test::audio_of(test::spoken_words_file()), rate,
        std::make_unique<LiveDecoder>(model ? *model : *model_, "", std::stop_token{}), {}, decode_s);
    std::vector<double> late_s;
    double before_s = 0.0;
    for (const Segment& segment : heard.transcript.segments) {
      QVERIFY2(!segment.words.empty(), segment.text.c_str());
      QCOMPARE(segment.start_s, segment.words.front().start_s);
      QCOMPARE(segment.end_s, segment.words.back().end_s);
      for (const TimedWord& word : segment.words) {
        QVERIFY(!word.estimated && word.start_s >= before_s && word.end_s >= word.start_s);
        before_s = word.end_s;
        const auto same = std::ranges::find_if(spoken, [&](const test::SpokenWord& one) {
          return word_errors(one.text, word.text).rate() == 0.0 && std::abs(one.end_s - word.end_s) < 1.0;
        });
        if (same != spoken.end()) late_s.push_back(std::abs(word.end_s - same->end_s));
      }
    }
    std::ranges::sort(late_s);
    QVERIFY(late_s.size() > spoken.size() * 3 / 4);
    const double half = late_s[late_s.size() / 2], most = late_s[late_s.size() * 9 / 10];
    qInfo("%zu words: ends %.0f ms off in the median, %.0f ms at 90 %%", late_s.size(), 1000.0 * half,
          1000.0 * most);
    QVERIFY(half <= half_s && most <= most_s);
  }

  /// The last decode's text as a draft changes nothing that is shown, and most of it stands.
  void drafts_change_nothing_and_mostly_stand() {
    struct Observer final : TranscriptionObserver {
      void set_audio(std::string) override {}
      void window_begins(int, double, double, std::span<const float>) override {}
      void token(int, std::string) override { ++tokens; }
      void window_ends(int) override {}
      void drafted(std::int64_t checked_, std::int64_t accepted_) override {
        checked += checked_;
        accepted += accepted_;
      }
      void transcribed(double, double, bool) override {}
      std::int64_t tokens = 0, checked = 0, accepted = 0;
    } observer;
    class Undrafted final : public live::UtteranceDecoder {
     public:
      explicit Undrafted(OpenedModel& model) : decoder_(model, "", {}) {}
      live::Hypothesis decode(std::span<const float> samples, std::span<const Token> fixed,
                              std::span<const Token>) override {
        return decoder_.decode(samples, fixed, {});
      }
      std::vector<TimedWord> word_times(std::span<const Token> tokens) override {
        return decoder_.word_times(tokens);
      }
      std::string text(std::span<const Token> tokens) const override { return decoder_.text(tokens); }
      std::vector<Token> tokens(const std::string& text) const override { return decoder_.tokens(text); }

     private:
      LiveDecoder decoder_;
    };
    const std::vector<float> samples = test::audio_of(test::spoken_words_file());
    const SimulatedRun plain =
        test::simulate(samples, rate, std::make_unique<Undrafted>(*model_), {}, decode_s);
    model_->observer = &observer;
    const SimulatedRun drafted = run(samples);
    model_->observer = nullptr;
    QCOMPARE(drafted.decodes, plain.decodes);
    QVERIFY(std::ranges::equal(drafted.shown, plain.shown, [](const Shown& a, const Shown& b) {
      return a.at_s == b.at_s && a.fixed == b.fixed && a.piece.text == b.piece.text &&
             a.piece.start_s == b.piece.start_s && a.piece.end_s == b.piece.end_s;
    }));
    qInfo("%lld tokens; of drafts %lld accepted, %lld checked", static_cast<long long>(observer.tokens),
          static_cast<long long>(observer.accepted), static_cast<long long>(observer.checked));
    if (model_->engine.backend->batching().draft_rows == 0) {
      QCOMPARE(observer.checked, std::int64_t{0});  // the engine uses no drafts
      return;
    }
    QVERIFY(observer.accepted > observer.checked * 2 / 3);
    QVERIFY(observer.accepted > observer.tokens / 3);
  }

  void the_words_are_the_files_data() {
    QTest::addColumn<double>("gap_s");
    QTest::newRow("with pauses") << 1.0;
    QTest::newRow("without pauses, cut where it is quiet") << 0.05;
  }
  void the_words_are_the_files() {
    QFETCH(double, gap_s);
    const test::Speech speech = test::joined_speech(70.0, gap_s);
    const SimulatedRun heard = run(speech.samples);
    const WordErrors errors = word_errors(speech.text, test::fixed_text(heard.shown));
    qInfo("%zu words, %zu other, %zu lost, %zu added", errors.reference_words, errors.substituted,
          errors.lost, errors.added);
    QVERIFY2(errors.rate() < 0.05, qPrintable(QString::fromStdString(test::fixed_text(heard.shown))));
  }

  void noise_makes_no_words_data() {
    QTest::addColumn<std::vector<float>>("samples");
    constexpr std::size_t minute = 60 * rate;
    QTest::newRow("silence") << std::vector<float>(minute);
    for (const double dbfs : {-40.0, -20.0}) {
      QTest::addRow("white noise at %.0f dBFS", dbfs) << at_level(white(minute), dbfs);
      QTest::addRow("brown noise at %.0f dBFS", dbfs) << at_level(brown(minute), dbfs);
      QTest::addRow("mains hum at %.0f dBFS", dbfs) << at_level(hum(minute), dbfs);
      QTest::addRow("key clicks at %.0f dBFS", dbfs) << at_level(key_clicks(minute), dbfs);
    }
  }
  void noise_makes_no_words() {
    QFETCH(std::vector<float>, samples);
    const SimulatedRun heard = run(samples);
    QCOMPARE(QString::fromStdString(test::fixed_text(heard.shown)), QString());
    QVERIFY(heard.shown.empty());
  }

  void speech_above_noise_keeps_its_words_data() {
    QTest::addColumn<bool>("is_white");
    QTest::newRow("white noise") << true;
    QTest::newRow("brown noise") << false;
  }
  void speech_above_noise_keeps_its_words() {
    QFETCH(bool, is_white);
    const test::Speech speech = test::bundled_speech("sample");
    std::vector<float> samples = at_level(speech.samples, -20.0);
    const std::vector<float> noise =
        at_level(is_white ? white(samples.size()) : brown(samples.size()), -30.0);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] += noise[i];
    const SimulatedRun heard = run(samples);
    const WordErrors errors = word_errors(speech.text, test::fixed_text(heard.shown));
    qInfo("%zu of %zu words wrong", errors.substituted + errors.lost + errors.added, errors.reference_words);
    QVERIFY2(errors.rate() < 0.2, qPrintable(QString::fromStdString(test::fixed_text(heard.shown))));
    QVERIFY(errors.lost <= errors.reference_words / 20);
  }
};

QTEST_GUILESS_MAIN(TestLiveSpeech)
#include "test_live_speech.moc"
