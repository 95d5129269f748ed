// SPDX-License-Identifier: Apache-2.0
// Every golden case of tests/data against the model on the CPU engine, stage by stage.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "inference/api/lab.h"
#include "inference/api/transcriber.h"
#include "inference/weights/safetensors.h"
#include "tests/support/bf16_rows.h"
#include "tests/support/safetensors_writer.h"

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
    const bool bf16 = test::has_bf16_rows();
    const auto add = [bf16](const char* folder, const std::string& name) {
      QTest::addRow("%s %s f32", folder, name.c_str()) << folder << QString::fromStdString(name) << false;
      if (bf16) {
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
                               .arg(QString::fromStdString(english(row.message)));
      if (!row.passed) wrong += text;
      if (row.stage != "prompt_ids" && row.stage != "generated_ids")
        QVERIFY(row.tolerance <= (bf16 ? 1e-2 : 1e-4));
    }
    QCOMPARE(stages, (QStringList{"features", "encoder", "audio_embeds", "prompt_ids", "prefill_logits",
                                  "generated_ids"}));
    QVERIFY2(wrong.empty(), qPrintable(wrong.join('\n')));
  }

  /// transformers' own bf16, where the golden file has it, is what a bf16 engine is held to.
  void bf16_of_transformers_is_the_yardstick_data() {
    QTest::addColumn<double>("theirs");
    QTest::addColumn<bool>("bf16");
    QTest::newRow("far, f32") << 0.4 << false;
    if (!test::has_bf16_rows()) return;
    QTest::newRow("far, bf16") << 0.4 << true;
    QTest::newRow("close, bf16") << 1e-5 << true;
  }
  void bf16_of_transformers_is_the_yardstick() {
    QFETCH(double, theirs);
    QFETCH(bool, bf16);
    const weights::SafetensorsFile plain(golden / "tiny-a" / "golden-short.safetensors");
    tests::WrittenTensors tensors;
    const auto shape_of = [&](const std::string& name) {
      const auto& shape = plain.entry(name).shape;
      return std::vector<std::int64_t>(shape.begin(), shape.end());
    };
    for (const weights::SafetensorsEntry& entry : plain.tensors()) {
      const std::span<const std::byte> bytes = plain.bytes(entry.name);
      tensors[entry.name] = {entry.dtype, shape_of(entry.name),
                             std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())};
    }
    const QStringList stages{"encoder", "audio_embeds", "prefill_logits"};
    for (const QString& stage : stages) {
      const std::string name = stage.toStdString();
      std::vector<float> values = plain.floats(name);
      const auto largest = std::ranges::max_element(values, {}, [](float v) { return std::abs(v); });
      *largest *= 1.0f - static_cast<float>(theirs);
      tensors[name + "_bf16"] = tests::float_tensor("F32", shape_of(name), values);
    }
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "golden.safetensors";
    tests::write_file(file, tests::safetensors_bytes(tensors));

    VerifyOptions options;
    options.engine.model = (golden / "tiny-a").string();
    options.engine.engine = Engine::cpu;
    // Left to itself the arithmetic is the exact one.
    options.engine.compute = bf16 ? Compute::bf16 : Compute::automatic;
    options.golden = file;
    options.audio = audio_of("short");
    std::size_t seen = 0;
    verify_model(options, [&](const VerifyRow& row) {
      if (!stages.contains(QString::fromStdString(row.stage))) return;
      ++seen;
      const bool told = english(row.message).find("of transformers in bf16") != std::string::npos;
      QCOMPARE(told, bf16);
      QVERIFY2(std::abs(row.tolerance - (bf16 ? 2.0 * theirs : 1e-4)) < 1e-6, row.stage.c_str());
      QCOMPARE(row.passed, row.error <= row.tolerance);
      QCOMPARE(row.passed, !bf16 || theirs > 0.1);
    });
    QCOMPARE(seen, std::size_t{3});
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
