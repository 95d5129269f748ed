// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "inference/api/profile_analysis.h"
#include "ui/profiling/roofline_plot.h"

class QLabel;
class QStackedLayout;

namespace tilescribe::ui {

/// What was timed as dots under the ceilings that were measured with it.
class LabRoofline : public QWidget {
  Q_OBJECT

 public:
  explicit LabRoofline(QWidget* parent = nullptr);

  void show_rows(const std::vector<OpRow>& rows, const BenchSetting& setting, bool on_gpu);
  const RooflinePlot& plot() const { return *plot_; }

 signals:
  void chosen(int row);  // of those that are shown

 protected:
  void changeEvent(QEvent* event) override;

 private:
  std::shared_ptr<const std::vector<ProfileRow>> rows_;
  RooflinePlot* plot_;
  QLabel* message_;
  QStackedLayout* stack_;
};

}  // namespace tilescribe::ui
