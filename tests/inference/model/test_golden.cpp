// SPDX-License-Identifier: Apache-2.0
// Every golden case of tests/data against the model on the CPU engine, stage by stage.
#include <QtTest>
#include <algorithm>

#include "inference/api/lab.h"
#include "inference/api/transcriber.h"
#include "kernels/backend/cpu/cpu_backend.h"

namespace {

using namespace tilescribe;
namespace fs = std::filesystem;

const fs::path golden = TILESCRIBE_TEST_DATA "/golden";
const fs::path samples = TILESCRIBE_SOURCE_DIR "/resources/audio";

fs::path audio_of(const std::string& name) {
  const fs::path sample = samples / (name + ".wav");
  return fs::exists(sample) ? sample : golden / "audio" / (name + ".flac");
}

std::vector<VerifyRow> verify(const std::string& folder, const std::string& name, Compute compute,
                              const fs::path& audio) {
  VerifyOptions options;
  options.engine.model = folder == "demo" ? demo_model_directory().string() : (golden / folder).string();
  options.engine.engine = Engine::cpu;
  options.engine.compute = compute;
  options.golden = golden / folder / ("golden-" + name + ".safetensors");
  options.audio = audio;
  std::vector<VerifyRow> rows;
  verify_model(options, [&](const VerifyRow& row) { rows.push_back(row); });
  return rows;
}

const std::vector<std::string> all_audio{"tiny", "short", "medium", "long", "window", "window-plus", "three"};

}  // namespace

class GoldenTest : public QObject {
  Q_OBJECT

 private slots:
  void every_stage_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("bf16");
    const auto add = [](const char* folder, const std::string& name) {
      QTest::addRow("%s %s f32", folder, name.c_str()) << folder << QString::fromStdString(name) << false;
      if (kernels::cpu_facts().bf16) {
        QTest::addRow("%s %s bf16", folder, name.c_str()) << folder << QString::fromStdString(name) << true;
      }
    };
    for (const char* folder : {"tiny-a", "tiny-b"}) {
      for (const std::string& name : all_audio) add(folder, name);
    }
    for (const char* name : {"short", "medium", "long"}) add("demo", name);
  }
  void every_stage() {
    QFETCH(QString, folder);
    QFETCH(QString, name);
    QFETCH(bool, bf16);
    const std::string audio = name.toStdString();
    const std::vector<VerifyRow> rows =
        verify(folder.toStdString(), audio, bf16 ? Compute::bf16 : Compute::f32, audio_of(audio));
    QStringList stages, wrong;
    for (const VerifyRow& row : rows) {
      stages += QString::fromStdString(row.stage);
      const QString text = QString("%1: error %2, tolerance %3, %4")
                               .arg(stages.back())
                               .arg(row.error, 0, 'g', 3)
                               .arg(row.tolerance)
                               .arg(QString::fromStdString(row.message));
      if (!row.passed) wrong += text;
      if (row.stage != "prompt_ids" && row.stage != "generated_ids")
        QVERIFY(row.tolerance <= (bf16 ? 1e-2 : 1e-4));
    }
    QCOMPARE(stages, (QStringList{"features", "encoder", "audio_embeds", "prompt_ids", "prefill_logits",
                                  "generated_ids"}));
    QVERIFY2(wrong.empty(), qPrintable(wrong.join('\n')));
  }

  /// No committed case is left out above.
  void all_cases_are_run() {
    std::size_t cases = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(golden)) {
      cases += entry.path().filename().string().starts_with("golden-") &&
               entry.path().extension() == ".safetensors";
    }
    QCOMPARE(cases, 2 * all_audio.size() + 3);
  }

  /// Another recording must not pass: the comparison sees what it compares.
  void another_recording_fails() {
    const std::vector<VerifyRow> rows = verify("demo", "short", Compute::f32, audio_of("medium"));
    QCOMPARE(rows.size(), std::size_t{6});
    QVERIFY(std::ranges::none_of(rows, [](const VerifyRow& row) { return row.passed; }));
  }
};

QTEST_APPLESS_MAIN(GoldenTest)
#include "test_golden.moc"
