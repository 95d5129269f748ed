// SPDX-License-Identifier: Apache-2.0
// Where to cut, and where someone speaks.

#include <QTest>
#include <cmath>
#include <numbers>
#include <random>

#include "inference/audio/quiet_cut.h"
#include "tests/inference/audio/audio_support.h"

using namespace tilescribe;
using namespace tilescribe::test;
using audio::Span;

namespace {

// A tone of amplitude 0.3, silent in each of `pauses` but for noise of amplitude `noise`.
std::vector<float> tone_with_pauses(std::size_t length, const std::vector<Span>& pauses, float noise = 0.0f) {
  std::vector<float> samples(length);
  std::mt19937 random(7);
  std::uniform_real_distribution<float> hiss(-1.0f, 1.0f);
  for (std::size_t i = 0; i < length; ++i) {
    const auto holds = [&](const Span& pause) { return pause.begin <= i && i < pause.end; };
    const bool silent = std::any_of(pauses.begin(), pauses.end(), holds);
    const double tone = 0.3 * std::sin(2.0 * std::numbers::pi * 200.0 * static_cast<double>(i) / 16000.0);
    samples[i] = (silent ? 0.0f : static_cast<float>(tone)) + noise * hiss(random);
  }
  return samples;
}

bool near(std::size_t a, std::size_t b, std::size_t tolerance) {
  return (a > b ? a - b : b - a) <= tolerance;
}

}  // namespace

class TestQuietCut : public QObject {
  Q_OBJECT

 private slots:
  void cuts_in_the_middle_of_the_pause() {
    const auto samples = tone_with_pauses(160000, {{80000, 84800}}, 0.001f);  // 300 ms
    const std::size_t cut = audio::quietest_cut(samples, 0, samples.size());
    QVERIFY2(cut >= 80000 + 1600 && cut <= 84800 - 1600, qPrintable(QString::number(cut)));
    const auto exact =
        tone_with_pauses(160000, {{80000, 83200}});  // 200 ms: only its centre is silent throughout
    QCOMPARE(audio::quietest_cut(exact, 0, exact.size()), std::size_t{81600});
  }

  void prefers_the_longer_pause() {
    // 100 ms of silence is no 200 ms of silence.
    const auto samples = tone_with_pauses(160000, {{40000, 41600}, {100000, 104000}});
    const std::size_t cut = audio::quietest_cut(samples, 0, samples.size());
    QVERIFY(cut >= 101600 && cut <= 102400);
  }

  void stays_within_its_bounds() {
    const auto samples = tone_with_pauses(160000, {{20000, 30000}, {80000, 82000}});
    const std::size_t cut = audio::quietest_cut(samples, 64000, 96000);
    QVERIFY(cut >= 80000 && cut <= 82000);
    QCOMPARE(audio::quietest_cut(samples, 96000, 96000), std::size_t{96000});
  }

  void of_equals_takes_the_last() {
    const std::vector<float> silence(48000, 0.0f);
    QCOMPARE(audio::quietest_cut(silence, 16000, 32000), std::size_t{32000});
    const std::vector<float> steady(48000, 0.25f);
    QCOMPARE(audio::quietest_cut(steady, 16000, 32000), std::size_t{32000});
    const auto twice = tone_with_pauses(160000, {{40000, 43200}, {80000, 83200}});
    QCOMPARE(audio::quietest_cut(twice, 0, twice.size()), std::size_t{81600});
  }

  void odd_bounds_are_brought_into_range() {
    const std::vector<float> samples(1000, 0.5f);
    QVERIFY(audio::quietest_cut(samples, 0, 5000) <= 1000);
    QVERIFY(audio::quietest_cut(samples, 5000, 9000) <= 1000);
    QVERIFY(audio::quietest_cut(samples, 900, 100) <= 100);
    QCOMPARE(audio::quietest_cut({}, 0, 100), std::size_t{0});
  }

