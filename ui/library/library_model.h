// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <compare>
#include <string>
#include <vector>

#include "inference/api/library.h"

namespace tilescribe::ui {

/// What the library answered: its entries, and below each the sentences that were found in it.
class LibraryModel : public QAbstractListModel {
  Q_OBJECT

 public:
  using QAbstractListModel::QAbstractListModel;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  /// A new title: `renamed` follows.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

  /// Rows stay what they are where nothing has changed.
  void show(LibraryView view);
  const LibraryView& view() const { return view_; }

  const LibraryEntry* entry(int row) const;  // of a sentence, that in which it is; null: no such row
  const LibraryHit* hit(int row) const;      // null: the row is an entry
  /// The row of the same entry or sentence as that of another view; -1: it is not there any more.
  struct Place {
    std::string file;  // its path, as letters: a path compares itself part by part, which takes longer
    int segment = -1;  // none: the entry
    auto operator<=>(const Place&) const = default;
  };
  Place place(int row) const;
  int row_of(const Place& place) const;

 signals:
  void renamed(const tilescribe::LibraryEntry& entry, const QString& title);

 private:
  struct Row {
    std::size_t entry = 0;
    int hit = -1;  // index of view_.hits
  };

  LibraryView view_;
  std::vector<Row> rows_;
};

/// The line below an entry's title: when, how long, by which model, its tags, what is missing.
QString entry_text(const LibraryEntry& entry);

}  // namespace tilescribe::ui
