// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <climits>

namespace tilescribe::test {

/// Handles all events that are posted by now, and those that these post: then everything that was asked for
/// is laid out and painted. It waits for no timer.
inline void work_off_events() {
  struct Mark : QObject {
    bool has_come = false;
    bool event(QEvent* event) override {
      has_come = has_come || event->type() == QEvent::User;
      return QObject::event(event);
    }
  };
  for (int round = 0; round < 3; ++round) {  // a layout, what it asks for, its painting
    Mark last;
    QCoreApplication::postEvent(&last, new QEvent(QEvent::User), INT_MIN);
    while (!last.has_come) QCoreApplication::processEvents();
  }
}

}  // namespace tilescribe::test
