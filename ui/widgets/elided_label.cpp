// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/elided_label.h"

#include <QPainter>

#include "ui/format.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

ElidedLabel::ElidedLabel(Qt::TextElideMode mode, QWidget* parent) : QWidget(parent), mode_(mode) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ElidedLabel::set_text(const QString& text) {
  if (text == text_) return;
  text_ = text;
  setAccessibleName(text);
  update_tool_tip();
  updateGeometry();
  update();
}

void ElidedLabel::set_color(QPalette::ColorRole role) {
  role_ = role;
  update();
}

QSize ElidedLabel::sizeHint() const {
  return {fontMetrics().horizontalAdvance(text_) + 2, fontMetrics().height()};
}

QSize ElidedLabel::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 8, fontMetrics().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setPen(palette().color(role_));
  paint_elided(painter, rect(), text_, mode_);
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  update_tool_tip();
}

void ElidedLabel::update_tool_tip() {
  setToolTip(fontMetrics().horizontalAdvance(text_) > width() ? tip_text(text_) : QString());
}

}  // namespace tilescribe::ui
