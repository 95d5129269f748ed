// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/comparison_model.h"

#include <array>
#include <cmath>

#include "ui/format.h"
#include "ui/profiling/kernel_table_model.h"
#include "ui/profiling/profile_colors.h"
#include "ui/profiling/profiling_texts.h"

namespace tilescribe::ui {

// Delegates that show a stage ask both models in the same way.
static_assert(static_cast<int>(ComparisonModel::SortRole) == static_cast<int>(KernelTableModel::SortRole));

namespace {

struct ComparisonColumn {
  const char* title;
  const char* hint;
};
constexpr std::array<ComparisonColumn, ComparisonModel::ColumnCount> comparison_columns{{
    {QT_TRANSLATE_NOOP("Profiling", "Name"), QT_TRANSLATE_NOOP("Profiling", "What ran")},
    {QT_TRANSLATE_NOOP("Profiling", "Stage"),
     QT_TRANSLATE_NOOP("Profiling", "Stage of the work in which it ran")},
    {QT_TRANSLATE_NOOP("Profiling", "Before"),
     QT_TRANSLATE_NOOP("Profiling", "What it added to the time of the run before")},
    {QT_TRANSLATE_NOOP("Profiling", "After"),
     QT_TRANSLATE_NOOP("Profiling", "What it added to the time of the run after")},
    {QT_TRANSLATE_NOOP("Profiling", "Mean before"), QT_TRANSLATE_NOOP("Profiling", "Mean of a call before")},
    {QT_TRANSLATE_NOOP("Profiling", "Mean after"), QT_TRANSLATE_NOOP("Profiling", "Mean of a call after")},
    {QT_TRANSLATE_NOOP("Profiling", "Ratio"),
     QT_TRANSLATE_NOOP("Profiling", "Mean of a call, after over before: below 1 is faster")},
    {QT_TRANSLATE_NOOP("Profiling", "Noise"),
     QT_TRANSLATE_NOOP("Profiling", "Two standard errors of the ratio")},
    {QT_TRANSLATE_NOOP("Profiling", "Says"),
     QT_TRANSLATE_NOOP("Profiling", "What the ratio means, given its noise")},
}};

bool is_worded(int column) {
  return column == ComparisonModel::NameColumn || column == ComparisonModel::StageColumn ||
         column == ComparisonModel::VerdictColumn;
}

/// The figure of a column, in ms, µs or as a ratio; empty if there is none.
std::optional<double> figure(const ProfileComparisonRow& row, int column) {
  switch (column) {
    case ComparisonModel::BeforeColumn:
      return row.before_ms;
    case ComparisonModel::AfterColumn:
      return row.after_ms;
    case ComparisonModel::BeforeMeanColumn:
      return row.before_us;
    case ComparisonModel::AfterMeanColumn:
      return row.after_us;
    case ComparisonModel::RatioColumn:
      return row.ratio;
    case ComparisonModel::NoiseColumn:
      return row.ratio ? std::optional(row.noise) : std::nullopt;
    default:
      return std::nullopt;
  }
}

QString text(const ProfileComparisonRow& row, int column) {
  if (column == ComparisonModel::NameColumn) return QString::fromStdString(row.name);
  if (column == ComparisonModel::StageColumn) return stage_label(QString::fromStdString(row.stage));
  if (column == ComparisonModel::VerdictColumn) return verdict(row);
  const std::optional<double> value = figure(row, column);
  if (!value) return QStringLiteral("–");
  if (column == ComparisonModel::RatioColumn) return decimal_text(*value, 3);
  if (column == ComparisonModel::NoiseColumn) return QStringLiteral("± ") + decimal_text(*value, 3);
  const bool in_ms = column == ComparisonModel::BeforeColumn || column == ComparisonModel::AfterColumn;
  return nice_duration(std::llround(*value * (in_ms ? 1e6 : 1e3)));
}

}  // namespace

QString verdict(const ProfileComparisonRow& row) {
  if (!row.before_ms) return ProfilingTexts::tr("only after");
  if (!row.after_ms) return ProfilingTexts::tr("only before");
  if (!row.ratio || !row.differs) return ProfilingTexts::tr("within the noise");
  return *row.ratio < 1.0 ? ProfilingTexts::tr("faster") : ProfilingTexts::tr("slower");
}

void ComparisonModel::set_rows(std::vector<ProfileComparisonRow> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

int ComparisonModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ProfileComparisonRow& row = rows_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return text(row, column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (is_worded(column) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole:
      return column == NameColumn ? QVariant(tip_text(text(row, column))) : QVariant();
    case SortRole:
      if (is_worded(column)) return text(row, column);
      return figure(row, column).value_or(-1.0);
    case KernelTableModel::StageRole:
      return QString::fromStdString(row.stage);
    default:
      return {};
  }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
    return QAbstractTableModel::headerData(section, orientation, role);
  }
  const ComparisonColumn& column = comparison_columns[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return ProfilingTexts::tr(column.title);
    case Qt::ToolTipRole:
      return ProfilingTexts::tr(column.hint);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (is_worded(section) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::InitialSortOrderRole:
      return static_cast<int>(is_worded(section) ? Qt::AscendingOrder : Qt::DescendingOrder);
    default:
      return {};
  }
}

}  // namespace tilescribe::ui
