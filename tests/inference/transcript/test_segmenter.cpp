// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "inference/transcript/segmenter.h"
#include "tests/support/processor_time.h"

namespace {

using namespace tilescribe;

std::string without_space(const std::string& text) {
  std::string rest;
  for (const char c : text) {
    if (c != ' ' && c != '\n' && c != '\t') rest += c;
  }
  return rest;
}

// Tokens of a few bytes each that join to " " + text, as a byte-level tokenizer's do; they may cut
// characters.
std::vector<Token> tokens_of(const std::string& text, std::mt19937& random) {
  const std::string bytes = " " + text;
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = 1 + random() % 5;
    tokens.push_back({static_cast<int>(tokens.size()), bytes.substr(at, length), 0.5F});
    at += length;
  }
  tokens.push_back({static_cast<int>(tokens.size()), "", 1.0F});  // a stop token says nothing
  return tokens;
}

WindowText window_of(std::string text, double start_s, double end_s,
                     std::vector<std::pair<double, double>> voiced = {}) {
  std::mt19937 random(1);
  WindowText window;
  window.start_s = start_s;
  window.end_s = end_s;
  window.tokens = tokens_of(text, random);
  window.text = std::move(text);
  window.voiced_s = std::move(voiced);
  return window;
}

QStringList texts(const std::vector<Segment>& segments) {
  QStringList list;
  for (const Segment& segment : segments) list << QString::fromStdString(segment.text);
  return list;
}

// What must hold whatever the window says. Returns the first breach, or nothing.
QString breach(const WindowText& window, const std::vector<Segment>& segments) {
  constexpr double rounding = 1e-9;
  std::string text;
  std::vector<int> ids;
  double last_end = window.start_s;
  for (const Segment& segment : segments) {
    if (segment.start_s < last_end - rounding) return "a segment starts before the last one ends";
    if (segment.end_s < segment.start_s) return "a segment ends before its start";
    if (segment.end_s > window.end_s + rounding) return "a segment ends outside the window";
    if (segment.end_s - segment.start_s > longest_segment_s + rounding) return "a segment is longer than 7 s";
    if (without_space(segment.text).empty()) return "a segment has no text";
    if (segment.window != window.window) return "a segment names another window";
    last_end = segment.end_s;
    text += segment.text;
    for (const Token& token : segment.tokens) ids.push_back(token.id);
  }
  if (without_space(text) != without_space(window.text)) return "text was lost or changed";
  if (!segments.empty()) {
    if (ids.size() != window.tokens.size()) return "a token was lost or doubled";
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (ids[i] != static_cast<int>(i)) return "tokens are out of order";
    }
  }
  return {};
}

}  // namespace

class SegmenterTest : public QObject {
  Q_OBJECT

