// SPDX-License-Identifier: Apache-2.0
// Keyboard input of a timeline.
#include <QAccessible>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <array>

#include "ui/profiling/timeline.h"
#include "ui/profiling/timeline_text.h"

namespace tilescribe::ui {

namespace {

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

}  // namespace

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
