// SPDX-License-Identifier: Apache-2.0
// Mouse and keyboard input of a timeline.
#include <QAccessible>
#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/profile/profiling_texts.h"
#include "ui/profiling/timeline.h"
#include "ui/profiling/timeline_text.h"

namespace tilescribe::ui {

constexpr double notch = 120.0;      // of a wheel, in Qt's eighths of a degree
constexpr double notch_zoom = 1.25;  // factor per notch
constexpr double notch_px = 90.0;    // how far a notch moves
constexpr double click_zoom = 3.0;   // of a double click on an empty place
constexpr double shown_part = 0.5;   // share of the view taken by what a double click goes to

constexpr double key_zoom = 1.5;
constexpr double key_part = 0.25;       // share of the view that Shift and an arrow move
constexpr double least_stepped_px = 8;  // narrower intervals are zoomed in when stepped to
constexpr double around_narrow = 15.0;  // time shown on each side of them, in multiples of their length
constexpr int row_margin = 4;           // logical pixels above and below a row that is scrolled into view

constexpr std::array<std::pair<Qt::Key, TimelineStep>, 8> steps{{
    {Qt::Key_Left, TimelineStep::before},
    {Qt::Key_Right, TimelineStep::behind},
    {Qt::Key_Up, TimelineStep::up},
    {Qt::Key_Down, TimelineStep::down},
    {Qt::Key_Home, TimelineStep::first},
    {Qt::Key_End, TimelineStep::last},
    {Qt::Key_P, TimelineStep::record_before},
    {Qt::Key_N, TimelineStep::record_behind},
}};

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
    const double x = std::clamp(point.x() - layout_.label_width, 0.0, layout_.plot_width());
    const std::int64_t to = scale_.ns_at(x);
    measuring_ = {std::min(measured_from_ns_, to), std::max(measured_from_ns_, to)};
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

QRectF Timeline::box_of(const std::optional<TimelinePlace>& place) const {
  if (!place) return {};
  const auto row = std::ranges::find_if(layout_.rows, [&](const TimelineRow& each) {
    return each.kind == TimelineRow::Kind::lane && each.index == place->row;
  });
  if (row == layout_.rows.end()) return {};
  const LevelOfDetail::Interval& interval = interval_at(model(), *place);
  return timeline_box(view(), *row, interval.start_ns, interval.end_ns);
}

void Timeline::show_place() {
  const LevelOfDetail::Interval& interval = interval_at(model(), *place_);
  const auto begin = static_cast<double>(interval.start_ns), end = static_cast<double>(interval.end_ns);
  const double length = std::max(end - begin, TimeScale::least_span_ns / 2.0);
  if (length < least_stepped_px * scale_.ns_per_px()) {
    scale_.show(begin - around_narrow * length, end + around_narrow * length);
  } else if (length >= scale_.span_ns()) {  // longer than the view: its beginning, unless it fills half of it
    const double seen = std::min(end, scale_.end_ns()) - std::max(begin, scale_.begin_ns());
    if (seen < scale_.span_ns() / 2.0) {
      scale_.show(begin - scale_.span_ns() / 4.0, begin + scale_.span_ns() * 3.0 / 4.0);
    }
  } else if (begin < scale_.begin_ns() || end > scale_.end_ns()) {
    const double middle = (begin + end) / 2.0;
    scale_.show(middle - scale_.span_ns() / 2.0, middle + scale_.span_ns() / 2.0);
  }
  const QRectF box = box_of(place_);
  const QRectF plot = layout_.plot();
  QScrollBar& bar = *verticalScrollBar();
  if (box.top() - row_margin < plot.top()) {
    bar.setValue(bar.value() - static_cast<int>(plot.top() - box.top()) - row_margin);
  } else if (box.bottom() + row_margin > plot.bottom()) {
    bar.setValue(bar.value() + static_cast<int>(box.bottom() - plot.bottom()) + row_margin);
  }
}

void Timeline::step(TimelineStep step) {
  const auto middle = static_cast<std::int64_t>(scale_.begin_ns() + scale_.span_ns() / 2.0);
  place_ = step_timeline(model(), place_, step, document_.selection(), middle);
  if (!place_) return;
  gap_.reset();
  pointer_x_.reset();
  hovered_ = {};
  show_place();
  view_changed();
  QAccessibleEvent event(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&event);
  const QRectF box = box_of(place_).intersected(layout_.plot());
  QToolTip::showText(viewport()->mapToGlobal(box.bottomLeft().toPoint() + QPoint(0, 6)),
                     timeline_details(model(), hit_at_place(model(), *place_)), viewport());
}

void Timeline::keyPressEvent(QKeyEvent* event) {
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  const double middle =
      place_ ? box_of(place_).center().x() : pointer_x_.value_or(layout_.plot().center().x());
  const double part = key_part * layout_.plot_width();
  const auto wanted = std::ranges::find(steps, event->key(), [](const auto& each) { return each.first; });
  if (!shift && wanted != steps.end()) {
    step(wanted->second);
    event->accept();
    return;
  }
  switch (event->key()) {
    case Qt::Key_Left:
      scale_.pan(part);
      break;
    case Qt::Key_Right:
      scale_.pan(-part);
      break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      verticalScrollBar()->triggerAction(event->key() == Qt::Key_Up ? QAbstractSlider::SliderSingleStepSub
                                                                    : QAbstractSlider::SliderSingleStepAdd);
      break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      scale_.zoom(key_zoom, middle - layout_.label_width);
      break;
    case Qt::Key_Minus:
      scale_.zoom(1.0 / key_zoom, middle - layout_.label_width);
      break;
    case Qt::Key_0:
      scale_.show_whole();
      break;
    case Qt::Key_G:
      go_to_longest_gap();
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (!place_) return;
      choose(hit_at_place(model(), *place_), event->modifiers().testFlag(Qt::ControlModifier));
      break;
    case Qt::Key_Escape:
      if (document_.selection().empty() && !gap_ && drag_ == Drag::none) {
        event->ignore();  // lets a dialog around it close
        return;
      }
      drag_ = Drag::none;
      measuring_.reset();
      select({});
      break;
    default:
      QAbstractScrollArea::keyPressEvent(event);
      return;
  }
  QToolTip::hideText();
  event->accept();
  view_changed();
}

}  // namespace tilescribe::ui
