// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "ui/profile/row_selection.h"

namespace tilescribe::ui {

/// What the models of profiles' rows have besides Qt's roles.
enum TableRole {
  SortRole = Qt::UserRole,  // a number or a text
  StageRole,                // QString; empty: several
  SearchRole,               // the text that a search looks at
  MarkRole,                 // CellMark
  SparklineRole,            // QList<float>, 0…1
};

/// What is painted before the text of a cell: nothing, a patch in the stage's colour, the share as a bar
/// whose full width is the whole, or when it ran, with one column for each part of the time.
enum class CellMark { none, stage, share, sparkline };

/// A column of a table: what its cells say. A figure is what they are sorted by, unknown ones below all
/// others; without one they are sorted by their text.
template <class Row>
struct TableColumn {
  QString title, hint;
  std::function<QString(const Row&)> text;
  std::function<std::optional<double>(const Row&)> figure = {};
  std::function<QString(const Row&)> tip = {};
  CellMark mark = CellMark::none;
};

/// A column of figures, written by `shown`. What is unknown is "–".
template <class Row>
TableColumn<Row> figure_column(const QString& title, const QString& hint,
                               std::function<std::optional<double>(const Row&)> figure,
                               QString (*shown)(double), std::function<QString(const Row&)> tip = {},
                               CellMark mark = CellMark::none) {
  const auto text = [figure, shown](const Row& row) {
    const std::optional<double> value = figure(row);
    return value ? shown(*value) : QStringLiteral("–");
  };
  return {title, hint, text, std::move(figure), std::move(tip), mark};
}

/// Rows of one type, as columns show them.
template <class Row, class Base = QAbstractTableModel>
class ColumnsModel : public Base {
 public:
  explicit ColumnsModel(std::vector<TableColumn<Row>> columns, QObject* parent = nullptr)
      : Base(parent), columns_(std::move(columns)) {}

  void set_rows(std::vector<Row> rows) {
    this->beginResetModel();
    rows_ = std::move(rows);
    this->endResetModel();
  }
  void append(std::vector<Row> rows) {
    if (rows.empty()) return;
    const int first = rowCount();
    this->beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    std::ranges::move(rows, std::back_inserter(rows_));
    this->endInsertRows();
  }
  const std::vector<Row>& rows() const { return rows_; }
  /// To be set before the rows that it is about.
  void set_title(std::size_t column, const QString& title) { columns_[column].title = title; }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(columns_.size());
  }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override {
    if (!this->checkIndex(index, QAbstractItemModel::CheckIndexOption::IndexIsValid)) return {};
    const Row& row = rows_[static_cast<std::size_t>(index.row())];
    const TableColumn<Row>& column = columns_[static_cast<std::size_t>(index.column())];
    switch (role) {
      case Qt::DisplayRole:
        return column.text(row);
      case Qt::AccessibleTextRole: {
        const QString text = column.text(row);
        return text.isEmpty() ? QStringLiteral("–") : text;
      }
      case Qt::TextAlignmentRole:
        return alignment(column);
      case Qt::ToolTipRole:
        return column.tip ? column.tip(row) : QVariant();
      case SortRole:
        return column.figure ? QVariant(column.figure(row).value_or(-1.0)) : column.text(row);
      case MarkRole:
        return QVariant::fromValue(column.mark);
      default:
        return {};
    }
  }
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
      return Base::headerData(section, orientation, role);
    }
    const TableColumn<Row>& column = columns_[static_cast<std::size_t>(section)];
    switch (role) {
      case Qt::DisplayRole:
        return column.title;
      case Qt::ToolTipRole:
        return column.hint;
      case Qt::TextAlignmentRole:
        return alignment(column);
      case Qt::InitialSortOrderRole:
        return static_cast<int>(column.figure ? Qt::DescendingOrder : Qt::AscendingOrder);
      default:
        return {};
    }
  }

 private:
  static QVariant alignment(const TableColumn<Row>& column) {
    return QVariant::fromValue(Qt::AlignVCenter | (column.figure ? Qt::AlignRight : Qt::AlignLeft));
  }

  std::vector<TableColumn<Row>> columns_;
  std::vector<Row> rows_;
};

/// A table of what ran, whatever its columns.
class RowModel : public QAbstractTableModel {
 public:
  using QAbstractTableModel::QAbstractTableModel;
  virtual SelectableRow selectable(int row) const = 0;
};

/// Rows of a profile.
template <class Row>
class TableModel : public ColumnsModel<Row, RowModel> {
 public:
  using ColumnsModel<Row, RowModel>::ColumnsModel;

  SelectableRow selectable(int row) const override { return this->rows()[static_cast<std::size_t>(row)]; }
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override {
    if (role == StageRole && index.isValid())
      return QString::fromStdString(this->rows()[static_cast<std::size_t>(index.row())].stage);
    return ColumnsModel<Row, RowModel>::data(index, role);
  }
};

}  // namespace tilescribe::ui
