// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDBusConnection>
#include <QProcess>
#include <QString>
#include <QStringList>

#include "tests/support/session_bus.h"

namespace tilescribe::test {

/// A session for a program that is read out: an X server and a bus of its own, on which at-spi2-core starts
/// by itself. To be made before the QApplication, which then belongs to it. A process that could not be
/// started is fatal.
class ReadOutSession {
 public:
  ReadOutSession();
  ~ReadOutSession();
  /// The bus of accessible objects.
  QString accessibility_bus() const { return accessibility_bus_; }

 private:
  SessionBus bus_;
  QProcess display_;
  QString accessibility_bus_;
};

/// What a screen reader is told of one object.
struct ReadObject {
  QString path;  // "frame Tilescribe › push button Open…"
  QString name;
  bool focusable = false, clickable = false;
};

/// Every object of this program that is on screen, read over D-Bus as AT-SPI gives it. Blocks: not for the
/// thread of the program's windows, which answers.
QList<ReadObject> read_out(const QString& accessibility_bus);

}  // namespace tilescribe::test
