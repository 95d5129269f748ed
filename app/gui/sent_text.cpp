// SPDX-License-Identifier: Apache-2.0
#include "app/gui/sent_text.h"

#include <QHash>

namespace tilescribe {

SentText::SentText(const ui::QueueModel& list, ui::DocumentId id) {
  const ui::QueueItem* const item = list.item(id);
  if (item == nullptr) return;
  document_ = item->document;
  for (int row = 0; row < document_->size(); ++row) ids_.push_back(document_->segment_id(row));
}

bool SentText::is_editable(const ui::QueueModel& list) const {
  const ui::QueueItem* const item = document_ ? list.item(document_->id()) : nullptr;
  return item != nullptr && item->document == document_ && !ui::is_active(item->state);
}

std::vector<int> SentText::rows() const {
  QHash<ui::SegmentId, int> now;
  for (int row = 0; row < document_->size(); ++row) now.insert(document_->segment_id(row), row);
  std::vector<int> rows;
  for (const ui::SegmentId id : ids_) rows.push_back(now.value(id, -1));
  return rows;
}

QString SentText::told(const QString& done, int left_out) {
  if (left_out == 0) return done;
  return tr("%1 %n segment(s) had been edited meanwhile and stay as they are.", nullptr, left_out).arg(done);
}

}  // namespace tilescribe
