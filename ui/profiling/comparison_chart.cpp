// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/comparison_chart.h"

#include <QEvent>
#include <algorithm>

#include "ui/chart/chart_style.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

constexpr std::size_t most_rows = 10;
constexpr double bar = 0.36;  // share of the distance between rows

}  // namespace

ComparisonChart::ComparisonChart(QWidget* parent) : QCustomPlot(parent) {
  setAccessibleName(tr("What differs most"));
  bars_ = add_bars();
  pale_bars_ = add_bars();
  bars_.before->setName(tr("before"));
  bars_.after->setName(tr("after"));
  for (const QCPBars* bars : {pale_bars_.before, pale_bars_.after}) bars->removeFromLegend();
  yAxis->setRangeReversed(true);
  yAxis->grid()->setVisible(false);
  yAxis->setTickLength(0, 0);
  xAxis->setLabel(tr("ms of the run"));
  legend->setVisible(true);
  axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
  setMinimumHeight(270);
}

ComparisonChart::Bars ComparisonChart::add_bars() {
  // The bars are horizontal: their key axis is the vertical one.
  const Bars bars{new QCPBars(yAxis, xAxis), new QCPBars(yAxis, xAxis)};
  for (QCPBars* each : {bars.before, bars.after}) each->setWidth(bar);
  return bars;
}

void ComparisonChart::set_rows(const std::vector<ProfileComparisonRow>& rows,
                               const std::vector<bool>& chosen) {
  const auto chosen_count = static_cast<std::size_t>(std::ranges::count(chosen, true));
  std::size_t room_for_others = most_rows - std::min(most_rows, chosen_count);
  rows_.clear();
  for (std::size_t i = 0; i < rows.size() && rows_.size() < most_rows; ++i) {
    if (!chosen[i] && room_for_others == 0) continue;
    if (!chosen[i]) --room_for_others;
    rows_.push_back({rows[i], chosen_count > 0 && !chosen[i]});
  }
  draw();
}

void ComparisonChart::changeEvent(QEvent* event) {
  QCustomPlot::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) draw();
}

void ComparisonChart::resizeEvent(QResizeEvent* event) {
  QCustomPlot::resizeEvent(event);
  draw();  // the names have a different width now
}

void ComparisonChart::draw() {
  const ThemeColors& colors = colors_of(palette());
  const bool dark = is_dark(palette());
  style_chart(*this, palette());
  legend->setBrush(colors.base);
  legend->setBorderPen(QPen(colors.border));
  legend->setTextColor(colors.text);
  legend->setFont(font());
  yAxis->setTickLabelColor(colors.text);
  const QColor old_color = stage_color("idle", dark);
  const auto paint = [&](const Bars& bars, double part_of_base) {
    const QColor old = mixed(old_color, colors.base, part_of_base);
    const QColor now = mixed(colors.accent, colors.base, part_of_base);
    bars.before->setPen(QPen(old));
    bars.before->setBrush(QBrush(old, Qt::BDiagPattern));
    bars.after->setPen(QPen(now));
    bars.after->setBrush(now);
  };
  paint(bars_, 0.0);
  paint(pale_bars_, 0.72);

  const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
  const QFontMetrics metrics(font());
  double most = 0.0, row = 0.0;
  for (const Bars& bars : {bars_, pale_bars_}) {
    bars.before->data()->clear();
    bars.after->data()->clear();
  }
  for (const Row& each : rows_) {
    const QString name =
        QStringLiteral("%1, %2").arg(profile_name(each.row.name), stage_label(each.row.stage));
    names->addTick(row, metrics.elidedText(name, Qt::ElideMiddle, std::max(120, width() / 3)));
    const double before = each.row.before_ms.value_or(0.0), after = each.row.after_ms.value_or(0.0);
    const Bars& bars = each.pale ? pale_bars_ : bars_;
    bars.before->addData(row - bar / 2.0, before);
    bars.after->addData(row + bar / 2.0, after);
    most = std::max({most, before, after});
    row += 1.0;
  }
  yAxis->setTicker(names);
  yAxis->setRange(-0.6, std::max(0.6, row - 0.4));
  xAxis->setRange(0.0, most > 0.0 ? 1.05 * most : 1.0);
  replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace tilescribe::ui
