// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "ui/profile/profile_document.h"
#include "ui/profiling/roofline_scale.h"

class QCustomPlot;
class QLabel;
class QStackedLayout;

namespace tilescribe::ui {

/// Every variant as a dot under this device's ceilings: operations per second over operations per byte. The
/// shape shows its limit: a disc for memory, a square for compute, a diamond for neither.
class RooflineView : public QWidget {
  Q_OBJECT

 public:
  explicit RooflineView(ProfileDocument& document, QWidget* parent = nullptr);

  const Roofline& roofline() const { return roofline_; }
  /// The positions of the dots on the plot, logical pixels.
  std::vector<QPointF> centres() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void fill();
  void draw();
  void draw_roofs();
  void draw_dots();
  void draw_labels();
  void choose(const QPointF& point);
  bool is_chosen(const ProfileRow& row) const;
  QString tip(const ProfileRow& row) const;

  ProfileDocument& document_;
  std::shared_ptr<const ProfileDocument::Rows> rows_;
  Roofline roofline_;
  QCustomPlot* plot_;
  QLabel* message_;
  QStackedLayout* stack_;
};

}  // namespace tilescribe::ui
