// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/found_model.h"

#include <QFont>
#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/format.h"

namespace tilescribe::ui {

namespace {

constexpr quintptr of_a_text = 0;  // other ids: of a sentence of the text before this number

/// The text before the replacement, or after it.
QString whole(const DifferenceLine& line, WordChange without) {
  QString text;
  for (const MarkedPiece& piece : line.pieces) {
    if (piece.change != without) text += QString::fromStdString(piece.text);
  }
  return text;
}

}  // namespace

void FoundModel::set(std::vector<FoundText> texts) {
  beginResetModel();
  rows_.clear();
  for (FoundText& text : texts) rows_.push_back({.text = std::move(text)});
  endResetModel();
}

void FoundModel::tick_all(bool ticked) {
  if (rows_.empty()) return;
  for (Row& row : rows_) row.ticked = ticked;
  emit dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::CheckStateRole});
}

int FoundModel::ticked() const {
  return static_cast<int>(std::ranges::count_if(rows_, &Row::ticked));
}

int FoundModel::places() const {
  return std::accumulate(rows_.begin(), rows_.end(), 0,
                         [](int sum, const Row& row) { return sum + row.text.places; });
}

std::vector<FoundText> FoundModel::chosen() const {
  std::vector<FoundText> chosen;
  for (const Row& row : rows_) {
    if (!row.ticked) continue;
    chosen.push_back(row.text);
    chosen.back().shown.clear();
  }
  return chosen;
}

QModelIndex FoundModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : of_a_text);
}

QModelIndex FoundModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == of_a_text) return {};
  return createIndex(static_cast<int>(index.internalId() - 1), 0, of_a_text);
}

const FoundModel::Row& FoundModel::row_of(const QModelIndex& index) const {
  const bool text = index.internalId() == of_a_text;
  return rows_.at(text ? static_cast<std::size_t>(index.row()) : index.internalId() - 1);
}

int FoundModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(rows_.size());
  if (parent.internalId() != of_a_text) return 0;
  const FoundText& text = row_of(parent).text;
  const int shown = static_cast<int>(text.shown.size());
  return shown + (text.sentences > shown ? 1 : 0);
}

const DifferenceLine* FoundModel::sentence(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == of_a_text) return nullptr;
  const std::vector<DifferenceLine>& shown = row_of(index).text.shown;
  return index.row() < static_cast<int>(shown.size()) ? &shown[static_cast<std::size_t>(index.row())]
                                                      : nullptr;
}

QString FoundModel::sentence_text(const QModelIndex& index, bool for_reader) const {
  const DifferenceLine* const line = sentence(index);
  if (line == nullptr) {
    const FoundText& text = row_of(index).text;
    return tr("and %n more sentence(s)", nullptr, text.sentences - static_cast<int>(text.shown.size()));
  }
  const QString after = whole(*line, WordChange::lost);
  if (!for_reader) return after;
  return tr("%1, %2 instead of %3", "a time and two texts")
      .arg(clock_text(line->start_s), after, whole(*line, WordChange::added));
}

QVariant FoundModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const bool sentence = index.internalId() != of_a_text;
  const Row& row = row_of(index);
  switch (role) {
    case Qt::DisplayRole:
      if (sentence) return sentence_text(index, false);
      return tr("%1: %n place(s)", "the title of a transcript", row.text.places).arg(row.text.title);
    case Qt::ToolTipRole:
      return tip_text(sentence ? sentence_text(index, true) : row.text.title);
    case Qt::AccessibleTextRole:
      return sentence ? sentence_text(index, true) : data(index, Qt::DisplayRole);
    case Qt::CheckStateRole:
      return sentence ? QVariant() : QVariant(row.ticked ? Qt::Checked : Qt::Unchecked);
    default:
      return {};
  }
}

bool FoundModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) return false;
  if (index.internalId() != of_a_text) return false;
  rows_[static_cast<std::size_t>(index.row())].ticked = value.toInt() == Qt::Checked;
  emit dataChanged(index, index, {role});
  return true;
}

Qt::ItemFlags FoundModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
  return index.internalId() == of_a_text ? flags | Qt::ItemIsUserCheckable : flags | Qt::ItemNeverHasChildren;
}

}  // namespace tilescribe::ui
