// SPDX-License-Identifier: Apache-2.0
#pragma once

class QCustomPlot;
class QLabel;
class QPalette;
class QString;
class QWidget;
class QCPAxis;

namespace tilescribe::ui {

/// Gives a chart the theme of a palette: paper, quiet axes, hairlines for a grid. Call it again when the
/// palette changes; it doesn't replot. The palette is that of whoever is told of the change: a plot inside it
/// has the old one still.
void style_chart(QCustomPlot& plot, const QPalette& palette);

/// What stands where a chart would be: centred quiet words.
QLabel* make_chart_message(const QString& name, QWidget* parent);

/// Puts a tick with a length of time at 1, 2 and 5 of every decade (only 1 where there are many) on an axis
/// whose coordinate is log10 of microseconds.
void set_log_time_ticks(QCPAxis& axis, double from, double to);

}  // namespace tilescribe::ui
