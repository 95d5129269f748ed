// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/portal_shortcut.h"

#include <QDBusArgument>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusObjectPath>
#include <QDBusPendingCallWatcher>
#include <utility>

#include "app/gui/desktop/named_keys.h"

namespace tilescribe {

QDBusArgument& operator<<(QDBusArgument& argument, const PortalEntry& entry) {
  argument.beginStructure();
  argument << entry.id << entry.properties;
  argument.endStructure();
  return argument;
}

const QDBusArgument& operator>>(const QDBusArgument& argument, PortalEntry& entry) {
  argument.beginStructure();
  argument >> entry.id >> entry.properties;
  argument.endStructure();
  return argument;
}

namespace {

// Names of org.freedesktop.portal.*; https://flatpak.github.io/xdg-desktop-portal/docs
constexpr QLatin1String portal_name("org.freedesktop.portal.Desktop");
constexpr QLatin1String portal_path("/org/freedesktop/portal/desktop");
constexpr QLatin1String shortcuts_interface("org.freedesktop.portal.GlobalShortcuts");
constexpr QLatin1String request_interface("org.freedesktop.portal.Request");
constexpr QLatin1String session_interface("org.freedesktop.portal.Session");
constexpr QLatin1String shortcut_id("record");
constexpr QLatin1String session_token("tilescribe");  // part of the session's path

/// The results of a request that was granted; none if it was not.
std::optional<QVariantMap> results_of(const QDBusMessage& response) {
  if (response.arguments().value(0).toUInt() != 0) return {};
  return qdbus_cast<QVariantMap>(response.arguments().value(1));
}

QString path_in(const QDBusMessage& message) {
  return message.arguments().value(0).value<QDBusObjectPath>().path();
}

}  // namespace

QString portal_trigger(const QKeySequence& keys) {
  if (keys.isEmpty()) return {};
  QString trigger;
  for (const auto& [modifier, name] :
       {std::pair{Qt::ControlModifier, "CTRL+"}, std::pair{Qt::AltModifier, "ALT+"},
        std::pair{Qt::ShiftModifier, "SHIFT+"}, std::pair{Qt::MetaModifier, "LOGO+"}}) {
    if (keys[0].keyboardModifiers().testFlag(modifier)) trigger += QLatin1String(name);
  }
  const Qt::Key key = keys[0].key();
  for (const NamedKey& named : named_keys) {
    if (named.key == key) return trigger + QLatin1String(named.name);
  }
  const bool character = key < 0x0100'0000;
  const bool alphanumeric = key < 0x80 && QChar(key).isLetterOrNumber();
  if (character && !alphanumeric)
    return trigger + QStringLiteral("U%1").arg(int{key}, 4, 16, QLatin1Char('0'));
  // Qt names letters by capitals, keyboards by small letters.
  const QString name = QKeySequence(key).toString(QKeySequence::PortableText);
  return trigger + (character ? name.toLower() : name);
}

PortalShortcut::PortalShortcut(const QDBusConnection& bus)
    : bus_(bus), portal_(portal_name, bus_, QDBusServiceWatcher::WatchForOwnerChange) {
  qDBusRegisterMetaType<PortalEntry>();
  qDBusRegisterMetaType<QList<PortalEntry>>();
  bus_.connect(portal_name, portal_path, shortcuts_interface, QStringLiteral("Activated"), this,
               SLOT(pressed(QDBusMessage)));
  bus_.connect(portal_name, portal_path, shortcuts_interface, QStringLiteral("ShortcutsChanged"), this,
               SLOT(shortcuts_changed(QDBusMessage)));
  connect(&portal_, &QDBusServiceWatcher::serviceOwnerChanged, this,
          [this](const QString&, const QString&, const QString& owner) {
            there_ = false;  // its sessions end with it
            session_.clear();
            request_.clear();
            keys_.clear();
            busy_ = false;
            if (!owner.isEmpty()) look();
          });
  look();
}

/// Sends a call; `then` follows with its answer.
void PortalShortcut::send(const QDBusMessage& call, const std::function<void(bool failed)>& then) {
  auto* answer = new QDBusPendingCallWatcher(bus_.asyncCall(call), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [answer, then] {
    answer->deleteLater();
    then(answer->isError());
  });
}

/// Asks whether this desktop's portal knows shortcuts; that also starts the portal.
void PortalShortcut::look() {
  auto question = QDBusMessage::createMethodCall(
      portal_name, portal_path, QStringLiteral("org.freedesktop.DBus.Properties"), QStringLiteral("Get"));
  question << shortcuts_interface << QStringLiteral("version");
  send(question, [this](bool failed) {
    if (!failed && !std::exchange(there_, true)) set(wanted_);
  });
}

QString PortalShortcut::limit() const {
  if (there_) return {};
  return DesktopTexts::tr("This desktop does not allow programs a shortcut in other windows.");
}

void PortalShortcut::set(const QKeySequence& keys) {
  if (keys == wanted_ && !session_.isEmpty()) return;
  wanted_ = keys;
  keys_.clear();
  if (!busy_) begin();
}

/// Begins a session for the wanted keys. A session binds its shortcuts once, so other keys need another one.
/// It has the same name, so the one before has to be closed first.
void PortalShortcut::begin() {
  request_.clear();
  if (!session_.isEmpty()) return close();
  if (!there_ || wanted_.isEmpty()) return;
  busy_ = true;
  asked_ = wanted_;
  request(QStringLiteral("CreateSession"), {}, {{QStringLiteral("session_handle_token"), session_token}},
          SLOT(session_created(QDBusMessage)));
}

/// Sends a request, whose answer is a signal of an object with a name of our choice.
void PortalShortcut::request(const QString& method, QVariantList arguments, QVariantMap options,
                             const char* answered) {
  const QString token = QStringLiteral("tilescribe%1").arg(++requests_);
  const QString sender = bus_.baseService().mid(1).replace(QLatin1Char('.'), QLatin1Char('_'));
  request_ = QStringLiteral("%1/request/%2/%3").arg(portal_path, sender, token);
  bus_.connect(portal_name, request_, request_interface, QStringLiteral("Response"), this, answered);
  options.insert(QStringLiteral("handle_token"), token);
  arguments.append(options);
  auto call = QDBusMessage::createMethodCall(portal_name, portal_path, shortcuts_interface, method);
  call.setArguments(arguments);
  send(call, [this, asked = request_](bool failed) {
    if (!failed || asked != request_) return;
    busy_ = false;
    asked_ == wanted_ ? refuse() : begin();
  });
}

void PortalShortcut::session_created(const QDBusMessage& message) {
  bus_.disconnect(portal_name, message.path(), request_interface, QStringLiteral("Response"), this,
                  SLOT(session_created(QDBusMessage)));
  if (message.path() != request_) return;  // of a portal that has gone
  busy_ = false;
  const auto results = results_of(message);
  session_ = results ? results->value(QStringLiteral("session_handle")).toString() : QString();
  if (asked_ != wanted_) return begin();
  if (session_.isEmpty()) return refuse();
  bus_.connect(portal_name, session_, session_interface, QStringLiteral("Closed"), this,
               SLOT(session_closed(QDBusMessage)));
  const PortalEntry record{shortcut_id,
                           {{QStringLiteral("description"), DesktopTexts::tr("Start or stop a recording")},
                            {QStringLiteral("preferred_trigger"), portal_trigger(wanted_)}}};
  request(QStringLiteral("BindShortcuts"),
          {QVariant::fromValue(QDBusObjectPath(session_)), QVariant::fromValue(QList<PortalEntry>{record}),
           QString()},
          {}, SLOT(shortcuts_bound(QDBusMessage)));
}

void PortalShortcut::shortcuts_bound(const QDBusMessage& message) {
  bus_.disconnect(portal_name, message.path(), request_interface, QStringLiteral("Response"), this,
                  SLOT(shortcuts_bound(QDBusMessage)));
  if (message.path() != request_) return;
  const auto results = results_of(message);
  if (!results || !take_keys(results->value(QStringLiteral("shortcuts")))) refuse();
}

void PortalShortcut::shortcuts_changed(const QDBusMessage& message) {
  if (path_in(message) == session_) take_keys(message.arguments().value(1));
}

/// Whether ours is among them. Some desktops bind keys without saying which.
bool PortalShortcut::take_keys(const QVariant& shortcuts) {
  keys_.clear();
  for (const PortalEntry& entry : qdbus_cast<QList<PortalEntry>>(shortcuts)) {
    if (entry.id != shortcut_id) continue;
    keys_ = entry.properties.value(QStringLiteral("trigger_description")).toString();
    if (keys_.isEmpty()) keys_ = wanted_.toString(QKeySequence::NativeText);
  }
  return !keys_.isEmpty();
}

void PortalShortcut::session_closed(const QDBusMessage& message) {
  if (message.path() != session_) return;
  session_.clear();
  refuse();
}

void PortalShortcut::pressed(const QDBusMessage& message) {
  if (path_in(message) == session_ && message.arguments().value(1).toString() == shortcut_id)
    emit activated();
}

/// Closes the session, and then begins the next one.
void PortalShortcut::close() {
  const QString session = std::exchange(session_, {});
  bus_.disconnect(portal_name, session, session_interface, QStringLiteral("Closed"), this,
                  SLOT(session_closed(QDBusMessage)));
  busy_ = true;
  send(QDBusMessage::createMethodCall(portal_name, session, session_interface, QStringLiteral("Close")),
       [this](bool /*failed*/) {
         if (std::exchange(busy_, false)) begin();
       });
}

void PortalShortcut::refuse() {
  keys_.clear();
  emit refused(DesktopTexts::tr("The desktop does not let %1 start a recording from other windows.")
                   .arg(wanted_.toString(QKeySequence::NativeText)));
}

}  // namespace tilescribe
