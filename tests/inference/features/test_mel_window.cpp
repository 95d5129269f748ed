// SPDX-License-Identifier: Apache-2.0
// A window's log-mel on the CPU engine against figures computed apart, and how it may grow.
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>

#include "inference/features/mel_window.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"

namespace {

using namespace tilescribe;
using features::MelWindow;
using features::window_frames;
using features::window_samples;

constexpr std::int64_t mels = 128;

// [3000, mels] of a window; its two margin rows are checked and dropped.
std::vector<float> log_mel(kernels::Backend& backend, MelWindow& window) {
  const kernels::Tensor tensor = window.log_mel();
  std::vector<float> values(static_cast<std::size_t>((window_frames + 2) * mels));
  if (tensor.view().elements() != static_cast<std::int64_t>(values.size())) return {};
  backend.download(values.data(), tensor);
  const auto silent = [](float value) { return value == 0.0f; };
  if (!std::all_of(values.begin(), values.begin() + mels, silent)) return {};
  if (!std::all_of(values.end() - mels, values.end(), silent)) return {};
  return {values.begin() + mels, values.end() - mels};
}

std::vector<float> log_mel(kernels::Backend& backend, std::span<const float> samples) {
  MelWindow window(backend, mels);
  window.append(samples);
  return log_mel(backend, window);
}

std::vector<float> noise(std::size_t samples) {
  std::mt19937 random(7);
  std::normal_distribution<float> draw(0.0f, 0.1f);
  std::vector<float> values(samples);
  for (float& value : values) value = draw(random);
  return values;
}

std::string refusal(MelWindow& window, std::span<const float> samples) {
  try {
    window.append(samples);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class MelWindowTest : public QObject {
  Q_OBJECT

  std::unique_ptr<kernels::Backend> backend_ =
      kernels::make_cpu_backend({.compute = kernels::CpuOptions::Compute::f32, .threads = 2});

 private slots:
  /// Section 12 of the notes on GLM-ASR: 0.35 sin 0.047i + 0.2 cos 0.19i for a second, computed in double.
  void a_second_of_two_tones() {
    std::vector<float> samples(16000);
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const auto at = static_cast<double>(i);
      samples[i] = static_cast<float>(0.35 * std::sin(0.047 * at) + 0.2 * std::cos(0.19 * at));
    }
    const std::vector<float> out = log_mel(*backend_, samples);
    QVERIFY(!out.empty());

    constexpr std::array<std::int64_t, 9> frames{0, 1, 2, 10, 50, 99, 100, 101, 2999};
    struct Row {
      std::int64_t mel;
      std::array<double, 9> values;
    };
    constexpr double low = -0.585540;
    const std::array<Row, 6> table{{
        {0, {1.183271, 0.279323, -0.151342, -0.162596, -0.140101, 0.270186, 0.884587, 0.285384, low}},
        {1, {1.280835, 0.376888, -0.053777, -0.065032, -0.042537, 0.367750, 0.982151, 0.382949, low}},
        {5, {1.101102, 1.236866, 1.237668, 1.237667, 1.237670, 1.237008, 1.125616, 0.285982, low}},
        {20, {1.226559, 1.236750, 1.237649, 1.237650, 1.237651, 1.238177, 1.117451, 0.294018, low}},
        {64, {0.040187, -0.463368, low, low, low, -0.132139, 0.375847, -0.135821, low}},
        {127, {-0.442827, low, low, low, low, -0.369209, 0.135932, -0.379084, low}},
    }};
    constexpr double tolerance = 1e-4;  // single precision; the largest error seen is printed below
    double worst = 0.0, sum = 0.0;
    for (const Row& row : table) {
      for (std::size_t f = 0; f < frames.size(); ++f) {
        const double found = out[static_cast<std::size_t>(frames[f] * mels + row.mel)];
        worst = std::max(worst, std::abs(found - row.values[f]));
      }
    }
    for (const float value : out) sum += value;
    qInfo("largest error %.2g", worst);
    QVERIFY(worst < tolerance);
    QVERIFY(std::abs(*std::ranges::min_element(out) - low) < tolerance);
    QVERIFY(std::abs(*std::ranges::max_element(out) - 1.414460) < tolerance);
    QVERIFY2(std::abs(sum + 221619.93) < 1.0, qPrintable(QString::number(sum, 'f', 3)));
  }

  void silence_is_minus_one_and_a_half_data() {
    QTest::addColumn<int>("samples");
    QTest::newRow("nothing") << 0;
    QTest::newRow("one sample") << 1;
    QTest::newRow("a second") << 16000;
    QTest::newRow("a window") << static_cast<int>(window_samples);
  }
  void silence_is_minus_one_and_a_half() {
    QFETCH(int, samples);
    const std::vector<float> out =
        log_mel(*backend_, std::vector<float>(static_cast<std::size_t>(samples), 0.0f));
    QCOMPARE(out.size(), static_cast<std::size_t>(window_frames * mels));
    QVERIFY(std::ranges::all_of(out, [](float value) { return value == -1.5f; }));
  }

  /// Section 6 of the notes.
  void audio_tokens_data() {
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("tokens");
    QTest::newRow("0") << 0 << 0;
    QTest::newRow("1") << 1 << 0;
    QTest::newRow("960") << 960 << 0;
    QTest::newRow("961") << 961 << 1;
    QTest::newRow("1 s") << 16'000 << 12;
    QTest::newRow("3 s") << 48'000 << 37;
    QTest::newRow("3.5 s") << 56'000 << 43;
    QTest::newRow("11 s") << 176'000 << 137;
    QTest::newRow("30 s") << 480'000 << 375;
    QTest::newRow("0.5 s, what 30.5 s leaves for its second window") << 8'000 << 6;
  }
  void audio_tokens() {
    QFETCH(int, samples);
    QFETCH(int, tokens);
    QCOMPARE(features::audio_tokens(samples), std::int64_t{tokens});
  }

  /// A live window grows: whatever the pieces, and however often it is looked at, the features are the same.
  void growing_gives_the_same_bits_data() {
    QTest::addColumn<int>("samples");
    QTest::newRow("less than a transform") << 150;
    QTest::newRow("7 s") << 112'345;
    QTest::newRow("a window") << static_cast<int>(window_samples);
  }
  void growing_gives_the_same_bits() {
    QFETCH(int, samples);
    const std::vector<float> audio = noise(static_cast<std::size_t>(samples));
    const std::vector<float> whole = log_mel(*backend_, audio);
    QVERIFY(!whole.empty());
    for (unsigned seed = 1; seed <= 3; ++seed) {
      std::mt19937 random(seed);
      MelWindow window(*backend_, mels);
      for (std::size_t at = 0; at < audio.size();) {
        const std::size_t most = random() % 4 == 0 ? 40'000 : 300;
        const std::size_t count = std::min(audio.size() - at, std::size_t{random() % most});
        window.append(std::span(audio).subspan(at, count));
        at += count;
        if (random() % 64 == 0) window.log_mel();
      }
      QCOMPARE(window.samples(), std::int64_t{samples});
      const std::vector<float> grown = log_mel(*backend_, window);
      QCOMPARE(grown.size(), whole.size());
      QVERIFY(std::memcmp(grown.data(), whole.data(), whole.size() * sizeof(float)) == 0);
    }
  }

  void more_than_a_window_is_refused() {
    MelWindow window(*backend_, mels);
    const std::vector<float> audio = noise(static_cast<std::size_t>(window_samples) + 1);
    QCOMPARE(refusal(window, audio), std::string("A window holds 480000 samples, not 480001."));
    QCOMPARE(window.samples(), std::int64_t{0});
    window.append(std::span(audio).first(static_cast<std::size_t>(window_samples)));
    QCOMPARE(refusal(window, std::span(audio).first(1)),
             std::string("A window holds 480000 samples, not 480001."));
    QCOMPARE(window.samples(), window_samples);
  }
};

QTEST_APPLESS_MAIN(MelWindowTest)
#include "test_mel_window.moc"
