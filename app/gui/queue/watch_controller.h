// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "app/gui/queue/watched_folder.h"
#include "app/gui/queue_controller.h"
#include "ui/queue/watch_part.h"

namespace tilescribe {

/// The watched folder: the settings name it, and what is found in it goes into the queue.
class WatchController : public QObject {
  Q_OBJECT

 public:
  WatchController(QueueController& queue, ui::Shell& shell, ui::Settings& settings);

  WatchedFolder& watched() { return watched_; }
  const WatchedFolder& watched() const { return watched_; }
  /// Goes on with the folder in the settings. `seen`: what an earlier run saw in `folder`.
  void start(const QString& folder, const SeenFiles& seen);
  void finish() { watched_.finish(); }

 private:
  void choose(const QString& folder);

  ui::Shell& shell_;
  ui::Settings& settings_;
  ui::WatchPart part_;
  WatchedFolder watched_;
};

}  // namespace tilescribe
