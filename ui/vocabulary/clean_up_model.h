// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <vector>

#include "inference/api/clean_up.h"
#include "ui/vocabulary/difference_view.h"

namespace tilescribe::ui {

/// A segment that would change, and how.
struct CleanUpChange {
  CleanedText to;
  std::string before;
  DifferenceLine difference;
};

/// The changes, each with a tick at first.
class CleanUpModel : public QAbstractListModel {
  Q_OBJECT

 public:
  using QAbstractListModel::QAbstractListModel;

  void set(std::vector<CleanUpChange> changes);
  void tick_all(bool ticked);
  const CleanUpChange& change(int row) const { return rows_.at(static_cast<std::size_t>(row)).change; }
  int ticked() const;
  std::vector<CleanUpChange> accepted() const;  // those with a tick

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Row {
    CleanUpChange change;
    bool ticked = true;
  };
  std::vector<Row> rows_;
};

}  // namespace tilescribe::ui
