// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/portal_shortcut.h"

#include <QDBusArgument>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <utility>

namespace tilescribe {

/// One of the shortcuts that are bound: a(sa{sv}) on the bus.
struct BoundShortcut {
  QString id;
  QVariantMap options;
};

QDBusArgument& operator<<(QDBusArgument& argument, const BoundShortcut& shortcut) {
  argument.beginStructure();
  argument << shortcut.id << shortcut.options;
  argument.endStructure();
  return argument;
}

const QDBusArgument& operator>>(const QDBusArgument& argument, BoundShortcut& shortcut) {
  argument.beginStructure();
  argument >> shortcut.id >> shortcut.options;
  argument.endStructure();
  return argument;
}

namespace {

QString service() {
  return QStringLiteral("org.freedesktop.portal.Desktop");
}

QString object() {
  return QStringLiteral("/org/freedesktop/portal/desktop");
}

QString interface() {
  return QStringLiteral("org.freedesktop.portal.GlobalShortcuts");
}

QString shortcut_id() {
  return QStringLiteral("record");
}

}  // namespace

QString portal_trigger(const QKeySequence& keys) {
  if (keys.isEmpty()) return {};
  QStringList parts;
  const Qt::KeyboardModifiers modifiers = keys[0].keyboardModifiers();
  if (modifiers.testFlag(Qt::ControlModifier)) parts.append(QStringLiteral("CTRL"));
  if (modifiers.testFlag(Qt::AltModifier)) parts.append(QStringLiteral("ALT"));
  if (modifiers.testFlag(Qt::ShiftModifier)) parts.append(QStringLiteral("SHIFT"));
  if (modifiers.testFlag(Qt::MetaModifier)) parts.append(QStringLiteral("LOGO"));
  const QString key = QKeySequence(keys[0].key()).toString(QKeySequence::PortableText);
  parts.append(key.size() == 1 ? key.toLower() : key);
  return parts.join(QLatin1Char('+'));
}

PortalShortcut::PortalShortcut(const QDBusConnection& bus) : bus_(bus) {
  qDBusRegisterMetaType<BoundShortcut>();
  qDBusRegisterMetaType<QList<BoundShortcut>>();
  bus_.connect(service(), object(), interface(), QStringLiteral("Activated"), this,
               SLOT(on_activated(QDBusObjectPath, QString, qulonglong, QVariantMap)));
  ask_version();
}

void PortalShortcut::ask_version() {
  QDBusMessage question = QDBusMessage::createMethodCall(
      service(), object(), QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"));
  question << interface() << QStringLiteral("version");
  auto* answer = new QDBusPendingCallWatcher(bus_.asyncCall(question), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
    answer->deleteLater();
    const QDBusPendingReply<QVariant> version = *answer;
    available_ = version.isValid() && version.value().toUInt() >= 1;
    if (available_ && !wanted_.isEmpty()) open_session();
  });
}

QString PortalShortcut::limit() const {
  if (available_) return {};
  return tr(
      "This desktop does not allow programs a shortcut in other windows: its portal has no global "
      "shortcuts. In this window, Ctrl+R begins and stops a recording.");
}

void PortalShortcut::set(const QKeySequence& keys) {
  if (keys == wanted_) return;
  wanted_ = keys;
  if (!available_) return;  // until the portal has answered
  if (!awaited_.isEmpty()) {
    changed_ = true;
    return;
  }
  close_session();
  if (!wanted_.isEmpty()) open_session();
}

/// A session binds its shortcuts once, so new keys take a new session.
void PortalShortcut::open_session() {
  changed_ = false;
  request(QStringLiteral("CreateSession"), {},
          {{QStringLiteral("session_handle_token"), QStringLiteral("tilescribe%1").arg(++tokens_)}});
}

void PortalShortcut::bind() {
  const BoundShortcut record{shortcut_id(),
                             {{QStringLiteral("description"), tr("Begin or stop a recording")},
                              {QStringLiteral("preferred_trigger"), portal_trigger(wanted_)}}};
  request(QStringLiteral("BindShortcuts"),
          {QVariant::fromValue(QDBusObjectPath(session_)), QVariant::fromValue(QList<BoundShortcut>{record}),
           QString()},
          {});
}

void PortalShortcut::close_session() {
  if (session_.isEmpty()) return;
  bus_.asyncCall(QDBusMessage::createMethodCall(service(), std::exchange(session_, QString()),
                                                QStringLiteral("org.freedesktop.portal.Session"),
                                                QStringLiteral("Close")));
}

void PortalShortcut::request(const QString& method, QVariantList arguments, QVariantMap options) {
  const QString token = QStringLiteral("tilescribe%1").arg(++tokens_);
  options.insert(QStringLiteral("handle_token"), token);
  arguments.append(options);
  // The answer is listened for before the question is asked: it may come at once.
  const QString sender = bus_.baseService().mid(1).replace(QLatin1Char('.'), QLatin1Char('_'));
  request_ = QStringLiteral("%1/request/%2/%3").arg(object(), sender, token);
  awaited_ = method;
  bus_.connect(service(), request_, QStringLiteral("org.freedesktop.portal.Request"),
               QStringLiteral("Response"), this, SLOT(on_response(uint, QVariantMap)));
  QDBusMessage call = QDBusMessage::createMethodCall(service(), object(), interface(), method);
  call.setArguments(arguments);
  auto* answer = new QDBusPendingCallWatcher(bus_.asyncCall(call), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
    answer->deleteLater();
    const QDBusPendingReply<> reply = *answer;
    if (!reply.isError()) return;
    awaited_.clear();
    emit refused(tr("The desktop refused the shortcut: %1").arg(reply.error().message()));
  });
}

void PortalShortcut::on_response(uint response, const QVariantMap& results) {
  bus_.disconnect(service(), request_, QStringLiteral("org.freedesktop.portal.Request"),
                  QStringLiteral("Response"), this, SLOT(on_response(uint, QVariantMap)));
  const QString answered = std::exchange(awaited_, QString());
  if (response == 0 && answered == QLatin1String("CreateSession"))
    session_ = results.value(QStringLiteral("session_handle")).toString();
  if (changed_) {
    close_session();
    if (!wanted_.isEmpty()) open_session();
  } else if (response != 0) {
    close_session();
    emit refused(tr("The desktop did not grant the shortcut."));
  } else if (answered == QLatin1String("CreateSession")) {
    bind();
  }
}

void PortalShortcut::on_activated(const QDBusObjectPath& session, const QString& id, qulonglong /*time*/,
                                  const QVariantMap& /*options*/) {
  if (session.path() == session_ && id == shortcut_id()) emit activated();
}

}  // namespace tilescribe
