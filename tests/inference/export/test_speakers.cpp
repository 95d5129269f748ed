// SPDX-License-Identifier: Apache-2.0
// Who speaks, in every format, and read back from those that keep it.
#include <QtTest>
#include <sstream>

#include "inference/api/export.h"
#include "inference/api/segment_edit.h"
#include "tests/inference/export/segment.h"

namespace {

using namespace tilescribe;
using test::segment;

Segment said(const std::string& by, double start_s, double end_s, const std::string& text) {
  Segment one = segment(start_s, end_s, text);
  one.speaker = by;
  return one;
}

Transcript talk() {
  Transcript transcript;
  transcript.duration_s = 9.0;
  transcript.segments = {said("Anna", 0, 2, "Good morning."), said("Anna", 2, 3, "How are you?"),
                         said("Ben & <Co>", 2.5, 4, "Fine."), said("", 5, 6, "Who is that?"),
                         said("Anna", 6, 8, "It is me.")};
  return transcript;
}

QString written(const Transcript& transcript, ExportFormat format, const ExportOptions& options = {}) {
  std::ostringstream out;
  write_transcript(out, transcript, format, options);
  return QString::fromStdString(out.str());
}

Transcript read(const QString& text, ExportFormat format) {
  std::istringstream in(text.toStdString());
  return read_transcript(in, format);
}

}  // namespace

class SpeakersTest : public QObject {
  Q_OBJECT

 private slots:
  void round_trip_data() {
    QTest::addColumn<int>("format");
    for (const ExportFormat format : {ExportFormat::json, ExportFormat::vtt, ExportFormat::tsv})
      QTest::addRow("%s", extension(format).data()) << static_cast<int>(format);
  }
  void round_trip() {
    QFETCH(int, format);
    Transcript transcript = talk();
    transcript.segments[2].speaker = "Tab\there & <b> \\n";
    const auto kind = static_cast<ExportFormat>(format);
    const Transcript back = read(written(transcript, kind), kind);
    QCOMPARE(back.segments.size(), transcript.segments.size());
    for (std::size_t i = 0; i < back.segments.size(); ++i) {
      std::string speaker = transcript.segments[i].speaker;
      if (kind == ExportFormat::vtt) std::ranges::replace(speaker, '\t', ' ');
      QCOMPARE(back.segments[i].speaker, speaker);
      QCOMPARE(back.segments[i].text, transcript.segments[i].text);
    }
    // From there to JSON, which keeps everything.
    const Transcript again = read(written(back, ExportFormat::json), ExportFormat::json);
    for (std::size_t i = 0; i < back.segments.size(); ++i)
      QCOMPARE(again.segments[i].speaker, back.segments[i].speaker);
  }

  void without_speakers_files_are_as_before() {
    Transcript transcript = talk();
    for (Segment& one : transcript.segments) one.speaker.clear();
    QVERIFY(!written(transcript, ExportFormat::json).contains("speaker"));
    QVERIFY(!written(transcript, ExportFormat::vtt).contains("<v"));
    QVERIFY(written(transcript, ExportFormat::tsv).startsWith("start\tend\ttext\n"));
    QVERIFY(written(transcript, ExportFormat::txt).startsWith("Good morning.\nHow are you?\nFine.\n"));
  }

  void vtt_has_voices() {
    const QString vtt = written(talk(), ExportFormat::vtt);
    QVERIFY2(vtt.contains("\n<v Anna>Good morning.\n"), qPrintable(vtt));
    QVERIFY(vtt.contains("\n<v Anna>How are you?\n"));
    QVERIFY(vtt.contains("\n<v Ben &amp; &lt;Co&gt;>Fine.\n"));
    QVERIFY(vtt.contains("\nWho is that?\n"));
    QVERIFY(written(talk(), ExportFormat::vtt, {.word_group = 1}).contains("\n<v Anna>Good "));
  }

