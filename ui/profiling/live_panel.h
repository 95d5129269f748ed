// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "inference/api/profile.h"
#include "ui/profiling/live_history.h"

class QBoxLayout;
class QPushButton;
class QStackedWidget;

namespace tilescribe::ui {

class Banner;
class ElidedLabel;
class LiveBars;
class LiveFigures;
class LiveLegend;
class LiveMeter;
class LiveShareChart;
class LiveValueChart;

/// What a transcription costs while it runs: figures, time by stage, tokens, kernels, idle time and memory.
/// While hidden, it only stores what it is given.
class LivePanel : public QWidget {
  Q_OBJECT

 public:
  explicit LivePanel(QWidget* parent = nullptr);

  /// A run begins; the previous one is cleared.
  void begin(const QString& title);
  /// The state of the run; 20 times per second. A frame older than the last one begins a new run. A frame
  /// that arrives when the run is over is ignored.
  void show_frame(const ProfileFrame& frame);
  /// The run is over, as `how` says: its values stay, and it can be opened in the profiler.
  void finish(const QString& how = tr("finished"));
  /// The run ended before anything was measured: shows the last measured one again.
  void discard();
  /// The run can't be measured, or its measurements are lost; the sentence says why. It stays until another
  /// run begins or it is closed.
  void fail(const QString& sentence);

  const LiveHistory& history() const { return run_.history; }
  const LiveBars& bars() const { return *bars_; }
  QSize sizeHint() const override { return {460, 760}; }

 signals:
  void analyseRequested();  // open the shown run in the profiler
  void closeClicked();
  void finished();  // there is a run to open

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  enum class State { empty, running, over, lost };
  struct Run {
    QString title, how;  // how it ended
    LiveHistory history;
    ProfileFrame frame;  // the latest
    double seconds() const { return static_cast<double>(frame.at_ns) * 1e-9; }
  };

  QWidget* make_header();
  QWidget* make_content();
  void update_state();
  void update_figures();
  void update_shares();
  void update_charts();
  void draw_chart();
  void update_all();

  State state_ = State::empty;
  Run run_;
  std::optional<Run> kept_;  // the last run that is over
  int drawn_ = -1;           // LiveHistory::changes() as shown by the charts
  double drawn_at_s_ = 0.0;
  int next_chart_ = 0;  // next chart to draw; after the last one: none
  bool stale_ = false;  // something arrived while it was hidden

  ElidedLabel* subtitle_ = nullptr;
  QPushButton* analyse_ = nullptr;
  Banner* failure_ = nullptr;
  QStackedWidget* stack_ = nullptr;
  std::array<QBoxLayout*, 2> pairs_{};  // pairs shown side by side if there is room
  LiveFigures* figures_ = nullptr;
  ElidedLabel* method_ = nullptr;
  LiveShareChart* shares_ = nullptr;
  LiveLegend* legend_ = nullptr;
  LiveValueChart* tokens_ = nullptr;
  LiveValueChart* speed_ = nullptr;
  LiveBars* bars_ = nullptr;
  LiveMeter* idle_ = nullptr;
  LiveMeter* memory_ = nullptr;
};

}  // namespace tilescribe::ui
