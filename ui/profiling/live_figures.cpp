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

QFont scaled(const QFont& font, double factor) {
  QFont other(font);
  other.setPointSizeF(font.pointSizeF() * factor);
  return other;
}

void paint_swatch(QPainter& painter, const QRect& rect, const QBrush& brush) {
  painter.setPen(QPen(brush.color(), 1));
  painter.setBrush(brush);
  painter.drawRect(rect);
}

}  // namespace

LiveFigures::LiveFigures(const QStringList& captions, QWidget* parent) : QWidget(parent) {
  for (const QString& caption : captions) cells_.append({caption, QStringLiteral("–")});
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void LiveFigures::set_value(int index, const QString& value) {
  if (cells_[index].value == value) return;
  cells_[index].value = value;
  update(cell_rect(index));
}

QFont LiveFigures::large() const {
  QFont font = scaled(this->font(), 1.55);
  font.setWeight(QFont::DemiBold);
  return font;
}

QFont LiveFigures::small() const {
  return scaled(font(), 0.85);
}

int LiveFigures::needed_width(int index) const {
  const int figure = QFontMetrics(large()).horizontalAdvance(QStringLiteral("88.8×"));
  return std::max(figure, QFontMetrics(small()).horizontalAdvance(cells_[index].caption)) + 2 * gap;
}

int LiveFigures::columns(int width) const {
  const auto count = static_cast<int>(cells_.size());
  int all = 0;
  for (int i = 0; i < count; ++i) all += needed_width(i);
  return all <= width ? count : std::max(1, (count + 1) / 2);
}

int LiveFigures::line_height() const {
  return QFontMetrics(large()).height() + QFontMetrics(small()).height();
}

QRect LiveFigures::cell_rect(int index) const {
  const int n = columns(width());
  if (n < cells_.size())
    return {width() * (index % n) / n, index / n * (line_height() + gap), width() / n, line_height()};
  int left = 0, all = 0;
  for (int i = 0; i < n; ++i) {
    const int needed = needed_width(i);
    if (i < index) left += needed;
    all += needed;
  }
  return {width() * left / all, 0, width() * needed_width(index) / all, line_height()};
}

int LiveFigures::heightForWidth(int width) const {
  const int lines = columns(width) < cells_.size() ? 2 : 1;
  return lines * line_height() + (lines - 1) * gap;
}

QSize LiveFigures::sizeHint() const {
  return {320, heightForWidth(std::max(width(), 320))};
}

QSize LiveFigures::minimumSizeHint() const {
  return {180, line_height()};
}

void LiveFigures::paintEvent(QPaintEvent* event) {
  const ThemeColors& colors = colors_of(palette());
  const QFont big = large(), little = small();
  const QFontMetrics big_metrics(big), small_metrics(little);
  QPainter painter(this);
  for (int i = 0; i < cells_.size(); ++i) {
    if (!event->rect().intersects(cell_rect(i))) continue;
    const QRect cell = cell_rect(i).adjusted(0, 0, -gap, 0);
    painter.setFont(big);
    painter.setPen(colors.text);
    painter.drawText(QPoint(cell.left(), cell.top() + big_metrics.ascent()), cells_[i].value);
    painter.setFont(little);
    painter.setPen(colors.secondary);
    painter.drawText(QPoint(cell.left(), cell.top() + big_metrics.height() + small_metrics.ascent()),
                     small_metrics.elidedText(cells_[i].caption, Qt::ElideRight, cell.width()));
  }
}

LiveLegend::LiveLegend(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Share of each stage"));
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void LiveLegend::set_entries(const QList<Entry>& entries) {
  if (entries.size() != entries_.size()) {
    entries_ = entries;
    updateGeometry();
    return update();
  }
  for (int i = 0; i < entries.size(); ++i) {
    if (entries[i] == entries_[i]) continue;
    entries_[i] = entries[i];
    update(cell_rect(i));
  }
}

int LiveLegend::columns(int width) const {
  const QFontMetrics metrics(scaled(font(), 0.9));
  const int widest = swatch + 6 + metrics.horizontalAdvance(QStringLiteral("projector 0.04 %")) + gap;
  return std::clamp(width / widest, 1, 4);
}

int LiveLegend::heightForWidth(int width) const {
  const int count = std::max(1, static_cast<int>(entries_.size()));
  const int lines = (count + columns(width) - 1) / columns(width);
  return lines * (fontMetrics().height() + 2);
}

QRect LiveLegend::cell_rect(int index) const {
  const int n = columns(width());
  const int line = fontMetrics().height() + 2;
  return {width() * (index % n) / n, index / n * line, width() / n, line};
}

QSize LiveLegend::sizeHint() const {
  return {320, heightForWidth(std::max(width(), 320))};
}

QSize LiveLegend::minimumSizeHint() const {
  return {180, fontMetrics().height() + 2};
}

void LiveLegend::paintEvent(QPaintEvent* event) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  const QFont small = scaled(font(), 0.9);
  painter.setFont(small);
  const QFontMetrics metrics(small);
  for (int i = 0; i < entries_.size(); ++i) {
    const QRect cell = cell_rect(i);
    if (!event->rect().intersects(cell)) continue;
    const QString& stage = entries_[i].stage;
    paint_swatch(painter, {cell.left(), cell.center().y() - swatch / 2, swatch, swatch},
                 stage_brush(stage, is_dark(palette())));
    const QRect words = cell.adjusted(swatch + 6, 0, 0, 0);
    const QString label = stage_label(stage) + QLatin1Char(' ');
    painter.setPen(colors.secondary);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, label);
    painter.setPen(colors.text);
    painter.drawText(words.adjusted(metrics.horizontalAdvance(label), 0, 0, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, entries_[i].value);
  }
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

QSize LiveMeter::minimumSizeHint() const {
  return {120, sizeHint().height()};
}

void LiveMeter::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  const int line = fontMetrics().height();
  QPainter painter(this);
  QFont strong = font();
  strong.setWeight(QFont::DemiBold);
  painter.setFont(strong);
  painter.setPen(colors.text);
  painter.drawText(QRect(0, 0, width(), line), Qt::AlignRight | Qt::AlignVCenter, figure_);
  const int room = width() - QFontMetrics(strong).horizontalAdvance(figure_) - gap;
  painter.setFont(font());
  painter.setPen(colors.secondary);
  painter.drawText(QRect(0, 0, room, line), Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(title_, Qt::ElideRight, room));

  const QRectF track(0, line + 6, width(), bar_height);
  painter.fillRect(track, colors.border);
  // One part is shown as a level. Two are separated by hatching, like the idle time in the chart above.
  const bool several = parts_.size() > 1;
  const QColor idle = stage_color(QStringLiteral("idle"), is_dark(palette()));
  const auto brush = [&](int part) {
    return !several ? QBrush(colors.accent) : QBrush(idle, part == 0 ? Qt::BDiagPattern : Qt::SolidPattern);
  };
  double left = 0.0;
  int top = line + 6 + bar_height + 4;
  const QFont small = scaled(font(), 0.9);
  const QFontMetrics metrics(small);
  painter.setFont(small);
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
                     metrics.elidedText(parts_[i].text, Qt::ElideRight, width() - indent));
    top += line + 2;
  }
}

}  // namespace tilescribe::ui
