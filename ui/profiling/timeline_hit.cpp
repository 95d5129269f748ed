// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_hit.h"

#include <algorithm>
#include <cmath>

namespace tilescribe::ui {

namespace {

constexpr double reach_px = 3.0;  // the pointer hits what is this close

void hit_interval(const TimelineView& view, const TimelineRow& row, double x, TimelineHit& hit) {
  const LevelOfDetail& detail = view.model.rows[row.index].detail;
  const double pixel_ns = view.scale.ns_per_px();
  const std::int64_t found = detail.find(hit.at_ns, static_cast<std::int64_t>(reach_px * pixel_ns));
  if (found < 0) return;
  const auto at = static_cast<std::size_t>(found);
  const LevelOfDetail::Interval& interval = detail[at];
  const std::int64_t pointed_at_ns = hit.at_ns;
  hit = hit_at_place(view.model, place_at(view.model, row.index, at));
  hit.at_ns = pointed_at_ns;
  hit.box = timeline_box(view, row, interval.start_ns, interval.end_ns);
  const double left = std::floor(x - view.layout.label_width);
  const auto in_pixel = detail.within(view.scale.ns_at(left), view.scale.ns_at(left + 1.0) + 1).count();
  hit.others = std::max<std::int64_t>(0, static_cast<std::int64_t>(in_pixel) - 1);
  if (static_cast<double>(interval.end_ns - interval.start_ns) >= pixel_ns) hit.others = 0;
}

void hit_window(const TimelineView& view, const TimelineRow& row, const QPointF& point, double line,
                TimelineHit& hit) {
  const TimelineModel& model = view.model;
  const double pixel_ns = view.scale.ns_per_px();
  const auto& tokens = model.tokens[row.index];
  const QRectF rect = view.rect_of(row);
  if (!tokens.empty() && point.y() >= rect.bottom() - std::min(line, rect.height() / 2.0)) {
    // A token's text is drawn after the time at which it came.
    const auto next = std::upper_bound(
        tokens.begin(), tokens.end(), hit.at_ns + static_cast<std::int64_t>(reach_px * pixel_ns),
        [](std::int64_t ns, const TimelineModel::TokenMark& mark) { return ns < mark.at_ns; });
    if (next != tokens.begin()) {
      const TimelineModel::TokenMark& mark = *std::prev(next);
      const double x = view.x_of(mark.at_ns);
      if (point.x() - x < 120.0) {
        hit.kind = TimelineHit::Kind::token;
        hit.index = mark.token;
        hit.box = QRectF(x - 1.0, rect.bottom() - line, 3.0, line);
        return;
      }
    }
  }
  for (std::size_t i = 0; i < model.blocks.size(); ++i) {
    const TimelineBlock& block = model.blocks[i];
    if (block.row != row.index || block.begin_ns > hit.at_ns || block.end_ns <= hit.at_ns) continue;
    hit.kind = TimelineHit::Kind::block;
    hit.index = i;
    hit.box = timeline_box(view, row, block.begin_ns, block.end_ns);
    return;
  }
}

}  // namespace

QRectF timeline_box(const TimelineView& view, const TimelineRow& row, std::int64_t begin_ns,
                    std::int64_t end_ns) {
  const QRectF rect = view.rect_of(row);
  // Coordinates far outside the screen lose precision.
  const double x0 = std::max(view.x_of(begin_ns), rect.left() - 10.0);
  const double x1 = std::min(view.x_of(end_ns), rect.right() + 10.0);
  return {x0, rect.top(), std::max(2.0, x1 - x0), rect.height()};
}

TimelineHit hit_timeline(const TimelineView& view, const QPointF& point, double line) {
  TimelineHit hit;
  const TimelineLayout& layout = view.layout;
  if (view.model.empty() || point.x() < layout.label_width || point.x() >= layout.width) return hit;
  hit.at_ns = view.scale.ns_at(point.x() - layout.label_width);
  if (layout.ruler().contains(point)) {
    hit.kind = TimelineHit::Kind::ruler;
    return hit;
  }
  if (!layout.plot().contains(point)) return hit;
  for (const TimelineRow& row : layout.rows) {
    const QRectF rect = view.rect_of(row);
    if (point.y() < rect.top() || point.y() >= rect.bottom()) continue;
    switch (row.kind) {
      case TimelineRow::Kind::windows:
        hit_window(view, row, point, line, hit);
        break;
      case TimelineRow::Kind::lane:
        hit_interval(view, row, point.x(), hit);
        break;
      case TimelineRow::Kind::memory: {
        const auto& memory = view.model.session->memory;
        const auto next =
            std::upper_bound(memory.begin(), memory.end(), hit.at_ns,
                             [](std::int64_t ns, const ProfileMemory& value) { return ns < value.at_ns; });
        if (next == memory.begin()) break;
        hit.kind = TimelineHit::Kind::memory;
        hit.index = static_cast<std::size_t>(next - memory.begin()) - 1;
        break;
      }
    }
    break;
  }
  return hit;
}

TimelineHit hit_at_place(const TimelineModel& model, const TimelinePlace& place) {
  const LevelOfDetail::Interval& interval = interval_at(model, place);
  const bool of_host = model.rows[place.row].of_host;
  return {.kind = of_host ? TimelineHit::Kind::span : TimelineHit::Kind::record,
          .index = interval.id,
          .at_ns = interval.start_ns,
          .place = place};
}

ProfileSelection::Range timeline_range_of(const TimelineModel& model, const TimelineHit& hit) {
  switch (hit.kind) {
    case TimelineHit::Kind::block:
      return {model.blocks[hit.index].begin_ns, model.blocks[hit.index].end_ns};
    case TimelineHit::Kind::span:
      return {model.session->spans[hit.index].start_ns, model.session->spans[hit.index].end_ns()};
    case TimelineHit::Kind::record:
      return {model.session->records[hit.index].start_ns, model.session->records[hit.index].end_ns()};
    default:
      break;
  }
  return {hit.at_ns, hit.at_ns};
}

}  // namespace tilescribe::ui
