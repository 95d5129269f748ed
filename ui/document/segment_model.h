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
    IdRole
  };

  using QAbstractListModel::QAbstractListModel;

  const std::shared_ptr<TranscriptDocument>& document() const { return document_; }
  void set_document(std::shared_ptr<TranscriptDocument> document);  // null: none

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 signals:
  void tailChanged();

 private:
  void follow(int first);

  std::shared_ptr<TranscriptDocument> document_;
  int rows_ = 0;  // as views know them: behind the document while they are told of a change
};

}  // namespace tilescribe::ui
