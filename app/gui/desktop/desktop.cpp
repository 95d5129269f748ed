// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/desktop.h"

#include <QDBusConnection>
#include <QGuiApplication>
#include <QSystemTrayIcon>
#include <utility>

#include "app/gui/desktop/portal_shortcut.h"

#ifdef TILESCRIBE_KEYCHAIN
#include "app/gui/desktop/system_keyring.h"
#endif
#ifdef TILESCRIBE_X11
#include "app/gui/desktop/x11/x11_shortcut.h"
#include "app/gui/desktop/x11/x11_typer.h"
#endif

namespace tilescribe {

namespace {

class NoTyper : public TextTyper {
 public:
  QString limit() const override {
    return DesktopTexts::tr(
        "This desktop does not allow programs to type into other windows. It works on X11.");
  }
  void type(const QString& /*text*/) override {}
};

#ifndef TILESCRIBE_KEYCHAIN
class SystemKeyring : public QObject, public Keyring {
 public:
  void read(const QString& /*server*/, Then then) override { answer({}, std::move(then)); }
  void write(const QString& /*server*/, const QString& key, Then then) override {
    answer(key, std::move(then));
  }

 private:
  void answer(const QString& key, Then then) {
    const QString why = DesktopTexts::tr("Tilescribe was built without the system's keyring.");
    QMetaObject::invokeMethod(
        this,
        [key, why, then = std::move(then)] {
          then({key, why});
        },
        Qt::QueuedConnection);
  }
};
#endif

}  // namespace

std::unique_ptr<GlobalShortcut> ThisDesktop::shortcut() {
  // Also if the program's windows are Xwayland's: a grab there is not heard in Wayland's own windows.
  const bool wayland = qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
#ifdef TILESCRIBE_X11
  if (!wayland && QGuiApplication::platformName() == QLatin1String("xcb"))
    return std::make_unique<X11Shortcut>();
#endif
  return std::make_unique<PortalShortcut>(wayland ? QDBusConnection::sessionBus()
                                                  : QDBusConnection(QString()));
}

std::unique_ptr<TextTyper> ThisDesktop::typer() {
#ifdef TILESCRIBE_X11
  if (QGuiApplication::platformName() == QLatin1String("xcb")) return std::make_unique<X11Typer>();
#endif
  return std::make_unique<NoTyper>();
}

std::unique_ptr<Keyring> ThisDesktop::keyring() {
  return std::make_unique<SystemKeyring>();
}

bool ThisDesktop::has_tray() {
  return QSystemTrayIcon::isSystemTrayAvailable();
}

}  // namespace tilescribe
