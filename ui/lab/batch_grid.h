// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <vector>

#include "inference/api/bench_grid.h"

class QLabel;
class QPushButton;
class QTableView;

namespace tilescribe::ui {

/// Speeds over batches (rows) and lengths of sound (columns), as a table whose cells are the darker the
/// faster.
class BatchGridModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  void set_cells(std::vector<GridCell> cells);
  const std::vector<GridCell>& cells() const { return cells_; }
  /// The cell in words: "4 windows of 10 s: 12.3 times real time, 3.25 s"; empty: it was not measured.
  QString sentence(const QModelIndex& index) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  const GridCell* cell(const QModelIndex& index) const;
  QVariant shade(const GridCell& cell) const;

  std::vector<GridCell> cells_;
  std::vector<int> windows_, seconds_;  // those that occur
  double slowest_ = 0.0, fastest_ = 0.0;
};

/// Measures the open model over batches and lengths, and shows the speeds.
class BatchGrid : public QWidget {
  Q_OBJECT

 public:
  explicit BatchGrid(QWidget* parent = nullptr);

  void set_may_begin(bool may);
  void begin();
  void set_setting(const BenchSetting& setting);
  void add_cells(std::vector<GridCell> cells);
  const BatchGridModel& model() const { return *model_; }

 signals:
  void measureClicked();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void show_chosen();

  BatchGridModel* model_;
  QLabel* note_;
  QPushButton* measure_;
  QTableView* view_;
  QLabel* details_;
};

}  // namespace tilescribe::ui
