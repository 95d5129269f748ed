// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ui/profiling/roofline_scale.h"

class QCustomPlot;

namespace tilescribe::ui {

/// Rows as dots under a device's ceilings: operations per second over operations per byte. The shape shows a
/// row's limit: a disc for memory, a square for compute, a diamond for neither.
class RooflinePlot : public QWidget {
  Q_OBJECT

 public:
  using Rows = std::vector<ProfileRow>;
  explicit RooflinePlot(QWidget* parent = nullptr);

  /// Nothing is painted without rows, or if a roofline of them is missing.
  void set_rows(std::shared_ptr<const Rows> rows, const ProfileSetting& setting);
  /// What is painted as chosen, and what a dot's tool tip says.
  void set_chosen(std::function<bool(const ProfileRow&)> is_chosen) { is_chosen_ = std::move(is_chosen); }
  void set_tip(std::function<QString(const ProfileRow&)> tip) { tip_ = std::move(tip); }
  /// Once more: other rows are chosen, or it is to look different.
  void draw();

  const Roofline& roofline() const { return roofline_; }
  /// The positions of the dots on the plot, logical pixels.
  std::vector<QPointF> centres() const;

 signals:
  /// A place was clicked: this row's dot is there, or none (null).
  void clicked(const tilescribe::ProfileRow* row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void draw_roofs();
  void draw_dots();
  void draw_labels();
  const ProfileRow& row_of(const RooflineDot& dot) const { return (*rows_)[dot.row]; }

  std::shared_ptr<const Rows> rows_;
  Roofline roofline_;
  std::function<bool(const ProfileRow&)> is_chosen_;
  std::function<QString(const ProfileRow&)> tip_;
  QCustomPlot* plot_;
};

}  // namespace tilescribe::ui
