// SPDX-License-Identifier: Apache-2.0
// The figures of a user's kernel in the report.
#include <QtTest>

#include "inference/api/report.h"
#include "kernels/core/error.h"
#include "tests/support/profile_sessions.h"

using namespace tilescribe;

namespace {

namespace fs = std::filesystem;

/// As lab time --json writes it.
const std::string timed = R"({
  "facts": {"what": "lab time", "exercise": "gelu", "op": "gelu_op", "file": "my_gelu.cpp", "compute": "f32",
    "engine": "CPU, f32, 2 threads", "read_gb_s": 20, "copy_gb_s": 15, "f32_tflop_s": 0.1, "bf16_tflop_s": null,
    "command": "tilescribe-cli 'lab' 'time'", "program": "Tilescribe 0", "commit": "beef1234", "build": null,
    "device": "A processor", "driver": null, "about_the_device": "2 cores", "began": "2026-11-26T09:00:00"},
  "rows": [
    {"variant": "highway", "chosen": true, "ms": 0.5, "least_ms": 0.45, "most_ms": 0.55, "ratio": 1,
     "operations": 8000, "bytes": 2000, "tflop_s": 0.02, "compute_percent": 20, "gb_s": 10,
     "memory_percent": 50, "error": 1e-7, "against": "reference", "complaint": null, "problem": "rows=8 f32"},
    {"variant": "lab", "chosen": false, "ms": 0.25, "least_ms": 0.2, "most_ms": 0.3, "ratio": 0.5,
     "operations": 8000, "bytes": 2000, "tflop_s": 0.04, "compute_percent": 40, "gb_s": 16,
     "memory_percent": 80, "error": 2.5e-7, "against": "reference", "complaint": null, "problem": "rows=8 f32"}
  ]
})";

/// As lab model --json writes it.
const std::string used = R"({
  "facts": {"what": "lab model", "exercise": "gelu", "op": "gelu_op", "file": "my_gelu.cpp", "compute": "f32",
    "engine": "CPU, f32, 2 threads", "model": "demo", "audio": "a.wav", "audio_s": 3.5, "launches": 21,
    "word_error_percent": 12.5, "text": "one too", "text_without": "one two", "command": "lab model",
    "program": "Tilescribe 0", "commit": null, "build": "0123abcd", "device": "A processor", "driver": null,
    "about_the_device": "2 cores", "began": "2026-11-26T09:30:00"},
  "rows": [
    {"stage": "encoder", "with_ms": 20, "without_ms": 10, "ratio": 2},
    {"stage": "all", "with_ms": 30, "without_ms": 20, "ratio": 1.5}
  ]
})";

ReportMeasurements measurements() {
  ReportMeasurements measured;
  measured.times.model = "Model";
  measured.times.audio_s = 30.0;
  measured.times.rows = {{.name = "baseline", .mean_s = 4.0}, {.name = "this engine", .mean_s = 2.0}};
  measured.baseline = synthetic_profile({.gpu = false});
  measured.profile = synthetic_profile({.gpu = false});
  return measured;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

/// The cells of the first row that begins so.
QStringList row_of(const QString& report, const QString& begin) {
  for (const QString& line : report.split('\n')) {
    if (!line.startsWith("| " + begin + " |")) continue;
    QStringList cells = line.split(" | ");
    cells[0].remove(0, 2);
    return cells;
  }
  return {};
}

}  // namespace

class KernelReportTest : public QObject {
  Q_OBJECT

 private slots:
  void aRawFileIsRead() {
    const KernelFigures times = read_kernel_figures(timed, "t.json");
    QCOMPARE(times.kernel, std::string("my_gelu.cpp"));
    QCOMPARE(times.times.size(), 2U);
    QVERIFY(!times.model && times.times[0].chosen && !times.times[1].chosen);
    QCOMPARE(times.times[1].time.ms, 0.25);
    QCOMPARE(times.setting.ceilings.read_gb_s, std::optional(20.0));
    QVERIFY(!times.setting.ceilings.bf16_tflop_s);
    const KernelFigures model = read_kernel_figures(used, "m.json");
    QVERIFY(model.times.empty() && model.model);
    QCOMPARE(model.model->stages.size(), 2U);
    QCOMPARE(model.model->word_error_rate, 0.125);
    // A table may have the text; where the numbers come from does not.
    for (const auto& [name, value] : model.facts) QVERIFY2(name != "text", value.c_str());
  }