  void finds_tones_between_pauses() {
    const std::vector<Span> pauses{{0, 8000}, {24000, 32000}, {60000, 80000}};
    for (const float noise : {0.0f, 0.0003f, 0.01f}) {  // digital silence, a quiet room, a fan
      const auto spans = audio::voiced_spans(tone_with_pauses(80000, pauses, noise), 16000);
      QCOMPARE(spans.size(), 2u);
      QVERIFY(near(spans[0].begin, 8000, 160) && near(spans[0].end, 24000, 160));
      QVERIFY(near(spans[1].begin, 32000, 160) && near(spans[1].end, 60000, 160));
    }
  }

  void short_pauses_do_not_part_and_short_sounds_do_not_count() {
    // 100 ms of pause, and a sound of 40 ms between long pauses.
    const auto samples = tone_with_pauses(48000, {{16000, 17600}, {24000, 32000}, {32640, 48000}});
    const auto spans = audio::voiced_spans(samples, 16000);
    QCOMPARE(spans.size(), 1u);
    QVERIFY(near(spans[0].begin, 0, 160) && near(spans[0].end, 24000, 160));
  }

  void silence_has_no_span() {
    QVERIFY(audio::voiced_spans(std::vector<float>(16000, 0.0f), 16000).empty());
    QVERIFY(audio::voiced_spans({}, 16000).empty());
    std::vector<float> dither(16000);  // one step of 16-bit audio, up and down
    for (std::size_t i = 0; i < dither.size(); ++i) dither[i] = (i % 2 == 0 ? 1.0f : -1.0f) / 32768.0f;
    QVERIFY(audio::voiced_spans(dither, 16000).empty());
  }

  void steady_sound_is_one_span() {
    const auto spans = audio::voiced_spans(tone_with_pauses(16000, {}, 0.01f), 16000);
    QCOMPARE(spans, (std::vector<Span>{{0, 16000}}));
  }

  void loudness_does_not_matter() {
    const std::vector<float> samples = read_all(original_file());
    std::vector<float> quiet = samples;
    for (float& sample : quiet) sample *= 0.01f;
    QCOMPARE(audio::voiced_spans(quiet, 16000), audio::voiced_spans(samples, 16000));
  }

  void rates_other_than_16_khz() {
    std::vector<float> samples(48000, 0.0f);
    for (std::size_t i = 12000; i < 36000; ++i) samples[i] = i % 2 == 0 ? 0.3f : -0.3f;
    QCOMPARE(audio::voiced_spans(samples, 48000), (std::vector<Span>{{12000, 36000}}));
  }

  // resources/audio/short.wav is one sentence with silence before and behind.
  void a_sentence_is_one_span() {
    const auto spans = audio::voiced_spans(read_all(original_file()), 16000);
    QCOMPARE(spans.size(), 1u);
    QVERIFY(near(spans[0].begin, 4000, 320) && near(spans[0].end, 43360, 640));
  }

  // resources/audio/long.wav: pauses were marked by looking at its levels.
  void pauses_of_a_reader_are_found() {
    const std::vector<float> samples = read_all(TILESCRIBE_SOURCE_DIR "/resources/audio/long.wav");
    const auto spans = audio::voiced_spans(samples, 16000);
    const auto is_voiced = [&](double time_s) {
      const auto at = static_cast<std::size_t>(time_s * 16000.0);
      return std::any_of(spans.begin(), spans.end(),
                         [&](const Span& s) { return s.begin <= at && at < s.end; });
    };
    for (const double pause_s : {0.1, 7.14, 8.5, 12.32, 20.60, 25.67, 27.3}) QVERIFY(!is_voiced(pause_s));
    for (const double voice_s : {1.0, 3.0, 7.8, 11.0, 20.2, 23.0, 26.5}) QVERIFY(is_voiced(voice_s));
    // The pauses are also where a window would be cut.
    const std::size_t cut = audio::quietest_cut(samples, 20 * 16000, 26 * 16000);
    QVERIFY2(!is_voiced(static_cast<double>(cut) / 16000.0), qPrintable(QString::number(cut)));
  }
};

QTEST_GUILESS_MAIN(TestQuietCut)
#include "test_quiet_cut.moc"
