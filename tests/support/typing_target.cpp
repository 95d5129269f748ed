// SPDX-License-Identifier: Apache-2.0
// A window with one line of text on X11, which tells on its output what is typed into it. With --itself it
// types into its own window, which must not come to anything.
#include <QApplication>
#include <QLineEdit>
#include <QTimer>
#include <cstdio>

#include "app/gui/desktop/x11/x11_typer.h"

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QLineEdit line;
  const auto tell = [](const QString& what) {
    std::printf("%s\n", what.toUtf8().constData());
    std::fflush(stdout);
  };
  QObject::connect(&line, &QLineEdit::textChanged, &line, tell);
  line.show();
  tilescribe::X11Typer typer;
  // Where there is no window manager, a window has to ask for the keyboard itself.
  QTimer focus;
  QObject::connect(&focus, &QTimer::timeout, &line, [&] {
    line.activateWindow();
    if (!line.hasFocus()) return;
    focus.stop();
    if (QApplication::arguments().contains(QStringLiteral("--itself"))) typer.type(QStringLiteral("wrong"));
    tell(QStringLiteral("ready"));
  });
  focus.start(20);
  return QApplication::exec();
}
