// SPDX-License-Identifier: Apache-2.0
// The whole program on fake services and strings for streams.
#include <QtTest>
#include <fstream>

#include "inference/api/export.h"
#include "tests/app/cli/run_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;

using test::content;
using test::run_words;
using test::text;

class RunTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QVERIFY(folder_.isValid()); }

  void textOfOneFile() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "x/a.wav"}, console), 0);
    QCOMPARE(text(console.output), QString("First of a.wav.\nSecond of a.wav.\n"));
    QCOMPARE(text(console.errors), QString());
  }

  void textOfSeveralFiles() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "bad.wav", "x/a.wav", "empty.wav", "b.wav", "--output", "-"}, console),
             1);
    QCOMPARE(text(console.output), QString("==> x/a.wav <==\nFirst of a.wav.\nSecond of a.wav.\n"
                                           "\n==> empty.wav <==\n"
                                           "\n==> b.wav <==\nFirst of b.wav.\nSecond of b.wav.\n"));
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: bad.wav: Expected audio, found nothing of the kind.\n"
                     "tilescribe-cli: 1 of 4 files failed.\n"));
  }

  void aProfileIsWrittenBesideTheText() {
    test::StringConsole console;
    const QString file = folder_.filePath("run.csv");
    QCOMPARE(run_words({"transcribe", "a.wav", "--profile", file}, console), 0);
    QCOMPARE(content(file), QByteArray("a sundial"));
    QCOMPARE(text(console.output), QString("First of a.wav.\nSecond of a.wav.\n"));
    QCOMPARE(text(console.errors), QString());
  }

  void whatTracingCostIsSaid() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "a.wav", "--profile=full"}, console), 0);
    QCOMPARE(
        text(console.errors),
        QString("tilescribe-cli: Measured 1234 records by a sundial; tracing cost 0.3 % of the time.\n"));
    test::StringConsole gpu;
    QCOMPARE(run_words({"transcribe", "a.wav", "--model", "big", "--profile=full"}, gpu), 0);
    QVERIFY(text(gpu.errors).contains("by CUPTI; tilescribe-cli bench trace measures"));
  }

  void aProfileThatCannotBeWrittenLeavesTheText() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "a.wav", "--format", "srt", "--profile", "nosuch/run.csv"}, console),
             1);
    QVERIFY(text(console.output).contains("Second of a.wav."));
    QCOMPARE(text(console.errors), QString("tilescribe-cli: a.wav: The folder nosuch does not exist.\n"));
  }

  void aProfileThatCannotBeWrittenLeavesTheOthers() {
    test::StringConsole console;
    const QString csv = folder_.filePath("kept.csv"), json = folder_.filePath("kept.json");
    QCOMPARE(run_words({"transcribe", "a.wav", "--profile", "nosuch/run.csv", "--profile", csv, "--profile",
                        "nosuch/run.json", "--profile", json, "--verbose"},
                       console),
             1);
    QCOMPARE(content(csv), QByteArray("a sundial"));
    QCOMPARE(content(json), QByteArray("a sundial"));
    QCOMPARE(text(console.errors).count("tilescribe-cli: a.wav: The folder nosuch does not exist.\n"), 2);
    QVERIFY(text(console.errors).contains("Measured 1234 records"));
    QVERIFY(text(console.output).contains("Second of a.wav."));
  }

  /// Names, and what a model says, reach a terminal without anything that it would obey; a pipe gets the text
  /// as it is.
  void whatATerminalWouldObeyIsEscaped() {
    const QString name = QStringLiteral("x\033]0;title\007\r\n\u009Bb\u202E.wav");
    const QString shown = QStringLiteral("x\\x1B]0;title\\x07\\r\\n\\u009Bb\\u202E.wav");
    const auto obeyed = [](const std::string& written) {
      QString rest = QString::fromStdString(written);
      rest.remove(QStringLiteral("\r\033[K"));  // the bar's own
      return std::any_of(rest.begin(), rest.end(), [](QChar c) {
        return c.category() == QChar::Other_Control && c != QLatin1Char('\n');
      });
    };
    for (const bool terminal : {true, false}) {
      test::StringConsole console;
      console.out_terminal = console.err_terminal = terminal;
      QCOMPARE(run_words({"transcribe", name, "bad" + name, "crash" + name, "--verbose"}, console), 1);
      QCOMPARE(run_words({"transcribe", name, "--output", folder_.filePath("out")}, console), 0);
      QCOMPARE(run_words({"transcribe", name, "--profile", "nosuch/" + name + ".csv"}, console), 1);
      QCOMPARE(run_words({"transcribe", name, "--format", name}, console), 2);
      QVERIFY(!obeyed(console.errors));
      QVERIFY(console.errors.find(("tilescribe-cli: bad" + shown + ": ").toStdString()) != std::string::npos);
      QVERIFY(console.output.find(("==> " + shown + " <==\n").toStdString()) != std::string::npos);
      QCOMPARE(obeyed(console.output), !terminal);
      const QString said = QStringLiteral("First of x\033]0;title\007");
      QCOMPARE(text(console.output).contains(said), !terminal);
    }
    test::StringConsole bytes;
    QCOMPARE(run({"transcribe", "bad\x9B\xFFz.wav"}, test::fake_services(), bytes), 1);
    QVERIFY2(bytes.errors.starts_with("tilescribe-cli: bad\\x9B\\xFFz.wav: "), bytes.errors.c_str());
  }

  void otherFormatsOnOutput() {
    for (const ExportFormat format : readable_formats) {
      test::StringConsole console;
      QCOMPARE(run_words({"transcribe", "a.wav", "--format", extension(format).data()}, console), 0);
      std::istringstream in(console.output);
      const Transcript transcript = read_transcript(in, format);
      QCOMPARE(text(transcript.text()), QString("First of a.wav. Second of a.wav."));
    }
  }

  void verboseShowsDetailsAndWhatRuns() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "bad.wav", "a.wav", "--verbose", "--threads", "2"}, console), 1);
    QVERIFY2(console.errors.find("  first detail\n  second\n") != std::string::npos, console.errors.c_str());
    QVERIFY(console.errors.starts_with("tilescribe-cli: fake model on Fake"));
    QVERIFY(console.errors.find("a.wav: 4.0 s of audio in 0.5 s, 8.0 times as fast as speech.\n") !=
            std::string::npos);
  }

  void whatIsNoErrorIsReportedToo() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "crash.wav"}, console), 1);
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: crash.wav: Something unexpected failed inside the program.\n"));
  }

  void aModelThatCantBeOpened() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "a.wav", "--model", "nosuch"}, console), 1);
    QCOMPARE(text(console.errors), QString("tilescribe-cli: There is no model in nosuch.\n"));
    QVERIFY(console.output.empty());
  }

  void filesInAFolder() {
    const QString out = folder_.filePath("new/out");
    test::StringConsole console;
    QCOMPARE(
        run_words({"transcribe", "a.wav", "bad.mp3", "x/a.mp3", "--output", out, "--format", "srt"}, console),
        1);
    QVERIFY(console.output.empty());
    QCOMPARE(QDir(out).entryList(QDir::Files | QDir::Hidden), (QStringList{"a-2.srt", "a.srt"}));
    QVERIFY(content(out + "/a.srt").contains("First of a.wav."));
    QVERIFY(content(out + "/a-2.srt").contains("First of a.mp3."));

    // Again, with other text: replaced.
    QFile older(out + "/a.srt");
    QVERIFY(older.open(QIODevice::WriteOnly));
    older.write("older");
    older.close();
    QCOMPARE(run_words({"transcribe", "a.wav", "--output", out, "--format", "srt"}, console), 0);
    QVERIFY(content(out + "/a.srt").contains("First of a.wav."));
  }

  void aFolderThatCantBeUsedIsFoundFirst() {
    QFile file(folder_.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe", "a.wav", "--model", "nosuch", "--output", file.fileName()}, console),
             1);
    QVERIFY2(console.errors.find("can't be used") != std::string::npos, console.errors.c_str());
  }

  void aClosedOutputEndsQuietly() {
    for (const char* format : {"txt", "json"}) {
      test::StringConsole console;
      console.closed = true;
      QCOMPARE(run_words({"transcribe", "long.wav", "b.wav", "--format", format}, console), 141);
      QVERIFY(console.errors.empty());
    }
  }

  void aFullDiskBehindTheOutput() {
    test::StringConsole console;
    console.full = true;
    QCOMPARE(run_words({"transcribe", "a.wav", "b.wav"}, console), 1);
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: Standard output could not be written: the disk is full.\n"));
  }

  void theBarGivesWayToText() {
    test::StringConsole console;
    console.err_terminal = true;
    QCOMPARE(run_words({"transcribe", "a.wav", "b.wav"}, console), 0);
    QVERIFY(console.errors.find("1/2 a.wav  [") != std::string::npos);
    QVERIFY(console.errors.find("1:05 left") != std::string::npos);
    QVERIFY(console.errors.ends_with("\r\x1B[K"));
    QVERIFY(console.output.find('\x1B') == std::string::npos);
  }

  void usageErrors() {
    test::StringConsole console;
    QCOMPARE(run_words({"transcribe"}, console), 2);
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: transcribe expects at least one audio or video file; found none.\n"
                     "Try 'tilescribe-cli transcribe --help'.\n"));
    console.errors.clear();
    QCOMPARE(run_words({}, console), 2);
    QVERIFY(console.errors.ends_with("Try 'tilescribe-cli --help'.\n"));
    QVERIFY(console.output.empty());
  }

  void helpAndVersion() {
    test::StringConsole console;
    QCOMPARE(run_words({"--version"}, console), 0);
    QCOMPARE(run_words({"check", "--help"}, console), 0);
    QVERIFY(console.errors.empty());
    QVERIFY(console.output.find("--op NAME") != std::string::npos);
  }

  void verifyPrintsATable() {
    test::StringConsole console;
    QCOMPARE(run_words({"verify", "--golden", "g", "--audio", "a.wav"}, console), 0);
    QCOMPARE(text(console.output),
             QString("stage           error      tolerance  result\n"
                     "features        1.25e-06   1.00e-04   PASS\n"
                     "generated_ids   0.00e+00   0.00e+00   PASS  162 of 167 steps count\n"));
    QCOMPARE(run_words({"verify", "--golden", "fails", "--audio", "a.wav"}, console), 1);
    QVERIFY(console.output.find("FAIL  162") != std::string::npos);
    QVERIFY(console.errors.empty());
    QCOMPARE(run_words({"verify", "--golden", "none", "--audio", "a.wav"}, console), 1);
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: Nothing was compared: none contains no stage.\n"));
  }

  void checkPrintsRowsAndASummary() {
    test::StringConsole console;
    QCOMPARE(run_words({"check"}, console), 0);
    QCOMPARE(
        text(console.output),
        QString("PASS  rms_norm  cpu f32/highway                            1.00e-07  <= 1.00e-05   rows=17 "
                "width=384 f32\n"
                "1 check, 0 failed; seed 42.\n"));
    console.output.clear();
    QCOMPARE(run_words({"check", "--op", "fails", "--seed", "7"}, console), 1);
    QVERIFY(console.output.find("FAIL  fails") != std::string::npos);
    QVERIFY(console.output.find("rows=1  none at 3\n") != std::string::npos);
    QVERIFY(console.output.ends_with("2 checks, 1 failed; seed 7.\n"));
    QCOMPARE(run_words({"check", "--op", "none"}, console), 1);
    console.errors.clear();
    QCOMPARE(run_words({"check", "--op", "frob"}, console), 2);
    QCOMPARE(text(console.errors),
             QString("tilescribe-cli: --op expects one of fails, none, rms_norm; found frob.\n"));
  }

  void variantsAreListed() {
    test::StringConsole console;
    QCOMPARE(run_words({"check", "--list"}, console), 0);
    QCOMPARE(text(console.output),
             QString("fails     cpu/plain    Fails in tests.\nrms_norm  cpu/highway  For any CPU.\n"));
    console.output.clear();
    QCOMPARE(run_words({"check", "--list", "--op", "rms_norm"}, console), 0);
    QCOMPARE(text(console.output), QString("rms_norm  cpu/highway  For any CPU.\n"));
    QCOMPARE(run_words({"check", "--list", "--op", "frob"}, console), 2);
  }

  void devicesSaysWhichAndWhy() {
    test::StringConsole console;
    QCOMPARE(run_words({"devices"}, console), 0);
    QCOMPARE(text(console.output),
             QString("cpu: A processor (chosen)\n  It is always there.\n  - 2 cores\n  - AVX2\n"));
    class NoDevice : public Lab {
      std::vector<DeviceRow> devices() override {
        DeviceRow row;
        row.engine = "cuda";
        row.name = Message::verbatim("none");
        row.reason = Message("There is no driver.");
        return {row};
      }
    } no_device;
    const Services fakes = test::fake_services(),
                   services{fakes.engines, fakes.capture, no_device, fakes.models};
    console.output.clear();
    QCOMPARE(run_words({"devices"}, console, services), 1);
    QCOMPARE(text(console.output), QString("cuda: none (can't be used)\n  There is no driver.\n"));
    QCOMPARE(text(console.errors), QString("tilescribe-cli: No engine can run on this machine.\n"));
  }

  void aTextGetsItsTimes() {
    const QString file = folder_.path() + "/talk.srt", written = folder_.path() + "/out.vtt";
    std::ofstream(file.toStdString()) << "1\n00:00:05,000 --> 00:00:06,000\nHello.\n";
    test::StringConsole console;
    QCOMPARE(run_words({"align", "talk.wav", file}, console), 0);
    QCOMPARE(text(console.output), QString("1\n00:00:00,000 --> 00:00:01,000\nHello.\n"));
    console.output.clear();
    QCOMPARE(run_words({"align", "talk.wav", file, "--format", "vtt", "--output", written}, console), 0);
    QCOMPARE(text(console.output), QString());
    QCOMPARE(load_transcript(written.toStdString(), ExportFormat::vtt).segments.front().text,
             std::string("Hello."));

    QCOMPARE(run_words({"align", "fails.wav", file}, console), 1);
    QVERIFY(console.errors.ends_with("The recording fails.\n"));
    QCOMPARE(run_words({"align", "talk.wav", "talk.pdf"}, console), 1);
    QVERIFY(console.errors.ends_with("which says how it is read; found talk.pdf.\n"));
    QCOMPARE(run_words({"align", file, file, "--output", file}, console), 1);
    QVERIFY(console.errors.find("can't be written over the recording") != std::string::npos);
    QCOMPARE(load_transcript(file.toStdString(), ExportFormat::srt).segments.front().start_s, 5.0);
  }

  void tokensThereAndBack() {
    test::StringConsole console;
    QCOMPARE(run_words({"tokenize", "Hi!"}, console), 0);
    QCOMPARE(text(console.output), QString("72 105 33\n"));
    console.output.clear();
    console.text_to_read = "Hi!\n\n";
    QCOMPARE(run_words({"tokenize"}, console), 0);
    QCOMPARE(text(console.output), QString("72 105 33 10\n"));
    console.output.clear();
    console.text_to_read = " 72 105\n33 200\n";
    QCOMPARE(run_words({"detokenize"}, console), 0);
    QCOMPARE(text(console.output), QString("Hi!<special>\n"));
    console.output.clear();
    QCOMPARE(run_words({"detokenize", "72", "105", "200", "--skip-special"}, console), 0);
    QCOMPARE(text(console.output), QString("Hi\n"));
    console.text_to_read = "72 x";
    QCOMPARE(run_words({"detokenize"}, console), 1);
    QVERIFY(console.errors.starts_with("tilescribe-cli: Standard input should hold token ids"));
  }

 private:
  QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(RunTest)
#include "test_run.moc"
