// SPDX-License-Identifier: Apache-2.0
// The live command on a fake microphone and a fake model.
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "app/cli/arguments.h"
#include "app/cli/live_screen.h"
#include "tests/app/cli/run_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::text;

namespace {

int run_live(const QStringList& words, Console& console) {
  return test::run_words(QStringList{"live"} + words, console);
}

}  // namespace

class LiveTest : public QObject {
  Q_OBJECT

 private slots:
  void fixedTextIsALineAnUtterance() {
    test::StringConsole console;
    QCOMPARE(run_live({"--seconds", "2", "--record", "talk.wav"}, console), 0);
    QCOMPARE(text(console.output), QString("One two.\nThree.\n"));
    QVERIFY(text(console.errors).contains("s were recorded in talk.wav."));
  }

  void everyPieceIsAnObjectOfJson() {
    test::StringConsole console;
    QCOMPARE(run_live({"--seconds", "2", "--json"}, console), 0);
    QStringList types, fixed;
    for (const QString& line : text(console.output).split('\n', Qt::SkipEmptyParts)) {
      const QJsonDocument record = QJsonDocument::fromJson(line.toUtf8());
      QVERIFY2(record.isObject(), qPrintable(line));
      types.append(record["type"].toString());
      if (types.last() == "fixed") fixed.append(record["text"].toString());
      for (const char* key : {"text", "start", "end", "utterance"}) QVERIFY(record.object().contains(key));
    }
    QCOMPARE(types, QStringList({"provisional", "fixed", "provisional", "fixed", "provisional", "fixed"}));
    QCOMPARE(fixed, QStringList({"One", " two.", "Three."}));
    QVERIFY(text(console.output)
                .endsWith("\"end\":1.235,\"utterance\":1,\"closes\":true,\"words\":[{\"word\":\"Three.\","
                          "\"start\":1.0,\"end\":1.2,\"probability\":0.75,\"estimated\":false}]}\n"));
  }

  void provisionalTextIsReplacedOnATerminal() {
    test::StringConsole console;
    console.out_terminal = true;
    QCOMPARE(run_live({"--seconds", "2"}, console), 0);
    const QString dim = "\0337\033[2m%1\033[0m\0338", gone = "\033[J";
    QCOMPARE(text(console.output),
             dim.arg("One \"too\"") + gone + "One" + dim.arg(" two") + gone + " two.\nThree.\n");
  }

  void longLinesBreakBetweenWords() {
    test::StringConsole console;  // 60 columns
    console.out_terminal = true;
    TextScreen screen(console);
    for (int i = 0; i < 20; ++i) screen.fixed({i == 0 ? "seven77" : " seven77", 0.0, 1.0, 0, false});
    for (const QString& line : text(console.output).split('\n')) QVERIFY(line.size() < 60);
    QCOMPARE(text(console.output).count("seven77"), 20);
    QVERIFY(!text(console.output).contains("\n "));
    // Of provisional text that does not fit, the end is seen.
    console.output.clear();
    screen.provisional(
        {" the first of many words that do not fit on what is left of this line", 0.0, 1.0, 0, false});
    QVERIFY(console.output.find("first") == std::string::npos);
    QVERIFY(console.output.find("this line") != std::string::npos);
  }

  void wideCharactersTakeTwoColumns() {
    test::StringConsole console;  // 60 columns
    console.out_terminal = true;
    TextScreen screen(console);
    const std::string sentence = QStringLiteral("今天天气很好").repeated(12).toStdString();
    screen.fixed({sentence, 0.0, 1.0, 0, false});
    QString joined;
    for (const QString& line : text(console.output).split('\n')) {
      QVERIFY2(2 * line.size() < 60, qPrintable(line));
      joined += line;
    }
    QCOMPARE(joined, text(sentence));
    console.output.clear();
    screen.provisional({sentence, 0.0, 1.0, 0, false});
    QVERIFY(console.output.find("很好") != std::string::npos);
  }

  void messagesStandOnLinesOfTheirOwn() {
    test::StringConsole console;
    console.out_terminal = true;
    TextScreen screen(console);
    screen.fixed({"One", 0.0, 1.0, 0, false});
    screen.provisional({" two", 0.0, 1.0, 0, false});
    screen.clear();
    screen.fixed({" two", 0.0, 1.0, 0, false});
    QVERIFY(text(console.output).endsWith("\033[J\ntwo"));
  }

