// SPDX-License-Identifier: Apache-2.0
// The report of made-up measurements: its parts, its numbers, where they come from, and its files.
#include <QXmlStreamReader>
#include <QtTest>
#include <fstream>

#include "inference/api/profile_store.h"
#include "inference/api/report.h"
#include "kernels/core/error.h"
#include "tests/support/profile_sessions.h"

using namespace tilescribe;

namespace {

namespace fs = std::filesystem;

ReportMeasurements measurements() {
  ReportMeasurements measured;
  measured.times.model = "Model & Co_1";
  measured.times.audio_s = 30.0;
  AblationRow baseline{.name = "baseline", .switches = "fusion=off", .engine = "CPU, f32, 2 threads"};
  baseline.mean_s = 4.0;
  baseline.interval_s = 0.25;
  baseline.seconds = {3.9, 4.1};
  AblationRow own{.name = "this engine", .switches = "", .engine = "CPU, f32, 2 threads"};
  own.mean_s = 2.0;
  own.interval_s = 0.125;
  own.difference_percent = -50.0;
  own.interval_percent = 1.5;
  own.differs = true;
  own.same_text = true;
  own.seconds = {1.9, 2.1};
  measured.times.rows = {baseline, own};
  measured.baseline = synthetic_profile({.gpu = false, .slow_op = "linear", .slow_factor = 3.0});
  measured.profile = synthetic_profile({.gpu = false});
  measured.variants = {{"linear", "cpu/highway", Message("For any CPU.")}};
  measured.from = {.program = "Tilescribe 0",
                   .commit = "beef1234",
                   .build = "0123abcd",
                   .device = "A processor",
                   .driver = "580.82.07",
                   .facts = {"2 cores", "driver for CUDA 13.0"},
                   .began = "2026-11-26T10:00:00"};
  return measured;
}

ReportMaterial material() {
  ReportMaterial given;
  given.command = "tilescribe-cli report 'a b.wav' -o r.md";
  given.before = "int a;\nint b;\n";
  given.after = "int a;\nlong b;\n";
  given.before_name = "old.cu";
  given.after_name = "new.cu";
  AblationTable table;
  table.file = "ablation.json";
  table.facts = {{"model", "Model"}, {"rounds", "5"}};
  AblationRow slow{.name = "no fusion", .switches = "fusion=off"};
  slow.mean_s = 1.5;
  slow.interval_s = 0.01;
  slow.difference_percent = 12.25;
  slow.interval_percent = 0.5;
  slow.differs = true;
  slow.same_text = false;
  slow.word_difference = 0.25;
  slow.encoder_error = 1.2e-3;
  slow.logits_error = 2.5e-7;
  table.rows = {{.name = "as it is", .mean_s = 1.0}, slow};
  given.ablation = table;
  return given;
}

QString contents(const fs::path& file) {
  QFile opened(QString::fromStdString(file.string()));
  return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
}

}  // namespace

class CourseReportTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  fs::path file(const char* name) { return fs::path(folder_.path().toStdString()) / name; }

 private slots:
  void init() { QVERIFY(folder_.isValid()); }

  void aReportInEachFormat_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("heading");
    QTest::addColumn<QString>("own");
    QTest::newRow("md") << "a.md"
                        << "\n## "
                        << "> **Your own words:**";
    QTest::newRow("tex") << "b.tex"
                         << "\\section{"
                         << "\n\\ownwords{";
    QTest::newRow("html") << "c.html"
                          << "<h2>"
                          << "<div class=\"own\">";
  }
  void aReportInEachFormat() {
    QFETCH(QString, name);
    QFETCH(QString, heading);
    QFETCH(QString, own);
    const fs::path target = file(qPrintable(name));
    QVERIFY(write_report_files(measurements(), material(), target) == report_files(target));
    for (const fs::path& one : report_files(target)) QVERIFY2(fs::exists(one), one.c_str());
    const QString text = contents(target);
    qsizetype at = 0;  // the parts stand in their order
    for (const char* part : {"Implementation", "Performance profile", "Bottlenecks", "Optimisation",
                             "Comparison with the baseline", "Provenance"}) {
      const qsizetype found = text.indexOf(heading, at);
      QVERIFY2(found >= 0, part);
      const QString line = text.mid(found + heading.size()).section('\n', 0, 0);
      QVERIFY2(line.contains(part), qPrintable(line));
      at = found + 1;
    }
    QCOMPARE(text.count(own), 7);
    for (const char* number :
         {"0.125 s", "4.00", "2.00 times as fast", "A processor", "0123abcd", "beef1234", ".82.07",
          "2026-11-26T10:00:00", "measurements.json", "ablation.json", "int b;", "long b;"})
      QVERIFY2(text.contains(number), number);
    for (const char* error : {"Encoder", "Projector", "Logits", ".2e-03", ".5e-07", "in float32"})
      QVERIFY2(text.contains(error), error);
    QVERIFY(text.contains("M1") && text.contains("M2") && text.contains("M3") && text.contains("M4"));
    for (const char* never : {" nan", "inf s", "(null)"}) QVERIFY2(!text.contains(never), never);
    // Names from outside stay text.
    QVERIFY(!text.contains("Model & Co"));
  }

  void theRawFileHasTheNumbers() {
    const fs::path target = file("raw.html");
    write_report_files(measurements(), material(), target);
    QJsonParseError error;
    const QJsonObject raw =
        QJsonDocument::fromJson(contents(file("raw-measurements.json")).toUtf8(), &error).object();
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(raw["command"].toString(), QString("tilescribe-cli report 'a b.wav' -o r.md"));
    QCOMPARE(raw["commit"].toString(), QString("beef1234"));
    QCOMPARE(raw["driver"].toString(), QString("580.82.07"));
    QCOMPARE(raw["times"].toArray()[1].toObject()["difference_percent"].toDouble(), -50.0);
    QCOMPARE(raw["times"].toArray()[0].toObject()["seconds"].toArray().size(), 2);
    QVERIFY(!raw["profile"].toObject()["variants"].toArray().isEmpty());
    QVERIFY(raw["profile"].toObject()["ceilings"].toObject()["read_gb_s"].toDouble() > 0.0);
    QCOMPARE(open_profile(file("raw-profile.sqlite")).records.size(), measurements().profile.records.size());
  }

  // An op that the baseline runs three times as slowly is where the difference comes from.
  void theCauseOfTheDifferenceStandsFirst() {
    const fs::path target = file("cause.md");
    write_report_files(measurements(), material(), target);
    const QString table =
        contents(target).section("By op: where the difference comes from", 1).section("\n\n", 1, 1);
    const QStringList rows = table.split('\n');
    QVERIFY2(rows.value(2).contains("linear"), qPrintable(table));
    QVERIFY2(rows.value(2).contains("+"), qPrintable(rows.value(2)));
  }

  void nothingIsReplacedUnasked() {
    const fs::path target = file("mine.md");
    std::ofstream(file("mine-roofline.svg")) << "a picture of my own";
    QVERIFY_THROWS_EXCEPTION(Error, write_report_files(measurements(), material(), target));
    QCOMPARE(contents(file("mine-roofline.svg")), QString("a picture of my own"));
    QVERIFY(!fs::exists(target));
    QVERIFY(!fs::exists(file("mine-measurements.json")));
    write_report_files(measurements(), material(), target, true);
    QVERIFY(contents(file("mine-roofline.svg")).startsWith("<svg"));
  }

  void withoutMaterialThePlacesSayWhatToDo() {
    const fs::path target = file("bare.md");
    write_report_files(measurements(), {.command = "x"}, target);
    const QString text = contents(target);
    QVERIFY(text.contains("bench ablate measures one"));
    QVERIFY(!text.contains("```diff"));
    QVERIFY(!text.contains("M4"));
  }

  void withoutErrorsTheirColumnsAreLeftOut() {
    ReportMaterial given = material();
    given.ablation->rows[1].encoder_error = given.ablation->rows[1].logits_error = {};
    const auto heading = [this](const char* name, const ReportMaterial& from) {
      write_report_files(measurements(), from, file(name));
      return contents(file(name))
          .section("Effect of each set of switches", 1)
          .section("\n| ", 1)
          .section('\n', 0, 0)
          .trimmed();
    };
    QCOMPARE(heading("times.md", given), QString("Set | Switches | Time | Difference | Differs | Text |"));
    QCOMPARE(heading("errors.md", material()),
             QString("Set | Switches | Time | Difference | Differs | Encoder's error | Projector's error | "
                     "Logits' error | Text |"));
  }

  void withoutCeilingsNothingIsMadeUp() {
    ReportMeasurements measured = measurements();
    measured.profile.setting.ceilings = {};
    measured.times.rows[0].interval_s = std::numeric_limits<double>::infinity();
    const fs::path target = file("bounds.html");
    write_report_files(measured, material(), target);
    const QString text = contents(target);
    QVERIFY(text.contains("not measured"));
    QVERIFY(!text.contains("ridge of the roofline"));
    QXmlStreamReader reader(text);
    while (!reader.atEnd()) reader.readNext();
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
  }

  void tablesOfAblations() {
    const char* json = R"({"facts": {"model": "m", "rounds": 5}, "rows": [
      {"set": "a", "mean_s": 1.5, "interval_s": null, "difference_percent": null, "interval_percent": null,
       "differs": null, "text": null, "words_differ_percent": null, "switches": null, "engine": "CPU",
       "seconds": "1 2", "complaint": null},
      {"set": "b", "mean_s": 3, "interval_s": 0.5, "difference_percent": 100, "interval_percent": 2,
       "differs": true, "text": "differs", "words_differ_percent": 25, "switches": "threads=1", "engine": "CPU",
       "encoder_error": 0.5, "projector_error": null, "logits_error": 1e-7, "seconds": "1 2",
       "complaint": null}]})";
    const AblationTable table = read_ablation_table(json, "x.json");
    QCOMPARE(table.facts.size(), 2U);
    QCOMPARE(table.facts[1].second, std::string("5"));
    QCOMPARE(table.rows[0].mean_s, 1.5);
    QVERIFY(!table.rows[0].difference_percent && !table.rows[0].same_text);
    QCOMPARE(table.rows[1].difference_percent, std::optional(100.0));
    QCOMPARE(table.rows[1].same_text, std::optional(false));
    QCOMPARE(table.rows[1].word_difference, 0.25);
    QVERIFY(table.rows[1].differs);
    QCOMPARE(table.rows[1].encoder_error, std::optional(0.5));
    QVERIFY(!table.rows[1].projector_error && !table.rows[0].encoder_error);
    QCOMPARE(table.rows[1].logits_error, std::optional(1e-7));
    for (const char* wrong :
         {"", "[]", "{}", "{\"facts\": {}, \"rows\": []}", "{\"facts\": {}, \"rows\": [{\"set\": 1}]}"})
      QVERIFY_THROWS_EXCEPTION(Error, read_ablation_table(wrong, "x.json"));
  }

  void formatsByTheirEnding() {
    QVERIFY(report_format("a.md") == ReportFormat::markdown);
    QVERIFY(report_format("a.tex") == ReportFormat::latex);
    QVERIFY(report_format("a.html") == ReportFormat::html);
    QVERIFY_THROWS_EXCEPTION(Error, report_format("a.pdf"));
  }
};

QTEST_APPLESS_MAIN(CourseReportTest)
#include "test_course_report.moc"
