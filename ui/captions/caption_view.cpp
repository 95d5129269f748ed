// SPDX-License-Identifier: Apache-2.0
#include "ui/captions/caption_view.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>
#include <array>
#include <cmath>

namespace tilescribe::ui {

namespace {

// Shares of the letters' size.
constexpr double beside_text = 0.6;
constexpr double above_text = 0.3;
constexpr double hanging = 0.5;  // into the room beside the text
constexpr double between_lines = 1.35;
constexpr double hint_share = 0.6;
constexpr int least_hint = 14;      // logical pixels
constexpr double idle_share = 0.3;  // of the background, where nothing is to be read
constexpr float rim_share = 0.35F;  // of the letters' colour, around all: white captions stand on white, too

}  // namespace

const CaptionInk& caption_ink(CaptionColors colors) {
  static const std::array<CaptionInk, 3> all{{
      {QColor(0x000000U), QColor(0xffffffU), QColor(0xd0d0d0U)},
      {QColor(0x000000U), QColor(0xffe600U), QColor(0xe0cc40U)},
      {QColor(0xffffffU), QColor(0x000000U), QColor(0x404040U)},
  }};
  return all[static_cast<std::size_t>(colors)];
}

CaptionView::CaptionView(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("captionView"));
  setAccessibleName(tr("Captions"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QFont CaptionView::letters(double factor) const {
  QFont chosen = font();
  chosen.setPixelSize(std::max(1, static_cast<int>(std::lround(style_.size * factor))));
  chosen.setWeight(QFont::Medium);
  return chosen;
}

void CaptionView::set_style(const CaptionStyle& style) {
  if (style == style_) return;
  style_ = style;
  updateGeometry();
  lay_out();
}

void CaptionView::set_filled(bool filled) {
  filled_ = filled;
  update();
}

void CaptionView::append(const QString& text) {
  layout_.append(text);
  shown_changed();
}

void CaptionView::set_tail(const QString& text) {
  layout_.set_tail(text);
  shown_changed();
}

void CaptionView::clear() {
  layout_.clear();
  shown_changed();
}

void CaptionView::set_hint(const QString& hint) {
  if (hint == hint_) return;
  hint_ = hint;
  shown_changed();
}

void CaptionView::shown_changed() {
  if (!isVisible()) return;
  setAccessibleDescription(has_text() ? layout_.text() : hint_);
  update();
}

void CaptionView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  shown_changed();
}

QStringList CaptionView::lines() const {
  QStringList all;
  for (const CaptionLine& line : layout_.shown()) all << line.text;
  return all;
}

int CaptionView::line_height() const {
  return static_cast<int>(
      std::ceil(std::max(style_.size * between_lines, QFontMetricsF(letters()).lineSpacing())));
}

int CaptionView::edges() const {
  return static_cast<int>(std::ceil(2.0 * above_text * style_.size));
}

int CaptionView::lines_in(int height) const {
  return std::max(1, (height - edges()) / line_height());
}

QSize CaptionView::sizeHint() const {
  return {20 * style_.size, style_.lines * line_height() + edges()};
}

QSize CaptionView::minimumSizeHint() const {
  return {4 * style_.size, sizeHint().height()};
}

void CaptionView::lay_out() {
  const double room = width() - 2.0 * beside_text * style_.size;
  layout_.set_room(
      [metrics = QFontMetricsF(letters())](const QString& text) { return metrics.horizontalAdvance(text); },
      std::max(room, 1.0 * style_.size), hanging * style_.size, style_.lines);
  shown_changed();
}

void CaptionView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->oldSize().width() != width()) lay_out();
}

void CaptionView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::FontChange) return;
  updateGeometry();
  lay_out();
}

void CaptionView::paintEvent(QPaintEvent* /*event*/) {
  const CaptionInk& ink = caption_ink(style_.colors);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (filled_) {
    QColor background = ink.background;
    const bool idle = !has_text() && hint_.isEmpty();
    background.setAlphaF(static_cast<float>(style_.opacity / 100.0 * (idle ? idle_share : 1.0)));
    QColor rim = ink.text;
    rim.setAlphaF(rim_share);
    painter.setPen(rim);
    painter.setBrush(background);
    const double round = style_.opacity < 100 ? 0.25 * style_.size : 0.0;
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), round, round);
  }
  if (has_text()) return paint_lines(painter, ink);
  painter.setFont(letters(std::max(hint_share, 1.0 * least_hint / style_.size)));
  painter.setPen(ink.text);
  const int beside = static_cast<int>(beside_text * style_.size);
  painter.drawText(rect().adjusted(beside, 0, -beside, 0), Qt::AlignVCenter | Qt::TextWordWrap, hint_);
}

void CaptionView::paint_lines(QPainter& painter, const CaptionInk& ink) const {
  double y = above_text * style_.size;
  for (const CaptionLine& line : layout_.shown()) {
    QTextLayout text(line.text, letters());
    QTextLayout::FormatRange provisional;
    qsizetype begin = line.fixed;
    while (begin < line.text.size() && line.text.at(begin).isSpace()) ++begin;  // which needs no line below
    provisional.start = static_cast<int>(begin);
    provisional.length = static_cast<int>(line.text.size() - begin);
    // Letters of the same width: a word that becomes fixed stays where it is.
    provisional.format.setForeground(ink.provisional);
    provisional.format.setFontUnderline(true);
    text.setFormats({provisional});
    text.beginLayout();
    QTextLine laid = text.createLine();
    if (laid.isValid()) laid.setNumColumns(static_cast<int>(line.text.size()));
    text.endLayout();
    painter.setPen(ink.text);
    if (laid.isValid())
      text.draw(&painter, QPointF(beside_text * style_.size, y + (line_height() - laid.height()) / 2.0));
    y += line_height();
  }
}

}  // namespace tilescribe::ui
