// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractScrollArea>
#include <QPixmap>
#include <cmath>
#include <memory>
#include <optional>

#include "ui/profile/profile_document.h"
#include "ui/profile/timeline_model.h"
#include "ui/profiling/timeline_layout.h"
#include "ui/profiling/timeline_painter.h"
#include "ui/scale/time_scale.h"

class QToolButton;

namespace tilescribe::ui {

/// When everything ran: windows and tokens, the host's stages, every kernel on its stream, memory. The wheel
/// zooms around the pointer. Dragging moves; dragging in the ruler or with Shift measures and selects a time
/// range. A click selects a kernel, a stage or a window; a double click goes there. Keys move from kernel to
/// kernel and show details; F1 lists them all.
class Timeline : public QAbstractScrollArea {
  Q_OBJECT

 public:
  /// Dims what is not selected.
  explicit Timeline(ProfileDocument& document, QWidget* parent = nullptr);

  const TimelineModel& model() const { return *model_; }
  const TimeScale& scale() const { return scale_; }
  void show_range(std::int64_t begin_ns, std::int64_t end_ns);
  /// Goes to the longest gap in which nothing runs; if repeated, to the next one.
  void go_to_longest_gap();

  /// Where the keyboard is; empty before the first step.
  const std::optional<TimelinePlace>& place() const { return place_; }

  /// What is at a point of the viewport.
  TimelineHit hit_at(const QPointF& point) const { return hit_timeline(view(), point, line()); }
  /// The rectangle of a place in the viewport; null without one.
  QRectF box_of(const std::optional<TimelinePlace>& place) const;

  QSize sizeHint() const override { return {900, 340}; }
  QSize minimumSizeHint() const override { return {320, 160}; }

 protected:
  bool event(QEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Drag { none, pressed, pan, measure };

  void clear();
  void refresh();
  TimelineView view() const;
  void lay_out();
  void view_changed();
  void paint_empty(QPainter& painter);
  TimelineOverlay overlay() const;
  void hover(const QPointF& point, const QPoint& global);
  void leave();
  void click(const QPointF& point, bool add);
  void choose(const TimelineHit& hit, bool add);
  void step(TimelineStep step);
  void show_place();
  void select(const ProfileSelection& selection);
  double line() const { return std::ceil(QFontMetricsF(font()).height()); }

  ProfileDocument& document_;
  std::shared_ptr<const TimelineModel> model_;  // never null
  TimeScale scale_;
  TimelineLayout layout_;
  QToolButton* gap_button_;
  QPixmap painted_;  // everything except the overlay; null: must be repainted

  std::optional<double> pointer_x_;
  TimelineHit hovered_;
  Drag drag_ = Drag::none;
  QPointF pressed_, dragged_;
  std::int64_t measured_from_ns_ = 0;
  std::optional<ProfileSelection::Range> measuring_;
  std::optional<TimelinePlace> place_;
  std::optional<std::size_t> gap_;  // index in the model's gaps
};

}  // namespace tilescribe::ui
