// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace tilescribe::ui {

/// Covers the window while files are dragged over it, and says what dropping does. The mouse passes through.
class DropOverlay : public QWidget {
  Q_OBJECT

 public:
  explicit DropOverlay(QWidget* parent);
  void cover(const QRect& rect);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace tilescribe::ui
