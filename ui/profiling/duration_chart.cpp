// SPDX-License-Identifier: Apache-2.0
#include <QLabel>
#include <QStackedLayout>
#include <cmath>

#include <qcustomplot.h>

#include "ui/chart/chart_style.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/document_view.h"
#include "ui/profiling/profile_colors.h"
#include "ui/profiling/selection_text.h"
#include "ui/profiling/views.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

class DurationChart : public QWidget {
  Q_DECLARE_TR_FUNCTIONS(tilescribe::ui::DurationChart)

 public:
  DurationChart(ProfileDocument& document, QWidget* parent)
      : QWidget(parent),
        document_(document),
        plot_(new QCustomPlot(this)),
        bars_(new QCPBars(plot_->xAxis, plot_->yAxis)),
        title_(named("histogramTitle", new QLabel(this))),
        message_(make_chart_message(QStringLiteral("histogramMessage"), this)),
        stack_(new QStackedLayout) {
    setAccessibleName(tr("Histogram of the chosen kernel's times"));
    bars_->setWidthType(QCPBars::wtPlotCoords);
    bars_->setAntialiased(false);
    plot_->yAxis->setLabel(tr("Calls"));
    const QSharedPointer<QCPAxisTickerFixed> whole_calls(new QCPAxisTickerFixed);
    whole_calls->setTickStep(1.0);
    whole_calls->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    plot_->yAxis->setTicker(whole_calls);
    plot_->xAxis->grid()->setVisible(false);
    plot_->axisRect()->setAutoMargins(QCP::msAll);
    title_->setContentsMargins(10, 8, 10, 6);
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    stack_->addWidget(message_);
    stack_->addWidget(plot_);
    make_column(this, {}, 0, {title_, {stack_, 1}});
    new DocumentView(
        document, {ProfileDocument::Part::histogram}, *this, [this] { clear(); }, [this] { refresh(); });
    clear();
  }

  QSize sizeHint() const override { return {360, 260}; }

 private:
  void clear() {
    histogram_.reset();
    stage_.clear();
    title_->setText(tr("Times of a call"));
    message_->setText(tr("Choose a kernel in the table to see how long its calls take."));
    stack_->setCurrentIndex(0);
    draw();
  }

  void refresh() {
    const std::set<std::uint32_t>& kinds = document_.selection().kinds;
    if (!document_.session() || kinds.empty()) return clear();
    auto histogram = document_.histogram();
    if (histogram && histogram != histogram_) {
      histogram_ = std::move(histogram);
      title_->setText(kinds_text(*document_.session(), kinds));
      stage_ = common_stage(*document_.session(), kinds);
      message_->setText(
          tr("None of its calls is in the selection, or they are no longer kept individually."));
      stack_->setCurrentIndex(histogram_->bins.empty() ? 0 : 1);
    }
    draw();
  }

  void draw() {
    style_chart(*plot_, palette());
    plot_->clearItems();
    QVector<double> at, calls;
    double most = 0.0;
    const auto bins = histogram_ ? histogram_->bins : std::vector<ProfileHistogram::Bin>{};
    for (const ProfileHistogram::Bin& bin : bins) {
      at << 0.5 * (std::log10(bin.from_us) + std::log10(bin.to_us));
      calls << static_cast<double>(bin.calls);
      most = std::max(most, calls.back());
    }
    bars_->setData(at, calls, true);
    if (!bins.empty()) {
      const double width = std::log10(bins.front().to_us / bins.front().from_us);
      const QColor color = stage_color(stage_, is_dark(palette()));
      bars_->setWidth(0.92 * width);
      bars_->setBrush(color);
      bars_->setPen(Qt::NoPen);
      // A few bins would be very wide, so the axis covers at least a factor of about four.
      const double from = std::log10(bins.front().from_us), to = std::log10(bins.back().to_us);
      const double margin = std::max(0.5 * (0.6 - (to - from)), 0.5 * width);
      plot_->xAxis->setRange(from - margin, to + margin);
      set_log_time_ticks(*plot_->xAxis, from - margin, to + margin);
      plot_->yAxis->setRange(0.0, 1.32 * most);
      mark(histogram_->median_us, tr("median %1"), 1.13);
      mark(histogram_->p95_us, tr("p95 %1"), 1.26);
      setAccessibleDescription(
          tr("Median %1, p95 %2").arg(nice_us(histogram_->median_us), nice_us(histogram_->p95_us)));
    }
    plot_->replot(QCustomPlot::rpQueuedReplot);
  }

  void mark(double us, const QString& text, double height) {
    if (us <= 0.0) return;
    const ThemeColors& colors = colors_of(palette());
    const double most = plot_->yAxis->range().upper / 1.32;
    const double x = std::log10(us);
    auto* line = new QCPItemLine(plot_);
    line->start->setCoords(x, 0.0);
    line->end->setCoords(x, height * most);
    line->setPen(QPen(colors.text, 1.0, height > 1.2 ? Qt::DashLine : Qt::SolidLine));
    auto* label = new QCPItemText(plot_);
    const bool left = x < plot_->xAxis->range().center();
    label->setPositionAlignment((left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    label->position->setCoords(x, height * most);
    label->setText(text.arg(nice_us(us)));
    label->setPadding(QMargins(5, 0, 5, 0));
    label->setFont(font());
    label->setColor(colors.text);
  }

  ProfileDocument& document_;
  std::shared_ptr<const ProfileHistogram> histogram_;  // null: nothing is chosen
  std::string stage_;                                  // stage of the chosen kernel; empty: several
  QCustomPlot* plot_;
  QCPBars* bars_;
  QLabel* title_;
  QLabel* message_;
  QStackedLayout* stack_;
};

QWidget* make_duration_chart(ProfileDocument& document, QWidget* parent) {
  return new DurationChart(document, parent);
}

}  // namespace tilescribe::ui
