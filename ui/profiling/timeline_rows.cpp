// SPDX-License-Identifier: Apache-2.0
// The rows of a timeline that are not intervals: windows with their waveform and tokens, and memory.
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/chart/chart_style.h"
#include "ui/format.h"
#include "ui/profile/profiling_texts.h"
#include "ui/profiling/timeline_painter.h"
#include "ui/profiling/timeline_text.h"

namespace tilescribe::ui {

constexpr double token_tick = 5.0;  // height if there is no room for text
constexpr double least_wave = 10.0;

void TimelinePainter::paint_windows(QPainter& painter, std::size_t row, const QRectF& rect) {
  const bool has_tokens = !view_.model.tokens[row].empty();
  const bool has_text = has_tokens && rect.height() >= metrics_.height() + least_wave;
  const double tokens = !has_tokens ? 0.0 : has_text ? metrics_.height() : token_tick;
  const QRectF wave = rect.adjusted(0, 0, 0, -tokens);
  for (const TimelineBlock& block : view_.model.blocks) {
    if (block.row != row) continue;
    const double x0 = std::max(view_.x_of(block.begin_ns), rect.left());
    const double x1 = std::min(view_.x_of(block.end_ns), rect.right());
    if (x1 <= rect.left() || x0 >= rect.right()) continue;
    const QRectF box(x0, rect.top(), std::max(1.0, x1 - x0 - 1.0), rect.height());
    painter.fillRect(box, track_);
    paint_waveform(painter, block, QRectF(box.left(), wave.top(), box.width(), wave.height()));
    const QString name = block_name(*view_.model.session, block);
    const double width = intervals_.width_of(name) + 8.0;
    if (box.width() < width + 6.0 || wave.height() < metrics_.height()) continue;
    paint_plate(painter, QRectF(box.left(), box.top(), width, metrics_.height()), name);
  }
  if (has_tokens) paint_tokens(painter, row, rect.adjusted(0, rect.height() - tokens, 0, 0));
}

void TimelinePainter::paint_waveform(QPainter& painter, const TimelineBlock& block, const QRectF& rect) {
  const auto& windows = view_.model.session->windows;
  const double middle = rect.center().y();
  const double begin = view_.x_of(block.begin_ns);
  const double end = view_.x_of(block.end_ns);
  if (end <= begin) return;
  // The audio of all windows in the block, in equal parts, one after the other.
  const auto count = static_cast<double>(block.windows.size());
  const auto peak_between = [&](double from, double to) {
    float peak = 0.0F;
    for (auto place = static_cast<std::size_t>(std::max(0.0, from) * count);
         place < block.windows.size() && static_cast<double>(place) < to * count; ++place) {
      const std::vector<float>& peaks = windows[block.windows[place]].peaks;
      const auto size = static_cast<double>(peaks.size());
      const auto at = [&](double share) {
        return std::clamp((share * count - static_cast<double>(place)) * size, 0.0, size);
      };
      for (auto i = static_cast<std::size_t>(at(from)); i < peaks.size() && static_cast<double>(i) < at(to);
           ++i) {
        peak = std::max(peak, peaks[i]);
      }
    }
    return std::clamp(peak, 0.0F, 1.0F);
  };
  const double step = 1.0 / ratio_;
  double from = rect.left();
  float last = -1.0F;
  const auto bar = [&](double to) {
    if (last < 0.0F || to <= from) return;
    const double half = std::max(0.5, static_cast<double>(last) * (rect.height() / 2.0 - 1.0));
    painter.fillRect(QRectF(from, middle - half, to - from, 2.0 * half), wave_);
  };
  for (double x = rect.left(); x < rect.right(); x += step) {
    const float peak = peak_between((x - begin) / (end - begin), (x + step - begin) / (end - begin));
    if (peak == last) continue;
    bar(x);
    from = x;
    last = peak;
  }
  bar(rect.right());
}

void TimelinePainter::paint_tokens(QPainter& painter, std::size_t row, const QRectF& rect) {
  const auto& tokens = view_.model.tokens[row];
  const bool has_text = rect.height() >= metrics_.height();
  const auto from = [&](double x) {
    const auto ns = static_cast<std::int64_t>(view_.scale.begin_ns() + x * view_.scale.ns_per_px());
    return std::ranges::lower_bound(tokens, ns, {}, &TimelineModel::TokenMark::at_ns);
  };
  // Begins further left, for a text that reaches into the view.
  for (auto mark = from(-200.0); mark != tokens.end();) {
    const double x = view_.x_of(mark->at_ns);
    if (x > rect.right()) break;
    const auto next = std::next(mark);
    const double until = next == tokens.end() ? rect.right() + 200.0 : view_.x_of(next->at_ns);
    painter.fillRect(QRectF(std::floor(x), rect.top(), 1.0, has_text ? rect.height() - 1.0 : rect.height()),
                     wave_);
    if (has_text && until - x > 12.0) {
      const std::string& bytes = view_.model.session->tokens[mark->token].text;
      const QString text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())).trimmed();
      if (!text.isEmpty() && intervals_.width_of(text) + 7.0 <= until - x) {
        painter.setPen(colors_.text);
        painter.drawText(QPointF(std::floor(x) + 4.0, rect.top() + metrics_.ascent()), text);
      }
    }
    // At most one tick per pixel, however many tokens there are.
    mark = until - x < 1.0 ? std::max(next, from(std::floor(x - rect.left()) + 1.0)) : next;
  }
}

