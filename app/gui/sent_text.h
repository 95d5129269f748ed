// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <memory>
#include <vector>

#include "ui/document/transcript_document.h"
#include "ui/queue/queue_model.h"

namespace tilescribe {

/// A text that is being worked on elsewhere, while its user may edit it or take it away.
class SentText {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::SentText)

 public:
  SentText() = default;
  /// The text of an item of the list; none if it is not there.
  SentText(const ui::QueueModel& list, ui::DocumentId id);

  /// Whether it is still in the list, and no job writes it.
  bool is_editable(const ui::QueueModel& list) const;
  /// What to say if it is not.
  static QString gone() { return tr("The transcript is not there any more, or is being written."); }
  ui::TranscriptDocument& document() const { return *document_; }

  /// The rows in which its segments of then are now; -1: it is not there any more.
  std::vector<int> rows() const;
  /// What was done, and how many segments were left out because they had been edited.
  static QString told(const QString& done, int left_out);

 private:
  std::shared_ptr<ui::TranscriptDocument> document_;
  std::vector<ui::SegmentId> ids_;
};

}  // namespace tilescribe
