// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "ui/profile/profile_document.h"

class QComboBox;
class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace tilescribe::ui {

class ComparisonChart;
class ComparisonModel;

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
  void take_selection();
  ProfileGrouping grouping() const;
  QString summary() const;
  QString caution() const;

  ProfileDocument& document_;
  std::shared_ptr<const ProfileComparison> comparison_;
  ProfileGrouping rows_are_ = ProfileGrouping::op;  // in `comparison_`
  bool marking_ = false;                            // the view's selection is being set to ours
  ComparisonModel* model_;
  QSortFilterProxyModel* proxy_;
  QLabel* message_;
  QLabel* summary_;
  QLabel* caution_;
  QComboBox* grouping_;
  ComparisonChart* chart_;
  QTableView* view_;
  QWidget* results_;
};

}  // namespace tilescribe::ui
