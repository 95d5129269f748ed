// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/recording/record_state.h"

class QLabel;

namespace tilescribe::ui {

class LastLines;
class LevelMeter;
class RecordButton;
class Settings;

/// A small window above all others: the last two lines, the level, the duration of the recording, and its
/// button. It never takes the keyboard from the active window. It can be dragged anywhere and remembers its
/// place, as long as that is on a screen.
class SmallWindow : public QWidget {
  Q_OBJECT

 public:
  explicit SmallWindow(Settings& settings);

  void set_state(const RecordState& state);
  LastLines& lines() { return *lines_; }

 signals:
  void recordClicked();  // starts or stops
  void pageRequested();  // show the record page

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* /*event*/) override { emit pageRequested(); }
  void moveEvent(QMoveEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void place();

  Settings& settings_;
  RecordButton* record_;
  QLabel* elapsed_;
  QLabel* note_;
  LevelMeter* meter_;
  LastLines* lines_;
  QPoint grip_;          // where it was grabbed, in its own coordinates
  bool caught_ = false;  // dragged with the mouse since it was shown
  bool dragged_ = false;
};

}  // namespace tilescribe::ui
