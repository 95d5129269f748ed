// SPDX-License-Identifier: Apache-2.0
// The real program with the demo model.
#include <QtEndian>
#include <QtTest>
#include <algorithm>
#include <sstream>

#include <signal.h>

#include "inference/api/export.h"
#include "tests/app/cli/process.h"
#include "tests/support/cue_rules.h"
#include "tests/support/patience.h"

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
    for (const ExportFormat format : readable_formats) {
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

  void aModelWithRandomWeightsWritesIds() {
    const auto write = [](const QStringList& more) {
      return run_program(program, QStringList{"generate", "--model", "random:gpt-nano", "--tokens", "1,2,3",
                                              "--max-new-tokens", "5", "--engine", "cpu"} +
                                      more);
    };
    const Ended ended = write({});
    QCOMPARE(ended.exit_code, 0);
    QCOMPARE(ended.output.trimmed().split(' ').size(), 5);
    QVERIFY2(ended.errors.contains("tokens a second."), ended.errors);
    const Ended drawn = write({"--temperature", "1", "--seed", "3"});
    QVERIFY(drawn.output != ended.output);
    QCOMPARE(write({"--temperature", "1", "--seed", "3"}).output, drawn.output);
  }

  void realSpeechKeepsTheRules_data() {
    QTest::addColumn<QStringList>("words");
    for (const char* name : {"sample", "medium", "long"}) {
      QTest::addRow("%s", name) << QStringList{"transcribe", audio + name + ".wav"};
      QTest::addRow("%s aligned", name) << QStringList{"align", audio + name + ".wav", audio + name + ".txt"};
    }
  }
  void realSpeechKeepsTheRules() {
    QFETCH(QStringList, words);
    const Ended ended = run_program(program, words + QStringList{"--format", "srt", "--cues", "netflix"});
    QCOMPARE(ended.errors, QByteArray());  // it would name the rules that are broken
    std::istringstream in(ended.output.toStdString());
    const Transcript cues = read_transcript(in, ExportFormat::srt);
    QVERIFY(!cues.segments.empty());
    const QStringList wrong = wrong_with(filed_cues(cues), cue_rules(CuePreset::netflix));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
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

  // The bundled sample behind a header that promises three seconds more.
  void aCutRecordingIsTranscribedWithAWarning() {
    QTemporaryDir folder;
    QFile whole(audio + "short.wav");
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QByteArray bytes = whole.readAll();
    const qsizetype data = bytes.indexOf("data");
    const quint32 promised = qFromLittleEndian<quint32>(bytes.constData() + data + 4) + 3 * 32'000;
    qToLittleEndian(promised, bytes.data() + data + 4);
    QFile cut(folder.filePath("cut.wav"));
    QVERIFY(cut.open(QIODevice::WriteOnly) && cut.write(bytes) == bytes.size());
    cut.close();
    const QByteArray warning =
        "tilescribe-cli: " + cut.fileName().toUtf8() +
        ": The file is cut off: 3.0 s of the 5.8 s that it promises are missing at its "
        "end.\n";
    const Ended text = run_program(program, {"transcribe", cut.fileName()});
    QCOMPARE(text.errors, warning);
    QCOMPARE(text.exit_code, 0);
    QCOMPARE(QString::fromUtf8(text.output), short_text + "\n");
    const Ended json = run_program(program, {"transcribe", cut.fileName(), "--format", "json"});
    QCOMPARE(json.errors, warning);
    std::istringstream in(json.output.toStdString());
    QCOMPARE(read_transcript(in, ExportFormat::json).missing_s, 3.0);
    // A whole one says nothing of the kind.
    QVERIFY(!run_program(program, {"transcribe", audio + "short.wav", "--format", "json"})
                 .output.contains("missing"));
  }

  void aPlaylistIsRefusedAndStopsNoOther() {
    QTemporaryDir folder;
    QFile list(folder.filePath("live.mp3"));  // without an end
    QVERIFY(list.open(QIODevice::WriteOnly));
    list.write("#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nnone.ts\n");
    list.close();
    const Ended ended = run_program(program, {"transcribe", list.fileName(), audio + "short.wav"});
    QCOMPARE(ended.exit_code, 1);
    QVERIFY2(ended.output.contains(short_text.toUtf8()), ended.output.constData());
    const QByteArray sentence = "An audio or video file was expected, but '" + list.fileName().toUtf8() +
                                "' only names other files (Apple HTTP Live Streaming), and those are not "
                                "opened.\n";
    QVERIFY2(ended.errors.startsWith("tilescribe-cli: " + list.fileName().toUtf8() + ": " + sentence),
             ended.errors.constData());
  }

  // The file's header goes on for 100 GB, minutes to look through: one interrupt ends that.
  void anInterruptWhileAFileIsOpenedEndsIt() {
    QTemporaryDir folder;
    QFile file(QFileInfo(folder.path()).canonicalFilePath() + "/long.wav");
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("RIFF\xFF\xFF\xFF\x7FWAVEJUNK\0\0\0\0", 20);
    QVERIFY(file.resize(100'000'000'000));
    file.close();
    QProcess process;
    process.start(program, {"transcribe", file.fileName()});
    QVERIFY(process.waitForStarted());
    const QString open_files = QStringLiteral("/proc/%1/fd").arg(process.processId());
    const auto is_open = [&] {
      const QFileInfoList all = QDir(open_files).entryInfoList(QDir::Files | QDir::System);
      return std::any_of(all.begin(), all.end(),
                         [&](const QFileInfo& one) { return one.symLinkTarget() == file.fileName(); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(is_open(), 60'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
    const bool ended = process.waitForFinished(60'000);
    if (!ended) process.kill();
    process.waitForFinished();
    QVERIFY(ended);
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
    QVERIFY(process.readAllStandardError().contains("Cancelled"));
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
    const Ended int8 = run_program(
        program, {"transcribe", audio + "short.wav", "--engine", "cuda-baseline", "--weights", "int8"});
    QCOMPARE(int8.exit_code, 1);
    QVERIFY2(
        int8.errors.contains("The engine cuda-baseline stores weights in f32; for int8 take cuda or cpu."),
        int8.errors.constData());
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
