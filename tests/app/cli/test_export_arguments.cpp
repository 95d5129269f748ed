// SPDX-License-Identifier: Apache-2.0
// How a transcript is written, as the options say it.
#include <QtTest>

#include "app/cli/arguments.h"
#include "tests/app/cli/parse_words.h"

using namespace tilescribe;
using namespace tilescribe::cli;
using test::parse;

class ExportArgumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void howATranscriptIsWritten() {
    const auto options_of = [](const QStringList& words) {
      return std::get<TranscribeCommand>(parse(QStringList{"transcribe", "a.wav"} + words).command).written;
    };
    QVERIFY(options_of({}) == ExportOptions{});
    QVERIFY(options_of({"--format", "srt"}).cues == CueRules{});
    QVERIFY(options_of({"--format", "srt", "--cues", "plain"}).cues == CueRules{});
    // Whatever comes first, single rules change the preset.
    const ExportOptions written =
        options_of({"--cue-width",      "30",  "--cue-lines",      "3",   "--cue-speed",    "12.5",
                    "--cue-wide-width", "12",  "--cue-wide-speed", "7",   "--cue-shortest", "1.5",
                    "--cue-longest",    "6",   "--cue-gap",        "0.2", "--words",        "4",
                    "--cues",           "bbc", "--format",         "vtt"});
    CueRules rules = cue_rules(CuePreset::bbc);
    rules.line_width = 30, rules.lines = 3, rules.speed = 12.5, rules.wide_line_width = 12,
    rules.wide_speed = 7;
    rules.shortest_s = 1.5, rules.longest_s = 6, rules.gap_s = 0.2;
    QVERIFY(written.cues == rules);
    QCOMPARE(written.word_group, 4);
    const ExportOptions page = options_of({"--format", "html"});
    QVERIFY(page.text == TextLayout::paragraphs);
    const ExportOptions sentences = options_of({"--text", "sentences", "--pause", "3"});
    QVERIFY(sentences.text == TextLayout::sentences && sentences.paragraph_pause_s == 3.0);
    const auto align = std::get<AlignCommand>(parse({"align", "a", "b", "--cues", "netflix"}).command);
    QVERIFY(align.format == ExportFormat::srt && align.written.cues == cue_rules(CuePreset::netflix));
  }

  void cuesHaveNetflixRules() {
    const auto cues = std::get<CuesCommand>(parse({"cues", "a.json"}).command);
    QCOMPARE(cues.text, std::filesystem::path("a.json"));
    QVERIFY(cues.format == ExportFormat::srt && !cues.output);
    QVERIFY(cues.written ==
            ExportOptions({.cues = cue_rules(CuePreset::netflix), .text = TextLayout::paragraphs}));
  }

  void wrongUsage_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QStringList& words, const char* sentence) {
      QTest::addRow("%s", qPrintable("[" + words.join(' ') + "]")) << words << sentence;
    };
    row({"cues"}, "cues expects a transcript; found none.");
    row({"transcribe", "a", "--cues", "netflix"}, "--cues needs --format srt or vtt; found txt.");
    row({"align", "a", "b", "--format", "json", "--cue-gap", "1"},
        "--cue-gap needs --format srt or vtt; found json.");
    row({"cues", "a", "--text", "sentences"}, "--text needs --format txt, docx or html; found srt.");
    row({"cues", "a", "--cues", "hbo"}, "--cues expects plain, netflix or bbc; found “hbo”.");
    row({"cues", "a", "--cue-width", "-1"}, "--cue-width expects a whole number from 0 to 100; found “-1”.");
    row({"cues", "a", "--cue-lines", "5"}, "--cue-lines expects a whole number from 0 to 4; found “5”.");
    row({"cues", "a", "--cue-wide-speed", "0"},
        "--cue-wide-speed expects a number from 1 to 100; found “0”.");
    row({"cues", "a", "--cue-shortest", "5", "--cue-longest", "2.5"},
        "A cue's longest time must not be below its shortest; found 2.5 s and 5 s.");
    row({"cues", "a", "--format", "docx"},
        "docx can't be written to standard output; --output says where it goes.");
    row({"transcribe", "a", "--format", "docx"},
        "docx can't be written to standard output; --output says where it goes.");
  }
  void wrongUsage() {
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const Arguments arguments = parse(words);
    const auto* error = std::get_if<UsageError>(&arguments.command);
    QVERIFY(error != nullptr);
    QCOMPARE(QString::fromStdString(error->sentence), sentence);
  }
};

QTEST_APPLESS_MAIN(ExportArgumentsTest)
#include "test_export_arguments.moc"
