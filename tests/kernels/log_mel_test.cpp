// SPDX-License-Identifier: Apache-2.0
// Figures of transformers' Whisper feature extractor for 128 mels, computed in double precision.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/ops/all_ops.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

constexpr std::int64_t mels = 128;

float filter(const std::vector<float>& filters, std::int64_t bin, std::int64_t mel) {
  return filters[static_cast<std::size_t>(bin * mels + mel)];
}

bool close(double found, double expected, double tolerance) {
  if (std::abs(found - expected) <= tolerance) return true;
  qWarning("found %.9g, expected %.9g", found, expected);
  return false;
}

}  // namespace

class LogMelTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void slaney_filters() {
    const std::vector<float> filters = mel_filters(mels);
    QCOMPARE(filters.size(), static_cast<std::size_t>(MelParameters::bins * mels));
    QVERIFY(close(filter(filters, 1, 0), 0.012373986, 1e-9));
    QVERIFY(close(filter(filters, 1, 1), 0.030392565, 1e-9));
    QVERIFY(close(filter(filters, 2, 2), 0.024747973, 1e-9));
    QVERIFY(close(filter(filters, 24, 40), 0.040376365, 1e-9));
    QVERIFY(close(filter(filters, 42, 64), 0.0067496827, 1e-9));
    QVERIFY(close(filter(filters, 43, 64), 0.018091518, 1e-9));
    QVERIFY(close(filter(filters, 191, 127), 0.00047569508, 1e-10));
    QVERIFY(close(filter(filters, 195, 127), 0.0050416017, 1e-9));
    QVERIFY(close(filter(filters, 199, 127), 0.0011142802, 1e-9));
    QVERIFY(close(std::accumulate(filters.begin(), filters.end(), 0.0), 3.190985529, 1e-7));
    QCOMPARE(std::ranges::count_if(filters, [](float f) { return f > 0.0f; }), std::ptrdiff_t{394});
    QCOMPARE(std::ranges::count_if(filters, [](float f) { return f < 0.0f; }), std::ptrdiff_t{0});
    for (std::int64_t mel = 0; mel < mels; ++mel) {
      double sum = 0.0;
      for (std::int64_t bin = 0; bin < MelParameters::bins; ++bin) sum += filter(filters, bin, mel);
      QVERIFY2(sum > 0.0, qPrintable(QString::number(mel)));
    }
  }

  void no_filters_are_refused() { QVERIFY_THROWS_EXCEPTION(Error, mel_filters(0)); }

  void a_second_of_two_tones_in_a_window_of_thirty() {
    constexpr std::int64_t sounding = 16000, margin = 200, frames = 102, window = 3000;
    std::vector<float> samples(static_cast<std::size_t>(MelParameters::hop * (frames - 1) + 400));
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(samples.size()); ++i) {
      const auto at = static_cast<double>(std::abs(i - margin));  // mirrored at the start
      samples[static_cast<std::size_t>(i)] =
          at < sounding ? static_cast<float>(0.35 * std::sin(0.047 * at) + 0.2 * std::cos(0.19 * at)) : 0.0f;
    }
    std::vector<float> power(static_cast<std::size_t>(frames * mels));
    std::vector<float> out(static_cast<std::size_t>(window * mels));
    reference(MelPower{{power.data(), DType::f32, {frames, mels}},
                       {samples.data(), DType::f32, {static_cast<std::int64_t>(samples.size())}}});
    reference(MelLog{{out.data(), DType::f32, {window, mels}}, {power.data(), DType::f32, {frames, mels}}});

    constexpr std::array<std::int64_t, 9> columns{0, 1, 2, 10, 50, 99, 100, 101, 2999};
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
    for (const Row& row : table) {
      for (std::size_t c = 0; c < columns.size(); ++c)
        QVERIFY(close(out[static_cast<std::size_t>(columns[c] * mels + row.mel)], row.values[c], 2e-6));
    }
    QVERIFY(close(*std::ranges::min_element(out), low, 2e-6));
    QVERIFY(close(*std::ranges::max_element(out), 1.414460, 2e-6));
    QVERIFY(close(std::accumulate(out.begin(), out.end(), 0.0), -221619.93, 0.05));
  }

  void silence_is_minus_one_and_a_half() {
    std::vector<float> out(5 * mels);
    reference(MelLog{{out.data(), DType::f32, {5, mels}}, {}});
    for (const float value : out) QCOMPARE(value, -1.5f);
  }
};

QTEST_APPLESS_MAIN(LogMelTest)
#include "log_mel_test.moc"
