// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

#include "ui/profiling/table_model.h"

namespace tilescribe::ui {

/// The rows of a profile's table. Figures that are unknown, or can't be given, are "–"; the tool tip says
/// why.
class KernelTableModel : public TableModel<ProfileRow> {
  Q_DECLARE_TR_FUNCTIONS(Profiling)

 public:
  enum Column {
    NameColumn,
    StageColumn,
    CallsColumn,
    TotalColumn,  // ms of own time
    ShareColumn,
    OverTimeColumn,  // sparkline
    MeanColumn,      // this and the next three: µs
    MedianColumn,
    P95Column,
    MaxColumn,
    BandwidthColumn,         // GB/s
    BandwidthPercentColumn,  // of the reading rate measured here
    ComputeColumn,           // TFLOP/s
    ComputePercentColumn,    // of the rate that products reach here
    BoundColumn
  };

  explicit KernelTableModel(QObject* parent = nullptr) : TableModel(columns(), parent) {}

  void set_rows(std::vector<ProfileRow> rows, ProfileGrouping grouping);

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  static std::vector<TableColumn<ProfileRow>> columns();
};

/// What the rows of a grouping are: "Kernel", "Op", "Variant", "Stage", "Layer".
QString grouping_label(ProfileGrouping grouping);

/// Two profiles row by row: times, their ratio with its noise, and a verdict.
class ComparisonModel : public TableModel<ProfileComparisonRow> {
  Q_DECLARE_TR_FUNCTIONS(Profiling)

 public:
  enum Column {
    NameColumn,
    StageColumn,
    BeforeColumn,  // this and the next: ms of busy time
    AfterColumn,
    BeforeMeanColumn,  // this and the next: mean of a call, µs
    AfterMeanColumn,
    RatioColumn,  // after over before
    NoiseColumn,  // ± of the ratio
    VerdictColumn
  };

  explicit ComparisonModel(QObject* parent = nullptr) : TableModel(columns(), parent) {}

 private:
  static std::vector<TableColumn<ProfileComparisonRow>> columns();
};

/// "faster", "slower", "within the noise", "only before", "only after".
QString verdict(const ProfileComparisonRow& row);

}  // namespace tilescribe::ui
