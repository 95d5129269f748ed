// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "ui/profile/profile_document.h"

class QLabel;

namespace tilescribe::ui {

class ComparisonChart;
class ComparisonModel;
class GroupingBox;
class RowTable;

/// Compares the open profile with a saved one, which counts as the run before. It shows the rows within the
/// selection, and marks those that the selection chooses, as the kernel table does.
class ComparisonPage : public QWidget {
  Q_OBJECT

 public:
  explicit ComparisonPage(ProfileDocument& document, QWidget* parent = nullptr);

 signals:
  void chooseClicked();

 private:
  void clear();
  void refresh();
  void fill();
  void mark_chosen();
  QString summary() const;
  QString caution() const;

  ProfileDocument& document_;
  std::shared_ptr<const ProfileComparison> comparison_;
  ComparisonModel* model_;
  QLabel* message_;
  QLabel* summary_;
  QLabel* caution_;
  GroupingBox* grouping_;
  ComparisonChart* chart_;
  RowTable* view_;
  QWidget* results_;
};

}  // namespace tilescribe::ui
