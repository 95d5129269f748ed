// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

#include "ui/recording/record_state.h"

namespace tilescribe::ui {

/// The row of the recording above the files, while there is one: a red dot, its state, its duration. Pressing
/// it shows the record page; it is checked while that is shown.
class LiveRow : public QAbstractButton {
  Q_OBJECT

 public:
  explicit LiveRow(QWidget* parent = nullptr);

  /// Hides itself while there is no recording.
  void set_state(const RecordState& state);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void nextCheckState() override {}  // whoever shows the page sets this

 private:
  RecordState state_;
  QString title_;
  QString line_;
};

}  // namespace tilescribe::ui
