// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "inference/api/profile_analysis.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;

namespace tilescribe::ui {

class KernelTableModel;

/// The kernel table with its grouping and its search. It shows all rows that fit the selection, except for
/// the choice among its own rows: those are only marked, so that another one can be chosen.
class KernelTable : public QWidget {
  Q_OBJECT

 public:
  explicit KernelTable(QWidget* parent = nullptr);

  void set_session(std::shared_ptr<const ProfileSession> session);
  void set_selection(const ProfileSelection& selection);
  ProfileGrouping grouping() const;

 signals:
  void selectionChanged(const tilescribe::ProfileSelection& selection);

 private:
  void fill();
  void mark_selected();
  void take_selection();
  void show_count();

  std::shared_ptr<const ProfileSession> session_;
  ProfileSelection selection_;
  KernelTableModel* model_;
  QSortFilterProxyModel* proxy_;
  QTableView* view_;
  QComboBox* grouping_;
  QLineEdit* search_;
  QLabel* count_;
  bool marking_ = false;  // the view's selection is being set to ours
};

}  // namespace tilescribe::ui
