// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/queue/queue_model.h"

class QAction;
class QLabel;

namespace tilescribe::ui {

class ElidedLabel;

/// Below the head of the list, while there is something to do: how long all of it will take, the button that
/// pauses the queue, and what a pause means.
class QueueBar : public QWidget {
  Q_OBJECT

 public:
  explicit QueueBar(QAction& pause);

  void show_state(const QueueModel::Overall& overall, const QueueModel::Remaining& remaining, bool paused);

 private:
  ElidedLabel* remaining_;
  QLabel* note_;
};

/// "12:03 left in all", "More than 12:03 left in all", "Time left: not known yet".
QString remaining_text(const QueueModel::Remaining& remaining);

}  // namespace tilescribe::ui
