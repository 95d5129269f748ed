// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/gui/queue_controller.h"
#include "app/gui/unfinished_offer.h"
#include "app/gui/unfinished_texts.h"

namespace tilescribe {

/// Texts that a killed program left: they are offered, continued or kept. And those of this program, which
/// are on disk while they are written.
class UnfinishedController : public QObject {
  Q_OBJECT

 public:
  UnfinishedController(const QString& folder, QueueController& queue, TranscriptStore& store,
                       TranscriptionService& service, ui::Shell& shell);

  UnfinishedOffer& offer() { return offer_; }
  UnfinishedTexts& texts() { return texts_; }

 private:
  ui::DocumentId continue_text(const UnfinishedText& text);

  QueueController& queue_;
  UnfinishedTexts texts_;
  UnfinishedOffer offer_;
};

}  // namespace tilescribe
