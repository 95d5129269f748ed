// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <vector>

#include "inference/api/capture.h"
#include "inference/api/unfinished.h"
#include "ui/window/main_window.h"

namespace tilescribe {

/// What a program left unfinished that was killed, in plain words: files with a part of their text, newest
/// first, and recordings without one.
QString offer_text(const std::vector<UnfinishedText>& texts, const std::vector<RecordingFile>& recordings);

/// Offers that in the window's one banner for it.
class UnfinishedOffer : public QObject {
  Q_OBJECT

 public:
  explicit UnfinishedOffer(ui::MainWindow& window);

  void set_texts(const std::vector<UnfinishedText>& texts);
  void set_recordings(const std::vector<RecordingFile>& recordings);

 signals:
  void recordingAccepted(const QString& path);
  void textsAccepted(const std::vector<tilescribe::UnfinishedText>& texts);
  void textsDismissed(const std::vector<tilescribe::UnfinishedText>& texts);

 private:
  void show();

  ui::MainWindow& window_;
  std::vector<UnfinishedText> texts_;
  std::vector<RecordingFile> recordings_;
};

}  // namespace tilescribe
