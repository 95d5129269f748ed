// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QComboBox>
#include <QTableView>

#include "ui/profile/profile_document.h"

class QSortFilterProxyModel;

namespace tilescribe::ui {

class RowModel;

/// A table of what ran. The rows that the document's selection chooses are marked, and choosing rows selects
/// what they stand for.
class RowTable : public QTableView {
  Q_OBJECT

 public:
  RowTable(ProfileDocument& document, RowModel& model, QWidget* parent);

  /// What one row of the model stands for.
  ProfileGrouping rows_are() const { return rows_are_; }
  void set_rows_are(ProfileGrouping grouping) { rows_are_ = grouping; }
  /// Marks what is selected: call it when the rows or the selection have changed.
  void mark_selected();
  /// Columns as wide as their contents; the name at most this many logical pixels, elided beyond.
  void fit_columns(int most_name_width);
  /// Shows only rows in which the text occurs, and all for an empty one.
  void search(const QString& text);

 private:
  void take_selection();

  ProfileDocument& document_;
  RowModel& rows_;
  QSortFilterProxyModel* proxy_;
  ProfileGrouping rows_are_ = ProfileGrouping::kernel;
  bool marking_ = false;  // the view's selection is being set to ours
};

/// The choice of what one row stands for.
class GroupingBox : public QComboBox {
  Q_OBJECT

 public:
  GroupingBox(std::initializer_list<ProfileGrouping> groupings, QWidget* parent);
  ProfileGrouping grouping() const { return static_cast<ProfileGrouping>(currentData().toInt()); }
};

}  // namespace tilescribe::ui
