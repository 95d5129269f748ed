// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "ui/vocabulary/found_texts.h"

namespace tilescribe::ui {

/// Transcripts that would change, each with a tick, and below each its sentences.
class FoundModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  using QAbstractItemModel::QAbstractItemModel;

  void set(std::vector<FoundText> texts);
  void tick_all(bool ticked);
  int ticked() const;
  int places() const;                     // in all of them
  std::vector<FoundText> chosen() const;  // those with a tick
  /// The sentence of a row below a transcript; null: the row stands for those that are not shown.
  const DifferenceLine* sentence(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& /*parent*/ = {}) const override { return 1; }
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Row {
    FoundText text;
    bool ticked = true;
  };
  const Row& row_of(const QModelIndex& index) const;
  QString sentence_text(const QModelIndex& index, bool for_reader) const;

  std::vector<Row> rows_;
};

}  // namespace tilescribe::ui
