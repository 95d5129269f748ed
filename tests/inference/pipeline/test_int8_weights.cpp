// SPDX-License-Identifier: Apache-2.0
// The demo model with weights in int8: what it takes, what it writes, and how far each stage is from float32.
#include <QtTest>
#include <map>

#include "inference/api/lab.h"
#include "inference/api/transcriber.h"
#include "inference/api/word_errors.h"
#include "tests/inference/pipeline/transcript_checks.h"
#include "tests/support/bf16_rows.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

EngineOptions on_the_cpu(Weights weights, bool bf16) {
  return {.engine = Engine::cpu, .compute = bf16 ? Compute::bf16 : Compute::f32, .weights = weights};
}

}  // namespace

class Int8WeightsTest : public QObject {
  Q_OBJECT

  static void arithmetics() {
    QTest::addColumn<bool>("bf16");
    QTest::newRow("f32") << false;
    if (has_bf16_rows()) QTest::newRow("bf16") << true;
  }

 private slots:
  /// 6 % of the model are convolutions and the embedding, which stay in bf16.
  void half_the_memory() {
    const auto stored = open_transcriber(on_the_cpu(Weights::automatic, false));
    const auto int8 = open_transcriber(on_the_cpu(Weights::int8, false));
    const double share =
        static_cast<double>(int8->model().memory_bytes) / static_cast<double>(stored->model().memory_bytes);
    QVERIFY2(share > 0.5 && share < 0.54, qPrintable(QString::number(share)));
  }

  void samples_keep_their_words_data() { arithmetics(); }
  void samples_keep_their_words() {
    QFETCH(bool, bf16);
    const auto transcriber = open_transcriber(on_the_cpu(Weights::int8, bf16));
    std::size_t wrong = 0, words = 0;
    for (const char* name : {"short", "medium", "long", "sample"}) {
      const Transcript transcript =
          transcriber->transcribe(bundled_file(std::string(name) + ".wav"), {}, {}, {});
      const QString faults = segment_faults(transcript);
      QVERIFY2(faults.isEmpty(), qPrintable(faults));
      QVERIFY(transcript.engine.find("int8 weights") != std::string::npos);
      const WordErrors errors = word_errors(bundled_speech(name).text, transcript.text());
      wrong += errors.substituted + errors.lost + errors.added;
      words += errors.reference_words;
    }
    QVERIFY(words > 50);
    QVERIFY2(wrong == 0, qPrintable(QString("%1 of %2").arg(wrong).arg(words)));
  }

  void each_stages_error_data() { arithmetics(); }
  void each_stages_error() {
    QFETCH(bool, bf16);
    const std::map<std::string, double> most{{"features", bf16 ? 1e-2 : 1e-4},
                                             {"encoder", 3e-2},
                                             {"audio_embeds", 3e-2},
                                             {"prefill_logits", 1.5e-2}};
    for (const std::string name : {"short", "medium", "long"}) {
      VerifyOptions options;
      options.engine = on_the_cpu(Weights::int8, bf16);
      options.golden = TILESCRIBE_TEST_DATA "/golden/demo/golden-" + name + ".safetensors";
      options.audio = bundled_file(name + ".wav");
      verify_model(options, [&](const VerifyRow& row) {
        const QString text =
            QString("%1 %2: %3, tolerance %4, %5")
                .arg(name.c_str(), row.stage.c_str(), QString::number(row.error, 'e', 1),
                     QString::number(row.tolerance, 'e', 1), QString::fromStdString(english(row.message)));
        qInfo("%s", qPrintable(text));
        QVERIFY2(row.passed, qPrintable(text));
        if (const auto stage = most.find(row.stage); stage != most.end()) {
          QVERIFY2(row.error <= stage->second, qPrintable(text));
        }
      });
    }
  }
};

QTEST_GUILESS_MAIN(Int8WeightsTest)
#include "test_int8_weights.moc"
