// SPDX-License-Identifier: Apache-2.0
// One model for several threads: what they transcribe at once is the same as one after the other.
#include <QtTest>
#include <algorithm>
#include <bit>
#include <thread>

#include "inference/api/error.h"
#include "inference/api/transcriber.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

bool same(const Segment& a, const Segment& b) {
  const bool tokens = std::ranges::equal(a.tokens, b.tokens, [](const Token& x, const Token& y) {
    return x.id == y.id &&
           std::bit_cast<std::uint32_t>(x.probability) == std::bit_cast<std::uint32_t>(y.probability);
  });
  return a.start_s == b.start_s && a.end_s == b.end_s && a.text == b.text && a.window == b.window && tokens;
}

}  // namespace

class SharedModelTest : public QObject {
  Q_OBJECT

 private slots:
  void files_at_once_data() {
    QTest::addColumn<float>("temperature");
    QTest::newRow("greedy") << 0.0F;
    QTest::newRow("sampled") << 0.8F;
  }
  void files_at_once() {
    QFETCH(const float, temperature);
    TranscribeOptions how;
    how.temperature = temperature;
    const EngineOptions options{.engine = Engine::cpu, .compute = Compute::f32};
    const std::shared_ptr<SharedModel> model = open_shared_model(options);
    const std::vector<std::string> names{"short", "medium", "sample", "long"};
    const auto alone = open_transcriber(options);
    std::vector<Transcript> expected, found(2 * names.size());
    for (const std::string& name : names)
      expected.push_back(alone->transcribe(bundled_file(name + ".wav"), how, {}, {}));
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < found.size(); ++i) {
        threads.emplace_back([&, i] {
          const auto one = model->transcriber();
          found[i] = one->transcribe(bundled_file(names[i % names.size()] + ".wav"), how, {}, {});
        });
      }
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Transcript& lone = expected[i % names.size()];
      QVERIFY(!found[i].segments.empty());
      QVERIFY(std::ranges::equal(found[i].segments, lone.segments, same));
      QCOMPARE(found[i].duration_s, lone.duration_s);
      QCOMPARE(found[i].source, lone.source);
      QCOMPARE(found[i].engine, lone.engine);
    }
  }

  void what_it_does_not_do() {
    const auto sentence = [](const auto& what) {
      try {
        what();
      } catch (...) {
        return english(describe_failure(std::current_exception()).message);
      }
      return std::string();
    };
    const std::shared_ptr<SharedModel> model = open_shared_model({.engine = Engine::cpu});
    TranscribeOptions joint;
    joint.long_audio = LongAudio::joint;
    QCOMPARE(sentence([&] { model->transcriber()->transcribe(bundled_file("short.wav"), joint, {}, {}); }),
             std::string("Joint transcription needs a model that nobody else uses."));
    QCOMPARE(sentence([] {
               open_shared_model({.gpus = {0, 1}});
             }),
             std::string("A model that several threads share runs on one device of this machine."));
  }
};

QTEST_GUILESS_MAIN(SharedModelTest)
#include "test_shared_model.moc"
