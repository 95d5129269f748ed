// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include <qcustomplot.h>

#include "inference/api/profile_analysis.h"

namespace tilescribe::ui {

/// The rows of a comparison that differ most, with two bars each: hatched for before, solid for after. Chosen
/// rows are always included, and the others are pale.
class ComparisonChart : public QCustomPlot {
  Q_OBJECT

 public:
  explicit ComparisonChart(QWidget* parent = nullptr);

  /// `chosen`: which rows are chosen.
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
  std::vector<Row> rows_;           // rows shown, from top to bottom
  std::array<QCPBars*, 4> bars_{};  // before and after, then the same in pale
};

}  // namespace tilescribe::ui
