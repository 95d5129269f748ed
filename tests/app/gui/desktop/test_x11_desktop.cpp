// SPDX-License-Identifier: Apache-2.0
// The shortcut in every window, and typing into the active one, on an X server of the test's own.
#include <QGuiApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QtTest>
#include <memory>

#include <xcb/xtest.h>

#include "app/gui/desktop/x11/x11_connection.h"
#include "app/gui/desktop/x11/x11_shortcut.h"
#include "app/gui/desktop/x11/x11_typer.h"
#include "tests/support/patience.h"

using namespace tilescribe;

namespace {

constexpr xcb_keycode_t control_key = 37;  // as on every PC keyboard under X
constexpr xcb_keycode_t d_key = 40;

/// A program with a line of text that has the keyboard.
class Target {
 public:
  explicit Target(const QStringList& arguments = {}) {
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    process_.setProcessEnvironment(environment);
    process_.start(QStringLiteral(TYPING_TARGET), arguments);
  }
  ~Target() {
    process_.kill();
    process_.waitForFinished();
  }
  bool ready() {
    return QTest::qWaitFor([this] { return lines().contains(QStringLiteral("ready")); }, 20'000);
  }
  QString text() {
    const QStringList all = lines();
    return all.isEmpty() || all.back() == QLatin1String("ready") ? QString() : all.back();
  }

 private:
  QStringList lines() {
    out_ += process_.readAllStandardOutput();
    QStringList all = QString::fromUtf8(out_).split(QLatin1Char('\n'));
    all.removeLast();  // not at its end yet, or empty
    return all;
  }

  QProcess process_;
  QByteArray out_;
};

}  // namespace

class TestX11Desktop : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    server_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    server_.start(QStringLiteral("Xvfb"),
                  {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"),
                   QStringLiteral("0"), QStringLiteral("640x480x24"), QStringLiteral("-ardelay"),
                   QStringLiteral("1500"), QStringLiteral("-nolisten"), QStringLiteral("tcp")});
    QTRY_VERIFY_WITH_TIMEOUT(server_.canReadLine(), 20'000);
    qputenv("DISPLAY", ":" + server_.readLine().trimmed());
    keys_ = std::make_unique<X11Connection>();
    QVERIFY(keys_->good());
  }

  void cleanupTestCase() {
    keys_.reset();
    server_.terminate();
    server_.waitForFinished();
  }

  void chords_have_keysyms() {
    const auto chord = x11_chord(QKeySequence(Qt::CTRL | Qt::META | Qt::Key_D));
    QVERIFY(chord);
    QCOMPARE(chord->key, xcb_keysym_t{'d'});
    QCOMPARE(chord->modifiers, std::uint16_t{XCB_MOD_MASK_CONTROL | XCB_MOD_MASK_4});
    QCOMPARE(x11_chord(QKeySequence(Qt::Key_F9))->key, xcb_keysym_t{0xffc6});
    QCOMPARE(x11_chord(QKeySequence(Qt::Key_Right))->key, xcb_keysym_t{0xff53});
    QVERIFY(!x11_chord(QKeySequence()));
    QVERIFY(!x11_chord(QKeySequence(Qt::Key_Launch0)));
  }

  void the_shortcut_is_heard_in_every_window_once_a_press() {
    X11Shortcut shortcut;
    QCOMPARE(shortcut.limit(), QString());
    QSignalSpy refused(&shortcut, &GlobalShortcut::refused);
    QSignalSpy heard(&shortcut, &GlobalShortcut::activated);
    shortcut.set(QKeySequence(Qt::CTRL | Qt::Key_D));
    QCOMPARE(refused.size(), 0);
    key(XCB_KEY_PRESS, control_key);
    key(XCB_KEY_PRESS, d_key);
    QTRY_COMPARE(heard.size(), 1);
    QTest::qWait(2000);  // this server repeats a key that is held down after 1.5 s
    QCOMPARE(heard.size(), 1);
    key(XCB_KEY_RELEASE, d_key);
    QTest::qWait(30);  // nobody is quicker; a repetition comes at the same instant
    key(XCB_KEY_PRESS, d_key);
    QTRY_COMPARE(heard.size(), 2);
    key(XCB_KEY_RELEASE, d_key);
    // Off again.
    shortcut.set({});
    key(XCB_KEY_PRESS, d_key);
    key(XCB_KEY_RELEASE, d_key);
    key(XCB_KEY_RELEASE, control_key);
    shortcut.set(QKeySequence(Qt::Key_F9));  // an answer from the server: what was pressed before has passed
    QCOMPARE(heard.size(), 2);
  }

  void a_chord_of_another_program_is_refused_in_words() {
    X11Shortcut other;
    other.set(QKeySequence(Qt::CTRL | Qt::Key_F8));
    X11Shortcut shortcut;
    QSignalSpy refused(&shortcut, &GlobalShortcut::refused);
    shortcut.set(QKeySequence(Qt::CTRL | Qt::Key_F8));
    QCOMPARE(refused.size(), 1);
    QVERIFY(
        refused.first().first().toString().contains(QStringLiteral("already belongs to another program")));
    shortcut.set(QKeySequence(Qt::CTRL | Qt::Key_F7));
    QCOMPARE(refused.size(), 1);
  }

  void any_text_is_typed() {
    Target target;
    QVERIFY(target.ready());
    X11Typer typer;
    QCOMPARE(typer.limit(), QString());
    const QString text = QStringLiteral("Hello, World! It's 5 % – naïve café, Größe, Ωμέγα, Привет, 語学 €.");
    typer.type(text);
    QTRY_COMPARE_WITH_TIMEOUT(target.text(), text, 15'000);
    typer.type(QStringLiteral(" and on"));
    QTRY_COMPARE_WITH_TIMEOUT(target.text(), text + QStringLiteral(" and on"), 15'000);
  }

  void more_strange_letters_than_there_are_free_keys() {
    Target target;
    QVERIFY(target.ready());
    X11Typer typer;
    QString text;
    for (int i = 0; i < 70; ++i) text.append(QChar(0x4e00 + i));
    typer.type(text);
    QTRY_COMPARE_WITH_TIMEOUT(target.text(), text, 90'000);  // programs are slow to learn a new key
  }

  void text_waits_for_held_modifiers() {
    Target target;
    QVERIFY(target.ready());
    X11Typer typer;
    key(XCB_KEY_PRESS, control_key);
    keys_->finish();
    typer.type(QStringLiteral("later"));
    QTest::qWait(200);
    QCOMPARE(target.text(), QString());
    key(XCB_KEY_RELEASE, control_key);
    QTRY_COMPARE_WITH_TIMEOUT(target.text(), QStringLiteral("later"), 10'000);
  }

  void never_into_its_own_windows() {
    Target target({QStringLiteral("--itself")});
    QVERIFY(target.ready());
    // What somebody else types arrives, and nothing before it.
    X11Typer typer;
    typer.type(QStringLiteral("right"));
    QTRY_COMPARE_WITH_TIMEOUT(target.text(), QStringLiteral("right"), 10'000);
  }

 private:
  void key(std::uint8_t what, xcb_keycode_t code) {
    xcb_test_fake_input(keys_->get(), what, code, XCB_CURRENT_TIME, keys_->root(), 0, 0, 0);
    xcb_flush(keys_->get());
  }

  QProcess server_;
  std::unique_ptr<X11Connection> keys_;
};

QTEST_MAIN(TestX11Desktop)
#include "test_x11_desktop.moc"
