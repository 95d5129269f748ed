// SPDX-License-Identifier: Apache-2.0
// transcribe --speakers channels: what it takes, and what it writes.
#include <QtTest>
#include <sstream>

#include "inference/api/export.h"
#include "tests/app/cli/parse_words.h"
#include "tests/app/cli/run_words.h"
#include "tests/inference/audio/wav_file.h"
#include "tests/inference/speakers/voices.h"

using namespace tilescribe;
using namespace tilescribe::cli;

using test::run_words;
using test::text;

class SpeakersTest : public QObject {
  Q_OBJECT

 private slots:
  void namesAreTaken() {
    const Arguments arguments =
        test::parse({"transcribe", "a.wav", "--speakers", "channels", "--speaker-names", " Anna ,Ben"});
    const auto* command = std::get_if<TranscribeCommand>(&arguments.command);
    QVERIFY(command != nullptr);
    QVERIFY(command->options.speakers == Speakers::channels);
    QCOMPARE(command->options.speaker_names, (std::vector<std::string>{"Anna", "Ben"}));
  }

  void mistakesAreNamed_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QStringList& words, const char* sentence) {
      QTest::newRow(sentence) << QStringList{"transcribe", "a"} + words << QString(sentence);
    };
    row({"--speakers", "voices"}, "--speakers expects none or channels; found “voices”.");
    row({"--speaker-names", "Anna"}, "--speaker-names needs --speakers channels.");
    row({"--speakers", "channels", "--speaker-names", "Anna,,Ben"},
        "--speaker-names expects at most 16 names with commas between them; found “Anna,,Ben”.");
  }
  void mistakesAreNamed() {
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const Arguments arguments = test::parse(words);
    const auto* wrong = std::get_if<UsageError>(&arguments.command);
    QVERIFY(wrong != nullptr);
    QCOMPARE(QString::fromStdString(wrong->sentence), sentence);
  }

  void speakersAreThoseOfTheChannels() {
    const std::vector<double> first = test::voice(1, 4.0, {{0.2, 3.8}}),
                              second = test::voice(2, 4.0, {{0.2, 3.8}});
    const QString call = folder_.filePath("call.wav"), mono = folder_.filePath("mono.wav");
    const auto write = [&](const QString& file, bool alike) {
      test::write_wav(file.toStdString(), {.channels = 2}, 64000, [&](std::uint32_t frame, int channel) {
        return (channel == 0 || alike ? first : second)[frame];
      });
    };
    write(call, false);
    write(mono, true);
    const QStringList words{"transcribe", call, "--speakers", "channels", "--speaker-names", "Anna"};
    test::StringConsole console;
    QCOMPARE(run_words(words, console), 0);
    QCOMPARE(text(console.output),
             QString("Anna: First of call.wav#1.\nSpeaker 2: First of call.wav#2.\n"
                     "Anna: Second of call.wav#1.\nSpeaker 2: Second of call.wav#2.\n"));
    QCOMPARE(text(console.errors), QString());
    test::StringConsole json;
    QCOMPARE(run_words(words + QStringList{"--format", "json"}, json), 0);
    std::istringstream in(json.output);
    const Transcript read = read_transcript(in, ExportFormat::json);
    QCOMPARE(read.segments.size(), std::size_t{4});
    QCOMPARE(read.segments[1].speaker, std::string("Speaker 2"));
    // What is mono has none, and that is said.
    test::StringConsole alike;
    QCOMPARE(run_words({"transcribe", mono, "--speakers", "channels"}, alike), 0);
    QCOMPARE(text(alike.output), QString("First of mono.wav#1.\nSecond of mono.wav#1.\n"));
    QCOMPARE(
        text(alike.errors),
        QString("tilescribe-cli: %1: The channels are alike, so they are transcribed as one and nobody is "
                "told apart.\n")
            .arg(mono));
  }

 private:
  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(SpeakersTest)
#include "test_speakers.moc"
