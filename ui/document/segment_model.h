// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractListModel>
#include <memory>

#include "ui/document/transcript_document.h"

namespace tilescribe::ui {

/// The segments of a document, one per row. It keeps the document alive, and tells of its tail too.
class SegmentModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role {
    TextRole = Qt::DisplayRole,
    StartRole = Qt::UserRole + 1,  // seconds
    EndRole,                       // seconds
    LoopedRole,                    // the model repeated itself here and was stopped
    WindowRole,                    // or utterance, from 0
    IdRole,
    SpeakerRole,  // a name; empty: not known
  };

  using QAbstractListModel::QAbstractListModel;

  const std::shared_ptr<TranscriptDocument>& document() const { return document_; }
  void set_document(std::shared_ptr<TranscriptDocument> document);  // null: none

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : rows_; }
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  void tailChanged();

 private:
  void follow(int first);
  void splice(int first, int removed, int inserted);
  int document_row(int row) const { return row < moved_from_ ? row : row + moved_by_; }

  std::shared_ptr<TranscriptDocument> document_;
  // As views know it: behind the document while they are told of a change.
  int rows_ = 0;
  int moved_from_ = 0;  // from this row on,
  int moved_by_ = 0;    // they stand so many rows further down in the document
};

}  // namespace tilescribe::ui
