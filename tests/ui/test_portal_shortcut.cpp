// SPDX-License-Identifier: Apache-2.0
// The GlobalShortcuts portal, played by the test on a bus of its own.
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QSignalSpy>
#include <QtTest>
#include <memory>

#include "app/gui/desktop/portal_shortcut.h"

using namespace tilescribe;

namespace {

const QString session_path = QStringLiteral("/org/freedesktop/portal/desktop/session/1");

/// Answers as xdg-desktop-portal does, and notes what was asked.
class FakePortal : public QDBusVirtualObject {
 public:
  QString introspect(const QString& /*path*/) const override { return {}; }

  bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
    asked.append(message.member());
    const QVariantList arguments = message.arguments();
    if (message.member() == QLatin1String("Get")) {
      const QVariant version = QVariant::fromValue(QDBusVariant(1U));
      return connection.send(has_shortcuts ? message.createReply(version)
                                           : message.createErrorReply(QDBusError::UnknownInterface, {}));
    }
    if (message.member() == QLatin1String("Close")) return connection.send(message.createReply());
    const auto options = qdbus_cast<QVariantMap>(arguments.last());
    const QString sender = message.service().mid(1).replace(QLatin1Char('.'), QLatin1Char('_'));
    const QString request = QStringLiteral("/org/freedesktop/portal/desktop/request/%1/%2")
                                .arg(sender, options.value(QStringLiteral("handle_token")).toString());
    connection.send(message.createReply(QVariant::fromValue(QDBusObjectPath(request))));
    QVariantMap results;
    uint response = 0;
    if (message.member() == QLatin1String("CreateSession"))
      results.insert(QStringLiteral("session_handle"), session_path);
    if (message.member() == QLatin1String("BindShortcuts")) {
      note_shortcut(arguments.at(1).value<QDBusArgument>());
      response = grants ? 0 : 1;
    }
    QDBusMessage answer = QDBusMessage::createSignal(
        request, QStringLiteral("org.freedesktop.portal.Request"), QStringLiteral("Response"));
    answer << response << results;
    return connection.send(answer);
  }

  void press(const QDBusConnection& connection, const QString& id) {
    QDBusMessage activated = QDBusMessage::createSignal(
        QStringLiteral("/org/freedesktop/portal/desktop"),
        QStringLiteral("org.freedesktop.portal.GlobalShortcuts"), QStringLiteral("Activated"));
    activated << QVariant::fromValue(QDBusObjectPath(session_path)) << id << qulonglong{1} << QVariantMap();
    connection.send(activated);
  }

  bool has_shortcuts = true;
  bool grants = true;
  QStringList asked;
  QString trigger;

 private:
  void note_shortcut(const QDBusArgument& list) {
    QString id;
    QVariantMap options;
    list.beginArray();
    list.beginStructure();
    list >> id >> options;
    list.endStructure();
    list.endArray();
    trigger = options.value(QStringLiteral("preferred_trigger")).toString();
  }
};

}  // namespace

class TestPortalShortcut : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    bus_.start(QStringLiteral("dbus-daemon"),
               {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
    QTRY_VERIFY_WITH_TIMEOUT(bus_.canReadLine(), 20'000);
    const QString address = QString::fromUtf8(bus_.readLine()).trimmed();
    desktop_ = std::make_unique<QDBusConnection>(QDBusConnection::connectToBus(address, QStringLiteral("d")));
    program_ = std::make_unique<QDBusConnection>(QDBusConnection::connectToBus(address, QStringLiteral("p")));
    QVERIFY(desktop_->isConnected() && program_->isConnected());
    QVERIFY(desktop_->registerVirtualObject(QStringLiteral("/"), &portal_, QDBusConnection::SubPath));
    QVERIFY(desktop_->registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
  }

  void cleanupTestCase() {
    bus_.terminate();
    bus_.waitForFinished();
  }

  void init() {
    portal_.has_shortcuts = portal_.grants = true;
    portal_.asked.clear();
  }

  void chords_as_the_specification_writes_them() {
    QCOMPARE(portal_trigger(QKeySequence(Qt::CTRL | Qt::META | Qt::Key_D)), QStringLiteral("CTRL+LOGO+d"));
    QCOMPARE(portal_trigger(QKeySequence(Qt::SHIFT | Qt::Key_F9)), QStringLiteral("SHIFT+F9"));
    QCOMPARE(portal_trigger({}), QString());
  }

  void a_granted_shortcut_is_heard() {
    PortalShortcut shortcut(*program_);
    QVERIFY(!shortcut.limit().isEmpty());  // until the portal has answered
    QSignalSpy heard(&shortcut, &GlobalShortcut::activated);
    shortcut.set(QKeySequence(Qt::META | Qt::Key_D));
    QTRY_VERIFY(portal_.asked.contains(QStringLiteral("BindShortcuts")));
    QCOMPARE(portal_.trigger, QStringLiteral("LOGO+d"));
    QTRY_COMPARE(shortcut.limit(), QString());
    portal_.press(*desktop_, QStringLiteral("another"));
    portal_.press(*desktop_, QStringLiteral("record"));
    QTRY_COMPARE(heard.size(), 1);
    // Other keys take another session; none, none.
    shortcut.set(QKeySequence(Qt::Key_F9));
    QTRY_COMPARE(portal_.trigger, QStringLiteral("F9"));
    QCOMPARE(portal_.asked.count(QStringLiteral("Close")), 1);
    shortcut.set({});
    QTRY_COMPARE(portal_.asked.count(QStringLiteral("Close")), 2);
  }

  void a_refusal_is_said() {
    portal_.grants = false;
    PortalShortcut shortcut(*program_);
    QSignalSpy refused(&shortcut, &GlobalShortcut::refused);
    shortcut.set(QKeySequence(Qt::Key_F9));
    QTRY_COMPARE(refused.size(), 1);
  }

  void a_portal_without_shortcuts_is_a_limit_in_words() {
    portal_.has_shortcuts = false;
    PortalShortcut shortcut(*program_);
    shortcut.set(QKeySequence(Qt::Key_F9));
    QTRY_COMPARE(portal_.asked, QStringList{QStringLiteral("Get")});
    QVERIFY(shortcut.limit().contains(QStringLiteral("does not allow")));
  }

 private:
  QProcess bus_;
  FakePortal portal_;
  std::unique_ptr<QDBusConnection> desktop_;
  std::unique_ptr<QDBusConnection> program_;
};

QTEST_GUILESS_MAIN(TestPortalShortcut)
#include "test_portal_shortcut.moc"