  void voices_of_others_are_read_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("speaker");
    QTest::newRow("a voice") << "<v Ann Lee>Hi</v> there"
                             << "Ann Lee";
    QTest::newRow("with classes") << "<v.loud.first Ann>Hi there"
                                  << "Ann";
    QTest::newRow("on two lines") << "<v Ann>Hi\n<v Ann>there"
                                  << "Ann";
    QTest::newRow("two voices") << "<v Ann>Hi\n<v Ben>there"
                                << "";
    QTest::newRow("no voice") << "<i>Hi</i> <view all>there"
                              << "";
  }
  void voices_of_others_are_read() {
    QFETCH(QString, text);
    QFETCH(QString, speaker);
    const Transcript found =
        read("WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n" + text + "\n", ExportFormat::vtt);
    QCOMPARE(QString::fromStdString(found.segments.at(0).speaker), speaker);
    QCOMPARE(QString::fromStdString(found.segments[0].text).replace('\n', ' '), QString("Hi there"));
  }

  void people_read_names_where_another_begins() {
    QCOMPARE(written(talk(), ExportFormat::txt),
             QString("Anna: Good morning.\nHow are you?\nBen & <Co>: Fine.\n– Who is that?\n"
                     "Anna: It is me.\n"));
    QCOMPARE(written(talk(), ExportFormat::txt, {.text = TextLayout::paragraphs}),
             QString("Anna: Good morning. How are you?\nBen & <Co>: Fine.\n– Who is that?\n"
                     "Anna: It is me.\n"));
    const QString srt = written(talk(), ExportFormat::srt);
    QVERIFY(srt.contains("\nAnna: Good morning.\n") && srt.contains("\nHow are you?\n") &&
            srt.contains("\nBen & <Co>: Fine.\n") && srt.contains("\n– Who is that?\n"));
    QVERIFY(!written(talk(), ExportFormat::srt, {.word_group = 1}).contains("Anna"));
    const QString html = written(talk(), ExportFormat::html, {.text = TextLayout::paragraphs});
    QVERIFY2(html.contains("<b>Anna: </b>Good morning. How are you?") &&
                 html.contains("<b>Ben &amp; &lt;Co&gt;: </b>Fine."),
             qPrintable(html));
    Transcript blank = talk();
    blank.segments[2].text = " \n";
    QVERIFY(!written(blank, ExportFormat::srt).contains("Ben"));
    QVERIFY(!written(blank, ExportFormat::txt).contains("Ben"));
  }

  void a_cue_is_one_speakers() {
    const std::vector<Cue> cues = lay_out_cues(talk().segments, cue_rules(CuePreset::netflix));
    QStringList found;
    for (const Cue& cue : cues) {
      QString text;
      for (const auto& line : cue.lines) text += QString::fromStdString(text_of(line)) + "/";
      found << QString::fromStdString(cue.speaker) + ": " + text;
    }
    QCOMPARE(found, (QStringList{"Anna: Good morning. How are you?/", "Ben & <Co>: Fine./", ": Who is that?/",
                                 "Anna: It is me./"}));
    for (std::size_t i = 1; i < cues.size(); ++i) QVERIFY(cues[i].start_s >= cues[i - 1].end_s);
  }

  void edits_keep_the_speaker() {
    const Segment one = said("Anna", 0, 2, "Good morning.");
    const auto [first, second] = split_segment(one, 5);
    QVERIFY(first.speaker == "Anna" && second.speaker == "Anna");
    QCOMPARE(joined_segment(first, said("Ben", 2, 3, "Hi.")).speaker, std::string("Anna"));
    QCOMPARE(with_text(one, "Good evening.").speaker, std::string("Anna"));
    for (const Segment& part : with_texts({first, second}, {"A b", "c d", "e f"}))
      QCOMPARE(part.speaker, std::string("Anna"));
  }
};

QTEST_GUILESS_MAIN(SpeakersTest)
#include "test_speakers.moc"
