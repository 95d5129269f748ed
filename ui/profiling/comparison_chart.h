// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "inference/api/profile_analysis.h"

class QCustomPlot;
class QCPBars;

namespace tilescribe::ui {

/// The rows of a comparison that differ most, a pair of bars each: hatched before, solid after.
class ComparisonChart : public QWidget {
  Q_OBJECT

 public:
  explicit ComparisonChart(QWidget* parent = nullptr);

  void set_rows(const std::vector<ProfileComparisonRow>& rows);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void draw();

  std::vector<ProfileComparisonRow> rows_;  // those that are shown, the first one on top
  QCustomPlot* plot_;
  QCPBars* before_;
  QCPBars* after_;
};

}  // namespace tilescribe::ui
