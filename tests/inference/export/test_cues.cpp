// SPDX-License-Identifier: Apache-2.0
// Subtitles keep the rules, or say which they break; and no text is lost.
#include <QtTest>
#include <algorithm>
#include <random>
#include <sstream>

#include "inference/api/cues.h"
#include "inference/api/export.h"
#include "inference/api/spacing.h"
#include "tests/inference/export/segment.h"
#include "tests/inference/export/spoken.h"
#include "tests/support/cue_rules.h"
#include "tests/support/processor_time.h"

namespace {

using namespace tilescribe;
using test::segment;

const CueRules netflix = cue_rules(CuePreset::netflix);
constexpr double faster = 1.12;  // times the usual pace of words

QStringList lines_of(const Cue& cue) {
  QStringList lines;
  for (const auto& line : cue.lines) lines << QString::fromStdString(text_of(line));
  return lines;
}

QStringList texts_of(const std::vector<Cue>& cues) {
  QStringList texts;
  for (const Cue& cue : cues) texts << lines_of(cue).join('|');
  return texts;
}

std::vector<test::FiledCue> filed(const std::vector<Cue>& cues) {
  std::vector<test::FiledCue> all;
  for (const Cue& cue : cues) all.push_back({cue.start_s, cue.end_s, lines_of(cue)});
  return all;
}

// Written as srt and read back: what a player gets.
Transcript through_srt(const std::vector<Segment>& segments, const CueRules& rules) {
  Transcript transcript;
  transcript.segments = segments;
  std::stringstream file;
  write_transcript(file, transcript, ExportFormat::srt, {.cues = rules});
  return read_transcript(file, ExportFormat::srt);
}

QString without_spaces(const QString& text) {
  QString kept;
  for (const QChar c : text) {
    if (!c.isSpace()) kept += c;
  }
  return kept;
}

QString all_text(const std::vector<Segment>& segments) {
  QString text;
  for (const Segment& one : segments) text += QString::fromStdString(one.text);
  return without_spaces(text);
}

QString all_text(const std::vector<Cue>& cues) {
  return without_spaces(texts_of(cues).join(QString()).remove('|'));
}

}  // namespace

class CuesTest : public QObject {
  Q_OBJECT

 private slots:
  void plainIsACueASegment() {
    const std::vector<Segment> segments{segment(0.1234, 1, "One  two\r\n\r\nthree"),
                                        segment(0.5, 0.7, " \n "), segment(3, 2, "你好\nx")};
    const std::vector<Cue> cues = lay_out_cues(segments, {});
    QCOMPARE(texts_of(cues), (QStringList{"One  two|three", "你好|x"}));
    QCOMPARE(cues[0].start_s, 0.1234);
    QCOMPARE(cues[1].end_s, 2.0);
    QVERIFY(cues[0].broken.empty() && cues[1].broken.empty());
    QVERIFY(lay_out_cues({}, {}).empty());
    QVERIFY(lay_out_cues({segment(0, 1, " ")}, netflix).empty());
  }