  void whatIsNoRawFileIsRefused() {
    const std::vector<std::string> wrong{
        "",
        "{}",
        "[1]",
        R"({"facts": {"what": "bench ops", "exercise": "gelu", "file": "x"}, "rows": []})",
        replaced(timed, "\"ms\": 0.25", "\"ms\": null"),
        replaced(timed, "\"operations\": 8000", "\"operations\": \"many\""),
        replaced(used, "\"launches\": 21,", ""),
        replaced(used, "\"rows\": [", "\"rows\": [], \"more\": ["),
    };
    for (const std::string& text : wrong) {
      try {
        read_kernel_figures(text, "x.json");
        QFAIL(text.c_str());
      } catch (const Error& error) {
        QCOMPARE(QString(error.what()),
                 QString("x.json does not hold what lab time --json or lab model --json writes."));
      }
    }
  }

  void theReportHasTheKernelsFigures() {
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "r.md";
    write_report_files(
        measurements(),
        {.command = "x",
         .kernels = {read_kernel_figures(timed, "t.json"), read_kernel_figures(used, "m.json")}},
        file);
    QFile opened(QString::fromStdString(file.string()));
    QVERIFY(opened.open(QIODevice::ReadOnly));
    const QString report = QString::fromUtf8(opened.readAll()).remove('\\');  // Markdown's

    // Its time, in the part about bottlenecks: half of the engine's; 4 operations a byte; 16 of 20 GB/s.
    const QString bottlenecks = report.section("Bottlenecks\n", 1).section("\n## ", 0, 0);
    const QStringList own = row_of(bottlenecks, "this kernel");
    QCOMPARE(own.mid(1, 8), QStringList({"250 µs", "200 µs to 300 µs", "0.500", "4.00", "reading memory",
                                         "20.0 GB/s", "16.0 GB/s", "80 %"}));
    QVERIFY2(own.value(9).startsWith("2.5e-07"), qPrintable(own.value(9)));
    QCOMPARE(row_of(bottlenecks, "highway").value(3), QString("1.00"));
    QVERIFY(bottlenecks.contains("highway, takes 500 µs: 2.00 times as fast (source: M5)."));

    // The transcription with it, in the comparison.
    const QString comparison = report.section("Comparison with the baseline\n", 1).section("\n## ", 0, 0);
    QCOMPARE(row_of(comparison, "all").mid(1, 2), QStringList({"30.0 ms", "20.0 ms"}));
    QVERIFY(row_of(comparison, "all").value(3).startsWith("1.50"));
    QVERIFY2(comparison.contains("ran 21 times for 3.50 s of sound"), qPrintable(comparison));
    QVERIFY(comparison.contains("is 12 %. (source: M6)") || comparison.contains("is 13 %. (source: M6)"));

    // Where both come from.
    const QString provenance = report.section("## Provenance\n", 1);
    const QStringList first = row_of(provenance, "M5"), second = row_of(provenance, "M6");
    QVERIFY2(first.value(1).contains("my_gelu.cpp"), qPrintable(first.join(';')));
    QVERIFY(first.value(2).contains("commit: beef1234") && !first.value(2).contains("driver"));
    QCOMPARE(first.value(3), QString("2026-11-26T09:00:00"));
    QVERIFY(first.value(4).startsWith("t.json"));
    QVERIFY(second.value(2).contains("device: A processor") && second.value(4).startsWith("m.json"));
  }

  void aSlowerKernelTakesLonger() {
    KernelFigures figures = read_kernel_figures(timed, "t.json");
    figures.times[1].time.ms = 1.5;
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "r.md";
    write_report_files(measurements(), {.command = "x", .kernels = {figures}}, file);
    QFile opened(QString::fromStdString(file.string()));
    QVERIFY(opened.open(QIODevice::ReadOnly));
    QVERIFY(opened.readAll().contains("takes 500 µs: 3.00 times as long (source: M5)."));
  }

  void aKernelWithoutCeilingsHasNoShareOfThem() {
    KernelFigures figures = read_kernel_figures(timed, "t.json");
    figures.setting.ceilings = {};
    for (OpRow& row : figures.times) row.rates.compute_percent = row.rates.memory_percent = {};
    figures.times[0].time.ms = 0.0;  // was not timed
    figures.times[0].complaint = Message("It was not written.");
    QTemporaryDir folder;
    const fs::path file = fs::path(folder.path().toStdString()) / "r.md";
    write_report_files(measurements(), {.command = "x", .kernels = {figures}}, file);
    QFile opened(QString::fromStdString(file.string()));
    QVERIFY(opened.open(QIODevice::ReadOnly));
    const QString report = QString::fromUtf8(opened.readAll()).remove('\\');  // Markdown's
    QCOMPARE(row_of(report, "highway").value(1), QString("It was not written."));
    QCOMPARE(row_of(report, "this kernel").mid(3, 1), QStringList("–"));
    QCOMPARE(row_of(report, "this kernel").mid(5, 4), QStringList({"–", "–", "–", "–"}));
    QVERIFY(!report.contains("times as fast (source: M5)"));
  }
};

QTEST_APPLESS_MAIN(KernelReportTest)
#include "test_kernel_report.moc"
