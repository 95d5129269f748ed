// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_layout.h"

#include <algorithm>
#include <cmath>

#include "ui/profile/profiling_texts.h"

namespace tilescribe::ui {

namespace {

constexpr double row_space = 3.0;     // between rows of a group
constexpr double group_space = 10.0;  // between groups

struct Wish {
  double space;  // above the row
  double least, liked, most;
};

constexpr double reach_px = 3.0;  // the pointer hits what is this close

void hit_interval(const TimelineView& view, const TimelineRow& row, double x, TimelineHit& hit) {
  const LevelOfDetail& detail = view.model.rows[row.index].detail;
  const double pixel_ns = view.scale.ns_per_px();
  const std::int64_t found = detail.find(hit.at_ns, static_cast<std::int64_t>(reach_px * pixel_ns));
  if (found < 0) return;
  const auto at = static_cast<std::size_t>(found);
  const LevelOfDetail::Interval& interval = detail[at];
  hit = hit_at_place(view.model, place_at(view.model, row.index, at));
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
    const std::int64_t latest = hit.at_ns + static_cast<std::int64_t>(reach_px * pixel_ns);
    const auto next = std::ranges::upper_bound(tokens, latest, {}, &TimelineModel::TokenMark::at_ns);
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

TimelineLayout lay_out_timeline(const TimelineModel& model, double width, double height, double line) {
  TimelineLayout layout;
  layout.width = width;
  layout.height = height;
  layout.label_width = std::clamp(width * 0.14, 96.0, 150.0);
  layout.ruler_height = line + 14.0;
  layout.legend_height = line + 12.0;

  std::vector<Wish> wishes;
  Wish all{0.0, 0.0, 0.0, 0.0};
  const auto add = [&](const TimelineRow& row, const Wish& wish) {
    all = {all.space + wish.space, all.least + wish.least, all.liked + wish.liked, all.most + wish.most};
    layout.rows.push_back(row);
    wishes.push_back(wish);
  };
  using Kind = TimelineRow::Kind;
  for (std::size_t i = 0; i < model.tokens.size(); ++i) {
    add({Kind::windows, i, i == 0 ? ProfilingTexts::tr("Windows, tokens") : QString()},
        {i == 0 ? group_space : row_space, line + 6.0, 2.0 * line + 12.0, 3.0 * line + 16.0});
  }
  for (std::size_t i = 0; i < model.rows.size(); ++i) {
    const double space = i == 0 || i == model.host_rows ? group_space : row_space;
    add({Kind::lane, i, model.rows[i].name}, model.rows[i].of_host
                                                 ? Wish{space, 12.0, line + 4.0, line + 8.0}
                                                 : Wish{space, 14.0, line + 8.0, 2.5 * line});
  }
  if (model.session != nullptr && !model.session->memory.empty()) {
    add({Kind::memory, 0, ProfilingTexts::tr("Memory")}, {group_space, 18.0, line + 14.0, 2.0 * line + 14.0});
  }
  const double room = layout.plot().height() - all.space;
  // 0: minimum heights; 1: preferred heights; 2: maximum heights
  double size = 1.0;
  if (room < all.liked) {
    size = all.liked > all.least ? std::clamp((room - all.least) / (all.liked - all.least), 0.0, 1.0) : 0.0;
  } else if (all.most > all.liked) {
    size = 1.0 + std::clamp((room - all.liked) / (all.most - all.liked), 0.0, 1.0);
  }
  double top = group_space / 2.0;
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    TimelineRow& row = layout.rows[i];
    const Wish& wish = wishes[i];
    if (i > 0) top += wish.space;
    row.top = top;
    row.height = std::floor(size < 1.0 ? std::lerp(wish.least, wish.liked, size)
                                       : std::lerp(wish.liked, wish.most, size - 1.0));
    top += row.height;
  }
  layout.rows_height = top + group_space / 2.0;
  return layout;
}

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
        const auto next = std::ranges::upper_bound(memory, hit.at_ns, {}, &ProfileMemory::at_ns);
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
      return {hit.at_ns, hit.at_ns};
  }
}

}  // namespace tilescribe::ui
