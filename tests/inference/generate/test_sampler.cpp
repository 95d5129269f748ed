// SPDX-License-Identifier: Apache-2.0
// Draws of the sampler against the softmax that they come from.
#include <QtTest>
#include <cmath>
#include <vector>

#include "inference/generate/sampler.h"

namespace {

using namespace tilescribe::generate;

const std::vector<float> logits{0.5f, 2.0f, -1.0f, 1.5f, 0.0f, -3.0f};

std::vector<double> softmax(const std::vector<float>& values, double temperature) {
  std::vector<double> result;
  double sum = 0.0;
  for (const float value : values)
    sum += result.emplace_back(std::exp(static_cast<double>(value) / temperature));
  for (double& value : result) value /= sum;
  return result;
}

std::vector<std::int32_t> draws(const SamplingOptions& options, int count) {
  Sampler sampler(options);
  std::vector<std::int32_t> ids;
  for (int i = 0; i < count; ++i) ids.push_back(sampler.choose(logits).id);
  return ids;
}

}  // namespace

class SamplerTest : public QObject {
  Q_OBJECT

 private slots:
  void greedy_by_default() {
    QVERIFY(Sampler({}).greedy());
    QVERIFY(!Sampler({.temperature = 0.1f}).greedy());
  }

  void one_candidate_is_the_best_and_ties_take_the_lowest() {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      Sampler sampler({.temperature = 5.0f, .top_k = 1, .seed = seed});
      QCOMPARE(sampler.choose(logits).id, 1);
      QCOMPARE(sampler.choose(std::vector<float>{1.0f, 3.0f, 3.0f, 3.0f}).id, 1);
    }
  }

  void the_same_seed_draws_the_same() {
    const SamplingOptions options{.temperature = 1.0f, .top_k = 0, .seed = 11};
    SamplingOptions other = options;
    other.seed = 12;
    QCOMPARE(draws(options, 200), draws(options, 200));
    QVERIFY(draws(options, 200) != draws(other, 200));
  }

  /// Frequencies of 40 000 draws within five standard deviations of the softmax over the candidates.
  void frequencies_follow_the_softmax_data() {
    QTest::addColumn<float>("temperature");
    QTest::addColumn<int>("top_k");
    QTest::newRow("plain") << 1.0f << 0;
    QTest::newRow("sharp") << 0.5f << 0;
    QTest::newRow("flat") << 4.0f << 0;
    QTest::newRow("three candidates") << 1.0f << 3;
    QTest::newRow("more candidates than there are") << 1.0f << 50;
  }
  void frequencies_follow_the_softmax() {
    QFETCH(float, temperature);
    QFETCH(int, top_k);
    std::vector<float> kept = logits;
    if (top_k == 3) kept[2] = kept[4] = kept[5] = -INFINITY;
    const std::vector<double> expected = softmax(kept, static_cast<double>(temperature));
    constexpr int count = 40'000;
    std::vector<int> found(logits.size(), 0);
    for (const std::int32_t id : draws({temperature, top_k, 3}, count)) ++found[static_cast<std::size_t>(id)];
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double deviation = std::sqrt(expected[i] * (1.0 - expected[i]) / count);
      const double share = static_cast<double>(found[i]) / count;
      QVERIFY2(std::abs(share - expected[i]) <= 5.0 * deviation,
               qPrintable(QString("id %1: %2 for %3").arg(i).arg(share).arg(expected[i])));
    }
  }

  void the_probability_is_of_the_plain_softmax() {
    const std::vector<double> plain = softmax(logits, 1.0);
    Sampler sampler({.temperature = 3.0f, .top_k = 4, .seed = 5});
    for (int i = 0; i < 100; ++i) {
      const Choice choice = sampler.choose(logits);
      QVERIFY(std::abs(static_cast<double>(choice.probability) - plain[static_cast<std::size_t>(choice.id)]) <
              1e-6);
    }
  }
};

QTEST_APPLESS_MAIN(SamplerTest)
#include "test_sampler.moc"
