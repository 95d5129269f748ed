// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_painter.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/profile/profiling_texts.h"
#include "ui/profiling/profile_colors.h"

namespace tilescribe::ui {

namespace {

constexpr double margin = 4.0;  // beside a text
constexpr double swatch_px = 10.0;

/// By index in stage_names.
IntervalPainter::Paints stage_paints(const QPalette& palette) {
  const QColor& base = colors_of(palette).base;
  IntervalPainter::Paints paints;
  for (std::size_t i = 0; i < paints.size(); ++i) {
    const QColor fill = stage_color(stage_names[i], is_dark(palette));
    paints[i] = {fill, mixed(base, fill, 0.22), label_on(fill), colors_of(palette).secondary};
  }
  return paints;
}

}  // namespace

std::vector<TimelineLegendEntry> timeline_legend(const TimelineModel& model, const TimelineLayout& layout,
                                                 const QFontMetricsF& metrics) {
  std::vector<TimelineLegendEntry> entries;
  double x = layout.label_width;
  for (const std::uint8_t place : model.stages) {
    const std::string_view stage = stage_names[place];
    const double width = swatch_px + 6.0 + metrics.horizontalAdvance(stage_label(stage)) + 16.0;
    if (x + width > layout.width) break;
    entries.push_back({QRectF(x, layout.legend().top(), width, layout.legend_height), stage});
    x += width;
  }
  return entries;
}

TimelinePainter::TimelinePainter(const TimelineView& view, const QPalette& palette, const QFont& font,
                                 double device_ratio)
    : view_(view),
      colors_(colors_of(palette)),
      track_(mixed(colors_.base, colors_.text, 0.045)),
      wave_(mixed(colors_.base, colors_.secondary, 0.6)),
      font_(font),
      metrics_(font),
      ratio_(device_ratio),
      intervals_(stage_paints(palette), font, device_ratio) {}

void TimelinePainter::paint_rows(QPainter& painter) {
  painter.setFont(font_);
  const TimelineLayout& layout = view_.layout;
  const QRectF plot = layout.plot();
  painter.fillRect(QRectF(0, 0, layout.width, layout.height), colors_.base);
  paint_ruler(painter);

  painter.save();
  painter.setClipRect(QRectF(0, plot.top(), layout.width, plot.height()));
  paint_labels(painter);
  painter.setClipRect(plot);
  const TimelineModel& model = view_.model;
  const ProfileSession& session = *model.session;
  std::array<QString, LevelOfDetail::colours> stages;
  std::ranges::transform(stage_names, stages.begin(), stage_label);
  static const QString none;
  for (const TimelineRow& row : layout.rows) {
    const QRectF rect = view_.rect_of(row);
    if (rect.bottom() < plot.top() || rect.top() > plot.bottom()) continue;
    if (row.kind != TimelineRow::Kind::windows) painter.fillRect(rect, track_);
    switch (row.kind) {
      case TimelineRow::Kind::windows:
        paint_windows(painter, row.index, rect);
        break;
      case TimelineRow::Kind::lane: {
        const TimelineModel::Row& shown = model.rows[row.index];
        const auto name_of = [&](std::uint32_t id) -> const QString& {
          if (shown.of_host) return stages[stage_place(session.spans[id].stage)];
          const std::uint32_t kind = session.records[id].kind;
          return kind < session.kinds.size() ? model.names[kind] : none;
        };
        if (!shown.of_host) paint_missing(painter, rect);
        intervals_.paint(painter, shown.detail, view_.scale, rect, name_of);
        break;
      }
      case TimelineRow::Kind::memory:
        paint_memory(painter, rect);
        break;
    }
  }
  painter.restore();
  painter.fillRect(QRectF(layout.label_width - 1.0, 0, 1.0, plot.bottom()), colors_.border);
  paint_legend(painter);
}

void TimelinePainter::paint_ruler(QPainter& painter) {
  const QRectF ruler = view_.layout.ruler(), plot = view_.layout.plot();
  painter.fillRect(QRectF(0, 0, view_.layout.width, ruler.height()), colors_.window);
  painter.fillRect(QRectF(0, ruler.bottom() - 1.0, view_.layout.width, 1.0), colors_.border);
  // The fewer seconds are shown, the longer the labels.
  const auto latest = static_cast<std::int64_t>(view_.scale.end_ns());
  const QString longest = tick_label(latest, view_.scale.tick_step_ns(80.0), latest);
  const double least = std::max(80.0, metrics_.horizontalAdvance(longest) + 28.0);
  painter.save();
  painter.setClipRect(QRectF(ruler.left(), 0, ruler.width(), ruler.bottom() + plot.height()));
  const QColor grid = mixed(colors_.base, colors_.border, 0.6);
  for (const TimeScale::Tick& tick : view_.scale.ticks(least)) {
    const double x = std::floor(ruler.left() + tick.x);
    const bool labelled = !tick.label.isEmpty();
    const double height = labelled ? 7.0 : 4.0;
    painter.fillRect(QRectF(x, ruler.bottom() - 1.0 - height, 1.0, height), colors_.secondary);
    if (!labelled) continue;
    painter.fillRect(QRectF(x, ruler.bottom(), 1.0, plot.height()), grid);
    painter.setPen(colors_.secondary);
    painter.drawText(QPointF(x + 4.0, ruler.top() + 4.0 + metrics_.ascent()), tick.label);
  }
  painter.restore();
}

void TimelinePainter::paint_labels(QPainter& painter) {
  const double width = view_.layout.label_width - 22.0;
  painter.setPen(colors_.secondary);
  for (const TimelineRow& row : view_.layout.rows) {
    const QRectF rect = view_.rect_of(row);
    const QRectF place(12.0, rect.top(), width, rect.height());
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics_.elidedText(row.name, Qt::ElideRight, width));
  }
}

