// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

namespace tilescribe::ui {

/// The big button: a red disc that records, a red square that stops.
class RecordButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit RecordButton(int diameter, QWidget* parent = nullptr);

  /// Whether pressing it stops the recording.
  void set_stops(bool stops);
  bool stops() const { return stops_; }
  /// Keys that do the same in its window, as people read them.
  void set_keys(const QString& keys);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool hitButton(const QPoint& position) const override;

 private:
  int diameter_;  // logical pixels
  bool stops_ = false;
  QString keys_;
};

}  // namespace tilescribe::ui
