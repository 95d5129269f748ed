// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>

#include "ui/profile/profile_document.h"

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
  explicit DurationChart(ProfileDocument& document, QWidget* parent = nullptr);

  QSize sizeHint() const override { return {360, 260}; }

 private:
  void clear();
  void refresh();
  void draw();
  void mark(double us, const QString& text, double height);

  ProfileDocument& document_;
  std::shared_ptr<const ProfileHistogram> histogram_;  // null: nothing is chosen
  std::string stage_;                                  // stage of the chosen kernel; empty: several
  QCustomPlot* plot_;
  QCPBars* bars_;
  QLabel* title_;
  QLabel* message_;
  QStackedLayout* stack_;
};

}  // namespace tilescribe::ui
