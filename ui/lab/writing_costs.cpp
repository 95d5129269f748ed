// SPDX-License-Identifier: Apache-2.0
#include "ui/lab/writing_costs.h"

#include <QLabel>
#include <QScrollArea>
#include <cmath>

#include "ui/format.h"
#include "ui/profiling/live_bars.h"
#include "ui/profiling/live_charts.h"
#include "ui/profiling/live_figures.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

namespace {

QString ms_text(double ms) {
  return nice_duration(std::llround(ms * 1e6));
}

/// The last value of a series in words; a dash where there is none.
template <class Text>
QString last_text(const std::vector<LiveValue>& values, const Text& text) {
  return values.empty() || !(values.back().value > 0.0) ? QStringLiteral("–") : text(values.back().value);
}

/// The first value holds since the beginning.
std::vector<LiveValue> from_beginning(std::vector<LiveValue> values) {
  if (!values.empty()) values.insert(values.begin(), {0.0, values.front().value});
  return values;
}

}  // namespace

WritingCosts::WritingCosts(QWidget* parent) : QWidget(parent) {
  auto* content = new QWidget(this);
  writer_ = named("textWriter", new WrappedLabel(content));
  writer_->setTextFormat(Qt::PlainText);
  figures_ = named("textFigures", new LiveFigures(content));
  figures_->setAccessibleName(tr("Speed of writing"));
  kernels_ = named("textKernelTime", new LiveValueChart(tr("Kernel time per token over the run"), content));
  tokens_ = new LiveValueChart(tr("Tokens per second over the run"), content);
  bars_ = named("textKernels", new LiveBars(content));
  const auto titled = [content](const QString& text, QWidget* chart) {
    auto* title = new QLabel(text, content);
    title->setFont(heading_font(title->font()));
    return make_column(nullptr, {}, 2, {title, chart});
  };
  make_column(content, {20, 12, 16, 16}, 12,
              {writer_, figures_, titled(tr("Kernel time per token, ms"), kernels_),
               titled(tr("Tokens per second"), tokens_), titled(tr("Kernels"), bars_), free_room()});
  auto* scroll = named("textCostsScroll", new QScrollArea(this));
  scroll->setAccessibleName(tr("What the text costs"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidgetResizable(true);
  scroll->setBackgroundRole(QPalette::Base);
  scroll->setWidget(content);
  make_column(this, {}, 0, {{scroll, 1}});
  begin();
}

void WritingCosts::begin() {
  history_.clear();
  frame_ = {};
  drawn_ = -1;
  over_ = false;
  bars_->clear();
  writer_->setText(tr("What each token costs is shown here while a text is written."));
  update_figures();
  draw_charts();
}

void WritingCosts::set_writer(const QString& sentence) {
  writer_->setText(sentence);
}

void WritingCosts::show_frames(const std::vector<ProfileFrame>& frames) {
  for (const ProfileFrame& frame : frames) history_.add(frame);
  frame_ = frames.back();
  bars_->show_frame(frame_);
  update_figures();
  if (drawn_ != history_.changes()) draw_charts();
}

void WritingCosts::finish() {
  over_ = true;
  draw_charts();
}

/// Over the last second, like the charts' last points.
void WritingCosts::update_figures() {
  const std::vector<LiveValue> rate = history_.token_rate();
  figures_->set_cells(
      {{tr("tokens"), nice_count(frame_.tokens)},
       {tr("tokens per second"), last_text(rate, nice_number)},
       {tr("time of a step"), last_text(rate, [](double value) { return ms_text(1e3 / value); })},
       {tr("kernel time per token"), last_text(history_.busy_ms_per_token(), ms_text)}});
}

void WritingCosts::draw_charts() {
  drawn_ = history_.changes();
  const double end_s = LiveChart::time_axis_end_s(static_cast<double>(frame_.at_ns) * 1e-9, over_);
  kernels_->show_values(from_beginning(history_.busy_ms_per_token()), end_s);
  tokens_->show_values(from_beginning(history_.token_rate()), end_s);
}

}  // namespace tilescribe::ui
