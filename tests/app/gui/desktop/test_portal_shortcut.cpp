// SPDX-License-Identifier: Apache-2.0
// The shortcut in every window of a Wayland desktop: against a portal of the test's own, on its own bus.
#include <QDBusArgument>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusObjectPath>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QSignalSpy>
#include <QtTest>
#include <functional>

#include "app/gui/desktop/portal_shortcut.h"
#include "tests/support/patience.h"
#include "tests/support/session_bus.h"

using namespace tilescribe;

namespace {

const QString portal_path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString shortcuts_interface = QStringLiteral("org.freedesktop.portal.GlobalShortcuts");

/// The parts of the portal that a program sees. It remembers what it was asked.
class FakePortal : public QDBusVirtualObject {
 public:
  explicit FakePortal(const QDBusConnection& bus) : bus_(bus) {
    bus_.registerVirtualObject(portal_path, this, QDBusConnection::SubPath);
    bus_.registerService(QStringLiteral("org.freedesktop.portal.Desktop"));
  }
  ~FakePortal() override {
    bus_.unregisterService(QStringLiteral("org.freedesktop.portal.Desktop"));
    bus_.unregisterObject(portal_path, QDBusConnection::UnregisterTree);
  }

  bool knows_shortcuts = true;
  bool holds_sessions = false;  // sessions are created when `holding` is answered
  uint answer = 0;              // of the user, to the keys: 0: yes, 1: no
  QString given = QStringLiteral("Press Super+D");
  QStringList calls;
  QString session;
  PortalEntry shortcut;  // that was to be bound
  std::function<void()> holding;

  QString introspect(const QString& /*path*/) const override { return {}; }

  bool handleMessage(const QDBusMessage& message, const QDBusConnection& /*bus*/) override {
    const QString method = message.member();
    calls.append(method);
    if (method == QLatin1String("Get")) {
      bus_.send(knows_shortcuts
                    ? message.createReply(QVariant::fromValue(QDBusVariant(1U)))
                    : message.createErrorReply(QDBusError::UnknownInterface, QStringLiteral("no such")));
    } else if (method == QLatin1String("CreateSession")) {
      const auto options = qdbus_cast<QVariantMap>(message.arguments().value(0));
      const QString created = portal_path + QStringLiteral("/session/it/") +
                              options.value(QStringLiteral("session_handle_token")).toString();
      if (session == created) {  // as real ones do: the name is taken
        bus_.send(message.createErrorReply(QDBusError::Failed, QStringLiteral("taken")));
        return true;
      }
      const auto answer_now = [this, message, options, created] {
        session = created;
        respond(message, options, 0, {{QStringLiteral("session_handle"), created}});
      };
      bus_.send(message.createReply(QVariant::fromValue(request_path(message, options))));
      holds_sessions ? void(holding = answer_now) : answer_now();
    } else if (method == QLatin1String("BindShortcuts")) {
      const auto wanted = qdbus_cast<QList<PortalEntry>>(message.arguments().value(1));
      shortcut = wanted.value(0);
      const auto options = qdbus_cast<QVariantMap>(message.arguments().value(3));
      // The answer may come before the call's own reply.
      respond(message, options, answer, {{QStringLiteral("shortcuts"), shortcuts(given)}});
      bus_.send(message.createReply(QVariant::fromValue(request_path(message, options))));
    } else if (method == QLatin1String("Close")) {
      if (message.path() == session) session.clear();
      calls.back() += QLatin1Char(' ') + message.path().section(QLatin1Char('/'), -1);
      bus_.send(message.createReply());
    } else {
      return false;
    }
    return true;
  }

  void press(const QString& of_session, const QString& id = QStringLiteral("record")) {
    tell(portal_path, shortcuts_interface, QStringLiteral("Activated"),
         {path(of_session), id, QVariant::fromValue(qulonglong{7}), QVariantMap()});
  }
  void change_keys(const QString& keys) {
    tell(portal_path, shortcuts_interface, QStringLiteral("ShortcutsChanged"),
         {path(session), shortcuts(keys)});
  }
  void end_session() {
    tell(session, QStringLiteral("org.freedesktop.portal.Session"), QStringLiteral("Closed"),
         {QVariantMap()});
  }

 private:
  static QVariant path(const QString& text) { return QVariant::fromValue(QDBusObjectPath(text)); }

  static QVariant shortcuts(const QString& keys) {
    const PortalEntry other{QStringLiteral("other"), {}};
    const PortalEntry record{QStringLiteral("record"), {{QStringLiteral("trigger_description"), keys}}};
    return QVariant::fromValue(QList<PortalEntry>{record, other});
  }

