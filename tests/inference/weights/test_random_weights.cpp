// SPDX-License-Identifier: Apache-2.0
// Random weights: reproducible, of the right shape, mean and spread.

#include <QtTest>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "inference/weights/random_weights.h"
#include "inference/weights/tensor_list.h"
#include "tests/inference/weights/failure.h"

using namespace tilescribe::tests;
using namespace tilescribe::weights;
namespace kernels = tilescribe::kernels;

namespace {

ModelConfig small_config() {
  ModelConfig config = nano_config();
  config.encoder.layers = 1;
  config.decoder.layers = 1;
  config.decoder.vocab = 300;
  return config;
}

std::vector<float> values(const SourceTensor& tensor) {
  const kernels::ConstTensorView view = tensor.view();
  std::vector<float> result(static_cast<std::size_t>(view.elements()));
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = view.dtype == kernels::DType::f32 ? view.as<float>()[i]
                                                  : kernels::to_float(view.as<kernels::BFloat16>()[i]);
  }
  return result;
}

}  // namespace

class TestRandomWeights : public QObject {
  Q_OBJECT

 private slots:
  void nano_has_the_published_size();
  void has_every_tensor_in_its_shape();
  void depends_on_seed_and_name_alone();
  void stays_the_same_for_ever();
  void has_the_wanted_spread_data();
  void has_the_wanted_spread();
  void neighbours_are_independent();
  void elements_agree_with_the_tensor();
  void refuses_what_it_does_not_have();
};

void TestRandomWeights::nano_has_the_published_size() {
  const RandomWeights weights(nano_config(), 1);
  QCOMPARE(expected_tensors(nano_config()).size(), std::size_t{745});
  QCOMPARE(weights.parameters(), std::int64_t{2'257'843'200});
}

void TestRandomWeights::has_every_tensor_in_its_shape() {
  const ModelConfig config = small_config();
  const RandomWeights weights(config, 1);
  std::int64_t elements = 0;
  for (const TensorSpec& spec : expected_tensors(config)) {
    QVERIFY2(weights.has(spec.name), spec.name.c_str());
    const SourceTensor tensor = weights.tensor(spec.name);
    QCOMPARE(tensor.shape, spec.shape);
    QCOMPARE(tensor.view().elements(), tensor.elements());
    QVERIFY(tensor.dtype == kernels::DType::bf16);
    QCOMPARE(reinterpret_cast<std::uintptr_t>(tensor.data) % 64, std::uintptr_t{0});
    elements += tensor.elements();
  }
  QCOMPARE(elements, weights.parameters());
}

void TestRandomWeights::depends_on_seed_and_name_alone() {
  const RandomWeights one(small_config(), 1);
  const RandomWeights again(small_config(), 1);
  const RandomWeights other(small_config(), 2);
  const char* const name = "audio_tower.conv1.weight";
  const std::vector<float> first = values(one.tensor(name));
  QVERIFY(one.tensor("audio_tower.conv2.weight").elements() > 0);  // another in between changes nothing
  QCOMPARE(values(one.tensor(name)), first);
  QCOMPARE(values(again.tensor(name)), first);
  QVERIFY(values(other.tensor(name)) != first);
  QVERIFY(values(one.tensor("audio_tower.layers.0.mlp.fc1.bias")) !=
          values(one.tensor("audio_tower.layers.0.input_layernorm.bias")));
}

void TestRandomWeights::stays_the_same_for_ever() {
  // Texts that a random model gave are compared between versions: these values may not change.
  const RandomWeights weights(small_config(), 42, kernels::DType::f32);
  QVERIFY(weights.value("audio_tower.conv1.bias", 0) == 0x1.29ea3ep-3f);
  QVERIFY(weights.value("audio_tower.conv1.bias", 9) == -0x1.5906f4p-3f);
}

void TestRandomWeights::has_the_wanted_spread_data() {
  QTest::addColumn<std::string>("name");
  QTest::addColumn<double>("mean");
  QTest::addColumn<double>("deviation");
  const auto row = [](const char* name, double mean, double deviation) {
    QTest::newRow(name) << std::string(name) << mean << deviation;
  };
  row("audio_tower.conv1.weight", 0.0, 1.0 / std::sqrt(128.0 * 3.0));
  row("audio_tower.layers.0.mlp.fc2.weight", 0.0, 1.0 / std::sqrt(5120.0));
  row("audio_tower.layers.0.mlp.fc2.bias", 0.0, 0.1);
  row("audio_tower.norm.weight", 1.0, 0.1);
  row("language_model.model.norm.weight", 1.0, 0.1);
  row("language_model.model.embed_tokens.weight", 0.0, 1.0);
  row("language_model.lm_head.weight", 0.0, 3.0 / std::sqrt(2048.0));
}

void TestRandomWeights::has_the_wanted_spread() {
  QFETCH(std::string, name);
  QFETCH(double, mean);
  QFETCH(double, deviation);
  const std::vector<float> sample = values(RandomWeights(small_config(), 3).tensor(name));
  const auto n = static_cast<double>(sample.size());
  double sum = 0.0;
  for (const float value : sample) sum += value;
  double squares = 0.0;
  for (const float value : sample) squares += std::pow(value - sum / n, 2);
  const double tolerance = 5.0 * deviation / std::sqrt(n);  // five standard errors
  QVERIFY2(std::abs(sum / n - mean) < tolerance, qPrintable(QString::number(sum / n)));
  QVERIFY2(std::abs(std::sqrt(squares / n) - deviation) < tolerance,
           qPrintable(QString::number(std::sqrt(squares / n))));
}

void TestRandomWeights::neighbours_are_independent() {
  const std::vector<float> x = values(RandomWeights(small_config(), 3).tensor(embedding_name));
  for (const std::size_t lag : {std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{2048}}) {
    double product = 0.0;
    for (std::size_t i = 0; i + lag < x.size(); ++i) product += static_cast<double>(x[i]) * x[i + lag];
    const auto n = static_cast<double>(x.size() - lag);
    QVERIFY2(std::abs(product / n) < 5.0 / std::sqrt(n), qPrintable(QString("lag %1").arg(lag)));
  }
}

void TestRandomWeights::elements_agree_with_the_tensor() {
  for (const kernels::DType dtype : {kernels::DType::bf16, kernels::DType::f32}) {
    ModelConfig config = small_config();
    config.decoder.vocab = 3;
    config.decoder.hidden = 7;  // 21 elements: a tail behind two whole blocks of eight
    const RandomWeights weights(config, 5, dtype);
    const std::vector<float> all = values(weights.tensor(embedding_name));
    QCOMPARE(all.size(), std::size_t{21});
    for (std::size_t i = 0; i < all.size(); ++i) {
      QVERIFY(weights.value(embedding_name, static_cast<std::int64_t>(i)) == all[i]);
    }
  }
}

void TestRandomWeights::refuses_what_it_does_not_have() {
  const RandomWeights weights(small_config(), 1);
  QVERIFY(!weights.has("nothing"));
  VERIFY_CONTAINS(caught([&] { weights.tensor("nothing"); }).sentence, "The tensor nothing");
  VERIFY_CONTAINS(caught([] { RandomWeights half(small_config(), 1, kernels::DType::f16); }).sentence, "f16");
}

QTEST_APPLESS_MAIN(TestRandomWeights)
#include "test_random_weights.moc"
