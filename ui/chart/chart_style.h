// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <vector>

class QCustomPlot;
class QColor;
class QLabel;
class QPainter;
class QPalette;
class QString;
class QWidget;
class QCPAxis;

namespace tilescribe::ui {

/// Applies a palette to a chart: background, quiet axes, hairlines for a grid. Call it again when the palette
/// changes; it doesn't replot. Pass the palette of the widget that was notified: at that time a plot inside
/// it still has the old one.
void style_chart(QCustomPlot& plot, const QPalette& palette);

/// A message in place of a chart: centred text in a quiet colour.
QLabel* make_chart_message(const QString& name, QWidget* parent);

/// Frames a rectangle in a colour, within a wider frame of the colour behind it, so that it stands out from
/// any neighbour. `width`: logical pixels.
void paint_outline(QPainter& painter, const QRectF& rect, const QColor& color, double width,
                   const QColor& behind);

/// Puts a tick with its duration at 1, 2 and 5 of every decade (only at 1 if there are many decades) on an
/// axis whose coordinate is log10 of microseconds.
void set_log_time_ticks(QCPAxis& axis, double from, double to);

/// Which labels fit without covering an earlier one or leaving `area`. Earlier labels take precedence. The
/// result says for each whether it is shown.
std::vector<bool> labels_that_fit(const std::vector<QRectF>& labels, const QRectF& area);

}  // namespace tilescribe::ui
