// SPDX-License-Identifier: Apache-2.0
// One channel of a file, and stretches of it as silence.
#include <QtTest>
#include <cmath>

#include "inference/audio/pcm_reader.h"
#include "kernels/core/error.h"
#include "tests/inference/audio/audio_support.h"
#include "tests/inference/audio/wav_file.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

std::vector<float> heard(const std::filesystem::path& file, const audio::Track& track,
                         const std::vector<std::pair<double, double>>& silenced_s = {}) {
  const auto reader = audio::open_audio(file, track, silenced_s, {});
  std::vector<float> all, block(777);
  while (const std::size_t count = reader->read(block))
    all.insert(all.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  return all;
}

}  // namespace

class ChannelsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private slots:
  void each_channel_is_read_alone_data() {
    QTest::addColumn<int>("channels");
    QTest::addColumn<int>("rate");
    for (const int channels : {1, 2, 3, 4}) {
      for (const int rate : {16000, 44100}) QTest::addRow("%d at %d Hz", channels, rate) << channels << rate;
    }
  }
  void each_channel_is_read_alone() {
    QFETCH(int, channels);
    QFETCH(int, rate);
    const std::filesystem::path file = in(folder_, "channels.wav");
    write_wav(file, {.rate = rate, .channels = channels}, static_cast<std::uint32_t>(rate),
              [&](std::uint32_t frame, int channel) {
                return 0.1 * (channel + 1) * std::sin(2.0 * M_PI * (300.0 * (channel + 1)) * frame / rate);
              });
    for (int channel = 0; channel < channels; ++channel) {
      const SineFit fit = fit_sine(heard(file, {.channel = channel}), 300.0 * (channel + 1));
      QVERIFY2(std::abs(fit.amplitude - 0.1 * (channel + 1)) < 2e-3, QByteArray::number(fit.amplitude));
      QVERIFY2(fit.residual_rms < 5e-3, QByteArray::number(fit.residual_rms));
    }
    QVERIFY_THROWS_EXCEPTION(Error, heard(file, {.channel = channels}));
  }

  void containers_have_channels_too() {
    const std::filesystem::path file = data_file("speech-44k-stereo.flac");
    const std::vector<float> mean = heard(file, {}), left = heard(file, {.channel = 0}),
                             right = heard(file, {.channel = 1});
    QCOMPARE(left.size(), mean.size());
    double most = 0.0;
    for (std::size_t i = 0; i < mean.size(); ++i)
      most = std::max(most, std::abs(0.5 * (double{left[i]} + double{right[i]}) - double{mean[i]}));
    QVERIFY2(most < 1e-4, QByteArray::number(most));
    // FFmpeg's formats.
    QCOMPARE(heard(data_file("speech.m4a"), {.channel = 0}).size(),
             heard(data_file("speech.m4a"), {}).size());
    QVERIFY_THROWS_EXCEPTION(Error, heard(data_file("speech.m4a"), {.channel = 7}));
  }

  void stretches_are_silent() {
    const std::filesystem::path file = in(folder_, "ones.wav");
    write_wav(file, {.bits = 32}, 32000, [](std::uint32_t, int) { return 0.5; });
    const std::vector<float> samples = heard(file, {}, {{0.0, 0.1}, {0.5, 0.75}, {0.75, 0.8}, {1.9, 5.0}});
    QCOMPARE(samples.size(), std::size_t{32000});
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const bool silent = i < 1600 || (i >= 8000 && i < 12800) || i >= 30400;
      if (samples[i] != (silent ? 0.0F : 0.5F)) QFAIL(QByteArray::number(static_cast<qulonglong>(i)));
    }
  }
};

QTEST_GUILESS_MAIN(ChannelsTest)
#include "test_channels.moc"
