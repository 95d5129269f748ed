// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>
#include <QSystemTrayIcon>

#include "ui/recording/record_state.h"

namespace tilescribe::ui {

/// The icon in the desktop's tray, if there is one, with start, stop, show and quit. Its red dot means that
/// sound is being recorded.
class Tray : public QObject {
  Q_OBJECT

 public:
  explicit Tray(QObject* parent = nullptr);

  void set_state(const RecordState& state);
  QMenu& menu() { return menu_; }
  /// Adds what else can be done from here.
  void put(const QList<QAction*>& actions) { menu_.insertActions(line_, actions); }
  QIcon icon() const { return icon_.icon(); }
  /// Shows the icon if the desktop has a tray.
  void show();
  bool is_shown() const { return shown_; }
  /// Shows a message beside the icon for a while.
  void tell(const QString& title, const QString& text);

 signals:
  void recordClicked();  // starts or stops
  void showClicked();
  void quitClicked();
  void told(const QString& text);

 private:
  QMenu menu_;
  QSystemTrayIcon icon_;
  QAction* record_;
  QAction* line_;  // above Quit
  bool live_ = false;
  bool shown_ = false;
};

}  // namespace tilescribe::ui
