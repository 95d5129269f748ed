// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/desktop.h"

#include <QDBusConnection>
#include <QGuiApplication>
#include <QSystemTrayIcon>

#include "app/gui/desktop/portal_shortcut.h"

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

bool ThisDesktop::has_tray() {
  return QSystemTrayIcon::isSystemTrayAvailable();
}

}  // namespace tilescribe
