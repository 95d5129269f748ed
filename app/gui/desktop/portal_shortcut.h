// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QDBusServiceWatcher>
#include <QVariantMap>
#include <functional>

#include "app/gui/desktop/desktop.h"

class QDBusArgument;
class QDBusMessage;

namespace tilescribe {

/// A shortcut in the portal's lists.
struct PortalEntry {
  QString id;
  QVariantMap properties;
};
QDBusArgument& operator<<(QDBusArgument& argument, const PortalEntry& entry);
const QDBusArgument& operator>>(const QDBusArgument& argument, PortalEntry& entry);

/// A key combination as the XDG shortcuts specification writes it: "CTRL+ALT+r", "F9".
QString portal_trigger(const QKeySequence& keys);

/// The shortcut of a Wayland desktop that has the portal org.freedesktop.portal.GlobalShortcuts. The keys are
/// a wish: the user confirms or changes them in a dialog of the desktop. Nothing here waits for the portal;
/// until it has answered for the first time, there is a limit.
class PortalShortcut : public GlobalShortcut {
  Q_OBJECT

 public:
  /// `bus`: the session's. Without a connection no portal answers.
  explicit PortalShortcut(const QDBusConnection& bus);

  QString limit() const override;
  void set(const QKeySequence& keys) override;
  QString keys() const override { return keys_; }

 private slots:  // signals of the portal
  void session_created(const QDBusMessage& message);
  void shortcuts_bound(const QDBusMessage& message);
  void shortcuts_changed(const QDBusMessage& message);
  void session_closed(const QDBusMessage& message);
  void pressed(const QDBusMessage& message);

 private:
  void look();
  void send(const QDBusMessage& call, const std::function<void(bool failed)>& then);
  void request(const QString& method, QVariantList arguments, QVariantMap options, const char* answered);
  void begin();
  void close();
  bool take_keys(const QVariant& shortcuts);
  void refuse();

  QDBusConnection bus_;
  QDBusServiceWatcher portal_;
  bool there_ = false;
  bool busy_ = false;  // a session is being created or closed
  QKeySequence wanted_;
  QKeySequence asked_;  // those that the session is for
  QString session_;     // object path; empty: there is none
  QString request_;     // object path of the last one
  int requests_ = 0;
  QString keys_;
};

}  // namespace tilescribe
