// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/clean_up_model.h"

#include <algorithm>
#include <utility>

#include "ui/format.h"

namespace tilescribe::ui {

void CleanUpModel::set(std::vector<CleanUpChange> changes) {
  beginResetModel();
  rows_.clear();
  for (CleanUpChange& change : changes) rows_.push_back({.change = std::move(change)});
  endResetModel();
}

void CleanUpModel::tick_all(bool ticked) {
  if (rows_.empty()) return;
  for (Row& row : rows_) row.ticked = ticked;
  emit dataChanged(index(0), index(rowCount() - 1), {Qt::CheckStateRole});
}

int CleanUpModel::ticked() const {
  return static_cast<int>(std::ranges::count_if(rows_, &Row::ticked));
}

std::vector<CleanUpChange> CleanUpModel::accepted() const {
  std::vector<CleanUpChange> accepted;
  for (const Row& row : rows_) {
    if (row.ticked) accepted.push_back(row.change);
  }
  return accepted;
}

int CleanUpModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant CleanUpModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const QString after = QString::fromStdString(row.change.to.text);
  switch (role) {
    case Qt::DisplayRole:
      return after;
    case Qt::CheckStateRole:
      return row.ticked ? Qt::Checked : Qt::Unchecked;
    case Qt::AccessibleTextRole:
      return tr("%1, %2 instead of %3", "a time and two texts")
          .arg(clock_text(row.change.difference.start_s), after, QString::fromStdString(row.change.before));
    default:
      return {};
  }
}

bool CleanUpModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  rows_[static_cast<std::size_t>(index.row())].ticked = value.toInt() == Qt::Checked;
  emit dataChanged(index, index, {role});
  return true;
}

Qt::ItemFlags CleanUpModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractListModel::flags(index);
  return index.isValid() ? flags | Qt::ItemIsUserCheckable | Qt::ItemNeverHasChildren : flags;
}

}  // namespace tilescribe::ui
