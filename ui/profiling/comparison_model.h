// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>

#include "inference/api/profile_analysis.h"

namespace tilescribe::ui {

/// Two profiles row by row: times, their ratio with its noise, and a verdict.
class ComparisonModel : public QAbstractTableModel {
  Q_OBJECT

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
    VerdictColumn,
    ColumnCount
  };
  enum Role { SortRole = Qt::UserRole };  // a number or a text; also supports KernelTableModel::StageRole

  using QAbstractTableModel::QAbstractTableModel;

  void set_rows(std::vector<ProfileComparisonRow> rows);
  const std::vector<ProfileComparisonRow>& rows() const { return rows_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<ProfileComparisonRow> rows_;
};

/// "faster", "slower", "within the noise", "only before", "only after".
QString verdict(const ProfileComparisonRow& row);

}  // namespace tilescribe::ui
