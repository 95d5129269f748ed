// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/stage_bar.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <algorithm>

#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

StageBar::StageBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("stageBar"));
  setAccessibleName(tr("Time by stage"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StageBar::set_parts(std::vector<Part> parts) {
  parts_ = std::move(parts);
  whole_ns_ = 0;
  QStringList words;
  for (const Part& part : parts_) whole_ns_ += part.ns;
  for (const Part& part : parts_) {
    words << QStringLiteral("%1 %2").arg(stage_label(part.stage), nice_share(part.ns, whole_ns_));
  }
  setAccessibleDescription(words.join(QStringLiteral(", ")));
  update();
}

void StageBar::set_chosen(const std::string& stage) {
  chosen_ = stage;
  update();
}

QRectF StageBar::part_rect(std::size_t part) const {
  const auto whole = static_cast<double>(std::max<std::int64_t>(1, whole_ns_));
  double left = 0.0;
  for (std::size_t i = 0; i < part; ++i) left += static_cast<double>(parts_[i].ns) / whole;
  return {left * width(), 0.0, static_cast<double>(parts_[part].ns) / whole * width(),
          static_cast<double>(height())};
}

void StageBar::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  const bool dark = is_dark(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath outline;
  outline.addRoundedRect(rect(), 6, 6);
  painter.fillPath(outline, colors.border);
  painter.setClipPath(outline);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const QRectF box = part_rect(i);
    const QBrush brush = stage_brush(part.stage, dark);
    const bool hatched = brush.style() != Qt::SolidPattern;
    painter.setOpacity(chosen_.empty() || chosen_ == part.stage ? 1.0 : 0.35);
    if (hatched) painter.fillRect(box, colors.base);
    painter.fillRect(box, brush);
    painter.setOpacity(1.0);
    if (box.width() > 3.0) painter.fillRect(QRectF(box.right() - 1.0, 0.0, 1.0, box.height()), colors.base);
    const QString text =
        QStringLiteral("%1  %2").arg(stage_label(part.stage), nice_share(part.ns, whole_ns_));
    const QSizeF size(painter.fontMetrics().horizontalAdvance(text) + 12.0, painter.fontMetrics().height());
    if (size.width() + 4.0 > box.width()) continue;  // the list below shows it
    if (hatched) {                                   // letters are hard to read on a hatch
      QRectF plate(QPointF(), size);
      plate.moveCenter(box.center());
      painter.setPen(Qt::NoPen);
      painter.setBrush(colors.base);
      painter.drawRoundedRect(plate, 4, 4);
    }
    const bool faded = !chosen_.empty() && chosen_ != part.stage;
    painter.setPen(hatched || faded ? colors.text : label_on(brush.color()));
    painter.drawText(box, Qt::AlignCenter, text);
  }
}

void StageBar::mousePressEvent(QMouseEvent* event) {
  const Part* part = part_at(event->position());
  if (part != nullptr && event->button() == Qt::LeftButton) emit stageClicked(part->stage);
}

bool StageBar::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const Part* part = part_at(help->pos());
  const QString text = part == nullptr ? QString()
                                       : QStringLiteral("%1: %2, %3")
                                             .arg(stage_label(part->stage), nice_duration(part->ns),
                                                  nice_share(part->ns, whole_ns_));
  QToolTip::showText(help->globalPos(), tip_text(text), this);
  return true;
}

const StageBar::Part* StageBar::part_at(const QPointF& point) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (part_rect(i).contains(point)) return &parts_[i];
  }
  return nullptr;
}

}  // namespace tilescribe::ui
