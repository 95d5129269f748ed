// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/kernel_table_model.h"

#include <array>
#include <cmath>

#include "ui/format.h"
#include "ui/profiling/profile_colors.h"
#include "ui/profiling/profiling_texts.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

struct ColumnText {
  const char* title;
  const char* hint;
};

// In the order of KernelTableModel::Column. The grouping determines the first one's title.
constexpr std::array<ColumnText, KernelTableModel::ColumnCount> columns{{
    {QT_TRANSLATE_NOOP("Profiling", "Kernel"),
     QT_TRANSLATE_NOOP("Profiling", "Short name; the full one is in its tool tip")},
    {QT_TRANSLATE_NOOP("Profiling", "Stage"),
     QT_TRANSLATE_NOOP("Profiling", "Stage of the work in which it ran")},
    {QT_TRANSLATE_NOOP("Profiling", "Calls"), QT_TRANSLATE_NOOP("Profiling", "How often it ran")},
    {QT_TRANSLATE_NOOP("Profiling", "Total"),
     QT_TRANSLATE_NOOP("Profiling", "All its calls together, without the ops inside them")},
    {QT_TRANSLATE_NOOP("Profiling", "Share"),
     QT_TRANSLATE_NOOP("Profiling", "Its share of the time in which anything ran")},
    {QT_TRANSLATE_NOOP("Profiling", "Over time"),
     QT_TRANSLATE_NOOP("Profiling", "When it ran, from the beginning to the end of what is looked at")},
    {QT_TRANSLATE_NOOP("Profiling", "Mean"), QT_TRANSLATE_NOOP("Profiling", "Mean of a call")},
    {QT_TRANSLATE_NOOP("Profiling", "Median"),
     QT_TRANSLATE_NOOP("Profiling", "Half of its calls took no longer")},
    {QT_TRANSLATE_NOOP("Profiling", "p95"), QT_TRANSLATE_NOOP("Profiling", "95 of 100 calls took no longer")},
    {QT_TRANSLATE_NOOP("Profiling", "Max"), QT_TRANSLATE_NOOP("Profiling", "Its longest call")},
    {QT_TRANSLATE_NOOP("Profiling", "GB/s"),
     QT_TRANSLATE_NOOP("Profiling", "Counted bytes that it must move, over its time")},
    {QT_TRANSLATE_NOOP("Profiling", "% mem"),
     QT_TRANSLATE_NOOP("Profiling", "Share of the bandwidth that reading reaches on this device")},
    {QT_TRANSLATE_NOOP("Profiling", "TFLOP/s"),
     QT_TRANSLATE_NOOP("Profiling", "Counted operations that it must do, over its time")},
    {QT_TRANSLATE_NOOP("Profiling", "% peak"),
     QT_TRANSLATE_NOOP("Profiling", "Share of the rate that large products reach on this device")},
    {QT_TRANSLATE_NOOP("Profiling", "Limited by"),
     QT_TRANSLATE_NOOP("Profiling", "The ceiling that limits it: moving bytes, computing, or neither")},
}};

QString from_us(double us) {
  return nice_duration(std::llround(us * 1e3));
}

QString or_dash(const std::optional<double>& value, QString (*text)(double)) {
  return value ? text(*value) : QStringLiteral("–");
}

/// Unknown values sort below all known ones.
double or_least(const std::optional<double>& value) {
  return value.value_or(-1.0);
}

bool is_text(int column) {
  return column == KernelTableModel::NameColumn || column == KernelTableModel::StageColumn ||
         column == KernelTableModel::BoundColumn;
}

bool is_rate(int column) {
  return column >= KernelTableModel::BandwidthColumn && column <= KernelTableModel::ComputePercentColumn;
}

QString name_of(const ProfileRow& row) {
  return row.name.empty() ? ProfilingTexts::tr("(outside all ops)") : QString::fromStdString(row.name);
}

QString stage_of(const ProfileRow& row) {
  return row.stage.empty() ? ProfilingTexts::tr("several") : QString::fromStdString(row.stage);
}

QString name_tip(const ProfileRow& row) {
  QString tip =
      QStringLiteral("<p><b>%1</b></p>")
          .arg(QString::fromStdString(row.full_name.empty() ? row.name : row.full_name).toHtmlEscaped());
  const auto line = [&tip](const QString& what, const std::string& value) {
    if (!value.empty())
      tip += QStringLiteral("%1: %2<br>").arg(what, QString::fromStdString(value).toHtmlEscaped());
  };
  line(ProfilingTexts::tr("Op"), row.op);
  line(ProfilingTexts::tr("Variant"), row.variant);
  line(ProfilingTexts::tr("Part of"), row.part_of);
  line(ProfilingTexts::tr("Stage"), row.stage);
  return tip;
}

}  // namespace

