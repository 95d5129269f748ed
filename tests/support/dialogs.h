// SPDX-License-Identifier: Apache-2.0
// What a user does with the dialogs that are shown.
#pragma once

#include <QApplication>
#include <QDialog>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QtTest>

#include "tests/support/patience.h"

namespace tilescribe::test {

/// The dialog of this kind that is shown; null: there is none.
template <class Dialog>
Dialog* shown_dialog(const QString& object_name = {}) {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    auto* dialog = qobject_cast<Dialog*>(widget);
    if (dialog != nullptr && dialog->isVisible() &&
        (object_name.isEmpty() || dialog->objectName() == object_name))
      return dialog;
  }
  return nullptr;
}

/// A part of a window, by its object name, which has to be there.
template <class Widget>
Widget* part(const QWidget* window, const char* name) {
  auto* found = window->findChild<Widget*>(QLatin1String(name));
  if (found == nullptr) qFatal("no %s", name);
  return found;
}

/// Keys go to this window from now on. Returns whether they do.
inline bool make_active(QWidget* window) {
  return QTest::qWaitFor(
      [window] {
        if (QApplication::activeWindow() != window) window->activateWindow();
        return QApplication::activeWindow() == window;
      },
      patience_ms);
}

/// Types a file's path into the file dialog that is shown, and accepts it.
inline void choose_file(const QString& path, const QString& filter = {}) {
  auto* dialog = shown_dialog<QFileDialog>();
  if (dialog == nullptr) qFatal("no file dialog is shown");
  if (!filter.isEmpty()) dialog->selectNameFilter(filter);
  dialog->findChild<QListView*>(QStringLiteral("listView"))->clearSelection();  // it would go before the name
  dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
  static_cast<QDialog*>(dialog)->accept();
}

/// Presses a button, by its object name, of the dialog that is shown.
inline void press(const char* button) {
  for (QWidget* widget : QApplication::topLevelWidgets()) {
    auto* found = widget->findChild<QPushButton*>(QLatin1String(button));
    if (qobject_cast<QDialog*>(widget) == nullptr || !widget->isVisible() || found == nullptr) continue;
    return QTest::mouseClick(found, Qt::LeftButton);
  }
  qFatal("no dialog with a button %s is shown", button);
}

}  // namespace tilescribe::test
