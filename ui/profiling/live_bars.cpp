// SPDX-License-Identifier: Apache-2.0
#include "ui/profiling/live_bars.h"

#include <QHelpEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <functional>

#include "ui/format.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

// Logical pixels.
constexpr int edge = 3;                             // the bar's left end, in full colour
constexpr int indent = 9;                           // of the name
constexpr int between = 2;                          // rows
constexpr int time_columns = 8, share_columns = 6;  // width of the figures, in digits

double model_ns(const ProfileFrame& frame) {
  double sum = 0.0;
  for (const auto& stage : frame.stages) {
    if (stage.stage != "audio") sum += static_cast<double>(stage.busy_ns);  // the host's: no kernel runs
  }
  return sum;
}

}  // namespace

void LiveKernelRows::update(const ProfileFrame& frame) {
  const double all_ns = model_ns(frame);
  const auto row_of = [&](const ProfileFrame::Kernel& kernel) {
    return Row{kernel.name, kernel.op, kernel.stage, kernel.own_ns,
               all_ns > 0.0 ? std::min(1.0, static_cast<double>(kernel.own_ns) / all_ns) : 0.0};
  };
  rows_.clear();
  for (const auto& kernel : frame.top) rows_.push_back(row_of(kernel));
  std::ranges::stable_sort(rows_, std::greater(), &Row::own_ns);
  if (rows_.size() > most_rows) rows_.resize(most_rows);
}

LiveBars::LiveBars(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("The kernels that took the most time"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void LiveBars::clear() {
  kernels_.clear();
  shown_.clear();
  update();
}

void LiveBars::show_frame(const ProfileFrame& frame) {
  kernels_.update(frame);
  update_rows();
}

void LiveBars::update_rows() {
  shown_.resize(static_cast<qsizetype>(kernels_.rows().size()));
  for (int i = 0; i < shown_.size(); ++i) {
    const LiveKernelRows::Row& row = kernels_.rows()[static_cast<std::size_t>(i)];
    Shown now{QString::fromStdString(row.name), nice_duration(row.own_ns), nice_percent(row.share * 100.0),
              row.stage, static_cast<int>(std::lround(row.share * width()))};
    if (now == shown_[i]) continue;
    shown_[i] = std::move(now);
    update(row_rect(i));
  }
}

QRect LiveBars::row_rect(int row) const {
  const int height = fontMetrics().height() + 4;
  return {0, row * (height + between), width(), height};
}

QColor LiveBars::fill(std::string_view stage, bool dark) {
  return mixed(theme_colors(dark).base, stage_color(stage, dark), 0.3);
}

QSize LiveBars::sizeHint() const {
  return {320, row_rect(static_cast<int>(LiveKernelRows::most_rows) - 1).bottom() + 1};
}

void LiveBars::paint_row(QPainter& painter, int row) const {
  const ThemeColors& colors = colors_of(palette());
  const Shown& it = shown_[row];
  const QRect box = row_rect(row);
  const QColor color = stage_color(it.stage, is_dark(palette()));
  const int length =
      static_cast<int>(std::lround(kernels_.rows()[static_cast<std::size_t>(row)].share * width()));
  painter.fillRect(QRect(box.left(), box.top(), length, box.height()), fill(it.stage, is_dark(palette())));
  painter.fillRect(QRect(box.left(), box.top(), edge, box.height()), color);

  const QFontMetrics metrics = fontMetrics();
  const int digit = metrics.horizontalAdvance(QLatin1Char('0'));
  QRect text = box.adjusted(indent, 0, -4, 0);
  const auto at_right = [&](const QString& figure, int columns) {
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, figure);
    text.setRight(text.right() - columns * digit);
  };
  painter.setPen(colors.text);
  at_right(it.time, time_columns);
  at_right(it.share, share_columns);
  const QString stage = stage_label(it.stage);
  const int stage_width = metrics.horizontalAdvance(stage) + 2 * digit;
  const QString name = metrics.elidedText(it.name, Qt::ElideMiddle, text.width() - stage_width);
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, name);
  // Smaller, but in the text's colour: a quieter one would be hard to read on the bar.
  painter.setFont(scaled_font(font(), 0.85));
  painter.drawText(text.adjusted(metrics.horizontalAdvance(name) + digit, 0, 0, 0),
                   Qt::AlignLeft | Qt::AlignVCenter, stage);
  painter.setFont(font());
}

void LiveBars::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  for (int row = 0; row < shown_.size(); ++row) {
    if (event->region().intersects(row_rect(row))) paint_row(painter, row);
  }
}

bool LiveBars::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QString tip;
  QRect row;  // for which the tip is valid
  for (int i = 0; i < shown_.size(); ++i) {
    if (!row_rect(i).contains(help->pos())) continue;
    row = row_rect(i);
    const std::string& op = kernels_.rows()[static_cast<std::size_t>(i)].op;
    tip = tip_text(
        tr("%1\nof the op %2, in %3\n%4 of the time in which the model ran")
            .arg(shown_[i].name, QString::fromStdString(op), stage_label(shown_[i].stage), shown_[i].share));
  }
  QToolTip::showText(help->globalPos(), tip, this, row);
  return true;
}

}  // namespace tilescribe::ui
