// SPDX-License-Identifier: Apache-2.0
// The real program with the demo model.
#include <QtTest>
#include <sstream>

#include "inference/api/export.h"
#include "tests/app/process.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

const QString program = TILESCRIBE_CLI;
const QString audio = TILESCRIBE_SOURCE_DIR "/resources/audio/";
const QString short_text = "Concord returned to its place amidst the tents.";

}  // namespace

class ProgramTest : public QObject {
  Q_OBJECT

 private slots:
  void formats_data() {
    QTest::addColumn<int>("format");
    for (const ExportFormat format : all_export_formats) {
      QTest::addRow("%s", extension(format).data()) << static_cast<int>(format);
    }
  }
  void formats() {
    QFETCH(int, format);
    const auto kind = static_cast<ExportFormat>(format);
    const Ended ended =
        run_program(program, {"transcribe", audio + "short.wav", "--format", extension(kind).data()});
    QCOMPARE(ended.errors, QByteArray());
    QCOMPARE(ended.exit_code, 0);
    std::istringstream in(ended.output.toStdString());
    const Transcript transcript = read_transcript(in, kind);
    QCOMPARE(QString::fromStdString(transcript.text()), short_text);
    if (kind != ExportFormat::tsv) QVERIFY(!has_control_characters(ended.output));
  }

  void aBadFileDoesNotStopTheOthers() {
    QTemporaryDir folder;
    QFile bad(folder.filePath("bad.wav"));
    QVERIFY(bad.open(QIODevice::WriteOnly));
    bad.write("this is no recording");
    bad.close();
    const QString out = folder.filePath("out");
    const Ended ended = run_program(program, {"transcribe", bad.fileName(), folder.filePath("none.wav"),
                                              audio + "short.wav", "--output", out});
    QCOMPARE(ended.exit_code, 1);
    QCOMPARE(ended.output, QByteArray());
    const QList<QByteArray> lines = ended.errors.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith("tilescribe-cli: " + bad.fileName().toUtf8() + ": "));
    QVERIFY(lines[1].startsWith("tilescribe-cli: " + folder.filePath("none.wav").toUtf8() + ": "));
    QCOMPARE(lines[2], QByteArray("tilescribe-cli: 2 of 3 files failed."));
    QFile text(out + "/short.txt");
    QVERIFY(text.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(text.readAll()), short_text + "\n");
  }

  void wrongUsage() {
    for (const QStringList& arguments : {QStringList{},
                                         {"transcribe"},
                                         {"transcribe", "a.wav", "--threads", "many"},
                                         {"frob"},
                                         {"verify"}}) {
      const Ended ended = run_program(program, arguments);
      QCOMPARE(ended.exit_code, 2);
      QCOMPARE(ended.output, QByteArray());
      QVERIFY(ended.errors.startsWith("tilescribe-cli: "));
    }
  }

  void aMissingModelIsNamed() {
    const Ended ended =
        run_program(program, {"transcribe", audio + "short.wav", "--model", "/no/such/model"});
    QCOMPARE(ended.exit_code, 1);
    QVERIFY2(ended.errors.contains("/no/such/model"), ended.errors.constData());
    QCOMPARE(ended.errors.count('\n'), 1);
  }

  void aFaultOfTheDeviceFailsTheFile_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("launch") << "launch" << QByteArray("A kernel did not start");
    QTest::newRow("memory") << "memory" << QByteArray("The device ran out of memory");
    QTest::newRow("lost") << "lost" << QByteArray("The device was lost");
  }
  void aFaultOfTheDeviceFailsTheFile() {
    QFETCH(QString, fault);
    QFETCH(QByteArray, sentence);
    const Ended ended =
        run_program(program, {"transcribe", audio + "short.wav", "--engine", "cpu", "--inject-fault", fault});
    QCOMPARE(ended.exit_code, 1);
    QCOMPARE(ended.output, QByteArray());
    QVERIFY2(ended.errors.contains(sentence), ended.errors.constData());
    QCOMPARE(ended.errors.count('\n'), 1);
  }

  void anEngineThatIsNotHereSaysSo() {
    const Ended ended =
        run_program(program, {"transcribe", audio + "short.wav", "--engine", "cuda", "--gpu", "1023"});
    QCOMPARE(ended.exit_code, 1);
    QCOMPARE(ended.output, QByteArray());
    QVERIFY2(ended.errors.contains("GPU") || ended.errors.contains("NVIDIA"), ended.errors.constData());
    const Ended wrong =
        run_program(program, {"transcribe", audio + "short.wav", "--engine", "cpu", "--compute", "tf32"});
    QCOMPARE(wrong.exit_code, 1);
    QVERIFY2(wrong.errors.contains("tf32 is cuda-baseline's"), wrong.errors.constData());
  }

  void oneEnginesVariantsAreChecked() {
    const Ended ended = run_program(program, {"check", "--op", "add", "--engine", "cpu", "--compute", "f32"});
    QCOMPARE(ended.exit_code, 0);
    QVERIFY2(ended.output.startsWith("PASS  add"), ended.output.constData());
    QVERIFY(ended.output.contains(" cpu f32/"));
    QVERIFY(!ended.output.contains("bf16/") && !ended.output.contains("cuda"));
    const Ended nothing = run_program(program, {"check", "--engine", "cpu", "--compute", "tf32"});
    QCOMPARE(nothing.exit_code, 1);
    QVERIFY2(nothing.errors.contains("does not compute in tf32"), nothing.errors.constData());
  }

  void tokensThereAndBack() {
    const Ended ids = run_program(program, {"tokenize", "Hello there, 你好 😀 [x]!"});
    QCOMPARE(ids.exit_code, 0);
    QVERIFY2(QRegularExpression("^\\d+( \\d+)*\n$").match(ids.output).hasMatch(), ids.output.constData());
    const Ended text = run_program(program, {"detokenize"}, ids.output);
    QCOMPARE(QString::fromUtf8(text.output), QString("Hello there, 你好 😀 [x]!\n"));
  }

  void devicesNamesTheCpu() {
    const Ended ended = run_program(program, {"devices"});
    QCOMPARE(ended.exit_code, 0);
    QVERIFY2(ended.output.startsWith("cpu: "), ended.output.constData());
    QVERIFY(ended.output.contains("(chosen)\n  "));
    // Without a GPU too: why there is none.
    QVERIFY2(ended.output.contains("\ncuda: "), ended.output.constData());
  }
};

QTEST_APPLESS_MAIN(ProgramTest)
#include "test_program.moc"
