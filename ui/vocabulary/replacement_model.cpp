// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/replacement_model.h"

#include <QApplication>
#include <algorithm>
#include <utility>

#include "ui/format.h"
#include "ui/theme/theme.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

/// The member behind a column of check boxes; null: it holds text.
bool WordReplacement::*flag_of(int column) {
  if (column == ReplacementModel::WholeWords) return &WordReplacement::whole_words;
  if (column == ReplacementModel::Cases) return &WordReplacement::cases;
  return column == ReplacementModel::Regular ? &WordReplacement::regular : nullptr;
}

}  // namespace

void ReplacementModel::set(std::vector<WordReplacement> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  problems_.clear();
  for (const WordReplacement& row : rows_) problems_.push_back(words(problem_of(row)));
  endResetModel();
}

int ReplacementModel::add() {
  const int row = rowCount();
  beginInsertRows({}, row, row);
  rows_.emplace_back();
  problems_.emplace_back();
  endInsertRows();
  emit edited();
  return row;
}

void ReplacementModel::remove(int row) {
  if (row < 0 || row >= rowCount()) return;
  beginRemoveRows({}, row, row);
  rows_.erase(rows_.begin() + row);
  problems_.erase(problems_.begin() + row);
  endRemoveRows();
  emit edited();
}

int ReplacementModel::move(int row, int by) {
  const int to = row + by;
  if (row < 0 || row >= rowCount() || to < 0 || to >= rowCount() || by == 0) return row;
  beginMoveRows({}, row, row, {}, by > 0 ? to + 1 : to);
  std::swap(rows_[static_cast<std::size_t>(row)], rows_[static_cast<std::size_t>(to)]);
  std::swap(problems_[static_cast<std::size_t>(row)], problems_[static_cast<std::size_t>(to)]);
  endMoveRows();
  emit edited();
  return to;
}

QString ReplacementModel::problem() const {
  const auto found = std::ranges::find_if(problems_, [](const QString& one) { return !one.isEmpty(); });
  return found == problems_.end() ? QString() : *found;
}

int ReplacementModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ReplacementModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : Columns;
}

Qt::ItemFlags ReplacementModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Qt::ItemFlags usual = Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  if (flag_of(index.column()) == nullptr) return usual | Qt::ItemIsEnabled | Qt::ItemIsEditable;
  // A regular expression says itself where words end.
  const bool is_regular = rows_[static_cast<std::size_t>(index.row())].regular;
  if (index.column() == WholeWords && is_regular) return usual;
  return usual | Qt::ItemIsEnabled | Qt::ItemIsUserCheckable;
}

QVariant ReplacementModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const WordReplacement& row = rows_[static_cast<std::size_t>(index.row())];
  const QString& wrong = problems_[static_cast<std::size_t>(index.row())];
  const auto flag = flag_of(index.column());
  if (flag != nullptr) {
    if (role == Qt::CheckStateRole) return row.*flag ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::AccessibleTextRole) return headerData(index.column(), Qt::Horizontal, Qt::DisplayRole);
    return {};
  }
  if (role == Qt::DisplayRole || role == Qt::EditRole)
    return QString::fromStdString(index.column() == Find ? row.find : row.with);
  if (index.column() != Find || wrong.isEmpty()) return {};
  if (role == Qt::ForegroundRole) return colors_of(QApplication::palette()).error;
  if (role == Qt::ToolTipRole) return tip_text(wrong);
  if (role == Qt::AccessibleDescriptionRole) return wrong;
  return {};
}

bool ReplacementModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || !flags(index).testFlag(Qt::ItemIsEnabled)) return false;
  WordReplacement row = rows_[static_cast<std::size_t>(index.row())];
  const auto flag = flag_of(index.column());
  if (flag != nullptr && role == Qt::CheckStateRole) {
    row.*flag = value.toInt() == Qt::Checked;
  } else if (flag == nullptr && role == Qt::EditRole) {
    (index.column() == Find ? row.find : row.with) = value.toString().toStdString();
  } else {
    return false;
  }
  if (row == rows_[static_cast<std::size_t>(index.row())]) return true;
  problems_[static_cast<std::size_t>(index.row())] = words(problem_of(row));
  rows_[static_cast<std::size_t>(index.row())] = std::move(row);
  emit dataChanged(this->index(index.row(), 0), this->index(index.row(), Columns - 1));
  emit edited();
  return true;
}

QVariant ReplacementModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const bool tip = role == Qt::ToolTipRole;
  if (role != Qt::DisplayRole && !tip) return {};
  switch (section) {
    case Find:
      return tip ? tr("What is looked for in the text") : tr("Find");
    case With:
      return tip ? tr("What takes its place. Without a text, what is found goes. In a regular expression, "
                      "\\1 is "
                      "its first group.")
                 : tr("Replace with");
    case WholeWords:
      return tip ? tr("Not as a part of a longer word") : tr("Whole words");
    case Cases:
      return tip ? tr("Upper and lower case differ") : tr("Match case");
    case Regular:
      return tip ? tr("What is looked for is a regular expression") : tr("Regular");
    default:
      return {};
  }
}

}  // namespace tilescribe::ui
