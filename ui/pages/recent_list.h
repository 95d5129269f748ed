// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QListView>
#include <vector>

#include "inference/api/library.h"

class QStandardItemModel;

namespace tilescribe::ui {

/// Transcripts with their dates and lengths, a line each. A click or Enter opens one.
class RecentList : public QListView {
  Q_OBJECT

 public:
  explicit RecentList(QWidget* parent);

  void set_entries(std::vector<LibraryEntry> entries);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {200, 0}; }

 signals:
  void opened(const tilescribe::LibraryEntry& entry);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void open(const QModelIndex& index);

  std::vector<LibraryEntry> entries_;
  QStandardItemModel* rows_;
};

}  // namespace tilescribe::ui
