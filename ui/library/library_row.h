// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

namespace tilescribe::ui {

/// The row above the files that leads to the library. It is checked while that is shown.
class LibraryRow : public QAbstractButton {
  Q_OBJECT

 public:
  explicit LibraryRow(QWidget* parent = nullptr);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void nextCheckState() override {}  // whoever shows the page sets this
};

}  // namespace tilescribe::ui
