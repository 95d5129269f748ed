// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/roofline_plot.h"

#include <QEvent>
#include <QToolTip>
#include <algorithm>

#include <qcustomplot.h>

#include "ui/chart/chart_style.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"
#include "ui/translations.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr std::size_t most_labels = 14;  // for dots; the others have tool tips

/// "0.01", "1,000": not "1E+03".
class DecadeTicker : public QCPAxisTickerLog {
 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar /*format*/, int /*precision*/) override {
    return locale.toString(tick, 'g', 6);
  }
};

void make_logarithmic(QCPAxis& axis) {
  axis.setScaleType(QCPAxis::stLogarithmic);
  axis.setTicker(QSharedPointer<QCPAxisTicker>(new DecadeTicker));
}

QCPScatterStyle::ScatterShape shape_of(ProfileBound bound) {
  if (bound == ProfileBound::compute) return QCPScatterStyle::ssSquare;
  return bound == ProfileBound::neither ? QCPScatterStyle::ssDiamond : QCPScatterStyle::ssCircle;
}

}  // namespace

RooflinePlot::RooflinePlot(QWidget* parent)
    : QWidget(parent),
      is_chosen_([](const ProfileRow&) { return false; }),
      tip_([](const ProfileRow& row) { return profile_name(row.name).toHtmlEscaped(); }),
      plot_(named("rooflinePlot", new QCustomPlot(this))) {
  plot_->setAccessibleName(tr("Roofline"));
  make_logarithmic(*plot_->xAxis);
  make_logarithmic(*plot_->yAxis);
  plot_->xAxis->setLabel(tr("Operations per byte"));
  plot_->yAxis->setLabel(tr("TFLOP/s"));
  plot_->setMouseTracking(true);
  plot_->installEventFilter(this);
  connect(plot_, &QCustomPlot::afterLayout, this, &RooflinePlot::draw_labels);
  make_column(this, {}, 0, {{plot_, 1}});
}

void RooflinePlot::set_rows(std::shared_ptr<const Rows> rows, const ProfileSetting& setting) {
  rows_ = std::move(rows);
  roofline_ = rows_ ? make_roofline(*rows_, setting) : Roofline{};
  draw();
}

bool RooflinePlot::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const auto dot = dot_at(roofline_, centres(), mouse->position());
    if (mouse->button() == Qt::LeftButton) emit clicked(dot ? &row_of(roofline_.dots[*dot]) : nullptr);
  } else if (event->type() == QEvent::MouseMove) {
    const auto dot = dot_at(roofline_, centres(), static_cast<QMouseEvent*>(event)->position());
    plot_->setCursor(dot ? Qt::PointingHandCursor : Qt::ArrowCursor);
  } else if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto dot = dot_at(roofline_, centres(), help->pos());
    QToolTip::showText(help->globalPos(), dot ? tip_(row_of(roofline_.dots[*dot])) : QString(), plot_);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void RooflinePlot::draw() {
  plot_->clearGraphs();
  plot_->clearItems();
  style_chart(*plot_, palette());
  if (!rows_ || !roofline_.missing.isEmpty()) return;
  plot_->xAxis->setRange(roofline_.least_intensity, roofline_.most_intensity);
  plot_->yAxis->setRange(roofline_.least_tflop_s, roofline_.most_tflop_s);
  draw_roofs();
  draw_dots();
  plot_->replot(QCustomPlot::rpQueuedRefresh);
}

void RooflinePlot::draw_roofs() {
  const ThemeColors& colors = colors_of(palette());
  double level = 0.0, slope = 0.0;  // the highest roof ends the bandwidth line, which begins the roofs
  for (const RooflineRoof& roof : roofline_.roofs) {
    level = std::max(level, roof.tflop_s);
    slope = std::max(slope, roof.gb_s);
  }
  for (const RooflineRoof& roof : roofline_.roofs) {
    const bool rises = roof.gb_s > 0.0;
    const double from = !rises && slope > 0.0 ? 1e3 * roof.tflop_s / slope : roofline_.least_intensity;
    const double to = rises && level > 0.0 ? 1e3 * level / roof.gb_s : roofline_.most_intensity;
    QCPGraph* line = plot_->addGraph();
    line->setPen(QPen(roof.counts ? colors.text : colors.secondary, roof.counts ? 1.8 : 1.2,
                      roof.counts ? Qt::SolidLine : Qt::DashLine));
    line->setData({from, to}, {roof.at(from), roof.at(to)}, true);
  }
}

