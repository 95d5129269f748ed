// SPDX-License-Identifier: Apache-2.0
// The commands report and tune on fake services.
#include <QtTest>

#include "tests/app/cli/parse_words.h"
#include "tests/app/cli/run_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::run_words;

namespace {

QString contents(const QString& file) {
  QFile opened(file);
  return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
}

void write(const QString& file, const char* text) {
  QFile opened(file);
  if (opened.open(QIODevice::WriteOnly)) opened.write(text);
}

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString path(const char* name) { return folder_.filePath(name); }

 private slots:
  void argumentsOfReport() {
    const Arguments arguments =
        test::parse({"report", "a.wav", "-o", "r.tex", "--baseline", "fusion=off", "--rounds", "3",
                     "--before", "x", "--after", "y", "--replace", "--threads", "1"});
    const auto& command = std::get<ReportCommand>(arguments.command);
    QCOMPARE(command.request.audio.string(), std::string("a.wav"));
    QCOMPARE(command.request.baseline, std::string("fusion=off"));
    QCOMPARE(command.request.rounds, 3);
    QCOMPARE(command.request.engine.threads, 1);
    QCOMPARE(command.output.string(), std::string("r.tex"));
    QVERIFY(command.replace);
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QStringList& words, const char* sentence) {
      QTest::addRow("%s", qPrintable(words.join(' '))) << words << QString(sentence);
    };
    row({"report"}, "report expects --output FILE, with .md, .tex or .html.");
    row({"report", "-o", "r.pdf"},
        "--output: Expected a report's name to end in .md, .tex or .html, found r.pdf.");
    row({"report", "-o", "r.md", "--before", "x"},
        "--before and --after belong together: the source before the change, and after it.");
    row({"tune", "--json", "-", "--csv", "-"},
        "Only one of --json, --csv and --markdown can be - (standard output).");
    row({"tune", "more"}, "tune takes no argument “more”.");
  }
  void wrongUsage() {
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    test::StringConsole console;
    QCOMPARE(run_words(words, console), 2);
    QVERIFY2(test::text(console.errors).startsWith("tilescribe-cli: " + sentence + "\n"),
             console.errors.c_str());
  }

  void aReportNamesItsCommandAndFiles() {
    const QString report = path("my report.md");
    test::StringConsole console;
    const QStringList words{"report", "x/a.wav", "-o", report, "--baseline", "fusion=off", "--rounds", "2"};
    QCOMPARE(run_words(words, console), 0);
    QVERIFY(test::text(console.output).startsWith(report + "\n"));
    QVERIFY(test::text(console.output).contains("my report-measurements.json\n"));
    const QJsonObject raw =
        QJsonDocument::fromJson(contents(path("my report-measurements.json")).toUtf8()).object();
    QCOMPARE(raw["command"].toString(), "tilescribe-cli 'report' 'x/a.wav' '-o' '" + report +
                                            "' '--baseline' 'fusion=off' '--rounds' '2'");
    QCOMPARE(raw["times"].toArray().size(), 2);

    // What somebody has written into it stays.
    write(report, "my words");
    test::StringConsole again;
    QCOMPARE(run_words(words, again), 1);
    QVERIFY(test::text(again.errors).contains("may hold somebody's words; --replace replaces it."));
    QCOMPARE(contents(report), QString("my words"));
    write(path("my report-roofline.svg"), "an old picture");
    test::StringConsole replaced;
    QCOMPARE(run_words(words + QStringList{"--replace"}, replaced), 0);
    QVERIFY(contents(report).startsWith("# Report"));
    QCOMPARE(replaced.output, console.output);  // without ceilings there is no new picture to name
    QCOMPARE(contents(path("my report-roofline.svg")), QString("an old picture"));
  }

  void anAblationGoesIntoAReport() {
    const QString sets = path("sets.txt"), table = path("table.json"), report = path("r.html");
    write(sets, "first: \nsecond: threads=1\n");
    test::StringConsole console;
    QCOMPARE(
        run_words({"bench", "ablate", sets, "--audio", "x/a.wav", "--rounds", "2", "--json", table}, console),
        0);
    // The table says where it comes from.
    const QJsonObject facts = QJsonDocument::fromJson(contents(table).toUtf8()).object()["facts"].toObject();
    QCOMPARE(facts["commit"].toString(), QString("beef1234"));
    QVERIFY(facts["command"].toString().startsWith("tilescribe-cli 'bench' 'ablate'"));
    QVERIFY(facts["driver"].isNull());
    QVERIFY(!test::text(console.output).contains("beef1234"));
    write(path("old.cu"), "a\nb\n");
    write(path("new.cu"), "a\nc\n");
    QCOMPARE(run_words({"report", "x/a.wav", "-o", report, "--baseline", "threads=1", "--rounds", "2",
                        "--ablation", table, "--before", path("old.cu"), "--after", path("new.cu")},
                       console),
             0);
    const QString text = contents(report);
    QVERIFY(text.contains("<td>second</td><td>threads=1</td>"));
    QVERIFY(text.contains("<span class=\"added\">+c</span>"));
    const QString source = text.section("<td>M4</td>", 1).section("</tr>", 0, 0);
    QVERIFY2(source.contains("commit: beef1234; ") && source.contains("<td>2026-11-26T10:00:00</td>") &&
                 source.contains("table.json") && !source.contains("driver"),
             qPrintable(source));
    test::StringConsole wrong;
    write(path("wrong.json"), "{}");
    QCOMPARE(run_words({"report", "-o", path("w.md"), "--ablation", path("wrong.json")}, wrong), 1);
    QVERIFY(test::text(wrong.errors).contains("wrong.json does not hold what bench ablate --json writes."));
    QVERIFY(!QFile::exists(path("w.md")));
  }

  void aReportInNoFolder() {
    test::StringConsole console;
    QCOMPARE(run_words({"report", "-o", "/no/such/folder/r.md"}, console), 1);
    QVERIFY(test::text(console.errors).contains("There is no folder /no/such/folder for the report."));
  }

  void argumentsOfTune() {
    const auto command = std::get<TuneCommand>(
        test::parse({"tune", "--op", "linear", "--again", "--engine", "cpu", "--model", "m"}).command);
    QCOMPARE(command.options.op, std::string("linear"));
    QVERIFY(command.options.again);
    QCOMPARE(command.options.engine.model, std::string("m"));
    QVERIFY(!std::get<TuneCommand>(test::parse({"tune"}).command).options.again);
  }

  void tuneSaysWhatItGained() {
    test::StringConsole console;
    QCOMPARE(run_words({"tune"}, console), 0);
    const QString output = test::text(console.output);
    QVERIFY2(output.contains("kept"), qPrintable(output));
    QVERIFY(output.contains("whole_percent: -1.5\n"));
    QVERIFY(output.contains("file: choices.txt\n"));
    test::StringConsole json;
    QCOMPARE(run_words({"tune", "--op", "fails", "--json", "-"}, json), 0);
    const QJsonObject table = QJsonDocument::fromJson(QByteArray::fromStdString(json.output)).object();
    QCOMPARE(table["facts"].toObject()["whole_percent"].toDouble(), -1.5);
    QCOMPARE(table["rows"].toArray()[0].toObject()["best"].toString(), QString("tuned/64x64"));
    QCOMPARE(test::text(json.errors), QString("tilescribe-cli: It was set aside.\n"));
  }

  void ctrlCEndsTuning() {
    test::StringConsole console;
    console.interrupt.request_stop();
    QCOMPARE(run_words({"tune"}, console), exit_cancelled);
  }

  void whatIsTunedCanBeLeftOut() {
    QVERIFY(std::get<TranscribeCommand>(test::parse({"transcribe", "a"}).command).engine.tuned);
    QVERIFY(
        !std::get<TranscribeCommand>(test::parse({"transcribe", "a", "--no-tuned"}).command).engine.tuned);
  }
};

QTEST_APPLESS_MAIN(ReportTest)
#include "test_report.moc"