void TimelinePainter::paint_memory(QPainter& painter, const QRectF& rect) {
  const auto& memory = view_.model.session->memory;
  const auto most = static_cast<double>(std::max<std::int64_t>(1, view_.model.most_memory_bytes));
  const double step = 1.0 / ratio_;
  const auto at = [&](double x) {
    const auto ns =
        static_cast<std::int64_t>(view_.scale.begin_ns() + (x - rect.left()) * view_.scale.ns_per_px());
    return std::ranges::upper_bound(memory, ns, {}, &ProfileMemory::at_ns);
  };
  // A value is valid until the next one; a column shows its largest value.
  auto next = at(rect.left());
  const double end = std::min(rect.right(), view_.x_of(view_.model.duration_ns));
  for (double x = rect.left(); x < end;) {
    std::int64_t bytes = next == memory.begin() ? 0 : std::prev(next)->used_bytes;
    double until = next == memory.end() ? end : std::floor((view_.x_of(next->at_ns) - x) / step) * step + x;
    if (until <= x) {  // values within this column
      until = x + step;
      for (const auto behind = at(until); next != behind; ++next) bytes = std::max(bytes, next->used_bytes);
    }
    until = std::min(until, end);
    const double height =
        std::max(bytes > 0 ? 1.0 : 0.0, static_cast<double>(bytes) / most * (rect.height() - 3.0));
    painter.fillRect(QRectF(x, rect.bottom() - height, until - x, height), wave_);
    x = until;
  }
  const QString text = ProfilingTexts::tr("up to %1").arg(nice_bytes(view_.model.most_memory_bytes));
  if (intervals_.width_of(text) + 12.0 > rect.width() || rect.height() < metrics_.height()) return;
  paint_plate(painter,
              QRectF(rect.left() + 4.0, rect.top() + 2.0, intervals_.width_of(text) + 8.0, metrics_.height()),
              text);
}

void TimelinePainter::paint_plate(QPainter& painter, const QRectF& plate, const QString& text) {
  QColor behind = track_;
  behind.setAlpha(215);
  painter.fillRect(plate, behind);
  painter.setPen(colors_.text);
  painter.drawText(plate, Qt::AlignCenter, text);
}

void TimelinePainter::paint_bubble(QPainter& painter, const QString& text, double x, const QColor& fill,
                                   const QColor& color) {
  const QRectF ruler = view_.layout.ruler();
  const double width = metrics_.horizontalAdvance(text) + 14.0;
  const double left =
      std::clamp(x - width / 2.0, ruler.left(), std::max(ruler.left(), ruler.right() - width));
  const QRectF bubble(left, 3.0, width, ruler.height() - 7.0);
  painter.setPen(Qt::NoPen);
  painter.setBrush(fill);
  painter.drawRoundedRect(bubble, 4.0, 4.0);
  painter.setPen(color);
  painter.drawText(bubble, Qt::AlignCenter, text);
}

void TimelinePainter::paint_overlay(QPainter& painter, const TimelineOverlay& overlay) {
  const QRectF plot = view_.layout.plot();
  painter.save();
  painter.setFont(font_);
  painter.setClipRect(QRectF(plot.left(), 0, plot.width(), plot.bottom()));
  if (overlay.range) {
    QColor veil = colors_.base;
    veil.setAlpha(165);
    const double left = std::clamp(view_.x_of(overlay.range->begin_ns), plot.left(), plot.right());
    const double right = std::clamp(view_.x_of(overlay.range->end_ns), plot.left(), plot.right());
    painter.fillRect(QRectF(plot.left(), plot.top(), left - plot.left(), plot.height()), veil);
    painter.fillRect(QRectF(right, plot.top(), plot.right() - right, plot.height()), veil);
  }
  const auto paint_ends = [&](const ProfileSelection::Range& range, const QColor& color) {
    for (const double x : {view_.x_of(range.begin_ns), view_.x_of(range.end_ns) - 1.0}) {
      painter.fillRect(QRectF(std::round(x), view_.layout.ruler_height - 8.0, 1.0, plot.height() + 8.0),
                       color);
    }
  };
  if (overlay.range) paint_ends(*overlay.range, colors_.accent);
  if (overlay.gap) paint_ends(*overlay.gap, colors_.error);
  if (!overlay.hovered.isNull()) {
    paint_outline(painter, overlay.hovered.adjusted(-0.5, -0.5, 0.5, 0.5), colors_.text, 1.5, colors_.base);
  }
  if (!overlay.current.isNull()) paint_outline(painter, overlay.current, colors_.accent, 2.5, colors_.base);
  if (overlay.pointer_x && *overlay.pointer_x >= plot.left()) {
    const double x = std::floor(*overlay.pointer_x);
    QColor line = colors_.secondary;
    line.setAlpha(140);
    painter.fillRect(QRectF(x, plot.top(), 1.0, plot.height()), line);
    const std::int64_t step = std::max<std::int64_t>(1, view_.scale.tick_step_ns(1.0));
    painter.setRenderHint(QPainter::Antialiasing);
    paint_bubble(
        painter,
        tick_label(view_.scale.ns_at(x - plot.left()), step, static_cast<std::int64_t>(view_.scale.end_ns())),
        x, colors_.text, colors_.base);
  }
  painter.setRenderHint(QPainter::Antialiasing);
  const auto name_stretch = [&](const ProfileSelection::Range& range, const QString& text, const QColor& fill,
                                const QColor& color) {
    const double x0 = std::max(view_.x_of(range.begin_ns), plot.left());
    const double x1 = std::min(view_.x_of(range.end_ns), plot.right());
    if (x0 <= x1) paint_bubble(painter, text, (x0 + x1) / 2.0, fill, color);
  };
  if (overlay.range) name_stretch(*overlay.range, overlay.range_text, colors_.accent, colors_.on_accent);
  if (overlay.gap) name_stretch(*overlay.gap, overlay.gap_text, colors_.error, colors_.base);
  painter.restore();
}

}  // namespace tilescribe::ui
