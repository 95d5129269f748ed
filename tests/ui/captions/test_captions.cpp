// SPDX-License-Identifier: Apache-2.0
// Captions by themselves: how their lines stand, what is told of a live document, the overlay's places, the
// window for an audience, the settings.
#include <QComboBox>
#include <QGuiApplication>
#include <QRandomGenerator>
#include <QScreen>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/captions/audience_window.h"
#include "ui/captions/caption_dialog.h"
#include "ui/captions/caption_feed.h"
#include "ui/captions/caption_overlay.h"
#include "ui/captions/caption_view.h"
#include "ui/settings/settings.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

constexpr int patience_ms = 30'000;

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

void drag(QWidget& widget, const QPoint& from, const QPoint& by) {
  const QPointF begin = widget.mapToGlobal(QPointF(from)), end = begin + by;
  const auto send = [&](QEvent::Type type, const QPointF& place, Qt::MouseButtons buttons) {
    QMouseEvent event(type, widget.mapFromGlobal(place), place,
                      type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, buttons, {});
    QCoreApplication::sendEvent(&widget, &event);
  };
  send(QEvent::MouseButtonPress, begin, Qt::LeftButton);
  send(QEvent::MouseMove, end, Qt::LeftButton);
  send(QEvent::MouseButtonRelease, end, Qt::NoButton);
}

struct Kept {
  QTemporaryDir folder;
  Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
};

}  // namespace

class TestCaptions : public QObject {
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
    QTest::qWait(200);
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

  void every_colour_is_readable_on_what_may_lie_below() {
    for (const CaptionColors colors :
         {CaptionColors::white_on_black, CaptionColors::yellow_on_black, CaptionColors::black_on_white}) {
      const CaptionInk& ink = caption_ink(colors);
      QVERIFY(contrast(ink.text, ink.background) >= 7.0);
      QVERIFY(contrast(ink.provisional, ink.background) >= 7.0);
      QVERIFY(ink.text != ink.provisional);
      for (const QColor& below : {QColor(Qt::white), QColor(Qt::black)}) {
        const QColor seen = mixed(below, ink.background, CaptionLimits::least_opacity / 100.0);
        QVERIFY(contrast(ink.text, seen) >= 4.5);
        QVERIFY(contrast(ink.provisional, seen) >= 3.0);  // large text
      }
    }
  }

