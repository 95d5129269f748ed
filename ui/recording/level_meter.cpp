// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/level_meter.h"

#include <QPainter>

#include "ui/recording/record_state.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

constexpr int height_px = 6;
constexpr float clipping = 0.98f;  // of full scale: a higher peak is probably clipped

LevelMeter::LevelMeter(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMinimumWidth(40);
  setFixedHeight(height_px);
  setAccessibleName(tr("Level"));
}

void LevelMeter::set_level(const SoundLevel& level) {
  if (level.peak == level_.peak && level.rms == level_.rms) return;
  level_ = level;
  setAccessibleDescription(level_text(level));
  update();
}

void LevelMeter::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  const QRectF track(0, (height() - height_px) / 2.0, width(), height_px);
  const double round = height_px / 2.0;
  painter.setBrush(colors.border);
  painter.drawRoundedRect(track, round, round);
  const double mean = meter_share(level_.rms) * track.width();
  const QColor color = level_.peak >= clipping ? colors.record : colors.accent;
  painter.setBrush(color);
  if (mean > height_px)
    painter.drawRoundedRect(QRectF(track.topLeft(), QSizeF(mean, height_px)), round, round);
  const double peak = meter_share(level_.peak) * track.width();
  if (peak > mean + 3.0) painter.drawRoundedRect(QRectF(peak - 3.0, track.top(), 3.0, height_px), 1.5, 1.5);
}

}  // namespace tilescribe::ui
