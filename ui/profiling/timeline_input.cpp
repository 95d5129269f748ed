// SPDX-License-Identifier: Apache-2.0
// Mouse input of a timeline.
#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/profiling/profile_colors.h"
#include "ui/profiling/timeline.h"
#include "ui/profiling/timeline_text.h"

namespace tilescribe::ui {

namespace {

constexpr double notch = 120.0;      // of a wheel, in Qt's eighths of a degree
constexpr double notch_zoom = 1.25;  // factor per notch
constexpr double notch_px = 90.0;    // how far a notch moves
constexpr double click_zoom = 3.0;   // of a double click on an empty place
constexpr double shown_part = 0.5;   // share of the view taken by what a double click goes to

}  // namespace

bool Timeline::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) leave();
  if (event->type() == QEvent::ToolTip) {
    // Details are shown at once by mouseMoveEvent; where there are none, this shows the keys.
    const auto* help = static_cast<QHelpEvent*>(event);
    if (hit_at(help->pos()).kind == TimelineHit::Kind::nothing) {
      QToolTip::showText(help->globalPos(), toolTip(), viewport());
    }
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void Timeline::leave() {
  pointer_x_.reset();
  hovered_ = {};
  QToolTip::hideText();
  viewport()->update();
}

void Timeline::hover(const QPointF& point, const QPoint& global) {
  const TimelineHit hit = hit_at(point);
  const bool is_in_plot = point.x() >= layout_.label_width && point.y() < layout_.plot().bottom();
  pointer_x_ = is_in_plot ? std::optional(point.x()) : std::nullopt;
  viewport()->setCursor(hit.kind == TimelineHit::Kind::ruler ? Qt::IBeamCursor : Qt::ArrowCursor);
  if (!(hit == hovered_)) {
    QToolTip::showText(global + QPoint(6, 10), timeline_details(model(), hit), viewport());
  }
  hovered_ = hit;
  viewport()->update();
}

void Timeline::wheelEvent(QWheelEvent* event) {
  const QPointF point = event->position();
  const QPoint angle = event->angleDelta();
  if (model().empty()) return;
  event->accept();
  if (point.x() < layout_.label_width && verticalScrollBar()->maximum() > 0) {
    verticalScrollBar()->setValue(verticalScrollBar()->value() - angle.y() / 2);
    return;
  }
  const bool moves =
      event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(angle.x()) > std::abs(angle.y());
  if (moves) {
    scale_.pan((angle.x() != 0 ? angle.x() : angle.y()) / notch * notch_px);
  } else {
    scale_.zoom(std::pow(notch_zoom, angle.y() / notch), std::max(0.0, point.x() - layout_.label_width));
  }
  hovered_ = hit_at(point);
  QToolTip::hideText();
  view_changed();
}

void Timeline::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || model().empty()) return;
  pressed_ = dragged_ = event->position();
  drag_ = Drag::pressed;
  measured_from_ns_ = scale_.ns_at(pressed_.x() - layout_.label_width);
  QToolTip::hideText();
}

void Timeline::measure_to(double x) {
  const std::int64_t to = scale_.ns_at(std::clamp(x - layout_.label_width, 0.0, layout_.plot_width()));
  measuring_ = {std::min(measured_from_ns_, to), std::max(measured_from_ns_, to)};
}

void Timeline::mouseMoveEvent(QMouseEvent* event) {
  const QPointF point = event->position();
  if (drag_ == Drag::none) {
    hover(point, event->globalPosition().toPoint());
    return;
  }
  if (drag_ == Drag::pressed) {
    if ((point - pressed_).manhattanLength() < QApplication::startDragDistance()) return;
    const bool in_plot = pressed_.x() >= layout_.label_width;
    const bool measures =
        layout_.ruler().contains(pressed_) || event->modifiers().testFlag(Qt::ShiftModifier);
    drag_ = measures && in_plot ? Drag::measure : Drag::pan;
    hovered_ = {};
  }
  if (drag_ == Drag::measure) {
    pointer_x_.reset();
    measure_to(point.x());
    viewport()->update();
    return;
  }
  viewport()->setCursor(Qt::ClosedHandCursor);
  scale_.pan(point.x() - dragged_.x());
  verticalScrollBar()->setValue(verticalScrollBar()->value() - static_cast<int>(point.y() - dragged_.y()));
  dragged_ = point;
  view_changed();
}

void Timeline::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const Drag was = drag_;
  drag_ = Drag::none;
  viewport()->unsetCursor();
  if (was == Drag::pressed) click(event->position(), event->modifiers().testFlag(Qt::ControlModifier));
  if (was != Drag::measure || !measuring_) return;
  ProfileSelection selection = document_.selection();
  selection.range = measuring_;
  measuring_.reset();
  if (selection.range->end_ns <= selection.range->begin_ns) selection.range.reset();
  select(selection);
}

void Timeline::click(const QPointF& point, bool add) {
  for (const TimelineLegendEntry& entry : timeline_legend(model(), layout_, QFontMetricsF(font()))) {
    if (!entry.rect.contains(point)) continue;
    // The entry "other" has no stage.
    const std::string stage(entry.stage == stage_names[other_stage] ? "" : entry.stage);
    const bool again = document_.selection().stage == stage;
    return select(
        {.range = document_.selection().range, .stage = again ? std::nullopt : std::optional(stage)});
  }
  const TimelineHit hit = hit_at(point);
  if (hit.kind == TimelineHit::Kind::nothing && !layout_.plot().contains(point)) return;
  if (hit.place) place_ = hit.place;
  choose(hit, add);
}

void Timeline::choose(const TimelineHit& hit, bool add) {
  ProfileSelection selection = document_.selection();
  const ProfileSelection everything{.range = selection.range};
  switch (hit.kind) {
    case TimelineHit::Kind::record: {
      const std::uint32_t kind = model().session->records[hit.index].kind;
      if (!add) selection.kinds.clear();
      if (selection.kinds.erase(kind) == 0) selection.kinds.insert(kind);
      selection = {.range = selection.range, .kinds = selection.kinds};
      break;
    }
    case TimelineHit::Kind::span:
      selection = everything;
      selection.stage = model().session->spans[hit.index].stage;
      break;
    case TimelineHit::Kind::block:
      selection.range = timeline_range_of(model(), hit);
      break;
    case TimelineHit::Kind::ruler:
      selection.range.reset();
      break;
    case TimelineHit::Kind::nothing:  // on an empty place
      selection = everything;
      break;
    default:
      return;
  }
  select(selection);
}

void Timeline::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || model().empty()) return;
  const TimelineHit hit = hit_at(event->position());
  const ProfileSelection::Range range = timeline_range_of(model(), hit);
  if (range.end_ns > range.begin_ns) {
    const double around = static_cast<double>(range.end_ns - range.begin_ns) * (1.0 / shown_part - 1.0) / 2.0;
    scale_.show(static_cast<double>(range.begin_ns) - around, static_cast<double>(range.end_ns) + around);
  } else if (layout_.plot().contains(event->position()) || hit.kind == TimelineHit::Kind::ruler) {
    scale_.zoom(click_zoom, event->position().x() - layout_.label_width);
  }
  hovered_ = hit_at(event->position());
  view_changed();
}

}  // namespace tilescribe::ui
