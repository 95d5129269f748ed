// SPDX-License-Identifier: Apache-2.0
// Slower and faster at the same pitch, and where sound lies after it.
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <set>

#include "inference/audio/playback/stretcher.h"
#include "tests/inference/audio/audio_support.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

constexpr int rate = 16'000;

std::vector<float> stretched(const std::vector<float>& samples, double speed, int sample_rate = rate) {
  audio::Stretcher stretcher(sample_rate);
  stretcher.restart(speed);
  std::vector<float> all, block(500);
  const auto take = [&] {
    while (const std::size_t count = stretcher.take(block))
      all.insert(all.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  };
  for (std::size_t at = 0; at < samples.size(); at += 700) {
    stretcher.put(std::span(samples).subspan(at, std::min<std::size_t>(700, samples.size() - at)));
    take();
  }
  stretcher.end();
  take();
  return all;
}

std::vector<float> sine(double hertz, double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * rate));
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] =
        0.5f * static_cast<float>(std::sin(2.0 * 3.14159265358979 * hertz * static_cast<double>(i) / rate));
  return samples;
}

}  // namespace

class StretcherTest : public QObject {
  Q_OBJECT

 private slots:
  // SoundTouch is compiled for fast arithmetic, and would flush them to zero in the whole program.
  void denormal_numbers_stay() {
    QVERIFY(!stretched(sine(440.0, 0.2), 1.5).empty());
    volatile float tiny = 1e-40f;
    QVERIFY(tiny * 1.0f != 0.0f);
  }

  void rates_beyond_those_of_the_library() {
    const auto samples = sine(440.0, 2.0);
    const auto fast = stretched(samples, 2.0, 384'000);
    QCOMPARE(fast.size(), samples.size() / 2);
    QVERIFY(std::ranges::any_of(fast, [](float sample) { return sample > 0.3f; }));
  }

  void at_a_speed_of_1_nothing_changes() {
    const auto samples = sine(440.0, 1.0);
    QVERIFY(stretched(samples, 1.0) == samples);
  }

  void it_gets_shorter_or_longer_at_the_same_pitch_data() {
    QTest::addColumn<double>("speed");
    for (const double speed : {0.5, 0.75, 1.25, 2.0}) QTest::addRow("%.2f", speed) << speed;
  }
  void it_gets_shorter_or_longer_at_the_same_pitch() {
    QFETCH(double, speed);
    const auto samples = sine(400.0, 4.0);
    const auto made = stretched(samples, speed);
    QCOMPARE(made.size(),
             static_cast<std::size_t>(std::llround(static_cast<double>(samples.size()) / speed)));
    // Crossings of zero count the pitch.
    int crossings = 0;
    const std::size_t end = made.size() - rate / 4;
    for (std::size_t i = 1; i < end; ++i) crossings += (made[i - 1] < 0.0f) != (made[i] < 0.0f) ? 1 : 0;
    const double hertz = crossings / 2.0 * rate / static_cast<double>(end);
    QVERIFY2(std::abs(hertz - 400.0) < 6.0, qPrintable(QString::number(hertz)));
  }

  void a_click_stays_where_it_was_data() { it_gets_shorter_or_longer_at_the_same_pitch_data(); }
  void a_click_stays_where_it_was() {
    QFETCH(double, speed);
    std::vector<float> samples(static_cast<std::size_t>(20 * rate));
    std::vector<double> clicks_s;
    for (double at_s = 0.4; at_s < 19.5; at_s += 0.5137) {  // at all places of a piece
      clicks_s.push_back(at_s);
      const auto first = static_cast<std::size_t>(at_s * rate);
      for (std::size_t i = 0; i < 32; ++i) samples[first + i] = i % 2 == 0 ? 0.8f : -0.8f;
    }
    const auto made = stretched(samples, speed);
    double worst = 0.0;
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (std::abs(made[i]) < 0.4f) continue;
      const double place_s = static_cast<double>(i) / rate * speed;
      const auto nearest = std::min_element(clicks_s.begin(), clicks_s.end(), [&](double a, double b) {
        return std::abs(a - place_s) < std::abs(b - place_s);
      });
      worst = std::max(worst, std::abs(*nearest - place_s));
      found.insert(static_cast<std::size_t>(nearest - clicks_s.begin()));
    }
    qInfo("%.0f of %zu clicks, at most %.1f ms off", static_cast<double>(found.size()), clicks_s.size(),
          worst * 1e3);
    QVERIFY2(worst < 0.030, qPrintable(QString::number(worst)));
    if (speed < 1.0) QCOMPARE(found.size(), clicks_s.size());
  }

  void a_restart_forgets_what_was_put() {
    audio::Stretcher stretcher(rate);
    stretcher.restart(0.5);
    const auto samples = sine(400.0, 1.0);
    stretcher.put(samples);
    stretcher.restart(2.0);
    std::vector<float> out(100);
    QCOMPARE(stretcher.take(out), std::size_t{0});
    stretcher.end();
    QCOMPARE(stretcher.take(out), std::size_t{0});
  }
};

QTEST_GUILESS_MAIN(StretcherTest)
#include "test_stretcher.moc"
