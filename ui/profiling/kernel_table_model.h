// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "inference/api/profile_analysis.h"

namespace tilescribe::ui {

/// The rows of a profile's table. Figures that are unknown, or can't be given, are "–"; the tool tip says
/// why.
class KernelTableModel : public QAbstractTableModel {
  Q_OBJECT

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
    BoundColumn,
    ColumnCount
  };
  enum Role {
    SortRole = Qt::UserRole,  // a number or a text
    SearchRole,               // the text that a search looks at
    ShareRole,                // double, 0…1
    SparklineRole,            // QList<float>, 0…1
    StageRole,                // QString; empty: several
    BoundRole,                // int, a ProfileBound
  };

  using QAbstractTableModel::QAbstractTableModel;

  void set_rows(std::vector<ProfileRow> rows, ProfileGrouping grouping);
  const std::vector<ProfileRow>& rows() const { return rows_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  QString text(const ProfileRow& row, int column) const;
  QVariant sort_key(const ProfileRow& row, int column) const;
  QString tool_tip(const ProfileRow& row, int column) const;

  std::vector<ProfileRow> rows_;
  ProfileGrouping grouping_ = ProfileGrouping::kernel;
};

/// What the rows of a grouping are: "Kernel", "Op", "Variant", "Stage", "Layer".
QString grouping_label(ProfileGrouping grouping);

}  // namespace tilescribe::ui
