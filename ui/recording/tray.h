// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>
#include <QSystemTrayIcon>

#include "ui/recording/record_state.h"

namespace tilescribe::ui {

/// The icon in the desktop's tray, where there is one, with start, stop, show and quit. Its red dot says that
/// sound is being taken.
class Tray : public QObject {
  Q_OBJECT

 public:
  explicit Tray(QObject* parent = nullptr);

  void set_state(const RecordState& state);
  QMenu& menu() { return menu_; }
  QIcon icon() const { return icon_.icon(); }
  /// Shows the icon, on a desktop that has a tray.
  void show();
  bool is_shown() const { return shown_; }
  /// Says something beside the icon, for a while.
  void tell(const QString& title, const QString& text);

 signals:
  void recordClicked();  // begins or stops
  void showClicked();
  void quitClicked();
  void told(const QString& text);

 private:
  QMenu menu_;
  QSystemTrayIcon icon_;
  QAction* record_;
  bool live_ = false;
  bool shown_ = false;
};

}  // namespace tilescribe::ui
