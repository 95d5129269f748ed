// SPDX-License-Identifier: Apache-2.0
// What the mouse does to a waveform: it goes to a place, or moves the edge of a segment.
#include <QLocale>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/playback/waveform_columns.h"
#include "ui/playback/waveform_strip.h"

namespace tilescribe::ui {

namespace {

constexpr double grip_px = 5.0;            // so near the mouse catches an edge
constexpr double least_grabbed_px = 14.0;  // a narrower segment is zoomed in first
constexpr double click_px = 2.0;           // a click moves the mouse so far at most
constexpr double steps_a_second = 100.0;

/// With hundredths of a second: "0:07.24".
QString precise_clock(double seconds) {
  const auto hundredths = std::llround(std::max(0.0, seconds) * 100.0);
  return clock_text(static_cast<double>(hundredths / 100)) + QLocale().decimalPoint() +
         QStringLiteral("%1").arg(hundredths % 100, 2, 10, QLatin1Char('0'));
}

}  // namespace

/// The nearest edge that can be caught here. Where two segments meet, the side decides.
std::optional<WaveformStrip::Edge> WaveformStrip::edge_at(double x) const {
  if (!editable_ || !document_ || !waveform_) return {};
  const std::vector<Segment>& segments = document_->transcript().segments;
  const double last_s = seconds_at(x + grip_px);
  std::optional<Edge> nearest;
  double distance = grip_px;
  for (int row = std::max(0, segment_at(segments, seconds_at(x - grip_px)));
       row < static_cast<int>(segments.size()); ++row) {
    const Segment& segment = segments[static_cast<std::size_t>(row)];
    if (segment.start_s > last_s) break;
    const double left = x_of(segment.start_s), right = x_of(segment.end_s);
    if (right - left < least_grabbed_px) continue;
    const double to_end = std::abs(x - right), to_begin = std::abs(x - left);
    if (to_end <= distance) {
      nearest = {row, SegmentEdge::end, segment.end_s};
      distance = to_end;
    }
    if (to_begin < distance || (to_begin == distance && x >= left)) {
      nearest = {row, SegmentEdge::begin, segment.start_s};
      distance = to_begin;
    }
  }
  return nearest;
}

void WaveformStrip::point_at(std::optional<Edge> edge) {
  if (edge == edge_) return;
  edge_ = edge;
  setCursor(edge ? Qt::SizeHorCursor : Qt::PointingHandCursor);
  update();
}

QString WaveformStrip::edge_text(const Edge& edge) const {
  const QString time = precise_clock(edge.at_s);
  return edge.edge == SegmentEdge::begin ? tr("The segment begins at %1. Drag to change that.").arg(time)
                                         : tr("The segment ends at %1. Drag to change that.").arg(time);
}

void WaveformStrip::drag_to(const QPoint& place) {
  if (pressed_x_ && std::abs(place.x() - *pressed_x_) <= click_px) return;
  pressed_x_.reset();
  const EdgeRoom room = document_->edge_room(edge_->row, edge_->edge);
  if (room.most < room.least) return;
  Edge moved = *edge_;
  moved.at_s =
      std::clamp(std::round(seconds_at(place.x()) * steps_a_second) / steps_a_second, room.least, room.most);
  point_at(moved);
  QToolTip::showText(mapToGlobal(place), precise_clock(moved.at_s), this);
}

void WaveformStrip::let_go() {
  holds_ = false;
  point_at({});
}

void WaveformStrip::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  point_at(edge_at(event->position().x()));
  holds_ = edge_.has_value();
  pressed_x_ = event->position().x();
  if (!holds_) seek_to(event->position().x());
}

void WaveformStrip::mouseMoveEvent(QMouseEvent* event) {
  if (holds_) return drag_to(event->position().toPoint());
  if (event->buttons().testFlag(Qt::LeftButton)) return seek_to(event->position().x());
  point_at(edge_at(event->position().x()));
}

void WaveformStrip::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !holds_) return;
  const Edge moved = *edge_;
  const SegmentId id = document_->segment_id(moved.row);
  let_go();
  if (pressed_x_) return seek_to(*pressed_x_);
  emit edgeMoved(id, moved.edge, moved.at_s);
}

void WaveformStrip::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  if (!holds_) point_at({});
}

}  // namespace tilescribe::ui
