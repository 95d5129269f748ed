// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "inference/api/word_rules.h"

namespace tilescribe::ui {

/// Replacements, a row each, to be edited in a table. One that can't be used says why in its tool tip.
class ReplacementModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Find, With, WholeWords, Cases, Regular, Columns };

  using QAbstractTableModel::QAbstractTableModel;

  void set(std::vector<WordReplacement> rows);
  const std::vector<WordReplacement>& rows() const { return rows_; }
  /// Appends an empty one, and returns its row.
  int add();
  void remove(int row);
  /// Moves a row up (-1) or down (1). Returns where it is then.
  int move(int row, int by);
  /// Why the first wrong one can't be used; empty: all can.
  QString problem() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 signals:
  void edited();  // by setData, or because rows came, went or moved

 private:
  std::vector<WordReplacement> rows_;
  std::vector<QString> problems_;  // a row each; empty: none
};

}  // namespace tilescribe::ui