  void the_view_is_as_high_as_its_lines_and_paints_them() {
    CaptionView view;
    view.set_style({.size = 32, .lines = 3, .colors = CaptionColors::white_on_black, .opacity = 100});
    view.resize(500, view.sizeHint().height());
    view.show();
    QVERIFY(view.height() >= 3 * view.line_height());
    const auto white = [&view] {
      const QImage image = view.grab().toImage();
      int found = 0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) found += image.pixel(x, y) == qRgb(255, 255, 255) ? 1 : 0;
      return found;
    };
    QCOMPARE(white(), 0);
    view.set_hint(QStringLiteral("Listening"));
    QVERIFY(white() > 0);
    view.append(QStringLiteral("A few words that are enough for several lines of this view, and more."));
    QVERIFY(view.lines().size() == 2 || view.lines().size() == 3);
    QCOMPARE(view.accessibleDescription(), view.lines().join(QLatin1Char(' ')));
    view.set_style({.size = 96, .lines = 2});
    QCOMPARE(view.lines().size(), 2);
    view.clear();
    QVERIFY(!view.has_text());
    QCOMPARE(view.accessibleDescription(), QStringLiteral("Listening"));
  }

  void a_place_is_always_on_its_screen() {
    const QRect area(100, 50, 1000, 700);
    const QRect usual = caption_place_in(area, {}, 90);
    QCOMPARE(usual.center().x() / 2, area.center().x() / 2);
    QVERIFY(area.contains(usual) && usual.top() > area.center().y());
    QCOMPARE(caption_place_in(area, QRect(30, 40, 500, 10), 90), QRect(130, 90, 500, 90));
    for (const QRect& kept : {QRect(-500, -500, 300, 90), QRect(5000, 5000, 300, 90), QRect(0, 0, 9000, 90),
                              QRect(0, 0, 3, 90)}) {
      const QRect place = caption_place_in(area, kept, 90);
      QVERIFY(area.contains(place) && place.width() >= 240);
    }
    QVERIFY(area.contains(caption_place_in(area, {}, 5000)));
  }

  void the_overlay_is_dragged_made_wider_and_comes_back() {
    Kept kept;
    const QRect area = QGuiApplication::primaryScreen()->availableGeometry();
    QRect last;
    {
      CaptionOverlay overlay(kept.settings);
      overlay.set_style(kept.settings.captions().overlay);
      QVERIFY(overlay.windowFlags().testFlag(Qt::WindowStaysOnTopHint) &&
              overlay.windowFlags().testFlag(Qt::WindowDoesNotAcceptFocus));
      overlay.show();
      const QRect first = overlay.geometry();
      QVERIFY(area.contains(first));
      drag(overlay, {100, 20}, {-30, -60});
      QCOMPARE(overlay.geometry(), first.translated(-30, -60));
      drag(overlay, {overlay.width() - 3, 20}, {-20, 10});
      QCOMPARE(overlay.geometry(), first.translated(-30, -60).adjusted(0, 0, -20, 0));
      drag(overlay, {3, 20}, {5000, 0});
      QCOMPARE(overlay.width(), 240);
      last = overlay.geometry();
      overlay.hide();
    }
    CaptionOverlay overlay(kept.settings);
    overlay.set_style(kept.settings.captions().overlay);
    overlay.show();
    QCOMPARE(overlay.geometry(), last);
    // Larger letters need more room: it stays on the screen.
    overlay.set_style({.size = 96, .lines = 4});
    QVERIFY(area.contains(overlay.geometry()));
    overlay.move_to(Qt::TopEdge);
    QVERIFY(overlay.geometry().top() < area.center().y());
    overlay.set_style({.size = 32, .lines = 2});
    overlay.move_to(Qt::BottomEdge);
    QVERIFY(overlay.geometry().top() > area.center().y());
    overlay.hide();
    // The screen of the last time is gone.
    kept.settings.caption_screen.set(QStringLiteral("HDMI-9"));
    const QRect far(9000, 9000, 400, 90);
    kept.settings.set_caption_place(QStringLiteral("HDMI-9"), far);
    overlay.show();
    QVERIFY(area.contains(overlay.geometry()));
  }

  /// While it is shown, and after a drag. There it stands again when the screen is back.
  void a_screen_that_goes_takes_no_captions_along() {
    Kept kept;
    CaptionOverlay overlay(kept.settings);
    overlay.set_style(kept.settings.captions().overlay);
    overlay.show();
    QScreen* screen = QGuiApplication::primaryScreen();
    drag(overlay, {100, 20}, {-20, -20});
    kept.settings.caption_screen.set(QStringLiteral("HDMI-9"));
    const QRect there(10, 20, 400, 90);
    kept.settings.set_caption_place(QStringLiteral("HDMI-9"), there);
    overlay.move(9000, 9000);
    emit qGuiApp->screenRemoved(screen);
    QTRY_VERIFY_WITH_TIMEOUT(screen->availableGeometry().contains(overlay.geometry()), patience_ms);
    overlay.move(9000, 9000);
    emit screen->availableGeometryChanged(screen->availableGeometry());
    QTRY_VERIFY_WITH_TIMEOUT(screen->availableGeometry().contains(overlay.geometry()), patience_ms);
    overlay.hide();
    QCOMPARE(kept.settings.caption_screen.get(), QStringLiteral("HDMI-9"));
    QCOMPARE(kept.settings.caption_place(QStringLiteral("HDMI-9")), there);

    QSignalSpy closed(&overlay, &CaptionOverlay::left);
    overlay.show();
    overlay.close();  // as a desktop may
    QCOMPARE(closed.size(), 1);
    AudienceWindow audience;
    audience.set_style(kept.settings.captions().audience);
    QSignalSpy left(&audience, &AudienceWindow::left);
    audience.show_on(screen);
    emit qGuiApp->screenRemoved(screen);
    QVERIFY(!audience.isVisible());
    QCOMPARE(left.size(), 1);
  }

  void clicks_go_through_and_the_place_stays() {
    Kept kept;
    CaptionOverlay overlay(kept.settings);
    overlay.set_style(kept.settings.captions().overlay);
    overlay.show();
    drag(overlay, {100, 20}, {-20, -20});
    const QRect place = overlay.geometry();
    overlay.set_click_through(true);
    QVERIFY(overlay.click_through() && overlay.isVisible());
    QCOMPARE(overlay.geometry(), place);
    overlay.set_click_through(false);
    QVERIFY(!overlay.click_through() && overlay.isVisible());
    QCOMPARE(overlay.geometry(), place);
  }

  void the_audience_has_the_whole_screen_and_escape_leaves() {
    AudienceWindow audience;
    audience.set_style({.size = 200, .lines = 8, .opacity = 100});
    QSignalSpy left(&audience, &AudienceWindow::left);
    audience.show_on(QGuiApplication::primaryScreen());
    QTRY_COMPARE_WITH_TIMEOUT(audience.size(), QGuiApplication::primaryScreen()->size(), patience_ms);
    QVERIFY(audience.rect().contains(audience.view().geometry()));  // as many lines as there is room for
    QVERIFY(audience.view().style_of_text().lines < 8);
    QTest::keyClick(&audience, Qt::Key_A);
    QVERIFY(audience.isVisible());
    QTest::keyClick(&audience, Qt::Key_Escape);
    QVERIFY(!audience.isVisible());
    QCOMPARE(left.size(), 1);
  }

  void settings_come_back_and_wrong_ones_are_limited() {
    Kept kept;
    QCOMPARE(kept.settings.captions(), CaptionSettings());
    CaptionSettings chosen{
        .source = CaptionSource::chosen,
        .clear_after_s = 0,
        .click_through = true,
        .overlay = {.size = 48, .lines = 4, .colors = CaptionColors::yellow_on_black, .opacity = 70},
        .audience = {.size = 120, .lines = 6, .colors = CaptionColors::black_on_white, .opacity = 100}};
    kept.settings.set_captions(chosen);
    QCOMPARE(kept.settings.captions(), chosen);
    kept.settings.set_caption_place(QStringLiteral("DP/1"), QRect(1, 2, 300, 40));
    QCOMPARE(kept.settings.caption_place(QStringLiteral("DP/1")), QRect(1, 2, 300, 40));
    QVERIFY(kept.settings.caption_place(QStringLiteral("DP-2")).isEmpty());
    chosen.overlay = {.size = 5000, .lines = -3, .opacity = 0};
    chosen.clear_after_s = -1;
    kept.settings.set_captions(chosen);
    QCOMPARE(kept.settings.captions().overlay, (CaptionStyle{.size = 96, .lines = 2, .opacity = 60}));
    QCOMPARE(kept.settings.captions().clear_after_s, 0);
  }

  void the_dialog_shows_what_is_chosen() {
    const CaptionSettings now;
    CaptionDialog dialog(now,
                         {.chosen_source = QStringLiteral("Webcam"), .keeping = QStringLiteral("Kept.")});
    dialog.show();
    QCOMPARE(dialog.chosen(), now);
    auto* preview = dialog.findChild<CaptionView*>(QStringLiteral("captionPreview"));
    QVERIFY(preview->has_text());
    dialog.findChild<QSpinBox*>(QStringLiteral("overlaySize"))->setValue(24);
    dialog.findChild<QSpinBox*>(QStringLiteral("overlayLines"))->setValue(3);
    dialog.findChild<QSpinBox*>(QStringLiteral("overlayOpacity"))->setValue(70);
    dialog.findChild<QComboBox*>(QStringLiteral("overlayColors"))->setCurrentIndex(1);
    const CaptionStyle wanted{
        .size = 24, .lines = 3, .colors = CaptionColors::yellow_on_black, .opacity = 70};
    CaptionStyle fitting = wanted;  // a low screen leaves less room
    fitting.lines = std::min(3, preview->lines_in(preview->parentWidget()->height() - 20));
    QCOMPARE(preview->style_of_text(), fitting);
    QVERIFY(preview->parentWidget()->rect().contains(preview->geometry()));
    dialog.findChild<QTabWidget*>()->setCurrentIndex(1);
    dialog.findChild<QComboBox*>(QStringLiteral("audienceColors"))->setCurrentIndex(2);
    QCOMPARE(preview->style_of_text().colors, CaptionColors::black_on_white);
    dialog.findChild<QComboBox*>(QStringLiteral("captionSource"))->setCurrentIndex(1);
    dialog.findChild<QSpinBox*>(QStringLiteral("captionClear"))->setValue(0);
    const CaptionSettings chosen = dialog.chosen();
    QCOMPARE(chosen.overlay, wanted);
    QCOMPARE(chosen.audience.colors, CaptionColors::black_on_white);
    QCOMPARE(chosen.audience.size, now.audience.size);
    QCOMPARE(chosen.source, CaptionSource::chosen);
    QCOMPARE(chosen.clear_after_s, 0);
  }
};

QTEST_MAIN(TestCaptions)
#include "test_captions.moc"
