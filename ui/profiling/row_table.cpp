// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/row_table.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <algorithm>

#include "ui/profiling/cell_delegate.h"
#include "ui/profiling/profile_tables.h"

namespace tilescribe::ui {

RowTable::RowTable(ProfileDocument& document, RowModel& model, QWidget* parent)
    : QTableView(parent), document_(document), rows_(model), proxy_(new QSortFilterProxyModel(this)) {
  proxy_->setSourceModel(&model);
  proxy_->setSortRole(SortRole);
  proxy_->setFilterRole(SearchRole);
  proxy_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  proxy_->setSortCaseSensitivity(Qt::CaseInsensitive);
  setModel(proxy_);
  setItemDelegate(new CellDelegate(this));
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setShowGrid(false);
  setWordWrap(false);
  setFrameShape(QFrame::NoFrame);
  setTabKeyNavigation(false);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 9);
  horizontalHeader()->setHighlightSections(false);
  setSortingEnabled(true);
  connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &RowTable::take_selection);
}

void RowTable::fit_columns(int most_name_width) {
  resizeColumnsToContents();
  setColumnWidth(0, std::min(columnWidth(0), most_name_width));
}

void RowTable::search(const QString& text) {
  marking_ = true;  // rows hidden by the search stay selected
  proxy_->setFilterFixedString(text);
  mark_selected();
}

void RowTable::mark_selected() {
  marking_ = true;
  QItemSelection marked;
  for (int row = 0; row < proxy_->rowCount(); ++row) {
    const QModelIndex index = proxy_->index(row, 0);
    const SelectableRow shown = rows_.selectable(proxy_->mapToSource(index).row());
    if (!is_chosen(shown, rows_are_, document_.selection())) continue;
    if (marked.isEmpty()) scrollTo(index);
    marked.select(index, index.siblingAtColumn(proxy_->columnCount() - 1));
  }
  selectionModel()->select(marked, QItemSelectionModel::ClearAndSelect);
  marking_ = false;
}

void RowTable::take_selection() {
  if (marking_) return;
  const ProfileSelection within = around_rows(document_.selection(), rows_are_);
  ProfileSelection chosen = within;
  const QModelIndexList indexes = selectionModel()->selectedRows();
  for (const QModelIndex& index : indexes) {
    const SelectableRow row = rows_.selectable(proxy_->mapToSource(index).row());
    if (indexes.size() == 1) {
      chosen = selection_of(row, rows_are_, within);
    } else {
      chosen.kinds.insert(row.kinds.begin(), row.kinds.end());
    }
  }
  document_.select(chosen);
}

GroupingBox::GroupingBox(std::initializer_list<ProfileGrouping> groupings, QWidget* parent)
    : QComboBox(parent) {
  setAccessibleName(tr("One row per"));
  for (const ProfileGrouping each : groupings) addItem(grouping_label(each), static_cast<int>(each));
}

}  // namespace tilescribe::ui
