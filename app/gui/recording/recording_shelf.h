// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <vector>

#include "app/gui/background.h"
#include "app/machine/capture.h"

namespace tilescribe {

/// The saved recordings: which have no text yet, which are old. Reads and removes files on its own thread.
class RecordingShelf : public QObject {
  Q_OBJECT

 public:
  RecordingShelf(Capture& capture, std::filesystem::path folder);

  QString folder() const;
  /// Removes recordings older than this many days (0: none), then looks for unfinished ones.
  void tidy(int keep_days);
  /// Whether this file is one of them.
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
