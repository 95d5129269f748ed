// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "inference/api/profile_analysis.h"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tilescribe::ui {

/// The selection in words: a chip for each condition, removed by a click, and one button that clears all.
class SelectionBar : public QWidget {
  Q_OBJECT

 public:
  explicit SelectionBar(QWidget* parent = nullptr);

  void set_selection(const ProfileSession* session, const ProfileSelection& selection);

 signals:
  void selectionChanged(const tilescribe::ProfileSelection& selection);

 private:
  QHBoxLayout* chips_;
  QLabel* hint_;
  QToolButton* clear_;
};

}  // namespace tilescribe::ui
