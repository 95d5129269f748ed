// SPDX-License-Identifier: Apache-2.0
#include "app/gui/desktop/desktop.h"

#include <QGuiApplication>
#include <QSystemTrayIcon>

#ifdef TILESCRIBE_X11
#include "app/gui/desktop/x11/x11_shortcut.h"
#include "app/gui/desktop/x11/x11_typer.h"
#endif

namespace tilescribe {

namespace {

class NoShortcut : public GlobalShortcut {
 public:
  QString limit() const override {
    return DesktopTexts::tr("This desktop does not allow programs a shortcut in other windows.");
  }
  void set(const QKeySequence& /*keys*/) override {}
};

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
#ifdef TILESCRIBE_X11
  if (QGuiApplication::platformName() == QLatin1String("xcb")) return std::make_unique<X11Shortcut>();
#endif
  return std::make_unique<NoShortcut>();
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
