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
  for (int i = 0; i < cells.size(); ++i) {
    if (cells[i] == cells_[i]) continue;
    cells_[i] = cells[i];
    update(cell_rect(i));
  }
}

int LiveValues::heightForWidth(int width) const {
  const int count = std::max(1, static_cast<int>(cells_.size()));
  const int lines = (count + columns(width) - 1) / columns(width);
  return lines * line_height() + (lines - 1) * line_space();
}

QRect LiveValues::cell_rect(int index) const {
  const int n = columns(width());
  return {width() * (index % n) / n, index / n * (line_height() + line_space()), width() / n, line_height()};
}

void LiveValues::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  for (int i = 0; i < cells_.size(); ++i) {
    if (event->rect().intersects(cell_rect(i))) paint_cell(painter, cells_[i], cell_rect(i));
  }
}

QFont LiveFigures::large() const {
  return heading_font(font(), 1.55);
}

QFont LiveFigures::small() const {
  return scaled_font(font(), 0.85);
}

int LiveFigures::needed_width(int index) const {
  const int figure = QFontMetrics(large()).horizontalAdvance(QStringLiteral("88.8×"));
  return std::max(figure, QFontMetrics(small()).horizontalAdvance(cells()[index].name)) + 2 * gap;
}

int LiveFigures::columns(int width) const {
  const auto count = static_cast<int>(cells().size());
  int all = 0;
  for (int i = 0; i < count; ++i) all += needed_width(i);
  return std::max(1, all <= width ? count : (count + 1) / 2);
}

int LiveFigures::line_height() const {
  return QFontMetrics(large()).height() + QFontMetrics(small()).height();
}

int LiveFigures::line_space() const {
  return gap;
}

QRect LiveFigures::cell_rect(int index) const {
  const int n = columns(width());
  if (n < cells().size()) return LiveValues::cell_rect(index);
  int left = 0, all = 0;
  for (int i = 0; i < n; ++i) {
    const int needed = needed_width(i);
    if (i < index) left += needed;
    all += needed;
  }
  return {width() * left / all, 0, width() * needed_width(index) / all, line_height()};
}

void LiveFigures::paint_cell(QPainter& painter, const Cell& cell, const QRect& rect) const {
  const ThemeColors& colors = colors_of(palette());
  painter.setFont(large());
  painter.setPen(colors.text);
  painter.drawText(QPoint(rect.left(), rect.top() + painter.fontMetrics().ascent()), cell.value);
  const int top = rect.top() + painter.fontMetrics().height();
  painter.setFont(small());
  painter.setPen(colors.secondary);
  painter.drawText(QPoint(rect.left(), top + painter.fontMetrics().ascent()),
                   painter.fontMetrics().elidedText(cell.name, Qt::ElideRight, rect.width() - gap));
}

LiveLegend::LiveLegend(QWidget* parent) : LiveValues(parent) {
  setAccessibleName(tr("Share of each stage"));
}

int LiveLegend::columns(int width) const {
  const QFontMetrics metrics(scaled_font(font(), 0.9));
  const int widest = swatch + 6 + metrics.horizontalAdvance(QStringLiteral("projector 0.04 %")) + gap;
  return std::clamp(width / widest, 1, 4);
}

int LiveLegend::line_height() const {
  return fontMetrics().height() + 2;
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
