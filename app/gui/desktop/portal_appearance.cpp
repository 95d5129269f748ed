// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/portal_appearance.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

namespace tilescribe {

namespace {

// Names of org.freedesktop.portal.Settings; https://flatpak.github.io/xdg-desktop-portal/docs
constexpr QLatin1String settings_portal("org.freedesktop.portal.Desktop");
constexpr QLatin1String settings_path("/org/freedesktop/portal/desktop");
constexpr QLatin1String settings_interface("org.freedesktop.portal.Settings");
constexpr QLatin1String appearance_group("org.freedesktop.appearance");
constexpr QLatin1String scheme_key("color-scheme");
constexpr uint prefers_dark = 1, prefers_light = 2;  // 0: no preference

}  // namespace

PortalAppearance::PortalAppearance(const QDBusConnection& bus)
    : bus_(bus), portal_(settings_portal, bus_, QDBusServiceWatcher::WatchForOwnerChange) {
  bus_.connect(settings_portal, settings_path, settings_interface, QStringLiteral("SettingChanged"), this,
               SLOT(setting_changed(QDBusMessage)));
  connect(&portal_, &QDBusServiceWatcher::serviceOwnerChanged, this,
          [this](const QString&, const QString&, const QString& owner) {
            if (!owner.isEmpty()) look();
          });
  look();
}

/// Asks for the value; that also starts the portal. `Read` is in every version of it.
void PortalAppearance::look() {
  auto question = QDBusMessage::createMethodCall(settings_portal, settings_path, settings_interface,
                                                 QStringLiteral("Read"));
  question << appearance_group << scheme_key;
  auto* answer = new QDBusPendingCallWatcher(bus_.asyncCall(question), this);
  connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, told = told_] {
    answer->deleteLater();
    const QDBusPendingReply<QDBusVariant> reply = *answer;
    if (reply.isValid() && told == told_) take(QVariant::fromValue(reply.value()));
  });
}

void PortalAppearance::setting_changed(const QDBusMessage& message) {
  const QVariantList arguments = message.arguments();
  if (arguments.value(0).toString() != appearance_group || arguments.value(1).toString() != scheme_key)
    return;
  ++told_;
  take(arguments.value(2));
}

void PortalAppearance::take(const QVariant& value) {
  QVariant scheme = value;
  while (scheme.userType() == qMetaTypeId<QDBusVariant>())  // `Read` wraps it twice, a signal once
    scheme = qvariant_cast<QDBusVariant>(scheme).variant();
  std::optional<bool> dark;
  if (scheme.userType() == QMetaType::UInt) {
    if (scheme.toUInt() == prefers_dark) dark = true;
    if (scheme.toUInt() == prefers_light) dark = false;
  }
  if (dark == dark_) return;
  dark_ = dark;
  emit changed(dark_);
}

}  // namespace tilescribe
