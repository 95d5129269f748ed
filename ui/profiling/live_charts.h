// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <array>
#include <vector>

#include <qcustomplot.h>

#include "ui/profiling/live_history.h"

namespace tilescribe::ui {

/// A small chart over the time of a run. It is display only: the mouse passes through it.
class LiveChart : public QCustomPlot {
  Q_OBJECT

 public:
  LiveChart(const QString& name, QWidget* parent);

  /// The end of a time axis that need not move for a while, for a run that has got this far or is over.
  static double time_axis_end_s(double elapsed_s, bool over);
  QSize sizeHint() const override { return {320, lines_ * fontMetrics().lineSpacing()}; }
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

 protected:
  /// Requests one repaint, however often it is called before the event loop's next turn.
  void replot_soon() {
    if (isVisible()) replot(QCustomPlot::rpQueuedReplot);
  }
  virtual void recolor();
  void changeEvent(QEvent* event) override;

  int lines_ = 8;  // height, in lines of text
};

/// Shares of the time by stage, stacked, from 0 to 100 %.
class LiveShareChart : public LiveChart {
  Q_OBJECT

 public:
  explicit LiveShareChart(QWidget* parent);
  void show_shares(const std::vector<LiveShares>& shares, double end_s);

 protected:
  void recolor() override;

 private:
  std::array<QCPGraph*, stage_names.size()> graphs_{};  // the top of each part
};

/// One value over time, as a line.
class LiveValueChart : public LiveChart {
  Q_OBJECT

 public:
  LiveValueChart(const QString& name, QWidget* parent);
  void show_values(const std::vector<LiveValue>& values, double end_s);

 protected:
  void recolor() override;
};

}  // namespace tilescribe::ui
