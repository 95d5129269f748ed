// SPDX-License-Identifier: Apache-2.0
// The text of captions: how its lines stand, and what is told of a live document.
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/patience.h"
#include "ui/captions/caption_feed.h"
#include "ui/captions/caption_layout.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

using test::patience_ms;

/// Latin letters are one wide, Chinese ones two.
double width_of(const QString& text) {
  double width = 0.0;
  for (const QChar letter : text) width += letter.unicode() >= 0x2E80 ? 2.0 : 1.0;
  return width;
}

CaptionLayout layout_of(double width, int lines) {
  CaptionLayout layout;
  layout.set_room(width_of, width, 1.0, lines);
  return layout;
}

QString text_of(const CaptionLayout& layout) {
  QStringList all;
  for (const CaptionLine& line : layout.shown())
    all << line.text.left(line.fixed) + QLatin1Char('_') + line.text.mid(line.fixed);
  return all.join(QLatin1Char('|'));
}

QString lines_of(const CaptionLayout& layout) {
  return text_of(layout).remove(QLatin1Char('_'));
}

LivePiece piece(const char* text, int utterance, bool closes = false) {
  return {.text = text, .utterance = utterance, .closes = closes};
}

}  // namespace

class TestCaptionText : public QObject {
  Q_OBJECT

 private slots:
  void lines_break_between_words_and_new_ones_push_old_ones_up() {
    CaptionLayout layout = layout_of(12, 2);
    QVERIFY(layout.empty() && layout.shown().empty());
    layout.append(QStringLiteral("one two"));
    layout.set_tail(QStringLiteral(" three"));
    QCOMPARE(text_of(layout), QStringLiteral("one two_|_three"));
    layout.append(QStringLiteral(" three four"));
    QCOMPARE(text_of(layout), QStringLiteral("one two_|three four_"));
    layout.set_tail(QStringLiteral(" five"));
    QCOMPARE(text_of(layout), QStringLiteral("three four_|_five"));
    // A tail that goes brings no line back down; one that only changes leaves the fixed words alone.
    layout.set_tail({});
    QCOMPARE(text_of(layout), QStringLiteral("three four_"));
    layout.set_tail(QStringLiteral(" fig and file"));
    QCOMPARE(text_of(layout), QStringLiteral("three four_|_fig and file"));
    layout.clear();
    QVERIFY(layout.empty());
    layout.append(QStringLiteral(" six"));
    QCOMPARE(text_of(layout), QStringLiteral("six_"));
  }

  void chinese_breaks_between_characters_and_punctuation_hangs() {
    CaptionLayout layout = layout_of(12, 3);
    layout.append(QStringLiteral("今天天气很"));
    layout.append(QStringLiteral("好"));
    layout.append(QStringLiteral("。"));                            // would be the seventh character
    QCOMPARE(lines_of(layout), QStringLiteral("今天天气很好|。"));  // two wide, and one may hang
    CaptionLayout roomy;
    roomy.set_room(width_of, 12, 2.0, 3);
    roomy.append(QStringLiteral("今天天气很好"));
    roomy.append(QStringLiteral("。我们去公园"));
    QCOMPARE(lines_of(roomy), QStringLiteral("今天天气很好。|我们去公园"));
    CaptionLayout mixed = layout_of(12, 3);
    mixed.append(QStringLiteral("用 Qt 写的程序 window"));
    for (const CaptionLine& line : mixed.shown()) QVERIFY(width_of(line.text) <= 12);
    QVERIFY(lines_of(mixed).endsWith(QStringLiteral("window")));  // a word stays whole
  }

  void a_word_wider_than_a_line_is_broken_anywhere() {
    CaptionLayout layout = layout_of(5, 3);
    layout.append(QStringLiteral("Donaudampfschiff"));
    QCOMPARE(lines_of(layout), QStringLiteral("dampf|schif|f"));
    QCOMPARE(layout.text(), QStringLiteral("dampfschiff"));
  }

  /// Words come in random portions, with tails that change: what is fixed keeps its line and its place.
  void fixed_words_never_move() {
    QRandomGenerator random(7);
    for (int run = 0; run < 60; ++run) {
      const bool chinese = run % 2 == 1;
      const int lines = 2 + run % 3;
      CaptionLayout layout = layout_of(14 + run % 7, lines);
      const auto some = [&](int count) {
        QString text;
        for (int i = 0; i < count; ++i) {
          if (chinese) {
            text += i % 5 == 4 ? QStringLiteral("，") : QString(QChar(0x4E00 + random.bounded(500)));
          } else {
            text += QLatin1Char(' ') + QString(1 + random.bounded(9), QLatin1Char('a'));
            if (random.bounded(4) == 0) text += QLatin1Char(',');
          }
        }
        return text;
      };
      std::vector<CaptionLine> before;
      for (int step = 0; step < 80; ++step) {
        if (step % 3 == 0) {
          layout.append(some(1 + static_cast<int>(random.bounded(3))));
        } else {
          layout.set_tail(some(static_cast<int>(random.bounded(9))));
        }
        const std::vector<CaptionLine> now = layout.shown();
        QVERIFY(now.size() <= static_cast<std::size_t>(lines));
        // The fixed text that both show is on lines with the same beginnings, moved up or not at all.
        bool found = before.empty();
        for (std::size_t up = 0; up <= before.size() && !found; ++up) {
          found = true;
          for (std::size_t i = up; i < before.size() && found; ++i) {
            const QString fixed = before[i].text.left(before[i].fixed);
            if (fixed.isEmpty()) continue;
            found = i - up < now.size() && now[i - up].text.startsWith(fixed);
          }
        }
        QVERIFY2(found, qPrintable(text_of(layout)));
        before = now;
      }
    }
  }

