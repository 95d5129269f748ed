// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/live_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <cmath>

#include "ui/format.h"
#include "ui/profiling/live_bars.h"
#include "ui/profiling/live_charts.h"
#include "ui/profiling/live_figures.h"
#include "ui/theme/theme.h"
#include "ui/translations.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/message_page.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr double redraw_s = 0.25;  // the charts at most this often; figures and bars at every frame
constexpr int charts = 3;
constexpr int side_by_side = 360;  // logical pixels of width that two charts need

QString figure_text(double value) {
  return value > 0.0 ? nice_number(value) : QStringLiteral("–");
}

/// How the figures were measured, in a sentence.
QString method_text(const ProfileFrame& frame) {
  const QString source = profile_name(frame.source);
  const bool full = frame.detail_every <= 1;
  QString text = full ? LivePanel::tr("every step in full")
                      : LivePanel::tr("one step in %1 in full").arg(frame.detail_every);
  if (!source.isEmpty()) {
    text = full ? LivePanel::tr("Measured by %1, every step in full").arg(source)
                : LivePanel::tr("Measured by %1, one step in %2 in full").arg(source).arg(frame.detail_every);
  }
  if (frame.lost <= 0) return text;
  return LivePanel::tr("%1; %2 record(s) were lost", nullptr, plural(frame.lost))
      .arg(text, nice_count(frame.lost));
}

}  // namespace

