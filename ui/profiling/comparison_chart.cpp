// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/comparison_chart.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>

#include <qcustomplot.h>

#include "ui/profiling/chart_style.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

constexpr std::size_t most_rows = 10;
constexpr double bar = 0.36;  // of the distance between rows

}  // namespace

ComparisonChart::ComparisonChart(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
  setAccessibleName(tr("What differs most"));
  // Bars lie: their key runs down the vertical axis.
  before_ = new QCPBars(plot_->yAxis, plot_->xAxis);
  after_ = new QCPBars(plot_->yAxis, plot_->xAxis);
  for (QCPBars* bars : {before_, after_}) bars->setWidth(bar);
  before_->setName(tr("before"));
  after_->setName(tr("after"));
  plot_->yAxis->setRangeReversed(true);
  plot_->yAxis->grid()->setVisible(false);
  plot_->yAxis->setTickLength(0, 0);
  plot_->xAxis->setLabel(tr("ms of the run"));
  plot_->legend->setVisible(true);
  plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(plot_);
  setMinimumHeight(270);
}

void ComparisonChart::set_rows(const std::vector<ProfileComparisonRow>& rows) {
  rows_.assign(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), most_rows)));
  draw();
}

void ComparisonChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) draw();
}

void ComparisonChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  draw();  // names have other room
}

void ComparisonChart::draw() {
  const ThemeColors& colors = colors_of(palette());
  const bool dark = is_dark(palette());
  style_chart(*plot_);
  plot_->legend->setBrush(colors.base);
  plot_->legend->setBorderPen(QPen(colors.border));
  plot_->legend->setTextColor(colors.text);
  plot_->legend->setFont(font());
  plot_->yAxis->setTickLabelColor(colors.text);
  const QColor old_color = stage_color(QStringLiteral("idle"), dark);
  before_->setPen(QPen(old_color));
  before_->setBrush(QBrush(old_color, Qt::BDiagPattern));
  after_->setPen(QPen(colors.accent));
  after_->setBrush(colors.accent);

  const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
  const QFontMetrics metrics(font());
  QVector<double> at_before, at_after, before, after;
  double most = 0.0, row = 0.0;
  for (const ProfileComparisonRow& each : rows_) {
    const QString name = QStringLiteral("%1, %2").arg(QString::fromStdString(each.name),
                                                      stage_label(QString::fromStdString(each.stage)));
    names->addTick(row, metrics.elidedText(name, Qt::ElideMiddle, std::max(120, width() / 3)));
    at_before << row - bar / 2.0;
    at_after << row + bar / 2.0;
    before << each.before_ms.value_or(0.0);
    after << each.after_ms.value_or(0.0);
    most = std::max({most, before.back(), after.back()});
    row += 1.0;
  }
  before_->setData(at_before, before, true);
  after_->setData(at_after, after, true);
  plot_->yAxis->setTicker(names);
  plot_->yAxis->setRange(-0.6, std::max(0.6, row - 0.4));
  plot_->xAxis->setRange(0.0, most > 0.0 ? 1.05 * most : 1.0);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace tilescribe::ui