  void anHourOfSpeechBreaksNoRule_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("preset");
    for (const char* language : {"English", "English by segments", "Chinese"}) {
      for (const char* preset : {"netflix", "bbc"})
        QTest::addRow("%s %s", language, preset) << language << preset;
    }
    QTest::addRow("faster English netflix") << "faster English"
                                            << "netflix";
  }
  void anHourOfSpeechBreaksNoRule() {
    QFETCH(QString, language);
    QFETCH(QString, preset);
    const CueRules rules = cue_rules(*value_of(cue_preset_names, preset.toStdString()));
    const std::vector<Segment> segments =
        language == "Chinese" ? test::spoken_chinese(3600.0)
                              : test::spoken_english(3600.0, language != "English by segments",
                                                     language == "faster English" ? faster : 1.0);
    const std::vector<Cue> cues = lay_out_cues(segments, rules);
    QVERIFY(cues.size() > 600 && cues.size() < 2400);
    for (const Cue& cue : cues) QVERIFY2(cue.broken.empty(), qPrintable(lines_of(cue).join('|')));
    QCOMPARE(all_text(cues), all_text(segments));
    const std::vector<test::FiledCue> read = test::filed_cues(through_srt(segments, rules));
    const QStringList wrong = test::wrong_with(read, rules);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
    if (preset != "netflix") return;
    // Netflix's own figures, for each script.
    const bool chinese = language == "Chinese";
    for (const test::FiledCue& cue : read) {
      QVERIFY(cue.lines.size() <= 2);
      for (const QString& line : cue.lines) QVERIFY2(line.size() <= (chinese ? 16 : 42), qPrintable(line));
      const auto characters =
          static_cast<double>(cue.lines.join(chinese ? QString() : QStringLiteral(" ")).size());
      QVERIFY2(characters / (cue.end_s - cue.start_s) <= (chinese ? 9.0 : 20.0) + 1e-6,
               qPrintable(cue.lines.join('|')));
    }
  }

  void cuesBeginWithTheirWordsUnlessARuleNeedsMore() {
    const std::vector<Segment> segments = test::spoken_english(3600.0, true);
    int moved = 0, all = 0;
    for (const Cue& cue : lay_out_cues(segments, netflix)) {
      ++all;
      const double by_s = std::abs(cue.start_s - cue.lines.front().front().start_s);
      QVERIFY(by_s <= netflix.shift_s + 0.001);
      if (by_s > 0.001) ++moved;
    }
    QVERIFY2(moved * 10 < all, qPrintable(QStringLiteral("%1 of %2").arg(moved).arg(all)));
  }

  void theLayoutIsLinear() {
    const auto ms_for = [](double hours) {
      const std::vector<Segment> segments = test::spoken_english(3600.0 * hours, true);
      return test::least_processor_ms(3, [&] { lay_out_cues(segments, netflix); });
    };
    const double one = ms_for(0.5), four = ms_for(2.0);
    QVERIFY2(four < 6.0 * one, qPrintable(QStringLiteral("%1 ms, %2 ms").arg(one).arg(four)));
  }

  // Each of these took minutes when the time grew with the square of the segment.
  void oneEndlessSegmentIsLaidOutAtOnce() {
    std::string text;
    for (int i = 0; i < 50'000; ++i) text += "字";
    Segment endless = segment(0.0, 5.0, text);
    for (int i = 0; i < 10'000; ++i) endless.words.push_back({.text = "not there"});
    for (const CueRules& rules :
         {CueRules{.speed = 20.0}, CueRules{.longest_s = 7.0}, CueRules{.speed = 5e-15}, netflix}) {
      std::size_t bytes = 0;
      for (const Cue& cue : lay_out_cues({endless}, rules)) {
        for (const auto& line : cue.lines) bytes += text_of(line).size();
      }
      QCOMPARE(bytes, text.size());
    }
  }

  // A line holds any number of units without width. With limited lines this took hours, for the time grew
  // with the cube of the text.
  void unitsWithoutWidthAreLaidOutAtOnce() {
    constexpr int count = 20'000;
    const QString marks = QStringLiteral("\u3099\n").repeated(count);
    std::istringstream file(
        QStringLiteral("1\n00:00:00,000 --> 00:00:05,000\n%1\n").arg(marks).toStdString());
    const Transcript transcript = read_transcript(file, ExportFormat::srt);
    for (const CueRules& rules : {netflix, CueRules{.line_width = 42}}) {
      const std::vector<Cue> cues = lay_out_cues(transcript.segments, rules);
      QCOMPARE(all_text(cues), all_text(transcript.segments));
      QCOMPARE(all_text(cues).size(), count);
      for (const Cue& cue : cues) {
        QVERIFY(rules.lines == 0 || cue.lines.size() <= 2);
        for (const auto& line : cue.lines) QVERIFY(line.size() <= 42);
      }
    }
  }

  void marksOfLettersTakeNoRoom_data() {
    QTest::addColumn<QString>("letter");
    QTest::addColumn<int>("most");  // of them in a line
    QTest::newRow("Latin") << "a\u0301" << 42;
    QTest::newRow("Latin, a mark that is a unit") << "a\u3099" << 42;
    QTest::newRow("full width, a mark that is a unit") << "\uFF21\u3099" << 16;
    QTest::newRow("kana") << "か\u3099" << 16;
    QTest::newRow("kana, two marks") << "か\u3099\u309A" << 16;
    QTest::newRow("Chinese, a variation") << "字\U000E0100" << 16;
  }
  void marksOfLettersTakeNoRoom() {
    QFETCH(QString, letter);
    QFETCH(int, most);
    const QString line = letter.repeated(most);
    std::vector<Cue> cues = lay_out_cues({segment(0.0, 6.9, line.toStdString())}, netflix);
    QCOMPARE(texts_of(cues), QStringList{line});
    QVERIFY(cues[0].broken.empty());
    cues = lay_out_cues({segment(0.0, 6.9, (line + letter).toStdString())}, netflix);
    QVERIFY(cues.size() > 1 || cues[0].lines.size() > 1 || !cues[0].broken.empty());
    QCOMPARE(all_text(cues), line + letter);
  }

  void breaks_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("lasts");
    QTest::addColumn<QStringList>("cues");
    QTest::newRow("one line stays one") << "This fits into one line of a subtitle." << 3.0
                                        << QStringList{"This fits into one line of a subtitle."};
    QTest::newRow("sentences apart")
        << "The train had already left the station. Nobody had told us about the new schedule." << 6.0
        << QStringList{"The train had already left the station.",
                       "Nobody had told us about the new schedule."};
    QTest::newRow("a clause") << "When the meeting was finally over, we all went home." << 4.0
                              << QStringList{"When the meeting was finally over,|we all went home."};
    QTest::newRow("before a preposition")
        << "Somebody has left a small umbrella behind the door." << 4.0
        << QStringList{"Somebody has left a small umbrella|behind the door."};
    QTest::newRow("abbreviations are no ends")
        << "I asked Mr. Smith about it, e.g. about the price of 3.50 pounds." << 5.0
        << QStringList{"I asked Mr. Smith about it,|e.g. about the price of 3.50 pounds."};
    QTest::newRow("Chinese, at a comma")
        << "我们昨天讨论了这个问题，但是还没有得到最后的结论。" << 6.0
        << QStringList{"我们昨天讨论了这个问题，|但是还没有得到最后的结论。"};
    QTest::newRow("Chinese, at a full stop") << "会议已经结束了。大家明天再继续讨论吧。" << 2.2
                                             << QStringList{"会议已经结束了。", "大家明天再继续讨论吧。"};
    QTest::newRow("Chinese, too long for a line")
        << "昨天下午我们在会议上讨论了这个问题，但是还没有得到最后的结论。" << 8.0
        << QStringList{"昨天下午我们在会议上讨论了|这个问题，", "但是还没有得到最后的结论。"};
    QTest::newRow("a pause is no gap in the text") << "" << 1.0 << QStringList{};
  }
  void breaks() {
    QFETCH(QString, text);
    QFETCH(double, lasts);
    QFETCH(QStringList, cues);
    const std::vector<Cue> found = lay_out_cues({segment(1.0, 1.0 + lasts, text.toStdString())}, netflix);
    QCOMPARE(texts_of(found), cues);
    for (const Cue& cue : found) QVERIFY(cue.broken.empty());
  }

  void shortCuesLastIntoThePause() {
    const std::vector<Cue> cues =
        lay_out_cues({segment(1.0, 1.2, "Yes."), segment(5.0, 6.5, "So be it.")}, netflix);
    QCOMPARE(cues.size(), 2U);
    QCOMPARE(cues[0].start_s, 1.0);
    QCOMPARE(cues[0].end_s, 1.834);
    QCOMPARE(cues[1].end_s, 6.5);
  }

  void tooShortToStandAloneIsJoined() {
    const std::vector<Cue> cues =
        lay_out_cues({segment(1.0, 1.3, "Yes."), segment(1.3, 3.0, "So be it.")}, netflix);
    QCOMPARE(texts_of(cues), QStringList{"Yes. So be it."});
    QVERIFY(cues[0].broken.empty());
  }

  void speechFasterThanReadersIsReported() {
    std::string fast;
    for (int i = 0; i < 60; ++i) fast += "quick words ";
    fast.pop_back();
    const std::vector<Cue> cues =
        lay_out_cues({segment(0.0, 12.0, fast)}, netflix);  // 60 characters a second
    QVERIFY(!cues.empty());
    std::size_t broken = 0;
    for (const Cue& cue : cues) {
      if (std::ranges::find(cue.broken, CueRule::speed) != cue.broken.end()) {
        ++broken;
        QVERIFY(reading_load(cue, netflix) > 1.0);
      }
    }
    QVERIFY(broken > 0);
    QCOMPARE(test::wrong_with(filed(cues), netflix).isEmpty(), false);
  }

  void aWordLongerThanALineIsReported() {
    const std::vector<Cue> cues =
        lay_out_cues({segment(0.0, 9.0, "See " + std::string(60, 'x') + " there.")}, netflix);
    int wide = 0;
    for (const Cue& cue : cues) wide += static_cast<int>(std::ranges::count(cue.broken, CueRule::line_width));
    QCOMPARE(wide, 1);
  }

  void wordsKeepTheirTimes() {
    Segment one = segment(0.0, 10.0, "First words here. Second sentence follows much later.");
    one.words = {{"First", 0.5, 0.8, 1, false},   {"words", 0.9, 1.2, 1, false},
                 {"here.", 1.3, 1.6, 1, false},   {"removed", 2.0, 2.5, 1, false},
                 {"Second", 6.0, 6.4, 1, false},  {"sentence", 6.5, 7.0, 1, false},
                 {"follows", 7.1, 7.5, 1, false}, {"later.", 9.0, 9.5, 1, false}};
    const std::vector<Cue> cues = lay_out_cues({one}, netflix);
    QCOMPARE(cues.size(), 2U);
    QCOMPARE(cues[0].start_s, 0.5);
    QCOMPARE(cues[0].end_s, 1.6);
    QCOMPARE(cues[1].start_s, 6.0);
    QCOMPARE(cues[1].end_s, 9.5);
    const CueWord& much = cues[1].lines.back().at(cues[1].lines.back().size() - 2);
    QCOMPARE(much.text, std::string("much"));
    QVERIFY(much.start_s >= 7.5 && much.end_s <= 9.0);
  }

  void mixedScriptsShareTheLimits() {
    const std::vector<Segment> mixed{
        segment(0.0, 9.0, "我们用 Python 写程序，然后在 GPU 上运行，所以速度快了很多。")};
    const std::vector<Cue> cues = lay_out_cues(mixed, netflix);
    QVERIFY(!cues.empty());
    QVERIFY(test::wrong_with(filed(cues), netflix).isEmpty());
    QVERIFY(texts_of(cues).join(' ').contains("Python"));
  }

  void noSpacesBetweenChinesePieces() {
    QVERIFY(!space_between("你好。", "世界"));
    QVERIFY(!space_between("你好", "世界"));
    QVERIFY(!space_between("他说：“好。”", "我"));
    QVERIFY(!space_between("カタカナ", "ひらがな"));
    QVERIFY(!space_between("好，", "OK"));
    QVERIFY(space_between("我用", "Python"));
    QVERIFY(space_between("Hello.", "你好"));
    QVERIFY(space_between("안녕하세요", "여러분"));
    QVERIFY(space_between("One.", "Two."));
    QVERIFY(space_between("He said “no.”", "“Yes.”"));
    QVERIFY(!space_between("", "x") && !space_between("x", "") && !space_between("x ", "y"));
    QVERIFY(!space_between("x", "\ny"));
    Transcript transcript;
    transcript.segments = {segment(0, 1, "你好。"), segment(1, 2, "再见。"), segment(2, 3, "Bye.")};
    QCOMPARE(QString::fromStdString(transcript.text()), QString("你好。再见。Bye."));
  }

  // Any text, any times, any rules.
  void anythingKeepsItsTextAndOrder() {
    std::mt19937 random(7);
    const auto below = [&random](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const QStringList pieces{"a",        "the",
                             "house,",   "and",
                             "Well.",    "你",
                             "好，",     "世",
                             "界。",     "very",
                             "-",        "\n",
                             " ",        "Mr.",
                             "1.5",      "ば",
                             "カ",       "so…",
                             "“quoted”", "of",
                             "I",        "Extraordinarilylongwordthatfillsawholelineofasubtitleandmore",
                             "和",       "的"};
    for (int round = 0; round < 400; ++round) {
      CueRules rules;
      if (below(4) > 0) rules.line_width = 10 + below(40);
      if (below(4) > 0) rules.lines = 1 + below(3);
      if (below(4) > 0) rules.speed = 5 + below(30);
      if (below(3) > 0) rules.shortest_s = below(20) / 10.0;
      if (below(3) > 0) rules.longest_s = rules.shortest_s + 1 + below(7);
      if (below(3) > 0) rules.gap_s = below(5) / 24.0;
      if (below(2) > 0) rules.shift_s = below(10) / 10.0;
      std::vector<Segment> segments;
      double at_s = 0.0;
      for (int s = below(12); s >= 0; --s) {
        QString text;
        for (int w = below(40); w > 0; --w)
          text += pieces[below(static_cast<int>(pieces.size()))] + (below(4) > 0 ? " " : "");
        const double from_s = std::max(0.0, at_s + below(30) / 10.0 - 0.5);  // some overlap
        at_s = from_s + below(60) / 10.0;
        segments.push_back(segment(from_s, at_s, text.trimmed().toStdString()));
      }
      const std::vector<Cue> cues = lay_out_cues(segments, rules);
      QCOMPARE(all_text(cues), all_text(segments));
      if (rules == CueRules{}) continue;
      double end_s = 0.0;
      for (std::size_t i = 0; i < cues.size(); ++i) {
        QVERIFY(!cues[i].lines.empty() && cues[i].start_s < cues[i].end_s);
        QVERIFY(cues[i].start_s >= end_s);
        end_s = cues[i].end_s;
        std::vector<test::FiledCue> pair = filed({cues[i]});
        if (i + 1 < cues.size()) pair.push_back(filed({cues[i + 1]}).front());
        const QStringList wrong = test::wrong_with(pair, rules).filter(QStringLiteral("cue 0 "));
        const bool listed = !cues[i].broken.empty();
        QVERIFY2(wrong.isEmpty() == !listed, qPrintable(wrong.join('\n') + lines_of(cues[i]).join('|')));
      }
    }
  }
};

QTEST_APPLESS_MAIN(CuesTest)
#include "test_cues.moc"
