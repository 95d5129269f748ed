// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/live_row.h"

#include <QPainter>

#include "ui/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

// Logical pixels, as in the rows of files below.
constexpr int outer = 6;
constexpr int inner = 10;
constexpr int icon_size = 18;
constexpr int dot = 12;

LiveRow::LiveRow(QWidget* parent) : QAbstractButton(parent) {
  setObjectName(QStringLiteral("liveRow"));
  setCheckable(true);
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setToolTip(tr("Show the recording"));
  hide();
}

void LiveRow::set_state(const RecordState& state) {
  state_ = state;
  setVisible(state.phase != RecordPhase::idle);
  title_ = phase_text(state.phase);
  const QString lag = lag_text(state.lag_s);
  const QString time = clock_text(state.elapsed_s);
  line_ = lag.isEmpty() ? time : tr("%1 · %2").arg(time, lag);
  setAccessibleName(QStringLiteral("%1, %2").arg(title_, line_));
  update();
}

QSize LiveRow::sizeHint() const {
  const int lines = fontMetrics().height() + 3 + QFontMetrics(scaled_font(font(), row_line_scale)).height();
  return {200, 2 * 2 + 2 * inner + lines};
}

void LiveRow::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRect box = rect().adjusted(outer, 2, -outer, -2);
  paint_row_box(painter, box, colors, isChecked(), underMouse(), hasFocus());
  const int top = box.top() + inner;
  const QPointF middle(box.left() + inner + icon_size / 2.0, top + fontMetrics().height() / 2.0);
  const bool records = state_.phase == RecordPhase::recording;
  painter.setBrush(records ? QBrush(colors.record) : QBrush(Qt::NoBrush));
  painter.setPen(QPen(takes_sound(state_.phase) ? colors.record : colors.secondary, 1.8));
  painter.drawEllipse(middle, dot / 2.0, dot / 2.0);

  const int left = box.left() + inner + icon_size + inner;
  const int room = box.right() - inner - left;
  painter.setPen(colors.text);
  paint_elided(painter, QRect(left, top, room, fontMetrics().height()), title_, Qt::ElideRight);
  painter.setFont(scaled_font(font(), row_line_scale));
  painter.setPen(colors.secondary);
  paint_elided(painter, QRect(left, top + fontMetrics().height() + 3, room, painter.fontMetrics().height()),
               line_, Qt::ElideRight);
}

}  // namespace tilescribe::ui