  void another_width_breaks_the_text_anew_and_loses_nothing() {
    CaptionLayout layout = layout_of(8, 4);
    layout.append(QStringLiteral("one two three four five"));
    layout.set_room(width_of, 100, 1.0, 4);
    QCOMPARE(lines_of(layout), QStringLiteral("one two three four five"));
    CaptionLayout narrow = layout_of(1, 4);  // as before a window has its size
    const QString all = QStringLiteral("the quick brown fox jumps over the lazy dog and the cat");
    narrow.append(all);
    narrow.set_room(width_of, 100, 1.0, 4);
    QCOMPARE(lines_of(narrow), all);
  }

  void hours_of_words_need_no_more_room() {
    CaptionLayout layout = layout_of(12, 4);
    for (int i = 0; i < 20'000; ++i) layout.append(QStringLiteral(" word"));
    layout.set_room(width_of, 1e9, 1.0, 4);
    QVERIFY(layout.text().size() < 1000);
    QVERIFY(layout.text().endsWith(QStringLiteral("word word")));
  }

  void the_feed_tells_each_word_once() {
    auto document = std::make_shared<TranscriptDocument>();
    CaptionFeed feed;
    QString told, tail;
    int cleared = 0;
    connect(&feed, &CaptionFeed::appended, this, [&](const QString& text) { told += text; });
    connect(&feed, &CaptionFeed::tailChanged, this, [&](const QString& text) { tail = text; });
    connect(&feed, &CaptionFeed::cleared, this, [&] { ++cleared; });
    feed.set_pause(0);
    feed.follow(document);
    QCOMPARE(cleared, 1);
    document->set_tail({QStringLiteral("Good day"), 0.0, 0});
    QCOMPARE(tail, QStringLiteral("Good day"));
    document->append_words(piece("Good", 0));
    document->set_tail({QStringLiteral(" morning"), 0.0, 0});
    QCOMPARE(told, QStringLiteral("Good"));
    QCOMPARE(tail, QStringLiteral(" morning"));
    document->append_words(piece(" morning.", 0, true));
    QCOMPARE(tail, QString());
    document->set_tail({QStringLiteral("Well"), 0.0, 1});
    QCOMPARE(tail, QStringLiteral(" Well"));  // another utterance
    document->append_words(piece("Well.", 1, true));
    document->append_words(piece("好。", 2, true));
    document->append_words(piece("好。", 3, true));
    QCOMPARE(told, document->plain_text());
    document->finish(document->transcript());
    QCOMPARE(told, document->plain_text());
    told.clear();
    feed.follow(document);  // in the middle: the last words are there at once
    QCOMPARE(told, document->plain_text());
    feed.follow(nullptr);
    QCOMPARE(cleared, 3);
  }

  void a_pause_clears_but_not_what_is_still_to_come() {
    auto document = std::make_shared<TranscriptDocument>();
    CaptionFeed feed;
    feed.follow(document);
    feed.set_pause(20);
    document->append_words(piece("One", 0));
    document->set_tail({QStringLiteral(" two"), 0.0, 0});
    QSignalSpy cleared(&feed, &CaptionFeed::cleared);
    {  // another's longer pause, which began later, is over
      const auto other = std::make_shared<TranscriptDocument>();
      CaptionFeed later;
      later.follow(other);
      later.set_pause(60);
      QSignalSpy over(&later, &CaptionFeed::cleared);
      other->append_words(piece("One.", 0, true));
      QTRY_COMPARE(over.size(), 1);
    }
    QCOMPARE(cleared.size(), 0);
    document->append_words(piece(" two.", 0, true));
    QTRY_COMPARE_WITH_TIMEOUT(cleared.size(), 1, patience_ms);
    // Where something else must be read, nothing is waited for.
    document->set_tail({QStringLiteral(" three"), 0.0, 0});
    feed.set_more_to_read(true);
    QTRY_COMPARE_WITH_TIMEOUT(cleared.size(), 2, patience_ms);
    feed.set_more_to_read(false);
    // What is corrected afterwards is not told.
    feed.let_go();
    QSignalSpy told(&feed, &CaptionFeed::appended);
    document->append_words(piece("Four.", 1, true));
    QCOMPARE(told.size(), 0);
  }
};

QTEST_GUILESS_MAIN(TestCaptionText)
#include "test_caption_text.moc"
