// SPDX-License-Identifier: Apache-2.0
// A window's log-mel on the CPU engine against figures computed apart.
#include <QtTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "inference/features/mel_window.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/core/error.h"
#include "kernels/ops/log_mel/log_mel.h"

namespace {

using namespace tilescribe;
using features::MelWindow;
using features::window_frames;
using features::window_samples;

constexpr std::int64_t mels = 128;

// [3000, mels] of a window; its two margin rows are checked and dropped.
std::vector<float> log_mel(kernels::Backend& backend, MelWindow& window, std::span<const float> samples) {
  const kernels::Tensor tensor = window.log_mel(samples);
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
  return log_mel(backend, window, samples);
}

std::vector<float> noise(std::size_t samples) {
  std::mt19937 random(7);
  std::normal_distribution<float> draw(0.0f, 0.1f);
  std::vector<float> values(samples);
  for (float& value : values) value = draw(random);
  return values;
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

  /// Nothing of a window is left for the next one, whatever their lengths.
  void a_window_leaves_nothing_behind() {
    const std::vector<float> audio = noise(static_cast<std::size_t>(window_samples));
    MelWindow used(*backend_, mels);
    for (const std::int64_t samples :
         {window_samples, std::int64_t{150}, std::int64_t{112'345}, std::int64_t{1}, window_samples - 1,
          window_samples - 150, std::int64_t{0}, window_samples - 300, window_samples}) {
      const auto part = std::span(audio).last(static_cast<std::size_t>(samples));
      const std::vector<float> fresh = log_mel(*backend_, part), found = log_mel(*backend_, used, part);
      QCOMPARE(fresh.size(), static_cast<std::size_t>(window_frames * mels));
      QVERIFY2(found == fresh, qPrintable(QString::number(samples)));
    }
  }

  /// The frames are those of the window of 30 s with 200 samples mirrored before and behind it.
  void both_ends_of_the_window_are_mirrored_data() {
    QTest::addColumn<int>("samples");
    for (const int samples : {1, 150, 201, 479'700, 479'801, 479'999, 480'000})
      QTest::addRow("%d samples", samples) << samples;
  }
  void both_ends_of_the_window_are_mirrored() {
    QFETCH(int, samples);
    const std::vector<float> audio = noise(static_cast<std::size_t>(samples));
    std::vector<float> window(audio);
    window.resize(static_cast<std::size_t>(window_samples));
    std::vector<float> padded(window.rend() - 201, window.rend() - 1);
    padded.insert(padded.end(), window.begin(), window.end());
    padded.insert(padded.end(), window.rbegin() + 1, window.rbegin() + 201);

    const kernels::Tensor sound = backend_->tensor(kernels::DType::f32, {std::int64_t{2999} * 160 + 400});
    const kernels::Tensor power = backend_->tensor(kernels::DType::f32, {window_frames, mels});
    const kernels::Tensor expected = backend_->activations({window_frames, mels});
    backend_->upload(sound, padded.data());
    backend_->run(kernels::MelPower{.out = power, .samples = sound});
    backend_->run(kernels::MelLog{.out = expected, .power = power});
    QVERIFY(log_mel(*backend_, audio) == backend_->floats(expected.view()));
  }

  /// A shorter window has the frames with which the whole one begins, if the rest is silent.
  void a_short_window_is_the_beginning_data() {
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("frames");
    QTest::addRow("nothing") << 0 << 200;
    QTest::addRow("half") << 16'000 << 200;
    QTest::addRow("full") << 31'800 << 200;
    QTest::addRow("long") << 463'800 << 2900;
  }
  void a_short_window_is_the_beginning() {
    QFETCH(int, samples);
    QFETCH(int, frames);
    MelWindow window(*backend_, mels);
    const std::vector<float> audio = noise(static_cast<std::size_t>(samples));
    const std::vector<float> whole = log_mel(*backend_, audio);
    const std::vector<float> brief = backend_->floats(window.log_mel(audio, frames).view());
    QCOMPARE(brief.size(), static_cast<std::size_t>((frames + 2) * mels));
    const auto silent = [](float value) { return value == 0.0f; };
    QVERIFY(std::all_of(brief.begin(), brief.begin() + mels, silent));
    QVERIFY(std::all_of(brief.end() - mels, brief.end(), silent));
    QVERIFY(std::equal(brief.begin() + mels, brief.end() - mels, whole.begin()));
    QVERIFY_EXCEPTION_THROWN(window.log_mel(noise(static_cast<std::size_t>(frames * 160 - 199)), frames),
                             Error);
  }

  void more_than_a_window_is_refused() {
    std::string said;
    try {
      log_mel(*backend_, noise(static_cast<std::size_t>(window_samples) + 1));
    } catch (const Error& error) {
      said = error.what();
    }
    QCOMPARE(said, std::string("A window holds 480000 samples, not 480001."));
  }
};

QTEST_APPLESS_MAIN(MelWindowTest)
#include "test_mel_window.moc"
