// SPDX-License-Identifier: Apache-2.0
#include "ui/document/segment_model.h"

#include <utility>

namespace tilescribe::ui {

void SegmentModel::set_document(std::shared_ptr<TranscriptDocument> document) {
  beginResetModel();
  if (document_) document_->disconnect(this);
  document_ = std::move(document);
  moved_by_ = 0;
  rows_ = document_ ? document_->size() : 0;
  if (document_) {
    connect(document_.get(), &TranscriptDocument::segmentsAppended, this, &SegmentModel::follow);
    connect(document_.get(), &TranscriptDocument::segmentsReplaced, this, &SegmentModel::follow);
    connect(document_.get(), &TranscriptDocument::segmentsSpliced, this, &SegmentModel::splice);
    connect(document_.get(), &TranscriptDocument::segmentsChanged, this,
            [this](int first, int last) { emit dataChanged(index(first), index(last)); });
    connect(document_.get(), &TranscriptDocument::tailChanged, this, &SegmentModel::tailChanged);
  }
  endResetModel();
}

/// The rows from `first` on are other ones now. No row before it has moved, so between the two steps every
/// row is what it was.
void SegmentModel::follow(int first) {
  if (first < rows_) {
    beginRemoveRows({}, first, rows_ - 1);
    rows_ = first;
    endRemoveRows();
  }
  if (document_->size() <= rows_) return;
  beginInsertRows({}, rows_, document_->size() - 1);
  rows_ = document_->size();
  endInsertRows();
}

/// Between the steps, the rows behind are what they were. Those that go are no longer in the document.
void SegmentModel::splice(int first, int removed, int inserted) {
  moved_from_ = first;
  if (removed > 0) {
    moved_by_ = inserted - removed;
    beginRemoveRows({}, first, first + removed - 1);
    rows_ -= removed;
    moved_by_ = inserted;
    endRemoveRows();
  }
  if (inserted > 0) {
    moved_by_ = inserted;
    beginInsertRows({}, first, first + inserted - 1);
    rows_ += inserted;
    moved_by_ = 0;
    endInsertRows();
  }
  moved_by_ = 0;
}

QVariant SegmentModel::data(const QModelIndex& index, int role) const {
  const int row = index.isValid() ? document_row(index.row()) : -1;
  if (row < 0 || row >= document_->size()) return {};
  const Segment& segment = document_->transcript().segments[static_cast<std::size_t>(row)];
  switch (role) {
    case TextRole:
      return QString::fromStdString(segment.text);
    case StartRole:
      return segment.start_s;
    case EndRole:
      return segment.end_s;
    case LoopedRole:
      return segment.looped;
    case WindowRole:
      return segment.window;
    case IdRole:
      return QVariant::fromValue(document_->segment_id(row));
    case SpeakerRole:
      return QString::fromStdString(segment.speaker);
    default:
      return {};
  }
}

}  // namespace tilescribe::ui
