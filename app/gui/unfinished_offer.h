// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "app/gui/queue_controller.h"
#include "app/gui/unfinished_texts.h"
#include "inference/api/capture.h"
#include "inference/api/unfinished.h"

class QPushButton;

namespace tilescribe {

namespace ui {
class Banner;
}

/// What a program left unfinished that was killed, in plain words: files with a part of their text, newest
/// first, and recordings without one.
QString offer_text(const std::vector<UnfinishedText>& texts, const std::vector<RecordingFile>& recordings);

/// Offers that in one banner, and continues or keeps the texts.
class UnfinishedOffer : public QObject {
  Q_OBJECT

 public:
  UnfinishedOffer(UnfinishedTexts& texts, QueueController& queue, ui::Shell& shell);

  void set_recordings(const std::vector<RecordingFile>& recordings);

 signals:
  void folderRequested();  // of the recordings
  void recordingAccepted(const QString& path);

 private:
  void accept();
  void dismiss();
  void show();
  ui::DocumentId continue_text(const UnfinishedText& text);

  UnfinishedTexts& kept_;
  QueueController& queue_;
  ui::Shell& shell_;
  ui::Banner* banner_;
  QPushButton* accept_;
  QPushButton* folder_;
  std::vector<UnfinishedText> texts_;
  std::vector<RecordingFile> recordings_;
};

}  // namespace tilescribe