  static QDBusObjectPath request_path(const QDBusMessage& message, const QVariantMap& options) {
    const QString sender = message.service().mid(1).replace(QLatin1Char('.'), QLatin1Char('_'));
    return QDBusObjectPath(
        QStringLiteral("%1/request/%2/%3")
            .arg(portal_path, sender, options.value(QStringLiteral("handle_token")).toString()));
  }

  void tell(const QString& from, const QString& interface, const QString& signal, const QVariantList& with) {
    auto message = QDBusMessage::createSignal(from, interface, signal);
    message.setArguments(with);
    bus_.send(message);
  }
  void respond(const QDBusMessage& message, const QVariantMap& options, uint code,
               const QVariantMap& results) {
    tell(request_path(message, options).path(), QStringLiteral("org.freedesktop.portal.Request"),
         QStringLiteral("Response"), {code, results});
  }
  QDBusConnection bus_;
};

}  // namespace

class TestPortalShortcut : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    bus_ = QDBusConnection::connectToBus(daemon_.address(), QStringLiteral("program"));
    portals_bus_ = QDBusConnection::connectToBus(daemon_.address(), QStringLiteral("portal"));
    QVERIFY(bus_.isConnected() && portals_bus_.isConnected());
  }

  void triggers_are_written_as_the_specification_says() {
    QCOMPARE(portal_trigger(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R)), QStringLiteral("CTRL+ALT+r"));
    QCOMPARE(portal_trigger(QKeySequence(Qt::META | Qt::SHIFT | Qt::Key_5)), QStringLiteral("SHIFT+LOGO+5"));
    QCOMPARE(portal_trigger(QKeySequence(Qt::Key_F9)), QStringLiteral("F9"));
    QCOMPARE(portal_trigger(QKeySequence(Qt::CTRL | Qt::Key_PageDown)), QStringLiteral("CTRL+Next"));
    QCOMPARE(portal_trigger(QKeySequence(Qt::Key_Comma)), QStringLiteral("U002c"));
    QCOMPARE(portal_trigger(QKeySequence()), QString());
  }

  void without_a_bus_or_a_portal_it_says_so() {
    PortalShortcut alone{QDBusConnection(QString())};
    PortalShortcut shortcut(bus_);
    QSignalSpy refused(&shortcut, &GlobalShortcut::refused);
    for (PortalShortcut* one : {&alone, &shortcut}) {
      one->set(keys());
      QVERIFY(one->limit().contains(QStringLiteral("does not allow programs a shortcut")));
      QCOMPARE(one->keys(), QString());
    }
    // Nor does one that knows none.
    FakePortal portal(portals_bus_);
    portal.knows_shortcuts = false;
    PortalShortcut other(bus_);
    QTRY_VERIFY(portal.calls.count(QStringLiteral("Get")) >= 2);  // each asks
    settle();
    QVERIFY(!shortcut.limit().isEmpty() && !other.limit().isEmpty());
    QVERIFY(!portal.calls.contains(QStringLiteral("CreateSession")));
    QCOMPARE(refused.size(), 0);
  }

  void keys_are_bound_and_heard() {
    FakePortal portal(portals_bus_);
    PortalShortcut shortcut(bus_);
    shortcut.set(keys());  // before the portal has answered
    QSignalSpy heard(&shortcut, &GlobalShortcut::activated);
    QSignalSpy refused(&shortcut, &GlobalShortcut::refused);
    QTRY_COMPARE(shortcut.keys(), portal.given);
    QCOMPARE(shortcut.limit(), QString());
    QCOMPARE(portal.shortcut.id, QStringLiteral("record"));
    QCOMPARE(portal.shortcut.properties.value(QStringLiteral("preferred_trigger")).toString(),
             QStringLiteral("LOGO+d"));
    QCOMPARE(portal.shortcut.properties.value(QStringLiteral("description")).toString(),
             QStringLiteral("Start or stop a recording"));
    portal.press(QStringLiteral("/another/session"));
    portal.press(portal.session, QStringLiteral("other"));
    portal.press(portal.session);
    QTRY_COMPARE(heard.size(), 1);
    portal.change_keys(QStringLiteral("Press F9"));
    QTRY_COMPARE(shortcut.keys(), QStringLiteral("Press F9"));
    QCOMPARE(heard.size(), 1);
    QCOMPARE(refused.size(), 0);
  }

  void other_keys_are_another_session_and_none_end_it() {
    FakePortal portal(portals_bus_);
    PortalShortcut shortcut(bus_);
    shortcut.set(keys());
    QTRY_COMPARE(shortcut.keys(), portal.given);
    portal.given = QStringLiteral("Press F8");
    shortcut.set(QKeySequence(Qt::Key_F8));
    QCOMPARE(shortcut.keys(), QString());
    QTRY_COMPARE(shortcut.keys(), portal.given);
    QCOMPARE(portal.calls.count(QStringLiteral("Close tilescribe")), 1);
    shortcut.set(QKeySequence(Qt::Key_F8));  // the same again
    QCOMPARE(shortcut.keys(), portal.given);
    shortcut.set({});
    QCOMPARE(shortcut.keys(), QString());
    QTRY_COMPARE(portal.calls.count(QStringLiteral("Close tilescribe")), 2);
    QSignalSpy heard(&shortcut, &GlobalShortcut::activated);
    portal.press(portal_path + QStringLiteral("/session/it/tilescribe"));
    settle();
    QCOMPARE(heard.size(), 0);
    QCOMPARE(portal.calls.count(QStringLiteral("CreateSession")), 2);
  }

  /// The answer to keys that are no longer wanted comes late.
  void a_late_session_is_closed() {
    FakePortal portal(portals_bus_);
    portal.holds_sessions = true;
    PortalShortcut shortcut(bus_);
    shortcut.set(keys());
    QTRY_VERIFY(portal.holding);
    shortcut.set({});
    portal.holding();
    QTRY_COMPARE(portal.calls.count(QStringLiteral("Close tilescribe")), 1);
    QVERIFY(!portal.calls.contains(QStringLiteral("BindShortcuts")));
  }

  /// Keys change twice while the first session is being created.
  void the_last_keys_are_bound() {
    FakePortal portal(portals_bus_);
    portal.holds_sessions = true;
    PortalShortcut shortcut(bus_);
    QSignalSpy refused(&shortcut, &GlobalShortcut::refused);
    shortcut.set(keys());
    QTRY_VERIFY(portal.holding);
    shortcut.set(QKeySequence(Qt::Key_F7));
    shortcut.set(QKeySequence(Qt::Key_F8));
    portal.holds_sessions = false;
    portal.holding();
    QTRY_COMPARE(shortcut.keys(), portal.given);
    QCOMPARE(portal.shortcut.properties.value(QStringLiteral("preferred_trigger")).toString(),
             QStringLiteral("F8"));
    QCOMPARE(portal.calls.count(QStringLiteral("BindShortcuts")), 1);
    QCOMPARE(refused.size(), 0);
  }

  void keys_without_a_description_are_those_that_were_asked_for() {
    FakePortal portal(portals_bus_);
    portal.given.clear();
    PortalShortcut shortcut(bus_);
    shortcut.set(keys());
    QTRY_COMPARE(shortcut.keys(), QStringLiteral("Meta+D"));
  }

  void a_refusal_is_a_sentence() {
    FakePortal portal(portals_bus_);
    portal.answer = 1;  // the user said no
    PortalShortcut shortcut(bus_);
    QSignalSpy refused(&shortcut, &GlobalShortcut::refused);
    shortcut.set(keys());
    QTRY_COMPARE(refused.size(), 1);
    QCOMPARE(refused.first().first().toString(),
             QStringLiteral("The desktop does not let Meta+D start a recording from other windows."));
    QCOMPARE(shortcut.keys(), QString());
    QCOMPARE(shortcut.limit(), QString());
  }

  void a_closed_session_is_told_and_a_new_portal_is_asked_again() {
    PortalShortcut shortcut(bus_);
    QSignalSpy refused(&shortcut, &GlobalShortcut::refused);
    shortcut.set(keys());
    {
      FakePortal portal(portals_bus_);  // it comes later than the program
      QTRY_COMPARE(shortcut.keys(), portal.given);
      portal.end_session();
      QTRY_COMPARE(refused.size(), 1);
      QCOMPARE(shortcut.keys(), QString());
    }
    QTRY_VERIFY(!shortcut.limit().isEmpty());
    FakePortal portal(portals_bus_);
    QTRY_COMPARE(shortcut.keys(), portal.given);
    QCOMPARE(refused.size(), 1);
  }

 private:
  static QKeySequence keys() { return {Qt::META | Qt::Key_D}; }
  /// Whatever was sent before has arrived: the answers to these questions came behind it.
  void settle() {
    for (const QDBusConnection& bus : {portals_bus_, bus_})
      QVERIFY(bus.interface()->isServiceRegistered(QStringLiteral("org.freedesktop.DBus")).isValid());
    QCoreApplication::processEvents();
  }

  test::SessionBus daemon_;
  QDBusConnection bus_{QString()};
  QDBusConnection portals_bus_{QString()};
};

QTEST_MAIN(TestPortalShortcut)
#include "test_portal_shortcut.moc"