 private slots:
  void sentences_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char* name, const QStringList& expected) {
      QTest::newRow(name) << expected.join(' ') << expected;
    };
    row("plain", {"One.", "Two!", "Three?", "Four…", "Five"});
    row("titles", {"Mr. Brown met Dr. Gray at St. Mary's.", "They talked."});
    row("latin abbreviations", {"Use a unit, e.g. Seconds or i.e. Time.", "Good."});
    row("decimals", {"It rose by 3.5 percent to 1,200.75 in all.", "Then it fell."});
    row("initials", {"J. S. Bach wrote it.", "So did I.", "We played."});
    row("before a small letter", {"We met at 3 p.m. on the U.S. coast etc. and left.", "Bye."});
    row("before a capital", {"We met at 3 p.m.", "Then we left."});
    row("no and number", {"Is it No. 5?", "No.", "It is not."});
    row("closing quotes", {"He said: \"Go.\"", "“Now?”", "(Yes.)", "Good."});
    row("runs", {"What?!", "Really...", "Yes!!"});
    row("lone marks", {"So it is . . .", "Yes — no."});
    row("leading marks", {"... and so on.", "Good."});
    row("domain names", {"Write to us at example.org today.", "Thanks."});
    QTest::newRow("wide marks") << "你好。我们走吧！真的吗？「好。」再见"
                                << QStringList{"你好。", "我们走吧！", "真的吗？", "「好。」", "再见"};
    QTest::newRow("emoji") << "Nice 😀. Bye 👋" << QStringList{"Nice 😀.", "Bye 👋"};
    QTest::newRow("nothing") << " \n " << QStringList{};
    QTest::newRow("only marks") << "..." << QStringList{"..."};
  }
  void sentences() {
    QFETCH(QString, text);
    QFETCH(QStringList, expected);
    const WindowText window = window_of(text.toStdString(), 10, 16);
    const std::vector<Segment> segments = segments_of_window(window);
    QCOMPARE(texts(segments), expected);
    QCOMPARE(breach(window, segments), QString());
  }

  void sentencesFallOnPauses() {
    // The first sentence is said more slowly than its length suggests: the pause decides.
    const auto segments = segments_of_window(
        window_of("A short one. And here is the second sentence.", 0, 10, {{0.5, 2.5}, {3.4, 6.4}}));
    QCOMPARE(segments.size(), 2U);
    QCOMPARE(segments[0].start_s, 0.5);
    QCOMPARE(segments[0].end_s, 2.5);
    QCOMPARE(segments[1].start_s, 3.4);
    QCOMPARE(segments[1].end_s, 6.4);
    QVERIFY(segments[0].estimated && segments[1].estimated);
  }

  void longerPausesWin() {
    // Three spans, two sentences: the comma takes the short pause, the full stop the long one.
    const auto segments = segments_of_window(window_of("First of all, we begin. Then the rest follows.", 0,
                                                       10, {{0.0, 1.0}, {1.2, 2.2}, {3.4, 5.6}}));
    QCOMPARE(segments.size(), 2U);
    QCOMPARE(segments[0].end_s, 2.2);
    QCOMPARE(segments[1].start_s, 3.4);
  }

  void aNoiseTakesNoWords() {
    const auto segments = segments_of_window(
        window_of("The kernel multiplies two matrices, tile by tile, and never waits for memory.", 0, 30,
                  {{10.0, 15.2}, {25.0, 25.2}}));
    QCOMPARE(segments.size(), 1U);
    QCOMPARE(segments[0].start_s, 10.0);
    QCOMPARE(segments[0].end_s, 15.2);
  }

  void longSentencesAreCutAtCommas() {
    std::string text =
        "This is the first clause of a very long sentence, which goes on for a while, "
        "and then for a while longer, until it comes to its end.";
    const WindowText window = window_of(text, 0, 16, {{0, 16}});
    const auto segments = segments_of_window(window);
    QCOMPARE(breach(window, segments), QString());
    QVERIFY(segments.size() >= 3 && segments.size() <= 4);
    for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
      QVERIFY2(segments[i].text.ends_with(','), segments[i].text.c_str());
    }
  }

  void oneSegmentTakesTheCuts() {
    const auto fills = segments_of_window(window_of("Hello there.", 30.0, 33.0, {{30.2, 32.8}}));
    QCOMPARE(fills.size(), 1U);
    QCOMPARE(fills[0].estimated, false);
    QCOMPARE(fills[0].start_s, 30.0);
    QCOMPARE(fills[0].end_s, 33.0);
    // With silence around, the voice says more than the cuts.
    const auto inside = segments_of_window(window_of("Hello there.", 30.0, 36.0, {{32.0, 33.5}}));
    QCOMPARE(inside[0].estimated, true);
    QCOMPARE(inside[0].start_s, 32.0);
    QCOMPARE(inside[0].end_s, 33.5);
  }

  void loopsAreMarked() {
    WindowText window = window_of("A beginning. And so. And so. And so.", 0, 7);
    window.looped = true;
    const auto segments = segments_of_window(window);
    QCOMPARE(segments.size(), 4U);
    QCOMPARE(segments[0].looped, false);
    QVERIFY(segments[1].looped && segments[2].looped && segments[3].looped);
  }

  void tokensFollowTheText() {
    WindowText window = window_of("One two. Three.", 0, 4);
    window.tokens = {{0, " One", 1}, {1, " two", 1}, {2, ".", 1}, {3, " ", 1},
                     {4, "Th", 1},   {5, "ree.", 1}, {6, "", 1}};
    const auto segments = segments_of_window(window);
    QCOMPARE(segments.size(), 2U);
    QCOMPARE(segments[0].tokens.size(), 4U);
    QCOMPARE(segments[1].tokens.size(), 3U);
    QCOMPARE(segments[1].tokens[0].id, 4);
  }

  void cleanedTextKeepsItsTokens() {
    WindowText window = window_of("ignored", 0, 4);
    window.text = "One \uFFFD. Two.";
    window.tokens = {{0, " One", 1}, {1, " \xE4\xBD", 1}, {2, ".", 1}, {3, " Two.", 1}};
    const auto segments = segments_of_window(window);
    QCOMPARE(breach(window, segments), QString());
    QCOMPARE(segments.at(1).tokens.back().id, 3);
  }

  void oneEndlessWord() {
    const WindowText window = window_of(std::string(400, 'a'), 0, 30, {{0, 30}});
    const auto segments = segments_of_window(window);
    QCOMPARE(breach(window, segments), QString());
    QCOMPARE(segments.size(), 1U);
  }

  // A server may answer anything: the search for each word's place must not compare each with each.
  void farTooManyWords() {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "a ";
    text += "end.";
    const WindowText window = window_of(text, 0, 30, {{1, 4}, {5, 9}, {10, 15}, {17, 28}});
    const auto segments = segments_of_window(window);
    QCOMPARE(breach(window, segments), QString());
    QVERIFY(segments.size() >= 4);
  }

  void randomWindows() {
    const std::vector<std::string> pieces{
        "word", "a", "Mr.", "7",    "2,000.5",    "end.", "so,", "what?", "—",  "你好",
        "。",   "😀", "GPU", "it's", "\"quote.\"", "...",  "é",   "(x)",   "\n", "supercalifragilistic"};
    for (unsigned seed = 0; seed < 1000; ++seed) {
      std::mt19937 random(seed);
      const auto uniform = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
      };
      std::string text;
      for (std::size_t words = random() % 120; words > 0; --words) {
        if (!text.empty() && random() % 8 != 0) text += ' ';
        text += pieces[random() % pieces.size()];
      }
      WindowText window;
      window.window = static_cast<int>(seed);
      window.start_s = uniform(0, 10000);
      window.end_s = window.start_s + (seed % 10 == 0 ? uniform(0, 0.2) : uniform(0, 35));
      window.text = text;
      window.tokens = tokens_of(text, random);
      window.looped = seed % 7 == 0;
      for (std::size_t spans = random() % 40; spans > 0;
           --spans) {  // in any order, also outside and backwards
        const double begin = uniform(window.start_s - 2, window.end_s + 2);
        window.voiced_s.emplace_back(begin, begin + uniform(-0.5, 4));
      }
      const QString found = breach(window, segments_of_window(window));
      QVERIFY2(found.isEmpty(), qPrintable(QString("seed %1: %2").arg(seed).arg(found)));
    }
  }

  // 2420 ideographs, a word each, in a joint window: fast, but somebody may say so many.
  void aJointWindowOfManyIdeographs() {
    constexpr int count = 220;
    constexpr double sentence_s = 2.5;
    std::string text;
    std::vector<std::pair<double, double>> voiced;
    for (int i = 0; i < count; ++i) {
      text += "今天天气很好我们去公园。";
      voiced.emplace_back(i * sentence_s, i * sentence_s + 2.0);
    }
    const WindowText window = window_of(text, 0, count * sentence_s, voiced);
    const auto segments = segments_of_window(window);
    QCOMPARE(breach(window, segments), QString());
    QCOMPARE(segments.size(), std::size_t{count});
    for (std::size_t i = 0; i < segments.size(); ++i)
      QVERIFY(std::abs(segments[i].start_s - static_cast<double>(i) * sentence_s) < 0.01);
  }

  /// The time grows with the length, 12 times for 10, and not with its square.
  void aJointWindowOfTenMinutesIsQuick() {
    const auto sentences = [](int count) {
      std::string text;
      std::vector<std::pair<double, double>> voiced;
      for (int i = 0; i < count; ++i) {
        text += "The kernel multiplies two matrices, tile by tile. ";
        voiced.emplace_back(i * 3.0, i * 3.0 + 1.4);
        voiced.emplace_back(i * 3.0 + 1.6, i * 3.0 + 2.5);
      }
      text.pop_back();
      return window_of(text, 0, count * 3.0, voiced);
    };
    const WindowText window = sentences(210);
    const auto took_ms = [](const WindowText& text) {
      return test::least_processor_ms(5, [&] { segments_of_window(text); });
    };
    const double times = took_ms(window) / took_ms(sentences(21));
    qInfo("ten times the text takes %.1f times as long", times);
    QVERIFY2(times < 50.0, qPrintable(QString::number(times)));
    const auto segments = segments_of_window(window);
    QCOMPARE(breach(window, segments), QString());
    QCOMPARE(segments.size(), 210U);
    for (std::size_t i = 0; i < segments.size(); ++i) {
      QVERIFY(std::abs(segments[i].start_s - static_cast<double>(i) * 3.0) < 0.01);
    }
  }
};

QTEST_APPLESS_MAIN(SegmenterTest)
#include "test_segmenter.moc"
