// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "ui/profile/profile_document.h"

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
  explicit KernelTable(ProfileDocument& document, QWidget* parent = nullptr);

  ProfileGrouping grouping() const;

 private:
  void clear();
  void refresh();
  void mark_selected();
  void take_selection();
  void show_count();

  ProfileDocument& document_;
  std::shared_ptr<const ProfileDocument::Rows> rows_;
  ProfileGrouping rows_are_ = ProfileGrouping::kernel;  // of `rows_`
  KernelTableModel* model_;
  QSortFilterProxyModel* proxy_;
  QTableView* view_;
  QComboBox* grouping_;
  QLineEdit* search_;
  QLabel* count_;
  bool marking_ = false;  // the view's selection is being set to ours
};

}  // namespace tilescribe::ui
