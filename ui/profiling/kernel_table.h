// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "ui/profile/profile_document.h"

class QLabel;

namespace tilescribe::ui {

class GroupingBox;
class KernelTableModel;
class RowTable;

/// The kernel table with its grouping and its search. It shows all rows that fit the selection, except for
/// the choice among its own rows: those are only marked, so that another one can be chosen.
class KernelTable : public QWidget {
  Q_OBJECT

 public:
  explicit KernelTable(ProfileDocument& document, QWidget* parent = nullptr);

 private:
  void clear();
  void refresh();
  void show_count();

  ProfileDocument& document_;
  std::shared_ptr<const ProfileDocument::Rows> rows_;
  KernelTableModel* model_;
  RowTable* view_;
  GroupingBox* grouping_;
  QLabel* count_;
};

}  // namespace tilescribe::ui