  void sourcesAreListed() {
    test::StringConsole console;
    QCOMPARE(run_live({"--list"}, console), 0);
    QCOMPARE(text(console.output), QString("The desk (default)\n  fake:desk\n"
                                           "The webcam (muted)\n  fake:webcam\n"
                                           "The web player (what this computer plays)\n  fake:web player\n"));
  }

  void aSourceIsChosenByAPartOfItsName_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("said");
    QTest::newRow("id") << "fake:webcam" << 0 << "recorded in";
    QTest::newRow("part of the name, any case") << "WEBCAM" << 0 << "recorded in";
    QTest::newRow("none") << "violin" << 1 << "“violin” is in none.";
    QTest::newRow("several") << "web" << 1 << "“web” is in several of them.";
    QTest::newRow("a file") << "file:/tmp/a.wav" << 0 << "recorded in";
  }
  void aSourceIsChosenByAPartOfItsName() {
    QFETCH(QString, name);
    QFETCH(QString, said);
    test::StringConsole console;
    QTEST(run_live({"--seconds", "1", "--device", name}, console), "code");
    QVERIFY2(text(console.errors).contains(said), console.errors.c_str());
  }

  void aLostGpuIsLeftForTheCpu() {
    test::StringConsole console;
    QCOMPARE(run_live({"--seconds", "2", "--model", "big"}, console), 0);
    QCOMPARE(text(console.output), QString("One two.\nThree.\n"));  // nothing twice
    QVERIFY(text(console.errors).contains("The GPU was lost. Now the CPU continues."));
    test::StringConsole asked_by_name;
    QCOMPARE(run_live({"--seconds", "2", "--model", "big", "--engine", "cuda"}, asked_by_name), 1);
    QVERIFY(text(asked_by_name.errors).contains("The recording is kept in fake.wav."));
  }

  void aFailureThatIsNotTheDevicesLeavesTheRecordingRunning() {
    test::StringConsole console;
    QCOMPARE(run_live({"--seconds", "2", "--model", "deaf", "--record", "kept.wav"}, console), 1);
    const QString said = text(console.errors);
    QVERIFY2(said.contains("The fake is deaf.\n"), console.errors.c_str());
    QVERIFY(said.contains("The recording continues without text; Ctrl-C ends it.\n"));
    QVERIFY(said.endsWith("The recording is kept in kept.wav.\n"));
  }

  void aModelThatCannotBeOpenedLeavesTheRecording() {
    test::StringConsole console;
    QCOMPARE(run_live({"--model", "nosuch", "--record", "kept.wav"}, console), 1);
    QVERIFY(text(console.errors).contains("The recording is kept in kept.wav."));
    QVERIFY(text(console.errors).contains("There is no model in nosuch."));
  }

  void aRecordingThatEndedForWantOfSpaceIsAFailure() {
    test::StringConsole console;
    QCOMPARE(run_live({"--seconds", "2", "--device", "file:x"}, console), 0);
    test::StringConsole full;
    QCOMPARE(run_live({"--seconds", "2", "--device", "file:full"}, full), 1);
    QCOMPARE(text(full.errors).count("The disk is full."), 1);
  }

  void aRecorderThatCannotBeAskedIsAskedAgain() {
    test::StringConsole console;
    QCOMPARE(run_live({"--seconds", "2", "--device", "file:busy"}, console), 0);
    QCOMPARE(text(console.output), QString("One two.\nThree.\n"));
  }

  void aClosedPipeEndsTheRecording() {
    test::StringConsole console;
    console.closed = true;
    QCOMPARE(run_live({}, console), static_cast<int>(exit_output_closed));
  }

  void wrongUsageIsASentence_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("said");
    QTest::newRow("seconds") << QStringList{"--seconds", "soon"} << "--seconds expects a number from 0";
    QTest::newRow("pause") << QStringList{"--pause", "0"} << "--pause expects a number from 0.2 to 10";
    QTest::newRow("a word") << QStringList{"talk.wav"} << "live takes no argument “talk.wav”.";
  }
  void wrongUsageIsASentence() {
    QFETCH(QStringList, words);
    QFETCH(QString, said);
    test::StringConsole console;
    QCOMPARE(run_live(words, console), static_cast<int>(exit_usage));
    QVERIFY2(text(console.errors).contains(said), console.errors.c_str());
  }
};

QTEST_GUILESS_MAIN(LiveTest)
#include "test_live.moc"
