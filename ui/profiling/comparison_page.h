// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QWidget>
#include <memory>

#include "inference/api/profile_analysis.h"

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
  explicit ComparisonPage(QWidget* parent = nullptr);

  void set_session(std::shared_ptr<const ProfileSession> session);
  /// The run before, and its name; null: none.
  void set_comparison(std::shared_ptr<const ProfileSession> before, const QString& name);
  void set_selection(const ProfileSelection& selection);

 signals:
  void chooseClicked();
  void selectionChanged(const tilescribe::ProfileSelection& selection);  // by the user

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void fill();
  void mark_chosen();
  void take_selection();
  ProfileGrouping grouping() const;
  QString summary() const;
  QString caution() const;

  std::shared_ptr<const ProfileSession> before_, after_;
  QString name_;
  ProfileSelection selection_;
  ProfileComparison comparison_;  // its rows are the model's rows
  bool outdated_ = false;         // updated when it becomes visible
  bool marking_ = false;          // the view's selection is being set to ours
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