QString grouping_label(ProfileGrouping grouping) {
  switch (grouping) {
    case ProfileGrouping::kernel:
      return ProfilingTexts::tr("Kernel");
    case ProfileGrouping::op:
      return ProfilingTexts::tr("Op");
    case ProfileGrouping::variant:
      return ProfilingTexts::tr("Variant");
    case ProfileGrouping::stage:
      return ProfilingTexts::tr("Stage");
    case ProfileGrouping::layer:
      break;
  }
  return ProfilingTexts::tr("Layer");
}

void KernelTableModel::set_rows(std::vector<ProfileRow> rows, ProfileGrouping grouping) {
  beginResetModel();
  rows_ = std::move(rows);
  grouping_ = grouping;
  endResetModel();
}

int KernelTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int KernelTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant KernelTableModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ProfileRow& row = rows_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return text(row, column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (is_text(column) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ToolTipRole:
      return tool_tip(row, column);
    case SortRole:
      return sort_key(row, column);
    case SearchRole: {
      QStringList all;
      for (const std::string* part :
           {&row.name, &row.full_name, &row.op, &row.variant, &row.part_of, &row.stage}) {
        all << QString::fromStdString(*part);
      }
      return all.join(QLatin1Char('\n'));
    }
    case ShareRole:
      return row.share;
    case SparklineRole:
      return QVariant::fromValue(QList<float>(row.sparkline.begin(), row.sparkline.end()));
    case StageRole:
      return QString::fromStdString(row.stage);
    case BoundRole:
      return static_cast<int>(row.bound);
    default:
      return {};
  }
}

QVariant KernelTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
    return QAbstractTableModel::headerData(section, orientation, role);
  }
  const ColumnText& column = columns[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return section == NameColumn ? grouping_label(grouping_) : ProfilingTexts::tr(column.title);
    case Qt::ToolTipRole:
      return ProfilingTexts::tr(column.hint);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (is_text(section) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::InitialSortOrderRole:
      return static_cast<int>(is_text(section) ? Qt::AscendingOrder : Qt::DescendingOrder);
    default:
      return {};
  }
}

QString KernelTableModel::text(const ProfileRow& row, int column) const {
  switch (column) {
    case NameColumn:
      return name_of(row);
    case StageColumn:
      return stage_of(row);
    case CallsColumn:
      return nice_count(row.calls);
    case TotalColumn:
      return from_us(row.total_ms * 1e3);
    case ShareColumn:
      return nice_percent(100.0 * row.share);
    case MeanColumn:
      return from_us(row.mean_us);
    case MedianColumn:
      return from_us(row.median_us);
    case P95Column:
      return from_us(row.p95_us);
    case MaxColumn:
      return from_us(row.max_us);
    case BandwidthColumn:
      return or_dash(row.gb_s, nice_number);
    case BandwidthPercentColumn:
      return or_dash(row.memory_percent, nice_percent);
    case ComputeColumn:
      return or_dash(row.tflop_s, nice_number);
    case ComputePercentColumn:
      return or_dash(row.compute_percent, nice_percent);
    case BoundColumn:
      return bound_label(row.bound);
    default:
      return {};
  }
}

QVariant KernelTableModel::sort_key(const ProfileRow& row, int column) const {
  switch (column) {
    case CallsColumn:
      return static_cast<qlonglong>(row.calls);
    case TotalColumn:
      return row.total_ms;
    case ShareColumn:
      return row.share;
    case OverTimeColumn: {  // the middle of the time in which it ran
      double sum = 0.0, at = 0.0;
      for (std::size_t i = 0; i < row.sparkline.size(); ++i) {
        sum += static_cast<double>(row.sparkline[i]);
        at += static_cast<double>(i) * static_cast<double>(row.sparkline[i]);
      }
      return sum > 0.0 ? at / sum : -1.0;
    }
    case MeanColumn:
      return row.mean_us;
    case MedianColumn:
      return row.median_us;
    case P95Column:
      return row.p95_us;
    case MaxColumn:
      return row.max_us;
    case BandwidthColumn:
      return or_least(row.gb_s);
    case BandwidthPercentColumn:
      return or_least(row.memory_percent);
    case ComputeColumn:
      return or_least(row.tflop_s);
    case ComputePercentColumn:
      return or_least(row.compute_percent);
    default:
      return text(row, column);
  }
}

QString KernelTableModel::tool_tip(const ProfileRow& row, int column) const {
  if (column == NameColumn) return name_tip(row);
  if (column == BoundColumn || is_rate(column)) {
    if (row.overlapped) {
      return ProfilingTexts::tr("Its time overlaps other kernels and includes waiting, so no rate is given.");
    }
    return tip_text(words(row.bound_reason));
  }
  if (column == MeanColumn) {
    return ProfilingTexts::tr("%1, standard deviation %2")
        .arg(from_us(row.mean_us), from_us(row.deviation_us));
  }
  if (column == ShareColumn)
    return ProfilingTexts::tr("It adds %1 to the time in which anything ran.")
        .arg(from_us(row.busy_ms * 1e3));
  return {};
}

}  // namespace tilescribe::ui
