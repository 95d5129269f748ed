// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QPushButton;

namespace tilescribe::ui {

/// What an empty window shows: a large invitation to drop files, and the three most important buttons.
class EmptyPage : public QWidget {
  Q_OBJECT

 public:
  explicit EmptyPage(QWidget* parent = nullptr);

 signals:
  void openClicked();
  void recordClicked();
  void sampleClicked();

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace tilescribe::ui
