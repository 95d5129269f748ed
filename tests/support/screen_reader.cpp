// SPDX-License-Identifier: Apache-2.0
#include "tests/support/screen_reader.h"

#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusConnectionInterface>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusReply>
#include <QDBusVariant>

namespace tilescribe::test {

/// An object on the bus: its program and its path.
struct Reference {
  QString service;
  QDBusObjectPath path;
};

QDBusArgument& operator<<(QDBusArgument& argument, const Reference& reference) {
  argument.beginStructure();
  argument << reference.service << reference.path;
  argument.endStructure();
  return argument;
}

const QDBusArgument& operator>>(const QDBusArgument& argument, Reference& reference) {
  argument.beginStructure();
  argument >> reference.service >> reference.path;
  argument.endStructure();
  return argument;
}

}  // namespace tilescribe::test

Q_DECLARE_METATYPE(tilescribe::test::Reference)

namespace tilescribe::test {
namespace {

constexpr int patience_ms = 20'000;
constexpr int most_children = 40;  // of a table, a list or a menu
// States of AT-SPI 2: bits of two words.
constexpr int focusable_bit = 11, showing_bit = 25;

QByteArray first_line(QProcess& process) {
  while (!process.canReadLine()) {
    if (!process.waitForReadyRead(patience_ms)) qFatal("%s did not start", qPrintable(process.program()));
  }
  return process.readLine().trimmed();
}

class Reader {
 public:
  explicit Reader(const QDBusConnection& bus) : bus_(bus) {}

  void read_program() {
    const Reference root{QStringLiteral("org.a11y.atspi.Registry"),
                         QDBusObjectPath(QStringLiteral("/org/a11y/atspi/accessible/root"))};
    const auto own = QCoreApplication::applicationPid();
    for (const Reference& program : children(root)) {
      const QDBusReply<uint> pid = bus_.interface()->servicePid(program.service);
      if (pid.isValid() && pid.value() == own) read(program, {}, 0);
    }
  }

  QList<ReadObject> objects;

 private:
  QDBusMessage ask(const Reference& object, const QString& method, const QVariantList& arguments = {},
                   const QString& interface = QStringLiteral("org.a11y.atspi.Accessible")) {
    auto message = QDBusMessage::createMethodCall(object.service, object.path.path(), interface, method);
    message.setArguments(arguments);
    return bus_.call(message, QDBus::Block, patience_ms);
  }

  QList<Reference> children(const Reference& object) {
    return QDBusReply<QList<Reference>>(ask(object, QStringLiteral("GetChildren"))).value();
  }

  /// The first 32 of an object's states, a bit each.
  uint first_states(const Reference& object) {
    return QDBusReply<QList<uint>>(ask(object, QStringLiteral("GetState"))).value().value(0);
  }

  void read(const Reference& object, const QString& above, int depth) {
    const uint state = first_states(object);
    const auto is = [](uint states, int bit) { return (states >> bit & 1U) != 0; };
    if (depth > 0 && !is(state, showing_bit)) return;
    const QString role = QDBusReply<QString>(ask(object, QStringLiteral("GetRoleName"))).value();
    const QVariantList asked{QStringLiteral("org.a11y.atspi.Accessible"), QStringLiteral("Name")};
    const QDBusReply<QDBusVariant> name =
        ask(object, QStringLiteral("Get"), asked, QStringLiteral("org.freedesktop.DBus.Properties"));
    static const QStringList clicked{
        QStringLiteral("push button"),  QStringLiteral("toggle button"), QStringLiteral("check box"),
        QStringLiteral("radio button"), QStringLiteral("menu item"),     QStringLiteral("check menu item"),
        QStringLiteral("menu"),         QStringLiteral("page tab"),      QStringLiteral("combo box"),
        QStringLiteral("list item"),    QStringLiteral("link"),          QStringLiteral("button")};
    const QString text = name.value().variant().toString();
    // The window goes on between two questions: what was hidden meanwhile has lost its text too.
    if (depth > 0 && text.isEmpty() && !is(first_states(object), showing_bit)) return;
    const QString path = above + (above.isEmpty() ? QString() : QStringLiteral(" › ")) + role +
                         QLatin1Char(' ') + text.left(40);
    objects.append({path, text, is(state, focusable_bit), clicked.contains(role)});
    const QList<Reference> all = children(object);
    for (const Reference& child : all.first(std::min<qsizetype>(all.size(), most_children)))
      read(child, path, depth + 1);
  }

  QDBusConnection bus_;
};

}  // namespace

ReadOutSession::ReadOutSession() {
  display_.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  display_.start(
      QStringLiteral("Xvfb"),
      {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"), QStringLiteral("0"),
       QStringLiteral("1600x1200x24"), QStringLiteral("-nolisten"), QStringLiteral("tcp")});
  qputenv("DISPLAY", ":" + first_line(display_));
  qputenv("DBUS_SESSION_BUS_ADDRESS", bus_.address().toLatin1());
  qputenv("QT_QPA_PLATFORM", "xcb");
  qputenv("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1");
  const auto session = QDBusConnection::connectToBus(bus_.address(), QStringLiteral("session"));
  const QDBusReply<QString> found = session.call(
      QDBusMessage::createMethodCall(QStringLiteral("org.a11y.Bus"), QStringLiteral("/org/a11y/bus"),
                                     QStringLiteral("org.a11y.Bus"), QStringLiteral("GetAddress")));
  if (!found.isValid()) qFatal("at-spi2-core did not start: %s", qPrintable(found.error().message()));
  accessibility_bus_ = found.value();
  qDBusRegisterMetaType<Reference>();
  qDBusRegisterMetaType<QList<Reference>>();
  qDBusRegisterMetaType<QList<uint>>();
}

ReadOutSession::~ReadOutSession() {
  display_.terminate();
  display_.waitForFinished();
}

QList<ReadObject> read_out(const QString& accessibility_bus) {
  const QString name = QStringLiteral("reader");
  QList<ReadObject> objects;
  {
    Reader reader(QDBusConnection::connectToBus(accessibility_bus, name));
    reader.read_program();
    objects = reader.objects;
  }
  QDBusConnection::disconnectFromBus(name);
  return objects;
}

}  // namespace tilescribe::test
