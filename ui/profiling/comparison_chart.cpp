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
  for (QCPBars*& bars : bars_) {
    bars = new QCPBars(yAxis, xAxis);  // horizontal: their key axis is the vertical one
    bars->setWidth(bar);
  }
  bars_[0]->setName(tr("before"));
  bars_[1]->setName(tr("after"));
  bars_[2]->removeFromLegend();
  bars_[3]->removeFromLegend();
  yAxis->setRangeReversed(true);
  yAxis->grid()->setVisible(false);
  yAxis->setTickLength(0, 0);
  xAxis->setLabel(tr("ms of the run"));
  legend->setVisible(true);
  axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
  setMinimumHeight(270);
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
  for (std::size_t i = 0; i < bars_.size(); ++i) {
    const bool before = i % 2 == 0, pale = i >= 2;
    const QColor bright = before ? stage_color("idle", dark) : colors.accent;
    const QColor color = mixed(bright, colors.base, pale ? 0.72 : 0.0);
    bars_[i]->setPen(QPen(color));
    bars_[i]->setBrush(QBrush(color, before ? Qt::BDiagPattern : Qt::SolidPattern));
    bars_[i]->data()->clear();
  }

  const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
  const QFontMetrics metrics(font());
  double most = 0.0, row = 0.0;
  for (const Row& each : rows_) {
    const QString name =
        QStringLiteral("%1, %2").arg(profile_name(each.row.name), stage_label(each.row.stage));
    names->addTick(row, metrics.elidedText(name, Qt::ElideMiddle, std::max(120, width() / 3)));
    const double before = each.row.before_ms.value_or(0.0), after = each.row.after_ms.value_or(0.0);
    const std::size_t first = each.pale ? 2 : 0;
    bars_[first]->addData(row - bar / 2.0, before);
    bars_[first + 1]->addData(row + bar / 2.0, after);
    most = std::max({most, before, after});
    row += 1.0;
  }
  yAxis->setTicker(names);
  yAxis->setRange(-0.6, std::max(0.6, row - 0.4));
  xAxis->setRange(0.0, most > 0.0 ? 1.05 * most : 1.0);
  replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace tilescribe::ui
