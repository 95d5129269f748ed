// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QDBusObjectPath>
#include <QVariantMap>

#include "app/gui/desktop/desktop.h"

namespace tilescribe {

/// The shortcut of desktops that keep windows from each other's keys: the GlobalShortcuts portal
/// (https://flatpak.github.io/xdg-desktop-portal, version 1). The desktop asks the user, who may choose other
/// keys there.
class PortalShortcut : public GlobalShortcut {
  Q_OBJECT

 public:
  explicit PortalShortcut(const QDBusConnection& bus = QDBusConnection::sessionBus());

  /// There is one until the portal has answered that it has such shortcuts.
  QString limit() const override;
  void set(const QKeySequence& keys) override;

 private slots:
  void on_response(uint response, const QVariantMap& results);
  // Qt matches all of the signal's arguments.
  void on_activated(const QDBusObjectPath& session, const QString& id, qulonglong time,
                    const QVariantMap& options);

 private:
  void ask_version();
  void open_session();
  void bind();
  void close_session();
  /// Calls a method of the portal whose answer comes to on_response.
  void request(const QString& method, QVariantList arguments, QVariantMap options);

  QDBusConnection bus_;
  bool available_ = false;
  QKeySequence wanted_;
  QString session_;       // its object's path; empty: none
  QString awaited_;       // the method that on_response answers; empty: none
  QString request_;       // the path of its request
  bool changed_ = false;  // the wish has changed since the session was asked for
  int tokens_ = 0;
};

/// As the shortcuts specification writes chords: "CTRL+LOGO+d". Empty for none.
QString portal_trigger(const QKeySequence& keys);

}  // namespace tilescribe
