// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

#include "ui/recording/record_state.h"

namespace tilescribe::ui {

/// The recording's place above the files while there is one: a red dot, what it does, how long it is.
/// Pressing it shows the record page.
class LiveRow : public QAbstractButton {
  Q_OBJECT

 public:
  explicit LiveRow(QWidget* parent = nullptr);

  /// Hides itself while nothing is recorded.
  void set_state(const RecordState& state);
  /// Whether the record page is what is shown beside it.
  void set_chosen(bool chosen);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void nextCheckState() override {}  // who shows the page says so

 private:
  RecordState state_;
  QString title_;
  QString line_;
};

}  // namespace tilescribe::ui
