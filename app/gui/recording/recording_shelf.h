// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <vector>

#include "app/gui/recording/background.h"
#include "app/machine/capture.h"

namespace tilescribe {

/// The recordings that are kept: which have no text yet, which are old. Reads and removes files on a thread
/// of its own.
class RecordingShelf : public QObject {
  Q_OBJECT

 public:
  RecordingShelf(Capture& capture, std::filesystem::path folder);

  QString folder() const;
  /// Removes what is older than so many days (0: nothing) and then looks for unfinished ones;
  /// unfinishedFound follows if there are any.
  void tidy(int keep_days);
  /// Whether this file lies among them.
  bool holds(const QString& path) const;
  void finish();

 signals:
  void unfinishedFound(const std::vector<tilescribe::RecordingFile>& recordings);

 private:
  Capture& capture_;
  const std::filesystem::path folder_;
  Background background_;
};

}  // namespace tilescribe
