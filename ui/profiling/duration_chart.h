// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "inference/api/profile_analysis.h"

class QCustomPlot;
class QCPBars;
class QLabel;
class QStackedLayout;

namespace tilescribe::ui {

/// The own times of the chosen kernel as a histogram over logarithmic time, with the median and the 95th
/// percentile.
class DurationChart : public QWidget {
  Q_OBJECT

 public:
  explicit DurationChart(QWidget* parent = nullptr);

  void set_session(std::shared_ptr<const ProfileSession> session);
  void set_selection(const ProfileSelection& selection);
  QSize sizeHint() const override { return {360, 260}; }

 signals:
  void selectionChanged(const tilescribe::ProfileSelection& selection);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  void draw();
  void mark(double us, const QString& text, double height);

  std::shared_ptr<const ProfileSession> session_;
  ProfileSelection selection_;
  ProfileHistogram histogram_;
  QString stage_;  // stage of the chosen kernel; empty: several
  QCustomPlot* plot_;
  QCPBars* bars_;
  QLabel* title_;
  QLabel* message_;
  QStackedLayout* stack_;
};

}  // namespace tilescribe::ui