void TimelinePainter::paint_legend(QPainter& painter) {
  const QRectF legend = view_.layout.legend();
  painter.fillRect(legend, colors_.base);
  const bool dark = &colors_ == &theme_colors(true);
  double right = view_.layout.label_width;
  for (const TimelineLegendEntry& entry : timeline_legend(view_.model, view_.layout, metrics_)) {
    const double middle = entry.rect.center().y();
    painter.fillRect(QRectF(entry.rect.left(), std::floor(middle - swatch_px / 2.0), swatch_px, swatch_px),
                     stage_color(entry.stage, dark));
    painter.setPen(colors_.text);
    painter.drawText(entry.rect.adjusted(swatch_px + 6.0, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     stage_label(entry.stage));
    right = entry.rect.right();
  }
  const QString note =
      ProfilingTexts::tr("Items narrower than a pixel are added up: the height is their share of the time");
  if (right + 24.0 + intervals_.width_of(note) > legend.right() - 10.0) return;
  painter.setPen(colors_.secondary);
  painter.drawText(legend.adjusted(0, 0, -10.0, 0), Qt::AlignRight | Qt::AlignVCenter, note);
}

void TimelinePainter::paint_missing(QPainter& painter, const QRectF& rect) {
  // Where records were dropped for lack of memory, their lane is not idle but unknown.
  const ProfileSession& session = *view_.model.session;
  if (session.dropped <= 0 || session.records.empty()) return;
  const double right = std::min(view_.x_of(session.records.front().start_ns), rect.right());
  if (right <= rect.left()) return;
  const QRectF missing(rect.left(), rect.top(), right - rect.left(), rect.height());
  painter.fillRect(missing, QBrush(colors_.border, Qt::BDiagPattern));
  const QString text = ProfilingTexts::tr("not kept: only in the table");
  if (intervals_.width_of(text) + 2.0 * margin > missing.width() || rect.height() < metrics_.height()) return;
  const QRectF back(missing.left() + margin, missing.center().y() - metrics_.height() / 2.0,
                    intervals_.width_of(text) + 2.0 * margin, metrics_.height());
  painter.fillRect(back, track_);
  intervals_.paint_name(painter, text, back, colors_.secondary);
}

}  // namespace tilescribe::ui
