// SPDX-License-Identifier: Apache-2.0
// What the resampler keeps, and what it keeps out.

#include <QTest>
#include <cmath>
#include <numbers>

#include "inference/audio/resampler.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

// Two seconds of a float sine at `rate`, as it comes out at 16 kHz, without the first and last 0.1 s: a sine
// that starts abruptly has all frequencies.
std::vector<float> resampled_sine(double hertz, int rate) {
  const QTemporaryDir directory;
  const auto file = in(directory, "sine.wav");
  write_wav(file, {.rate = rate, .bits = 32}, static_cast<std::uint32_t>(2 * rate),
            [&](std::uint32_t frame, int) {
              return 0.5 * std::sin(2.0 * std::numbers::pi * hertz * frame / rate);
            });
  std::vector<float> samples = read_all(file);
  samples.erase(samples.end() - 1600, samples.end());
  samples.erase(samples.begin(), samples.begin() + 1600);
  return samples;
}

double decibel(double ratio) {
  return 20.0 * std::log10(ratio);
}

}  // namespace

class TestResampling : public QObject {
  Q_OBJECT

 private slots:
  void keeps_a_tone_data() {
    QTest::addColumn<double>("hertz");
    QTest::addColumn<int>("rate");
    QTest::newRow("1 kHz from 44.1 kHz") << 1000.0 << 44100;
    QTest::newRow("7 kHz from 44.1 kHz") << 7000.0 << 44100;
    QTest::newRow("1 kHz from 48 kHz") << 1000.0 << 48000;
    QTest::newRow("1 kHz from 8 kHz") << 1000.0 << 8000;
    QTest::newRow("1 kHz from 384 kHz") << 1000.0 << 384000;
  }
  void keeps_a_tone() {
    QFETCH(double, hertz);
    QFETCH(int, rate);
    const SineFit fit = fit_sine(resampled_sine(hertz, rate), hertz);
    const double snr_db = decibel(fit.amplitude / std::numbers::sqrt2 / fit.residual_rms);
    QVERIFY2(snr_db > 90.0, qPrintable(QString("SNR is %1 dB").arg(snr_db)));
    QVERIFY2(std::abs(decibel(fit.amplitude / 0.5)) < 0.05,
             qPrintable(QString("amplitude %1").arg(fit.amplitude)));
  }

  // 10 kHz lies beyond the 8 kHz that 16 kHz samples can carry, and must not come back as 6 kHz.
  void rejects_what_16_khz_cannot_carry() {
    const double left_db = decibel(rms(resampled_sine(10000.0, 48000)) / (0.5 / std::numbers::sqrt2));
    QVERIFY2(left_db < -90.0, qPrintable(QString("%1 dB are left").arg(left_db)));
  }

  // The same click at the same place: the filter's delay is taken back.
  void has_no_delay() {
    const QTemporaryDir directory;
    for (const int rate : {8000, 44100, 48000}) {
      const auto file = in(directory, "click.wav");
      write_wav(file, {.rate = rate, .bits = 32}, static_cast<std::uint32_t>(rate),
                [&](std::uint32_t frame, int) {
                  return frame == static_cast<std::uint32_t>(rate / 2) ? 1.0 : 0.0;
                });
      const std::vector<float> samples = read_all(file);
      const auto peak = std::max_element(samples.begin(), samples.end()) - samples.begin();
      QVERIFY2(std::abs(peak - 8000) <= 1, qPrintable(QString("%1 Hz: peak at %2").arg(rate).arg(peak)));
    }
  }

  // The end of the file is there in full, although the filter looks ahead.
  void keeps_the_last_samples() {
    const QTemporaryDir directory;
    const auto file = in(directory, "end.wav");
    write_wav(file, {.rate = 48000, .bits = 32}, 48000, [](std::uint32_t frame, int) {
      return frame < 47700 ? 0.0 : 0.5 * std::sin(2.0 * std::numbers::pi * 1000.0 * frame / 48000);
    });
    const std::vector<float> samples = read_all(file);
    QCOMPARE(samples.size(), 16000u);
    QVERIFY(rms(std::span(samples).last(100)) > 0.3);  // of a sine: 0.35
  }

  void absurd_rates_are_refused() {
    QVERIFY_THROWS_EXCEPTION(Error, audio::Resampler(0, 16000));
    QVERIFY_THROWS_EXCEPTION(Error, audio::Resampler(10, 16000));
    QVERIFY_THROWS_EXCEPTION(Error, audio::Resampler(100'000'000, 16000));
    const QTemporaryDir directory;
    const auto file = in(directory, "slow.wav");
    write_wav(file, {.rate = 10}, 100, [](std::uint32_t, int) { return 0.5; });
    const QString sentence = QString::fromStdString(complaint(file));
    QVERIFY2(sentence.contains("slow.wav") && sentence.contains("10 Hz"), qPrintable(sentence));
  }
};

QTEST_GUILESS_MAIN(TestResampling)
#include "test_resampling.moc"
