// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tilescribe::ui {

class ProfileDocument;

/// The selection in words: a chip for each condition, removed by a click, and one button that clears all.
class SelectionBar : public QWidget {
  Q_OBJECT

 public:
  explicit SelectionBar(ProfileDocument& document, QWidget* parent = nullptr);

 private:
  void refresh();

  ProfileDocument& document_;
  QHBoxLayout* chips_;
  QLabel* hint_;
  QToolButton* clear_;
};

}  // namespace tilescribe::ui