LivePanel::LivePanel(QWidget* parent)
    : QWidget(parent),
      failure_(new Banner(QStringLiteral("alert"), tr("Live costs"), true, this)),
      stack_(new QStackedWidget(this)) {
  setObjectName(QStringLiteral("livePanel"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setMinimumWidth(242);
  auto* message = new MessagePage(this);
  message->show_message(QStringLiteral("chip"), tr("Transcribe something to see what each kernel costs."));
  stack_->addWidget(message);
  stack_->addWidget(make_content());
  make_column(this, {}, 0, {make_header(), failure_, {stack_, 1}});
  failure_->hide();
  update_state();
}

QWidget* LivePanel::make_header() {
  auto* header = new QWidget(this);
  auto* title = new ElidedLabel(Qt::ElideRight, header);
  title->set_text(tr("Live costs"));
  title->setFont(heading_font(title->font(), 1.2));
  subtitle_ = named("liveRun", new ElidedLabel(Qt::ElideMiddle, header));
  subtitle_->set_color(QPalette::PlaceholderText);
  analyse_ = named("analyse", new QPushButton(tr("Open in the profiler"), header));
  analyse_->setAccessibleName(tr("Open in the profiler"));
  connect(analyse_, &QPushButton::clicked, this, &LivePanel::analyseRequested);
  QToolButton* close = make_tool_button("close", tr("Hide the live costs and stop measuring"), header);
  close->setIconSize({20, 20});
  connect(close, &QToolButton::clicked, this, &LivePanel::closeClicked);
  make_column(header, {20, 14, 16, 10}, 4,
              {make_row(nullptr, {}, 6, {{title, 1}, analyse_, close}), subtitle_});
  return header;
}

QWidget* LivePanel::make_content() {
  auto* content = new QWidget(this);
  figures_ = new LiveFigures(content);
  method_ = new ElidedLabel(Qt::ElideRight, content);
  method_->set_color(QPalette::PlaceholderText);
  shares_ = new LiveShareChart(content);
  legend_ = new LiveLegend(content);
  legend_->setAccessibleName(tr("Share of each stage"));
  tokens_ = new LiveValueChart(tr("Tokens per second over the run"), content);
  speed_ = new LiveValueChart(tr("Times real time over the run"), content);
  bars_ = new LiveBars(content);
  idle_ = new LiveMeter(tr("Idle"), content);
  idle_->setToolTip(
      tr("Time in which nothing ran on the device. Gaps of 20 µs and longer count as waiting for "
         "the host, shorter ones as the time between launches."));
  memory_ = new LiveMeter(tr("Memory"), content);

  const auto titled = [content](const QString& text, QWidget* chart) {
    auto* title = new QLabel(text, content);
    title->setFont(heading_font(title->font()));
    return make_column(nullptr, {}, 2, {title, chart});
  };
  QLayout* shares = titled(tr("Where the time goes"), shares_);
  QBoxLayout* rates =
      make_row(nullptr, {}, 12,
               {{titled(tr("Tokens per second"), tokens_), 1}, {titled(tr("Real time, so far"), speed_), 1}});
  QLayout* kernels = titled(tr("Kernels"), bars_);
  QBoxLayout* meters = make_row(nullptr, {}, 20, {{idle_, 1, Qt::AlignTop}, {memory_, 1, Qt::AlignTop}});
  pairs_ = {rates, meters};
  make_column(content, {20, 4, 16, 16}, 0,
              {figures_, fixed_room(6), method_, fixed_room(12), shares, fixed_room(4), legend_,
               fixed_room(12), rates, fixed_room(12), kernels, fixed_room(12), meters, free_room()});

  auto* scroll = named("liveScroll", new QScrollArea(this));
  scroll->setAccessibleName(tr("Live costs"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidgetResizable(true);
  scroll->setBackgroundRole(QPalette::Base);
  scroll->setWidget(content);
  return scroll;
}

void LivePanel::begin(const QString& title) {
  run_ = {};
  run_.title = title;
  state_ = State::running;
  failure_->hide();
  bars_->clear();
  update_state();
}

void LivePanel::show_frame(const ProfileFrame& frame) {
  if (state_ == State::over || state_ == State::lost) return;
  if (state_ == State::empty) begin({});
  if (frame.at_ns < run_.frame.at_ns) bars_->clear();  // the history restarts by itself
  run_.history.add(frame);
  run_.frame = frame;
  if (!isVisible()) {
    stale_ = true;
    return;
  }
  bars_->show_frame(frame);
  update_figures();
  update_shares();
  update_charts();
}

void LivePanel::finish(const QString& how) {
  if (state_ != State::running) return;
  state_ = State::over;
  run_.how = how;
  kept_ = run_;
  if (!isVisible()) bars_->show_frame(run_.frame);
  update_state();
  emit finished();
}

void LivePanel::discard() {
  if (state_ != State::running) return;
  state_ = kept_ ? State::over : State::empty;
  run_ = kept_.value_or(Run{});
  bars_->clear();
  bars_->show_frame(run_.frame);
  update_state();
}

void LivePanel::fail(const QString& sentence) {
  failure_->set_text(tr("%1 The text is not affected.").arg(sentence));
  failure_->show();
  if (state_ != State::running) return;
  state_ = State::lost;
  update_state();
}

void LivePanel::update_state() {
  stack_->setCurrentIndex(state_ == State::empty ? 0 : 1);
  subtitle_->setVisible(state_ != State::empty);
  const QString state = state_ == State::running ? tr("running")
                        : state_ == State::lost  ? tr("not kept")
                                                 : run_.how;
  subtitle_->set_text(run_.title.isEmpty() ? state : tr("%1 · %2").arg(run_.title, state));
  analyse_->setEnabled(state_ == State::over);
  analyse_->setVisible(state_ != State::empty);
  analyse_->setToolTip(state_ == State::running ? tr("Available when the transcription is finished")
                       : state_ == State::lost  ? tr("The measurements of this run are lost")
                                                : QString());
  update_all();
}

void LivePanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (!stale_) return;
  bars_->show_frame(run_.frame);
  update_all();
}

void LivePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool narrow = width() < side_by_side;
  for (QBoxLayout* pair : pairs_)
    pair->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  analyse_->setText(narrow ? tr("Profiler") : tr("Open in the profiler"));
}

void LivePanel::update_all() {
  if (!isVisible()) {
    stale_ = true;
    return;
  }
  stale_ = false;
  update_figures();
  update_shares();
  for (next_chart_ = 0; next_chart_ < charts;) draw_chart();
  drawn_ = run_.history.changes();
  drawn_at_s_ = run_.seconds();
}

void LivePanel::update_figures() {
  const double seconds = run_.seconds();
  const auto rate = [](double sum, double time_s) { return time_s > 0.0 ? sum / time_s : 0.0; };
  // For the file, as in its row, although the profile may have begun later.
  const double transcribing_s = run_.frame.transcribing_s;
  const double speed = rate(run_.frame.audio_done_s, transcribing_s);
  const double cost = run_.frame.cost_percent;
  figures_->set_cells(
      {{tr("real time"), speed > 0.0 ? tr("%1×").arg(nice_number(speed)) : figure_text(speed)},
       {tr("tokens per second"), figure_text(rate(static_cast<double>(run_.frame.tokens), seconds))},
       {tr("elapsed"), elapsed_text(transcribing_s > 0.0 ? transcribing_s : seconds)},
       {tr("tracing costs"), cost < 0.0 ? tr("unknown") : nice_percent(cost)}});
  method_->set_text(run_.frame.at_ns > 0 ? method_text(run_.frame) : QString());
  const std::int64_t used = run_.frame.memory_bytes, limit = run_.frame.memory_limit_bytes;
  memory_->setVisible(used > 0);
  if (used > 0 && limit > 0) {
    memory_->set(tr("%1 of %2").arg(nice_bytes(used), nice_bytes(limit)),
                 {{static_cast<double>(used) / static_cast<double>(limit), {}}});
  } else if (used > 0) {
    memory_->set(nice_bytes(used), {});
  }
}

void LivePanel::update_shares() {
  const LiveShares whole = run_.history.whole();
  QList<LiveLegend::Cell> stages;
  for (std::size_t part = 0; part < stage_names.size(); ++part) {
    if (part == other_stage && whole.share[part] <= 0.0) continue;
    stages.append({QString::fromUtf8(stage_names[part]), nice_percent(whole.share[part] * 100.0)});
  }
  legend_->set_cells(stages);
  idle_->set(nice_percent(whole.share[idle_stage] * 100.0),
             {{whole.waiting, tr("waiting for the host %1").arg(nice_percent(whole.waiting * 100.0))},
              {whole.launch, tr("between launches %1").arg(nice_percent(whole.launch * 100.0))}});
}

/// Charts are expensive, so a frame draws at most one of them.
void LivePanel::update_charts() {
  const double at_s = run_.seconds();
  if (next_chart_ >= charts) {
    if (drawn_ == run_.history.changes() || std::abs(at_s - drawn_at_s_) < redraw_s) return;
    drawn_ = run_.history.changes();
    drawn_at_s_ = at_s;
    next_chart_ = 0;
  }
  draw_chart();
}

void LivePanel::draw_chart() {
  const bool over = state_ == State::over || state_ == State::lost;
  const double end_s = LiveChart::time_axis_end_s(run_.seconds(), over);
  switch (next_chart_++) {
    case 0:
      return shares_->show_shares(run_.history.shares(), end_s);
    case 1:
      return tokens_->show_values(run_.history.token_rate(), end_s);
    default:
      return speed_->show_values(run_.history.real_time_factor(), end_s);
  }
}

}  // namespace tilescribe::ui
