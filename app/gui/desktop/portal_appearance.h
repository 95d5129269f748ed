// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QDBusServiceWatcher>
#include <QObject>
#include <optional>

class QDBusMessage;

namespace tilescribe {

/// Whether the desktop prefers dark windows, as its portal org.freedesktop.portal.Settings says. Nothing here
/// waits for the portal; without one, or without a preference, there is none.
class PortalAppearance : public QObject {
  Q_OBJECT

 public:
  /// `bus`: the session's. Without a connection no portal answers.
  explicit PortalAppearance(const QDBusConnection& bus);

  std::optional<bool> dark() const { return dark_; }

 signals:
  void changed(std::optional<bool> dark);

 private slots:  // a signal of the portal
  void setting_changed(const QDBusMessage& message);

 private:
  void look();
  void take(const QVariant& value);

  QDBusConnection bus_;
  QDBusServiceWatcher portal_;
  std::optional<bool> dark_;
  int told_ = 0;  // how often the portal has told a value by itself: an older answer no longer counts
};

}  // namespace tilescribe
