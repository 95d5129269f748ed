// SPDX-License-Identifier: Apache-2.0
// A recording that grows comes out whole, at 16 kHz, whatever its own rate.
#include <QtTest>
#include <cmath>
#include <numbers>

#include "inference/live/recording_reader.h"
#include "tests/inference/live/live_simulation.h"

using namespace tilescribe;

namespace {

std::vector<float> tone(int rate, double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(rate * seconds));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] =
        0.5f * static_cast<float>(std::sin(2.0 * std::numbers::pi * 440.0 * static_cast<double>(i) / rate));
  }
  return samples;
}

}  // namespace

class TestRecordingReader : public QObject {
  Q_OBJECT

 private slots:
  void any_rate_becomes_16_khz_data() {
    QTest::addColumn<int>("rate");
    for (const int rate : {8000, 16000, 22050, 44100, 48000, 96000, 192000})
      QTest::addRow("%d Hz", rate) << rate;
  }
  void any_rate_becomes_16_khz() {
    QFETCH(int, rate);
    constexpr double seconds = 3.0;
    const auto recording = std::make_shared<test::MemoryRecording>(tone(rate, seconds), rate);
    live::RecordingReader reader(recording, 0.0);
    QVERIFY(!reader.has_more());
    std::vector<float> samples;
    for (double grown = 0.0; !reader.ended(); grown += 0.137) {
      recording->grow_to(grown);
      while (reader.has_more()) reader.read(samples, 0.05);
    }
    QVERIFY(!reader.has_more());
    QVERIFY(std::abs(static_cast<double>(samples.size()) - seconds * 16000.0) <= 2.0);
    const std::vector<float> expected = tone(16000, seconds);
    // The filter rings at the ends.
    for (std::size_t i = 2000; i < samples.size() - 2000; ++i) {
      QVERIFY2(std::abs(samples[i] - expected[i]) < 2e-3f, qPrintable(QString::number(i)));
    }
  }

  void begins_where_it_is_asked_to() {
    std::vector<float> ramp(16000);
    for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<float>(i) / 32768.0f;
    const auto recording = std::make_shared<test::MemoryRecording>(ramp, 16000);
    recording->grow_to(1.0);
    live::RecordingReader reader(recording, 0.25);
    std::vector<float> samples;
    while (!reader.ended()) reader.read(samples, 1.0);
    QCOMPARE(samples.size(), std::size_t{12000});
    QCOMPARE(samples[0], 4000.0f / 32768.0f);
    QCOMPARE(reader.recorded_s(), 1.0);
  }
};

QTEST_GUILESS_MAIN(TestRecordingReader)
#include "test_recording_reader.moc"
