// SPDX-License-Identifier: Apache-2.0
// Captions on an X server of the test's own: they ask to be above all other windows, never take the keyboard,
// and let clicks through to what is below them when they are told to.
#include <QApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>
#include <vector>

#include <xcb/xtest.h>

#include "app/gui/desktop/x11/x11_connection.h"
#include "tests/support/patience.h"
#include "ui/captions/caption_overlay.h"
#include "ui/settings/settings.h"

using namespace tilescribe;

namespace {

/// A window of another program, below everything, that counts the clicks that reach it.
class Below {
 public:
  Below() : window_(xcb_generate_id(x11_.get())) {
    const std::uint32_t mask = XCB_EVENT_MASK_BUTTON_PRESS;
    xcb_create_window(x11_.get(), XCB_COPY_FROM_PARENT, window_, x11_.root(), 0, 0, 1280, 800, 0,
                      XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK, &mask);
    xcb_map_window(x11_.get(), window_);
    x11_.finish();
  }
  int clicks() {
    while (const XcbPtr<xcb_generic_event_t> event{xcb_poll_for_event(x11_.get())}) {
      if ((event->response_type & 0x7f) == XCB_BUTTON_PRESS) ++clicks_;
    }
    return clicks_;
  }

 private:
  X11Connection x11_;
  xcb_window_t window_;
  int clicks_ = 0;
};

/// Counts the clicks that a widget gets.
class Clicks : public QObject {
 public:
  explicit Clicks(QWidget& on) { on.installEventFilter(this); }
  bool eventFilter(QObject* /*watched*/, QEvent* event) override {
    const bool press = event->type() == QEvent::MouseButtonPress;
    if (press || event->type() == QEvent::MouseButtonDblClick) ++count;
    return false;
  }
  int count = 0;
};

}  // namespace

class TestX11Captions : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<ui::Settings>(folder_->filePath(QStringLiteral("settings.ini")));
    overlay_ = std::make_unique<ui::CaptionOverlay>(*settings_);
    overlay_->set_style({});
  }
  void cleanup() { overlay_.reset(); }

  void they_ask_to_be_above_all_windows_and_without_the_keyboard() {
    QWidget plain;
    for (QWidget* window : {static_cast<QWidget*>(overlay_.get()), &plain}) {
      window->show();
      QTRY_VERIFY(is_on_screen(*window));
    }
    const xcb_atom_t above = atom("_NET_WM_STATE_ABOVE");
    QVERIFY(state_of(*overlay_).contains(above));
    QVERIFY(!state_of(plain).contains(above));
    QVERIFY(!takes_keyboard(*overlay_));
    QVERIFY(takes_keyboard(plain));
    // Also after the window was made anew.
    overlay_->set_click_through(true);
    QTRY_VERIFY(is_on_screen(*overlay_));
    QVERIFY(state_of(*overlay_).contains(above));
  }

  void clicks_go_through_when_they_are_told_to() {
    Below below;
    overlay_->show();
    QTRY_VERIFY(is_on_screen(*overlay_));
    Clicks clicks(*overlay_);
    click();
    QTRY_COMPARE(clicks.count, 1);
    QCOMPARE(below.clicks(), 0);
    overlay_->set_click_through(true);
    QTRY_VERIFY(is_on_screen(*overlay_));
    click();
    QTRY_COMPARE(below.clicks(), 1);
    QCOMPARE(clicks.count, 1);
    overlay_->set_click_through(false);
    QTRY_VERIFY(is_on_screen(*overlay_));
    click();
    QTRY_COMPARE(clicks.count, 2);
    QCOMPARE(below.clicks(), 1);
  }

 private:
  xcb_atom_t atom(const char* name) {
    const XcbPtr<xcb_intern_atom_reply_t> reply{xcb_intern_atom_reply(
        x11_.get(), xcb_intern_atom(x11_.get(), 0, static_cast<std::uint16_t>(qstrlen(name)), name),
        nullptr)};
    return reply ? reply->atom : xcb_atom_t{XCB_ATOM_NONE};
  }
  QList<std::uint32_t> property(const QWidget& window, xcb_atom_t name) {
    const XcbPtr<xcb_get_property_reply_t> reply{xcb_get_property_reply(
        x11_.get(),
        xcb_get_property(x11_.get(), 0, static_cast<xcb_window_t>(window.winId()), name, XCB_ATOM_ANY, 0, 64),
        nullptr)};
    if (!reply) return {};
    const auto* values = static_cast<const std::uint32_t*>(xcb_get_property_value(reply.get()));
    return {values, values + reply->value_len};
  }
  bool is_on_screen(const QWidget& window) {
    const XcbPtr<xcb_get_window_attributes_reply_t> reply{xcb_get_window_attributes_reply(
        x11_.get(), xcb_get_window_attributes(x11_.get(), static_cast<xcb_window_t>(window.winId())),
        nullptr)};
    return reply && reply->map_state == XCB_MAP_STATE_VIEWABLE;
  }
  /// What the window asks of a window manager.
  QList<std::uint32_t> state_of(const QWidget& window) { return property(window, atom("_NET_WM_STATE")); }
  /// The second word of WM_HINTS (ICCCM, section 4.1.2.4) is `input`, where the first has bit 0.
  bool takes_keyboard(const QWidget& window) {
    const QList<std::uint32_t> hints = property(window, XCB_ATOM_WM_HINTS);
    return hints.size() < 2 || (hints[0] & 1U) == 0 || hints[1] != 0;
  }
  void click() {
    const QPoint at = overlay_->geometry().center();
    const auto fake = [&](std::uint8_t what, std::uint8_t detail) {
      xcb_test_fake_input(x11_.get(), what, detail, XCB_CURRENT_TIME, x11_.root(),
                          static_cast<std::int16_t>(at.x()), static_cast<std::int16_t>(at.y()), 0);
    };
    fake(XCB_MOTION_NOTIFY, 0);
    fake(XCB_BUTTON_PRESS, 1);
    fake(XCB_BUTTON_RELEASE, 1);
    x11_.finish();
  }

  X11Connection x11_;
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<ui::Settings> settings_;
  std::unique_ptr<ui::CaptionOverlay> overlay_;
};

int main(int argc, char** argv) {
  QProcess server;
  server.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  server.start(
      QStringLiteral("Xvfb"),
      {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
       QStringLiteral("1280x800x24"), QStringLiteral("-nolisten"), QStringLiteral("tcp")});
  QByteArray display;
  while (!display.endsWith('\n') && server.waitForReadyRead(test::patience_ms)) display += server.readLine();
  if (!display.endsWith('\n')) qFatal("Xvfb does not start; packaging/setup.sh test installs it");
  qputenv("DISPLAY", ":" + display.trimmed());
  qputenv("QT_QPA_PLATFORM", "xcb");
  int result = 0;
  {
    const QApplication application(argc, argv);
    TestX11Captions test;
    result = QTest::qExec(&test, argc, argv);
  }
  server.terminate();
  server.waitForFinished();
  return result;
}
#include "test_x11_captions.moc"
