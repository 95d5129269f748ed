// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "inference/api/profile_analysis.h"

class QCustomPlot;
class QCPBars;

namespace tilescribe::ui {

/// The rows of a comparison that differ most, a pair of bars each: hatched before, solid after. Where some
/// are chosen they are among them, and the others are pale.
class ComparisonChart : public QWidget {
  Q_OBJECT

 public:
  explicit ComparisonChart(QWidget* parent = nullptr);

  /// `chosen`: which of the rows.
  void set_rows(const std::vector<ProfileComparisonRow>& rows, const std::vector<bool>& chosen);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void draw();

  struct Row {
    ProfileComparisonRow row;
    bool pale = false;
  };
  struct Bars {
    QCPBars* before = nullptr;
    QCPBars* after = nullptr;
  };
  Bars add_bars();

  std::vector<Row> rows_;  // those that are shown, the first one on top
  QCustomPlot* plot_;
  Bars bars_, pale_bars_;
};

}  // namespace tilescribe::ui
