// SPDX-License-Identifier: Apache-2.0
// What heads attend to while tokens are said: transformers' weights (tests/data/golden/make_attention.py).
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "inference/model/model.h"
#include "inference/weights/checkpoint.h"
#include "tests/inference/generate/golden_request.h"

namespace {

using namespace tilescribe;
using generate::Generated;
using layers::HeadPlace;

const std::string folder = TILESCRIBE_TEST_DATA "/golden/tiny-b";
constexpr std::size_t tokens = 24;

struct Opened {
  explicit Opened(std::unique_ptr<kernels::Backend> made)
      : backend(std::move(made)),
        checkpoint(weights::Checkpoint::open(folder)),
        model(model::load_model(*backend, checkpoint->config(), *checkpoint, {})) {}

  generate::Request request(std::int64_t most = tokens) const {
    generate::Request one = test::golden_request(*backend, "short", model.config.audio_token_id, folder);
    one.max_new_tokens = most;
    one.guard_loops = false;
    return one;
  }

  std::vector<Generated> run(const std::vector<generate::Request>& requests,
                             const std::vector<HeadPlace>& heads) const {
    generate::GenerateEvents events;
    events.heads = [&] { return heads; };
    return generate::generate(*backend, model.decoder, requests, {}, {}, events);
  }

  std::unique_ptr<kernels::Backend> backend;
  std::unique_ptr<weights::Checkpoint> checkpoint;
  model::Model model;
};

std::unique_ptr<kernels::Backend> plain_backend() {
  return std::make_unique<kernels::CpuBackend>(
      kernels::CpuOptions{.compute = kernels::CpuOptions::Compute::f32, .threads = 2, .background = false});
}

std::vector<HeadPlace> all_heads() {
  std::vector<HeadPlace> heads;
  for (std::int32_t i = 0; i < 8; ++i) heads.push_back({i / 4, i % 4});
  return heads;
}

double difference(std::span<const float> a, std::span<const float> b) {
  if (a.size() != b.size()) return 1.0;
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max<double>(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace

class GeneratorAttentionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void weights_are_those_of_transformers_data() {
    QTest::addColumn<bool>("ahead");
    QTest::newRow("step by step") << false;
    QTest::newRow("steps ahead, recorded") << true;
  }
  void weights_are_those_of_transformers() {
    QFETCH(bool, ahead);
    const Opened opened(ahead ? std::make_unique<test::AheadBackend>() : plain_backend());
    const weights::SafetensorsFile file(folder + "/attention-short.safetensors");
    const std::vector<float> golden = file.floats("attention");
    // Beside another one, which goes on after it.
    const auto both = opened.run({opened.request(), opened.request(40)}, all_heads());
    const std::span<const float> found = both[0].attention.values();
    QCOMPARE(found.size(), golden.size());
    QVERIFY2(difference(found, golden) < 1e-4, qPrintable(QString::number(difference(found, golden))));
    const std::size_t row = found.size() / (8 * tokens);
    for (std::size_t i = 0; i < found.size(); i += row)
      QVERIFY(std::abs(std::accumulate(&found[i], &found[i] + row, 0.0) - 1.0) < 1e-4);
    // Asking changes no text, neither this one's nor the other's.
    const auto unasked = opened.run({opened.request(), opened.request(40)}, {});
    for (std::size_t i = 0; i < 2; ++i) QCOMPARE(test::ids_of(both[i]), test::ids_of(unasked[i]));
    QVERIFY(unasked[0].attention.values().empty());
  }

  void only_the_heads_that_were_asked_are_given() {
    const Opened opened(plain_backend());
    const auto all = opened.run({opened.request()}, all_heads())[0];
    const std::vector<HeadPlace> some{{1, 3}, {0, 2}};
    const auto found = opened.run({opened.request()}, some)[0];
    QVERIFY(found.heads == some);
    const std::size_t size = all.attention.values().size() / 8;
    const std::span weights = all.attention.values();
    QVERIFY(difference(found.attention.values().first(size), weights.subspan(7 * size, size)) < 1e-6);
    QVERIFY(difference(found.attention.values().last(size), weights.subspan(2 * size, size)) < 1e-6);
  }

  /// Some end together, some alone; they are read several at a time.
  void many_are_as_one_alone() {
    const Opened opened(std::make_unique<test::AheadBackend>());
    std::vector<generate::Request> requests;
    for (const std::int64_t most : {3, 24, 3, 3, 1, 3, 3, 3, 3, 3, 0, 7, 24})
      requests.push_back(opened.request(most));
    const auto found = opened.run(requests, all_heads());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const auto alone = opened.run({requests[i]}, all_heads())[0];
      QCOMPARE(test::ids_of(found[i]), test::ids_of(alone));
      QVERIFY2(difference(found[i].attention.values(), alone.attention.values()) < 1e-5,
               qPrintable(QString::number(i)));
    }
  }

  /// Read behind its prompt, or continued from its middle, a text is attended to as while it was generated.
  void a_text_that_was_said_before_is_asked_as_well() {
    const Opened opened(plain_backend());
    const auto generated = opened.run({opened.request()}, all_heads())[0];
    for (const std::size_t said : {tokens, tokens / 2}) {
      generate::Request request = opened.request(static_cast<std::int64_t>(tokens - said));
      for (std::size_t i = 0; i < said; ++i) request.prompt.push_back(generated.tokens[i].id);
      request.said = static_cast<std::int64_t>(said);
      const auto found = opened.run({request}, all_heads())[0];
      QCOMPARE(found.tokens.size(), tokens - said);
      QVERIFY2(difference(found.attention.values(), generated.attention.values()) < 1e-5,
               qPrintable(QString::number(said)));
    }
  }

  void without_a_token_there_is_nothing_to_ask() {
    const Opened opened(plain_backend());
    QVERIFY(opened.run({opened.request(0)}, all_heads())[0].attention.values().empty());
  }
};

QTEST_APPLESS_MAIN(GeneratorAttentionTest)
#include "test_generator_attention.moc"
