// SPDX-License-Identifier: Apache-2.0
// Captions by themselves: how they are painted, the overlay's places, the window for an audience, the
// settings.
#include <QComboBox>
#include <QGuiApplication>
#include <QScreen>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/patience.h"
#include "ui/captions/audience_window.h"
#include "ui/captions/caption_dialog.h"
#include "ui/captions/caption_overlay.h"
#include "ui/captions/caption_view.h"
#include "ui/settings/settings.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

using test::patience_ms;

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
