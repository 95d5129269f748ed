// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/live_charts.h"

#include <QEvent>
#include <algorithm>
#include <cmath>

#include "ui/format.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

constexpr double clock_from_s = 60.0;  // longer axes have clock-style labels

/// "4 s" on a short axis, "1:30" on a long one.
class TimeTicker : public QCPAxisTickerTime {
 public:
  TimeTicker() {
    setTickCount(4);
    setTickStepStrategy(tssReadability);
  }

 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar /*format*/, int /*precision*/) override {
    if (reach_s_ >= clock_from_s) return clock_text(std::round(tick));
    return QStringLiteral("%1 s").arg(locale.toString(tick, 'g', 3));
  }
  double getTickStep(const QCPRange& range) override {
    reach_s_ = range.upper;
    // Without a clock's labels, steps are those of plain numbers.
    // NOLINTNEXTLINE(bugprone-parent-virtual-call)
    return range.upper < clock_from_s ? QCPAxisTicker::getTickStep(range)
                                      : QCPAxisTickerTime::getTickStep(range);
  }

 private:
  double reach_s_ = 0.0;
};

class ValueTicker : public QCPAxisTicker {
 public:
  ValueTicker() { setTickCount(2); }

 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar /*format*/, int /*precision*/) override {
    return tick >= 10'000.0 ? QStringLiteral("%1k").arg(locale.toString(tick / 1e3, 'g', 3))
                            : locale.toString(tick, 'g', 4);
  }
};

/// The smallest of 1, 2, 2.5, 5 times a power of ten that is not less than the value: the end of an axis.
double nice_end(double value) {
  if (!(value > 0.0)) return 1.0;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 2.5, 5.0}) {
    if (value <= step * power) return step * power;
  }
  return 10.0 * power;
}

/// The area between a graph and the one below it, painted as upright rectangles. Filling it as a polygon
/// takes ten times as long, because it has hundreds of corners at a few heights.
class Band : public QCPGraph {
 public:
  Band(QCPAxis* key, QCPAxis* value, const Band* below) : QCPGraph(key, value), below_(below) {}

 protected:
  void draw(QCPPainter* painter) override {
    const QCPGraphDataContainer& tops = *mDataContainer;
    for (int i = 1; i < tops.size(); ++i) {
      const QCPGraphData &from = *tops.at(i - 1), &to = *tops.at(i);
      const double floor = below_ == nullptr ? 0.0 : below_->mDataContainer->at(i)->value;
      if (to.value <= floor) continue;
      const int left = pixel(keyAxis(), from.key), right = pixel(keyAxis(), to.key);
      const int top = pixel(valueAxis(), to.value), bottom = pixel(valueAxis(), floor);
      painter->fillRect(left, top, right - left, bottom - top, brush());
    }
  }

 private:
  static int pixel(const QCPAxis* axis, double value) {
    return static_cast<int>(std::lround(axis->coordToPixel(value)));
  }

  const Band* below_;
};

}  // namespace

LiveChart::LiveChart(const QString& name, QWidget* parent) : QCustomPlot(parent) {
  setAccessibleName(name);
  setFocusPolicy(Qt::NoFocus);
  setAttribute(Qt::WA_TransparentForMouseEvents);  // the wheel scrolls the panel
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setNotAntialiasedElements(QCP::aeAll);
  setNoAntialiasingOnDrag(true);
  const QFont small = scaled_font(font(), 0.85);
  const QFontMetrics metrics(small);
  // Set here, so that they are not computed from the labels at every repaint.
  axisRect()->setAutoMargins(QCP::msNone);
  axisRect()->setMargins(QMargins(metrics.horizontalAdvance(QStringLiteral("100 %")) + 8,
                                  metrics.height() / 2 + 1, metrics.horizontalAdvance(QStringLiteral("0:0")),
                                  metrics.height() + 5));
  plotLayout()->setMargins(QMargins(0, 0, 0, 0));
  axisRect()->setMinimumMargins(QMargins(0, 0, 0, 0));
  for (QCPAxis* axis : {xAxis, yAxis}) {
    axis->setTickLabelFont(small);
    axis->setTickLength(0, 0);
    axis->setTickPen(Qt::NoPen);  // even a pen of zero length leaves a dot
    axis->setSubTicks(false);
    axis->setTickLabelPadding(4);
  }
  yAxis->setBasePen(Qt::NoPen);
  xAxis->grid()->setVisible(false);
  xAxis->setTicker(QSharedPointer<TimeTicker>::create());
}

