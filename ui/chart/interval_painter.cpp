// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/interval_painter.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tilescribe::ui {

constexpr double least_named_px = 16.0;   // narrower boxes have no room for a name
constexpr double least_elided_px = 52.0;  // less than this much of a long name would be useless
constexpr double margin = 4.0;            // between a box and its name

IntervalPainter::IntervalPainter(const Paints& paints, const QFont& font, double device_ratio)
    : paints_(paints), metrics_(font), ratio_(device_ratio) {}

double IntervalPainter::width_of(const QString& text) {
  const auto known = widths_.constFind(text);
  if (known != widths_.constEnd()) return *known;
  const double width = metrics_.horizontalAdvance(text);
  widths_.insert(text, width);
  return width;
}

void IntervalPainter::paint(QPainter& painter, const LevelOfDetail& lane, const TimeScale& scale,
                            const QRectF& rect, const NameOf& name) {
  const int columns = static_cast<int>(std::ceil(rect.width() * ratio_));
  lane.pieces(scale.begin_ns(), scale.ns_per_px() / ratio_, columns, pieces_);
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
    paint_name(painter, name(lane[static_cast<std::size_t>(piece.at)].id),
               QRectF(rect.left() + x0 * pixel, rect.top(), (x1 - x0) * pixel, rect.height()),
               piece.dimmed ? paint.dimmed_text : paint.text);
  }
  for (Run& run : runs) flush(run);
}

void IntervalPainter::paint_name(QPainter& painter, const QString& name, QRectF box, const QColor& color) {
  const double room = box.width() - 2.0 * margin;
  const bool fits = width_of(name) <= room;
  if (!fits && box.width() < least_elided_px) return;
  painter.setPen(color);
  const double baseline = std::round(box.center().y() + (metrics_.ascent() - metrics_.descent()) / 2.0);
  painter.drawText(QPointF(box.left() + margin, baseline),
                   fits ? name : metrics_.elidedText(name, Qt::ElideRight, room));
}

}  // namespace tilescribe::ui
