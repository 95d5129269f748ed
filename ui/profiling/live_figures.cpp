// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/live_figures.h"

#include <QPaintEvent>
#include <QPainter>
#include <algorithm>

#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int gap = 8;
constexpr int swatch = 10;
constexpr int bar_height = 8;

// Of a figure, and of its caption.
QFont large_font(const QFont& font) {
  return heading_font(font, 1.55);
}
QFont small_font(const QFont& font) {
  return scaled_font(font, 0.85);
}

void paint_swatch(QPainter& painter, const QRect& rect, const QBrush& brush) {
  painter.setPen(QPen(brush.color(), 1));
  painter.setBrush(brush);
  painter.drawRect(rect);
}

}  // namespace

LiveValues::LiveValues(QWidget* parent) : QWidget(parent) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void LiveValues::set_cells(const QList<Cell>& cells) {
  if (cells.size() != cells_.size()) {
    cells_ = cells;
    updateGeometry();
    return update();
  }
  const QList<QRect> at = places(width());
  for (int i = 0; i < cells.size(); ++i) {
    if (cells[i] == cells_[i]) continue;
    cells_[i] = cells[i];
    update(at[i]);
  }
}

QList<QRect> LiveValues::in_columns(int width, int columns, int line_height, int line_space) const {
  QList<QRect> result;
  const int n = std::max(1, columns);
  do {
    const int i = static_cast<int>(result.size());
    result << QRect(width * (i % n) / n, i / n * (line_height + line_space), width / n, line_height);
  } while (result.size() < cells_.size());
  return result;
}

void LiveValues::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  const QList<QRect> at = places(width());
  for (int i = 0; i < cells_.size(); ++i) {
    if (event->rect().intersects(at[i])) paint_cell(painter, cells_[i], at[i]);
  }
}

QList<QRect> LiveFigures::places(int width) const {
  const QFontMetrics large(large_font(font())), small(small_font(font()));
  const int line = large.height() + small.height();
  QList<int> needed;
  int all = 0;
  for (const Cell& cell : cells()) {
    const int figure = large.horizontalAdvance(QStringLiteral("88.8×"));
    needed << std::max(figure, small.horizontalAdvance(cell.name)) + 2 * gap;
    all += needed.back();
  }
  if (needed.isEmpty() || all > width) {
    return in_columns(width, static_cast<int>(needed.size() + 1) / 2, line, gap);
  }
  QList<QRect> result;
  int left = 0;
  for (const int each : needed) {
    result << QRect(width * left / all, 0, width * each / all, line);
    left += each;
  }
  return result;
}

void LiveFigures::paint_cell(QPainter& painter, const Cell& cell, const QRect& rect) const {
  const ThemeColors& colors = colors_of(palette());
  painter.setFont(large_font(font()));
  painter.setPen(colors.text);
  painter.drawText(QPoint(rect.left(), rect.top() + painter.fontMetrics().ascent()), cell.value);
  const int top = rect.top() + painter.fontMetrics().height();
  painter.setFont(small_font(font()));
  painter.setPen(colors.secondary);
  painter.drawText(QPoint(rect.left(), top + painter.fontMetrics().ascent()),
                   painter.fontMetrics().elidedText(cell.name, Qt::ElideRight, rect.width() - gap));
}

QList<QRect> LiveLegend::places(int width) const {
  const QFontMetrics metrics(scaled_font(font(), 0.9));
  const int widest = swatch + 6 + metrics.horizontalAdvance(QStringLiteral("projector 0.04 %")) + gap;
  return in_columns(width, std::clamp(width / widest, 1, 4), fontMetrics().height() + 2, 0);
}

void LiveLegend::paint_cell(QPainter& painter, const Cell& cell, const QRect& rect) const {
  const ThemeColors& colors = colors_of(palette());
  const std::string stage = cell.name.toStdString();
  paint_swatch(painter, {rect.left(), rect.center().y() - swatch / 2, swatch, swatch},
               stage_brush(stage, is_dark(palette())));
  const QRect words = rect.adjusted(swatch + 6, 0, 0, 0);
  const QString label = stage_label(stage) + QLatin1Char(' ');
  painter.setFont(scaled_font(font(), 0.9));
  painter.setPen(colors.secondary);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, label);
  painter.setPen(colors.text);
  painter.drawText(words.adjusted(painter.fontMetrics().horizontalAdvance(label), 0, 0, 0),
                   Qt::AlignLeft | Qt::AlignVCenter, cell.value);
}

LiveMeter::LiveMeter(const QString& title, QWidget* parent) : QWidget(parent), title_(title) {
  setAccessibleName(title);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LiveMeter::set(const QString& figure, const QList<Part>& parts) {
  if (figure == figure_ && parts == parts_) return;
  const bool other_height = parts.size() != parts_.size();
  figure_ = figure;
  parts_ = parts;
  if (other_height) updateGeometry();
  update();
}

QSize LiveMeter::sizeHint() const {
  const auto explained =
      std::count_if(parts_.begin(), parts_.end(), [](const Part& part) { return !part.text.isEmpty(); });
  return {160, fontMetrics().height() + 6 + bar_height + 4 +
                   static_cast<int>(explained) * (fontMetrics().height() + 2)};
}

void LiveMeter::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  const int line = fontMetrics().height();
  QPainter painter(this);
  painter.setFont(heading_font(font()));
  painter.setPen(colors.text);
  painter.drawText(QRect(0, 0, width(), line), Qt::AlignRight | Qt::AlignVCenter, figure_);
  const int room = width() - painter.fontMetrics().horizontalAdvance(figure_) - gap;
  painter.setFont(font());
  painter.setPen(colors.secondary);
  painter.drawText(QRect(0, 0, room, line), Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(title_, Qt::ElideRight, room));

  const QRectF track(0, line + 6, width(), bar_height);
  painter.fillRect(track, colors.border);
  // One part is shown as a level. Two are separated by hatching, like the idle time in the chart above.
  const bool several = parts_.size() > 1;
  const QColor idle = stage_color("idle", is_dark(palette()));
  const auto brush = [&](int part) {
    return !several ? QBrush(colors.accent) : QBrush(idle, part == 0 ? Qt::BDiagPattern : Qt::SolidPattern);
  };
  double left = 0.0;
  int top = line + 6 + bar_height + 4;
  painter.setFont(scaled_font(font(), 0.9));
  for (int i = 0; i < parts_.size(); ++i) {
    const double length = std::clamp(parts_[i].share * width(), 0.0, width() - left);
    const QRectF bar(left, track.top(), length, bar_height);
    if (several) painter.fillRect(bar, colors.base);
    painter.fillRect(bar, brush(i));
    left += length;
    if (parts_[i].text.isEmpty()) continue;
    paint_swatch(painter, {0, top + (line + 2 - swatch) / 2, swatch, swatch}, brush(i));
    painter.setPen(colors.secondary);
    const int indent = swatch + 6;
    painter.drawText(QRect(indent, top, width() - indent, line + 2), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(parts_[i].text, Qt::ElideRight, width() - indent));
    top += line + 2;
  }
}

}  // namespace tilescribe::ui
