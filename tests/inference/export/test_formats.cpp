// SPDX-License-Identifier: Apache-2.0
// Each format is written and read back with the texts that break careless writers.
#include <QtTest>
#include <limits>
#include <random>
#include <sstream>
#include <string>

#include "inference/api/export.h"
#include "inference/api/spacing.h"
#include "kernels/core/error.h"
#include "tests/inference/export/segment.h"

namespace {

using namespace tilescribe;
using test::segment;

const std::vector<std::string> hard_texts{
    "She said: \"It's 5 o'clock\" & left.",
    "a --> b, 00:00:01,000 --> 00:00:02,000",
    "1 < 2 > 0 &lt; &amp; <i>not italic</i>",
    "tab\there, back\\slash, \\n is no newline",
    "two\nlines",
    "Grüße, 你好。 😀 e\u0301 \u202Eright to left",
    "42",
    "WEBVTT",
    "{\"json\": [1, 2]}",
    "NOTE this",
};

Transcript hard_transcript() {
  Transcript transcript;
  double at = 0.25;
  for (const std::string& text : hard_texts) {
    transcript.segments.push_back(segment(at, at + 1.5, text));
    at += 2.0;
  }
  return transcript;
}

std::string written(const Transcript& transcript, ExportFormat format) {
  std::ostringstream out;
  write_transcript(out, transcript, format);
  return out.str();
}

Transcript read(const std::string& text, ExportFormat format) {
  std::istringstream in(text);
  return read_transcript(in, format);
}

// The sentence of the Error that reading throws, or nothing.
std::string complaint(const std::string& text, ExportFormat format) {
  try {
    read(text, format);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

void compare_segments(const Transcript& found, const Transcript& expected) {
  QCOMPARE(found.segments.size(), expected.segments.size());
  for (std::size_t i = 0; i < found.segments.size(); ++i) {
    QCOMPARE(found.segments[i].text, expected.segments[i].text);
    QCOMPARE(found.segments[i].start_s, expected.segments[i].start_s);
    QCOMPARE(found.segments[i].end_s, expected.segments[i].end_s);
  }
}

}  // namespace

class FormatsTest : public QObject {
  Q_OBJECT

 private slots:
  void names() {
    QCOMPARE(all_export_formats.size(), 7U);
    for (const ExportFormat format : all_export_formats) {
      QCOMPARE(export_format(extension(format)), std::optional(format));
    }
    QCOMPARE(export_format("vtt"), std::optional(ExportFormat::vtt));
    QVERIFY(!export_format("doc").has_value());
    QVERIFY(!export_format("").has_value());
  }

  void textJoinsSegments() {
    Transcript transcript;
    QCOMPARE(transcript.text(), std::string());
    transcript.segments = {segment(0, 1, "One."), segment(1, 2, ""), segment(2, 3, "Two.")};
    QCOMPARE(transcript.text(), std::string("One. Two."));
  }

  // Piece by piece it is the same as with a look at all of the text before each piece, also where characters
  // are cut.
  void joinedTextIsWhatSpaceBetweenSays() {
    const std::vector<std::string> pieces{"",         "a",      " ",    "x ",   "\n",       "你好", "好，",
                                          "。",       "…",      "……",   "“A”",  "”",        "カ",   "한",
                                          "\u3099",   "\u3000", "\xA0", {'\0'}, "\xE2\x80", "\xA6", "\xE3",
                                          "\x80\x80", "\xC2",   "、",   "“你”", "—",        "？”"};
    std::mt19937 random(3);
    const auto any = [&]() -> const std::string& { return pieces[random() % pieces.size()]; };
    for (int round = 0; round < 20'000; ++round) {
      JoinedText joined;
      std::string looked_at;
      for (int i = 0; i < 8; ++i) {
        const std::string piece = any() + any();
        if (space_between(looked_at, piece)) looked_at += ' ';
        looked_at += piece;
        joined.add(piece);
        QCOMPARE(joined.text(), looked_at);
      }
    }
  }

  void marksOfBothScriptsSayNothing() {
    Transcript transcript;
    transcript.segments = {segment(0, 1, "好。"), segment(1, 2, "…"), segment(2, 3, "—"), segment(3, 4, "So"),
                           segment(4, 5, "…"),    segment(5, 6, "”"), segment(6, 7, "so")};
    const std::string expected = "好。…—So … ” so";
    QCOMPARE(transcript.text(), expected);
    QCOMPARE(read("好。\n…\n—\nSo\n…\n”\nso\n", ExportFormat::txt).text(), expected);
    transcript.segments = {segment(0, 1, "好。\n…\n—\nSo\n…\n”\nso")};
    QCOMPARE(written(transcript, ExportFormat::txt), expected + '\n');
  }

  // No space follows any of these marks. It took hours when each of them looked back over all before it.
  void aMillionMarksAreJoinedAtOnce() {
    constexpr int count = 1'000'000;
    std::string lines = "。", joined = "。";
    for (int i = 0; i < count; ++i) {
      lines += "\n…";
      joined += "…";
    }
    const Transcript back = read(lines, ExportFormat::txt);
    QCOMPARE(back.segments.size(), 1U);
    QVERIFY(back.segments[0].text == joined);
    Transcript transcript;
    transcript.segments = {segment(0, 1, lines)};
    QVERIFY(written(transcript, ExportFormat::txt) == joined + '\n');
    transcript.segments = {segment(0, 1, "。")};
    transcript.segments.resize(count / 4, segment(0, 1, "…"));
    QVERIFY(transcript.text() == joined.substr(0, 3U * transcript.segments.size()));
  }

  void roundTrip_data() {
    QTest::addColumn<int>("format");
    for (const ExportFormat format :
         {ExportFormat::srt, ExportFormat::vtt, ExportFormat::tsv, ExportFormat::json}) {
      QTest::addRow("%s", extension(format).data()) << static_cast<int>(format);
    }
  }
  void roundTrip() {
    QFETCH(int, format);
    const auto kind = static_cast<ExportFormat>(format);
    const Transcript transcript = hard_transcript();
    const std::string text = written(transcript, kind);
    QVERIFY(QString::fromStdString(text).toUtf8() == QByteArray::fromStdString(text));
    compare_segments(read(text, kind), transcript);

    const Transcript empty;
    compare_segments(read(written(empty, kind), kind), empty);
  }

  void txtIsALineASegment() {
    Transcript transcript;
    transcript.segments = {segment(0, 1, "One\ntwo."), segment(1, 2, ""), segment(2, 3, "Three & “four”.")};
    QCOMPARE(written(transcript, ExportFormat::txt), std::string("One two.\nThree & “four”.\n"));
    const Transcript back = read(written(hard_transcript(), ExportFormat::txt), ExportFormat::txt);
    QCOMPARE(back.segments.size(), 1U);
    std::string expected = hard_transcript().text();
    expected.replace(expected.find("two\nlines"), 9, "two lines");
    QCOMPARE(back.segments[0].text, expected);
    QCOMPARE(written({}, ExportFormat::txt), std::string());
    QVERIFY(read("", ExportFormat::txt).segments.empty());
  }

  void subtitlesToTheLetter() {
    Transcript transcript;
    transcript.segments = {segment(0, 1.5, "A --> B & <C>"), segment(1.5, 2, "  \n\n"),
                           segment(3661.0005, 3662, "two\r\n\r\nlines")};
    QCOMPARE(written(transcript, ExportFormat::srt),
             std::string("1\n00:00:00,000 --> 00:00:01,500\nA --\u200B> B & <C>\n\n"
                         "2\n01:01:01,001 --> 01:01:02,000\ntwo\nlines\n"));
    QCOMPARE(written(transcript, ExportFormat::vtt),
             std::string("WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nA --&gt; B &amp; &lt;C&gt;\n\n"
                         "01:01:01.001 --> 01:01:02.000\ntwo\nlines\n"));
    QCOMPARE(written(transcript, ExportFormat::tsv),
             std::string("start\tend\ttext\n0\t1500\tA --> B & <C>\n1500\t2000\t  \\n\\n\n"
                         "3661001\t3662000\ttwo\\r\\n\\r\\nlines\n"));
  }

  void times_data() {
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("end");
    QTest::addColumn<QString>("line");
    QTest::newRow("the milliseconds carry") << 59.9996 << 3599.9995 << "00:01:00,000 --> 01:00:00,000";
    QTest::newRow("rounded to nearest") << 0.0014 << 0.0026 << "00:00:00,001 --> 00:00:00,003";
    QTest::newRow("never empty") << 1.0 << 1.0 << "00:00:01,000 --> 00:00:01,001";
    QTest::newRow("never backwards") << 2.0 << 1.0 << "00:00:02,000 --> 00:00:02,001";
    QTest::newRow("not before the start") << -0.5 << 0.5 << "00:00:00,000 --> 00:00:00,500";
    QTest::newRow("more than 99 hours") << 360000.0 << 3603661.5 << "100:00:00,000 --> 1001:01:01,500";
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN()
                                  << std::numeric_limits<double>::infinity()
                                  << "00:00:00,000 --> 00:00:00,001";
  }
  void times() {
    QFETCH(double, start);
    QFETCH(double, end);
    QFETCH(QString, line);
    Transcript transcript;
    transcript.segments = {segment(start, end, "x")};
    const std::string srt = written(transcript, ExportFormat::srt);
    QCOMPARE(QString::fromStdString(srt), "1\n" + line + "\nx\n");
    const Transcript back = read(srt, ExportFormat::srt);
    QVERIFY(back.segments.at(0).end_s > back.segments[0].start_s);
    QCOMPARE(written(back, ExportFormat::srt), srt);
  }

  void jsonKeepsEverything() {
    Transcript transcript = hard_transcript();
    transcript.source = "a \"quoted\" name.wav";
    transcript.model = "demo";
    transcript.engine = "CPU, bf16, 2 threads";
    transcript.duration_s = 61.25;
    transcript.missing_s = 3.5;
    transcript.elapsed_s = 2.5;
    transcript.cancelled = true;
    Segment& first = transcript.segments[0];
    first.window = 3;
    first.estimated = false;
    first.looped = true;
    first.tokens = {{12, " She", 0.9F}, {99, "\xF0\x9F", 0.1234567F}, {98, "\x98\x80", 1e-8F}, {7, "", 1.0F}};
    const std::string json = written(transcript, ExportFormat::json);
    QVERIFY(json.find(R"({"id":12,"text":" She","probability":0.9})") != std::string::npos);
    QVERIFY(json.find(R"("base64":"8J8=")") != std::string::npos);

    const Transcript back = read(json, ExportFormat::json);
    compare_segments(back, transcript);
    QCOMPARE(back.source, transcript.source);
    QCOMPARE(back.model, transcript.model);
    QCOMPARE(back.engine, transcript.engine);
    QCOMPARE(back.duration_s, transcript.duration_s);
    QCOMPARE(back.missing_s, transcript.missing_s);
    QCOMPARE(back.elapsed_s, transcript.elapsed_s);
    QCOMPARE(back.cancelled, true);
    const Segment& read_first = back.segments[0];
    QCOMPARE(read_first.window, 3);
    QCOMPARE(read_first.estimated, false);
    QCOMPARE(read_first.looped, true);
    QCOMPARE(back.segments[1].estimated, true);
    QCOMPARE(back.segments[1].looped, false);
    QCOMPARE(read_first.tokens.size(), first.tokens.size());
    for (std::size_t i = 0; i < first.tokens.size(); ++i) {
      QCOMPARE(read_first.tokens[i].id, first.tokens[i].id);
      QCOMPARE(read_first.tokens[i].bytes, first.tokens[i].bytes);
      QVERIFY(read_first.tokens[i].probability == first.tokens[i].probability);  // to the last bit
    }
  }

  void jsonSaysNothingOfWhatIsNotMissing() {
    const std::string json = written(hard_transcript(), ExportFormat::json);
    QVERIFY(json.find("missing_s") == std::string::npos);
    QCOMPARE(read(json, ExportFormat::json).missing_s, 0.0);
  }

  void jsonSurvivesBytesThatAreNotText() {
    Transcript transcript;
    transcript.source = "latin1-\xE9.wav";
    transcript.segments = {segment(0, 1, "cut \xE4\xBD")};
    const Transcript back = read(written(transcript, ExportFormat::json), ExportFormat::json);
    QCOMPARE(back.source, std::string("latin1-\uFFFD.wav"));
    QCOMPARE(back.segments[0].text, std::string("cut \uFFFD"));
  }

  void readingToleratesOtherLineEnds() {
    const std::string srt =
        "\xEF\xBB\xBF"
        "1\r\n00:00:00,000 --> 00:00:01,000\r\nHello\r\n";
    QCOMPARE(read(srt, ExportFormat::srt).text(), std::string("Hello"));
  }

  void complaintsSayWhere_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, ExportFormat format, const char* text, const char* says) {
      QTest::newRow(name) << static_cast<int>(format) << QByteArray(text) << says;
    };
    row("srt number", ExportFormat::srt, "1\n00:00:00,000 --> 00:00:01,000\nx\n\n3\n", "Line 5");
    row("srt times", ExportFormat::srt, "1\n00:00:00.000 --> 00:00:01,000\nx\n", "Line 2");
    row("srt 61 seconds", ExportFormat::srt, "1\n00:00:61,000 --> 00:02:00,000\nx\n", "Line 2");
    row("srt signed", ExportFormat::srt, "1\n00:00:-1,000 --> 00:02:00,000\nx\n", "Line 2");
    row("srt backwards", ExportFormat::srt, "1\n00:00:02,000 --> 00:00:01,000\nx\n", "ends after its start");
    row("srt cut off", ExportFormat::srt, "1\n", "Line 1");
    row("srt no text", ExportFormat::srt, "1\n00:00:00,000 --> 00:00:01,000\n", "a cue's text");
    row("vtt header", ExportFormat::vtt, "1\n", "Line 1 of the transcript: expected WEBVTT, found “1”.");
    row("vtt times", ExportFormat::vtt, "WEBVTT\n\n0 --> 1\nx\n", "Line 3");
    row("tsv header", ExportFormat::tsv, "", "Line 0 of the transcript: expected the columns");
    row("tsv fields", ExportFormat::tsv, "start\tend\ttext\n1\t2\n", "Line 2");
    row("tsv number", ExportFormat::tsv, "start\tend\ttext\n1\t2.5\tx\n", "whole milliseconds");
    row("tsv escape", ExportFormat::tsv, "start\tend\ttext\n1\t2\ta\\x\n", "after a backslash");
    row("json cut off", ExportFormat::json, "{\n \"format\": ", "line 2");
    row("json empty", ExportFormat::json, "", "not JSON");
    row("json list", ExportFormat::json, "[]", "document should be an object");
    const QByteArray deep = QByteArray(100'000, '[') + QByteArray(100'000, ']');
    row("json deep", ExportFormat::json, deep.constData(), "at most 64 deep");
    row("json deep value", ExportFormat::json, ("{\"format\":" + deep + "}").constData(), "at most 64 deep");
    row("json other", ExportFormat::json, R"({"format":"x"})", "should be \"tilescribe-transcript\"");
    row("json missing", ExportFormat::json, R"({"format":"tilescribe-transcript"})", "version is missing");
    row("json version", ExportFormat::json, R"({"format":"tilescribe-transcript","version":2})",
        "version should be 1, and is 2");
    row("json place", ExportFormat::json,
        R"({"format":"tilescribe-transcript","version":1,"duration_s":1,"source":"","model":"","engine":"",
            "elapsed_s":1,"cancelled":false,"segments":[{"start":0,"end":1,"text":"","window":0,"estimated":true,
            "looped":false,"tokens":[{"id":1.5}]}]})",
        "segments[0].tokens[0].id should be a whole number, and is 1.5");
    row("json base64", ExportFormat::json,
        R"({"format":"tilescribe-transcript","version":1,"duration_s":1,"source":"","model":"","engine":"",
            "elapsed_s":1,"cancelled":false,"segments":[{"start":0,"end":1,"text":"","window":0,"estimated":true,
            "looped":false,"tokens":[{"id":1,"base64":"A==="}]}]})",
        "base64 should be base64");
  }
  void complaintsSayWhere() {
    QFETCH(int, format);
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const QString found =
        QString::fromStdString(complaint(text.toStdString(), static_cast<ExportFormat>(format)));
    QVERIFY2(found.contains(says), qPrintable(found));
    QVERIFY2(found.endsWith('.'), qPrintable(found));
  }
};

QTEST_APPLESS_MAIN(FormatsTest)
#include "test_formats.moc"
