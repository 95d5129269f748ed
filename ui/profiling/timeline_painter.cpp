// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/timeline_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/profiling/profile_colors.h"
#include "ui/profiling/profile_text.h"
#include "ui/profiling/profiling_texts.h"

namespace tilescribe::ui {

namespace {

constexpr double least_named_px = 16.0;   // narrower boxes have no room for a name
constexpr double least_elided_px = 52.0;  // less than this much of a long name would be useless
constexpr double margin = 4.0;            // between a box and its name
constexpr double swatch = 10.0;

}  // namespace

std::vector<TimelineLegendEntry> timeline_legend(const TimelineModel& model, const TimelineLayout& layout,
                                                 const QFontMetricsF& metrics) {
  std::vector<TimelineLegendEntry> entries;
  double x = layout.label_width;
  for (const std::uint8_t place : model.stages()) {
    const QString stage = stage_names()[place];
    const double width = swatch + 6.0 + metrics.horizontalAdvance(stage_label(stage)) + 16.0;
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
      ratio_(device_ratio) {
  const bool dark = is_dark(palette);
  for (std::size_t i = 0; i < paints_.size(); ++i) {
    Paint& paint = paints_[i];
    paint.fill = stage_color(stage_names()[static_cast<qsizetype>(i)], dark);
    paint.dimmed = mixed(colors_.base, paint.fill, 0.22);
    paint.text = label_on(paint.fill);
    paint.dimmed_text = colors_.secondary;
  }
}

double TimelinePainter::width_of(const QString& text) {
  const auto known = widths_.constFind(text);
  if (known != widths_.constEnd()) return *known;
  const double width = metrics_.horizontalAdvance(text);
  widths_.insert(text, width);
  return width;
}

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
  const ProfileSession& session = *model.session();
  static const QString none;
  for (const TimelineRow& row : layout.rows) {
    const QRectF rect = view_.rect_of(row);
    if (rect.bottom() < plot.top() || rect.top() > plot.bottom()) continue;
    const auto index = static_cast<std::size_t>(row.index);
    switch (row.kind) {
      case TimelineRow::Kind::windows:
        paint_windows(painter, row.index, rect);
        break;
      case TimelineRow::Kind::host: {
        std::array<QString, LevelOfDetail::colours> labels;
        for (std::size_t i = 0; i < labels.size(); ++i) {
          labels[i] = stage_label(stage_names()[static_cast<qsizetype>(i)]);
        }
        painter.fillRect(rect, track_);
        paint_intervals(painter, model.host_rows()[index], rect, [&](std::uint32_t id) -> const QString& {
          return labels[stage_place(session.spans[id].stage)];
        });
        break;
      }
      case TimelineRow::Kind::lane:
        painter.fillRect(rect, track_);
        paint_missing(painter, rect);
        paint_intervals(painter, model.lanes()[index].detail, rect, [&](std::uint32_t id) -> const QString& {
          const std::uint32_t kind = session.records[id].kind;
          return kind < session.kinds.size() ? model.name_of(kind) : none;
        });
        break;
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
  const QRectF ruler = view_.layout.ruler();
  painter.fillRect(QRectF(0, 0, view_.layout.width, ruler.height()), colors_.window);
  painter.fillRect(QRectF(0, ruler.bottom() - 1.0, view_.layout.width, 1.0), colors_.border);
  // The fewer seconds are shown, the longer the labels.
  const auto latest = static_cast<std::int64_t>(view_.scale.end_ns());
  const QString longest = tick_label(latest, view_.scale.tick_step_ns(80.0), latest);
  const double least = std::max(80.0, metrics_.horizontalAdvance(longest) + 28.0);
  painter.save();
  painter.setClipRect(QRectF(ruler.left(), 0, ruler.width(), view_.layout.plot().bottom()));
  const QColor grid = mixed(colors_.base, colors_.border, 0.6);
  for (const TimeScale::Tick& tick : view_.scale.ticks(least)) {
    const double x = std::floor(ruler.left() + tick.x);
    const bool labelled = !tick.label.isEmpty();
    const double height = labelled ? 7.0 : 4.0;
    painter.fillRect(QRectF(x, ruler.bottom() - 1.0 - height, 1.0, height), colors_.secondary);
    if (!labelled) continue;
    painter.fillRect(QRectF(x, ruler.bottom(), 1.0, view_.layout.plot().height()), grid);
    painter.setPen(colors_.secondary);
    painter.drawText(QPointF(x + 4.0, ruler.top() + 4.0 + metrics_.ascent()), tick.label);
  }
  painter.restore();
}

void TimelinePainter::paint_labels(QPainter& painter) {
  const double width = view_.layout.label_width - 22.0;
  painter.setPen(colors_.secondary);
  for (const TimelineRow& row : view_.layout.rows) {
    QString text;
    switch (row.kind) {
      case TimelineRow::Kind::windows:
        if (row.first_of_group) text = ProfilingTexts::tr("Windows, tokens");
        break;
      case TimelineRow::Kind::host:
        if (row.first_of_group) text = ProfilingTexts::tr("Host");
        break;
      case TimelineRow::Kind::lane:
        text = view_.model.lanes()[static_cast<std::size_t>(row.index)].name;
        break;
      case TimelineRow::Kind::memory:
        text = ProfilingTexts::tr("Memory");
        break;
    }
    const QRectF rect = view_.rect_of(row);
    const QRectF place(12.0, rect.top(), width, rect.height());
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics_.elidedText(text, Qt::ElideRight, width));
  }
}

void TimelinePainter::paint_legend(QPainter& painter) {
  const QRectF legend = view_.layout.legend();
  painter.fillRect(legend, colors_.base);
  const bool dark = &colors_ == &theme_colors(true);
  double right = view_.layout.label_width;
  for (const TimelineLegendEntry& entry : timeline_legend(view_.model, view_.layout, metrics_)) {
    const double middle = entry.rect.center().y();
    painter.fillRect(QRectF(entry.rect.left(), std::floor(middle - swatch / 2.0), swatch, swatch),
                     stage_color(entry.stage, dark));
    painter.setPen(colors_.text);
    painter.drawText(entry.rect.adjusted(swatch + 6.0, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     stage_label(entry.stage));
    right = entry.rect.right();
  }
  const QString note =
      ProfilingTexts::tr("Items narrower than a pixel are added up: the height is their share of the time");
  if (right + 24.0 + width_of(note) > legend.right() - 10.0) return;
  painter.setPen(colors_.secondary);
  painter.drawText(legend.adjusted(0, 0, -10.0, 0), Qt::AlignRight | Qt::AlignVCenter, note);
}

void TimelinePainter::paint_intervals(QPainter& painter, const LevelOfDetail& detail, const QRectF& rect,
                                      const NameOf& name) {
  const int columns = static_cast<int>(std::ceil(rect.width() * ratio_));
  detail.pieces(view_.scale.begin_ns(), view_.scale.ns_per_px() / ratio_, columns, pieces_);
  const double pixel = 1.0 / ratio_;
  const double full = std::round(rect.height() * ratio_);  // device pixels
  const auto fill = [&](double x0, double x1, double low, double high, const QColor& color) {
    painter.fillRect(QRectF(rect.left() + x0 * pixel, rect.bottom() - high * pixel, (x1 - x0) * pixel,
                            (high - low) * pixel),
                     color);
  };
  // Adjacent columns that look the same form one rectangle.
  struct Run {
    double x0 = 0.0, x1 = -1.0, low = 0.0, high = 0.0;
    const QColor* color = nullptr;
  };
  std::array<Run, 2> runs;  // bright, dimmed
  const auto flush = [&](Run& run) {
    if (run.color != nullptr) fill(run.x0, run.x1, run.low, run.high, *run.color);
    run = {};
  };
  for (const LevelOfDetail::Piece& piece : pieces_) {
    const Paint& paint = paints_[piece.colour];
    const QColor& color = piece.dimmed ? paint.dimmed : paint.fill;
    if (piece.at < 0) {
      Run& run = runs[piece.dimmed ? 1 : 0];
      const double low = std::round(static_cast<double>(piece.low) * full);
      const double high = std::max(std::round(static_cast<double>(piece.high) * full), low + 2.0);
      if (run.color != &color || run.x1 != piece.x0 || run.low != low || run.high != high) {
        flush(run);
        run = {piece.x0, piece.x0, low, high, &color};
      }
      run.x1 = piece.x1;
      continue;
    }
    const double x0 = std::round(piece.x0);
    double x1 = std::max(x0 + 1.0, std::round(piece.x1));
    if (x1 - x0 >= 4.0) x1 -= 1.0;  // keeps neighbours apart
    fill(x0, x1, 0.0, full, color);
    if ((x1 - x0) * pixel < least_named_px || rect.height() < metrics_.height()) continue;
    paint_name(painter, name(detail[static_cast<std::size_t>(piece.at)].id),
               QRectF(rect.left() + x0 * pixel, rect.top(), (x1 - x0) * pixel, rect.height()),
               piece.dimmed ? paint.dimmed_text : paint.text);
  }
  for (Run& run : runs) flush(run);
}

void TimelinePainter::paint_name(QPainter& painter, const QString& name, QRectF box, const QColor& color) {
  const double room = box.width() - 2.0 * margin;
  const bool fits = width_of(name) <= room;
  if (!fits && box.width() < least_elided_px) return;
  painter.setPen(color);
  const double baseline = std::round(box.center().y() + (metrics_.ascent() - metrics_.descent()) / 2.0);
  painter.drawText(QPointF(box.left() + margin, baseline),
                   fits ? name : metrics_.elidedText(name, Qt::ElideRight, room));
}

void TimelinePainter::paint_missing(QPainter& painter, const QRectF& rect) {
  // Where records were dropped for lack of memory, their lane is not idle but unknown.
  const ProfileSession& session = *view_.model.session();
  if (session.dropped <= 0 || session.records.empty()) return;
  const double right = std::min(view_.x_of(session.records.front().start_ns), rect.right());
  if (right <= rect.left()) return;
  const QRectF missing(rect.left(), rect.top(), right - rect.left(), rect.height());
  painter.fillRect(missing, QBrush(colors_.border, Qt::BDiagPattern));
  const QString text = ProfilingTexts::tr("not kept: only in the table");
  if (width_of(text) + 2.0 * margin > missing.width() || rect.height() < metrics_.height()) return;
  const QRectF back(missing.left() + margin, missing.center().y() - metrics_.height() / 2.0,
                    width_of(text) + 2.0 * margin, metrics_.height());
  painter.fillRect(back, track_);
  paint_name(painter, text, back, colors_.secondary);
}

}  // namespace tilescribe::ui
