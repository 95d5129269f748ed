// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "inference/api/profile.h"
#include "ui/profiling/live_history.h"

class QLabel;

namespace tilescribe::ui {

class LiveBars;
class LiveFigures;
class LiveValueChart;

/// What a text costs while it is written: figures, the kernels' time per token over the run, and the kernels
/// that took the most time.
class WritingCosts : public QWidget {
  Q_OBJECT

 public:
  explicit WritingCosts(QWidget* parent = nullptr);

  /// A text begins; what was measured of the one before is cleared.
  void begin();
  /// What writes it: a sentence that names model, engine and device.
  void set_writer(const QString& sentence);
  /// What was measured meanwhile, at least one; the last is where the text stands now.
  void show_frames(const std::vector<ProfileFrame>& frames);
  /// The text has ended; what was measured of it stays.
  void finish();
  const LiveBars& bars() const { return *bars_; }
  const LiveHistory& history() const { return history_; }

 private:
  void update_figures();
  void draw_charts();

  QLabel* writer_;
  LiveFigures* figures_;
  LiveValueChart* kernels_;
  LiveValueChart* tokens_;
  LiveBars* bars_;
  LiveHistory history_;
  ProfileFrame frame_;  // the latest
  int drawn_ = -1;      // LiveHistory::changes() as the charts show it
  bool over_ = false;
};

}  // namespace tilescribe::ui