double LiveChart::time_axis_end_s(double elapsed_s, bool over) {
  if (over && elapsed_s > 0.0) return elapsed_s;
  constexpr std::array<double, 13> ends{5, 10, 20, 30, 60, 90, 120, 180, 300, 600, 900, 1200, 1800};
  for (const double end : ends) {
    if (elapsed_s <= end) return end;
  }
  return std::ceil(elapsed_s / 1800.0) * 1800.0;
}

void LiveChart::recolor() {
  const ThemeColors& colors = colors_of(palette());
  setBackground(colors.base);
  for (QCPAxis* axis : {xAxis, yAxis}) {
    axis->setTickLabelColor(colors.secondary);
    axis->grid()->setPen(QPen(colors.border, 0));
    axis->grid()->setZeroLinePen(QPen(colors.border, 0));
  }
  xAxis->setBasePen(QPen(colors.border, 0));
  replot_soon();
}

void LiveChart::changeEvent(QEvent* event) {
  QCustomPlot::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) recolor();
}

LiveShareChart::LiveShareChart(QWidget* parent) : LiveChart(tr("Time by stage over the run"), parent) {
  lines_ = 8;
  const auto percents = QSharedPointer<QCPAxisTickerText>::create();
  for (const int percent : {0, 50, 100}) {
    percents->addTick(percent / 100.0, QStringLiteral("%1 %").arg(percent));
  }
  yAxis->setTicker(percents);
  yAxis->setRange(0.0, 1.0);
  const Band* below = nullptr;
  for (QCPGraph*& graph : graphs_) {
    auto* band = new Band(xAxis, yAxis, below);  // the plot's
    graph = band;
    below = band;
  }
  yAxis->grid()->setLayer(QStringLiteral("axes"));  // above the areas
  LiveShareChart::recolor();
}

void LiveShareChart::recolor() {
  const bool dark = is_dark(palette());
  for (std::size_t part = 0; part < graphs_.size(); ++part) {
    graphs_[part]->setBrush(stage_brush(stage_names[part], dark));
  }
  LiveChart::recolor();
}

void LiveShareChart::show_shares(const std::vector<LiveShares>& shares, double end_s) {
  std::array<QVector<QCPGraphData>, stage_names.size()> tops;
  for (auto& top : tops) top.reserve(static_cast<qsizetype>(shares.size()) + 1);
  for (const LiveShares& interval : shares) {
    double top = 0.0;
    for (std::size_t part = 0; part < tops.size(); ++part) {
      top += interval.share[part];
      if (tops[part].isEmpty()) tops[part].append({interval.begin_s, top});
      tops[part].append({interval.end_s, top});
    }
  }
  for (std::size_t part = 0; part < tops.size(); ++part) graphs_[part]->data()->set(tops[part], true);
  xAxis->setRange(0.0, end_s);
  replot_soon();
}

LiveValueChart::LiveValueChart(const QString& name, QWidget* parent) : LiveChart(name, parent) {
  lines_ = 5;
  yAxis->setTicker(QSharedPointer<ValueTicker>::create());
  addGraph();
  setAntialiasedElements(QCP::aePlottables);
  LiveValueChart::recolor();
}

void LiveValueChart::recolor() {
  const ThemeColors& colors = colors_of(palette());
  QColor below = colors.accent;
  below.setAlphaF(0.16F);
  graph(0)->setPen(QPen(colors.accent, 1.5));
  graph(0)->setBrush(below);
  LiveChart::recolor();
}

void LiveValueChart::show_values(const std::vector<LiveValue>& values, double end_s) {
  QVector<QCPGraphData> points;
  points.reserve(static_cast<qsizetype>(values.size()));
  double most = 0.0;
  for (const LiveValue& value : values) {
    points.append({value.at_s, value.value});
    most = std::max(most, value.value);
  }
  graph(0)->data()->set(points, true);
  xAxis->setRange(0.0, end_s);
  yAxis->setRange(0.0, nice_end(most * 1.05));
  replot_soon();
}

}  // namespace tilescribe::ui