void RooflinePlot::draw_dots() {
  const bool dark = is_dark(palette());
  // If the chosen kernels have no dot, because they have no rates, no dot is dimmed.
  const bool some_chosen =
      std::ranges::any_of(roofline_.dots, [&](const RooflineDot& dot) { return is_chosen_(row_of(dot)); });
  for (const RooflineDot& dot : roofline_.dots) {
    const ProfileRow& row = row_of(dot);
    QColor fill = stage_color(row.stage, dark);
    QColor edge = colors_of(palette()).base;
    fill.setAlphaF(0.88F);
    if (is_chosen_(row)) {
      edge = colors_of(palette()).text;
    } else if (some_chosen) {
      fill.setAlphaF(0.3F);
    }
    QCPGraph* graph = plot_->addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    const QCPScatterStyle::ScatterShape shape = shape_of(row.bound);
    // A square with the area of a disc is narrower.
    const double size = shape == QCPScatterStyle::ssSquare ? 0.89 * dot.diameter : dot.diameter;
    graph->setScatterStyle(QCPScatterStyle(shape, QPen(edge, is_chosen_(row) ? 2.5 : 1.2), fill, size));
    graph->setData({dot.intensity}, {dot.tflop_s}, true);
  }
}

/// Labels are placed in pixels, so the plot asks for them each time its axes have moved.
void RooflinePlot::draw_labels() {
  plot_->clearItems();
  if (!rows_ || !roofline_.missing.isEmpty()) return;
  const ThemeColors& colors = colors_of(palette());
  const QFontMetricsF metrics(font());
  const QRectF area = plot_->axisRect()->rect();
  std::vector<QRectF> places;  // of the plot's items
  const auto add = [&](const QString& text, const QColor& color, const QPointF& left_middle) {
    const QSizeF size(metrics.horizontalAdvance(text) + 2.0, metrics.height());
    places.emplace_back(left_middle - QPointF(0.0, size.height() / 2.0), size);
    auto* item = new QCPItemText(plot_);
    item->position->setType(QCPItemPosition::ptAbsolute);
    item->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    item->position->setCoords(places.back().topLeft());
    item->setText(text);
    item->setFont(font());
    item->setColor(color);
  };
  for (const RooflineRoof& roof : roofline_.roofs) {
    const double width = metrics.horizontalAdvance(roof.label) + 8.0;
    if (roof.gb_s > 0.0) {  // above the slope, where it enters the view
      const double x = std::max(roofline_.least_intensity, 1e3 * roofline_.least_tflop_s / roof.gb_s);
      const QPointF start(plot_->xAxis->coordToPixel(x), plot_->yAxis->coordToPixel(roof.at(x)));
      const QPointF along(plot_->xAxis->coordToPixel(2.0 * x), plot_->yAxis->coordToPixel(roof.at(2.0 * x)));
      const QPointF step = along - start;
      const QPointF up = start + step * ((width + 24.0) / std::max(1.0, step.x()));
      add(roof.label, colors.text, up - QPointF(width, 0.7 * metrics.height()));
    } else {
      const double y = plot_->yAxis->coordToPixel(roof.tflop_s);
      add(roof.label, roof.counts ? colors.text : colors.secondary,
          {area.right() - width, y - 0.6 * metrics.height()});
    }
  }
  const std::vector<QPointF> at = centres();
  for (std::size_t i = 0; i < std::min(at.size(), most_labels); ++i) {
    const ProfileRow& row = row_of(roofline_.dots[i]);
    const QString name = metrics.elidedText(profile_name(row.name), Qt::ElideMiddle, 220.0);
    add(name, colors.text, at[i] + QPointF(0.5 * roofline_.dots[i].diameter + 4.0, 0.0));
  }
  const std::vector<bool> shown = labels_that_fit(places, area);
  for (std::size_t i = 0; i < shown.size(); ++i) plot_->item(static_cast<int>(i))->setVisible(shown[i]);
}

std::vector<QPointF> RooflinePlot::centres() const {
  std::vector<QPointF> all;
  for (const RooflineDot& dot : roofline_.dots) {
    all.emplace_back(plot_->xAxis->coordToPixel(dot.intensity), plot_->yAxis->coordToPixel(dot.tflop_s));
  }
  return all;
}

}  // namespace tilescribe::ui
