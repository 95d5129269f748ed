// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>

#include "ui/profiling/table_model.h"

namespace tilescribe::ui {

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
    VerdictColumn,
    ColumnCount
  };

  explicit ComparisonModel(QObject* parent = nullptr) : TableModel(columns(), parent) {}

 private:
  static std::vector<TableColumn<ProfileComparisonRow>> columns();
};

/// "faster", "slower", "within the noise", "only before", "only after".
QString verdict(const ProfileComparisonRow& row);

}  // namespace tilescribe::ui
