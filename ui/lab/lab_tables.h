// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "inference/api/bench.h"
#include "inference/api/lab.h"
#include "ui/profiling/table_model.h"

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace tilescribe::ui {

using LabTimesModel = ColumnsModel<OpRow>;
using LabChecksModel = ColumnsModel<CheckRow>;
LabTimesModel* make_times_model(QObject* parent);
LabChecksModel* make_checks_model(QObject* parent);

/// An error, which has a wide range: "1.2e-06".
QString error_text(double error);

/// What the compiler made of a variant's kernels, one a line.
QString kernels_text(const std::vector<OpKernel>& kernels);

/// How many times as much: "12.3×".
QString times_text(double times);

/// A table of results that can be sorted, and below it what the chosen row has to say in full. Rows stand as
/// they came until the user sorts them.
class ResultTable : public QWidget {
  Q_OBJECT

 public:
  /// `details`: of a row of the model; may be empty. `nothing` is said while there are no rows.
  ResultTable(const char* name, const QString& accessible_name, QAbstractItemModel& model,
              std::function<QString(int row)> details, const QString& nothing, QWidget* parent);

  QTableView& view() { return *view_; }
  void choose(int row);

 signals:
  void chosenChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  void fit_columns();
  void show_details();
  int chosen() const;

  std::function<QString(int)> details_of_;
  QString nothing_;
  QSortFilterProxyModel* sorted_;
  QTableView* view_;
  QLabel* details_;
  bool fitted_ = false;    // columns are as wide as their first rows, as far as there is room
  bool fitting_ = false;   // their widths are being set
  bool adjusted_ = false;  // the user has set one
};

}  // namespace tilescribe::ui
