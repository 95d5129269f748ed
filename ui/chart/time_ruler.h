// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFontMetricsF>
#include <QRectF>

#include "ui/scale/time_scale.h"
#include "ui/theme/theme.h"

class QPainter;

namespace tilescribe::ui {

/// Paints the ticks of a time scale at the lower edge of `ruler`, with their times, and below each labelled
/// one a line of the grid. `plot_height`: of what lies below the ruler, logical pixels.
void paint_time_ruler(QPainter& painter, const TimeScale& scale, const QRectF& ruler, double plot_height,
                      const QFontMetricsF& metrics, const ThemeColors& colors);

}  // namespace tilescribe::ui
