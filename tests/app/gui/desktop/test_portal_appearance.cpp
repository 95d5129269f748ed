// SPDX-License-Identifier: Apache-2.0
// The desktop's dark preference: from a portal of the test's own, on its own bus.
#include <QApplication>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QSignalSpy>
#include <QtTest>

#include "app/gui/desktop/portal_appearance.h"
#include "tests/support/patience.h"
#include "tests/support/session_bus.h"
#include "ui/theme/theme.h"

using namespace tilescribe;

namespace {

using test::patience_ms;

const QString portal_path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString settings_interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString color_scheme = QStringLiteral("color-scheme");

/// The portal of settings: it knows one of them.
class FakePortal : public QDBusVirtualObject {
 public:
  explicit FakePortal(const QDBusConnection& bus, std::optional<uint> scheme) : bus_(bus), scheme_(scheme) {
    bus_.registerVirtualObject(portal_path, this);
    bus_.registerService(QStringLiteral("org.freedesktop.portal.Desktop"));
  }
  ~FakePortal() override {
    bus_.unregisterService(QStringLiteral("org.freedesktop.portal.Desktop"));
    bus_.unregisterObject(portal_path);
  }

  int asked = 0;
  bool holds = false;  // questions are not answered
  QDBusMessage held;

  QString introspect(const QString& /*path*/) const override { return {}; }
  bool handleMessage(const QDBusMessage& message, const QDBusConnection& /*bus*/) override {
    if (message.interface() != settings_interface || message.member() != QLatin1String("Read")) return false;
    ++asked;
    const bool known = message.arguments() == QVariantList{appearance, color_scheme} && scheme_;
    held = known ? message.createReply(wrapped(wrapped(*scheme_)))
                 : message.createErrorReply(QStringLiteral("org.freedesktop.portal.Error.NotFound"),
                                            QStringLiteral("Requested setting not found"));
    if (!holds) bus_.send(held);
    return true;
  }
  void answer() { bus_.send(held); }

  void change(const QString& group, const QString& key, const QVariant& value) {
    auto message =
        QDBusMessage::createSignal(portal_path, settings_interface, QStringLiteral("SettingChanged"));
    message << group << key << wrapped(value);
    bus_.send(message);
  }
  void change(uint scheme) {
    scheme_ = scheme;
    change(appearance, color_scheme, scheme);
  }

 private:
  static QVariant wrapped(const QVariant& value) { return QVariant::fromValue(QDBusVariant(value)); }

  QDBusConnection bus_;
  std::optional<uint> scheme_;
};

}  // namespace

class TestPortalAppearance : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    bus_ = QDBusConnection::connectToBus(daemon_.address(), QStringLiteral("program"));
    portals_bus_ = QDBusConnection::connectToBus(daemon_.address(), QStringLiteral("portal"));
    QVERIFY(bus_.isConnected() && portals_bus_.isConnected());
  }

  void what_the_desktop_prefers_data() {
    QTest::addColumn<uint>("scheme");
    QTest::addColumn<int>("dark");  // -1: no preference
    QTest::newRow("none") << 0U << -1;
    QTest::newRow("dark") << 1U << 1;
    QTest::newRow("light") << 2U << 0;
    QTest::newRow("of a later version") << 3U << -1;
  }
  void what_the_desktop_prefers() {
    QFETCH(uint, scheme);
    QFETCH(int, dark);
    FakePortal portal(portals_bus_, scheme);
    PortalAppearance seen(bus_);
    QTRY_COMPARE_WITH_TIMEOUT(portal.asked, 1, patience_ms);
    portal.change(1);  // whatever was answered before has come when this has
    QTRY_VERIFY_WITH_TIMEOUT(seen.dark() == std::optional(true), patience_ms);
    portal.change(scheme);
    QTRY_COMPARE_WITH_TIMEOUT(seen.dark() ? int{*seen.dark()} : -1, dark, patience_ms);
  }

  void a_change_is_followed_and_other_settings_are_not() {
    FakePortal portal(portals_bus_, 2U);
    PortalAppearance seen(bus_);
    QSignalSpy changed(&seen, &PortalAppearance::changed);
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, patience_ms);
    QVERIFY(seen.dark() == std::optional(false));
    portal.change(appearance, QStringLiteral("contrast"), 1U);
    portal.change(QStringLiteral("org.gnome.desktop.interface"), color_scheme, QStringLiteral("prefer-dark"));
    portal.change(2);  // as before
    portal.change(1);
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 2, patience_ms);
    QVERIFY(seen.dark() == std::optional(true));
    portal.change(appearance, color_scheme, QStringLiteral("dark"));  // no number
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 3, patience_ms);
    QVERIFY(!seen.dark());
  }

  /// The answer to a question may come behind a later change.
  void an_answer_does_not_undo_a_later_change() {
    FakePortal portal(portals_bus_, 2U);
    portal.holds = true;
    PortalAppearance seen(bus_);
    QTRY_COMPARE_WITH_TIMEOUT(portal.asked, 1, patience_ms);
    portal.change(1);
    QTRY_VERIFY_WITH_TIMEOUT(seen.dark() == std::optional(true), patience_ms);
    QSignalSpy changed(&seen, &PortalAppearance::changed);
    portal.answer();
    portal.change(2);
    QTRY_COMPARE_WITH_TIMEOUT(changed.size(), 1, patience_ms);  // by the change alone
    QVERIFY(seen.dark() == std::optional(false));
  }

  void without_a_bus_or_a_portal_there_is_no_preference_and_one_that_comes_is_asked() {
    const PortalAppearance alone{QDBusConnection(QString())};
    PortalAppearance seen(bus_);
    {
      FakePortal portal(portals_bus_, {});  // it does not know the setting
      QTRY_VERIFY_WITH_TIMEOUT(portal.asked > 0, patience_ms);
    }
    QVERIFY(!seen.dark() && !alone.dark());
    FakePortal portal(portals_bus_, 1U);
    QTRY_VERIFY_WITH_TIMEOUT(seen.dark() == std::optional(true), patience_ms);
    QVERIFY(!alone.dark());
  }

  void the_system_theme_follows_and_a_chosen_one_stays() {
    const auto dark = [] { return ui::is_dark(QApplication::palette()); };
    ui::Theme theme(*qApp);
    theme.apply(ui::ThemeChoice::system);
    const bool started_dark = dark();
    FakePortal portal(portals_bus_, 1U);
    PortalAppearance seen(bus_);
    connect(&seen, &PortalAppearance::changed, this,
            [&theme](std::optional<bool> prefers) { theme.set_desktop_dark(prefers); });
    QTRY_VERIFY_WITH_TIMEOUT(dark(), patience_ms);
    portal.change(2);
    QTRY_VERIFY_WITH_TIMEOUT(!dark(), patience_ms);
    theme.apply(ui::ThemeChoice::dark);
    portal.change(0);
    QTRY_VERIFY_WITH_TIMEOUT(!seen.dark(), patience_ms);
    QVERIFY(dark());
    theme.apply(ui::ThemeChoice::system);
    QCOMPARE(dark(), started_dark);
  }

 private:
  test::SessionBus daemon_;
  QDBusConnection bus_{QString()};
  QDBusConnection portals_bus_{QString()};
};

QTEST_MAIN(TestPortalAppearance)
#include "test_portal_appearance.moc"
