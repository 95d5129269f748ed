// SPDX-License-Identifier: Apache-2.0
// The columns of times and names: what they show, and what a click asks for.
#include "ui/transcript/transcript_gutter.h"

#include <QHelpEvent>
#include <QMetaMethod>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/transcript/spaced_layout.h"
#include "ui/transcript/transcript_view.h"

namespace tilescribe::ui {

constexpr qint64 typing_pause_ms = 3000;  // until what is heard may scroll the text again

QString name_beside(const QTextBlock& block) {
  const BlockMark* mark = mark_of(block);
  if (mark == nullptr || mark->partial) return {};
  const BlockMark* before = mark_of(block.previous());
  const QString last = before == nullptr ? QString() : before->speaker;
  if (mark->speaker == last) return {};
  return mark->speaker.isEmpty() ? QStringLiteral("–") : mark->speaker;
}

Gutter::Gutter(TranscriptView& view) : QWidget(&view), view_(view) {
  setMouseTracking(true);
}

void Gutter::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  view_.paint_gutter(painter, event->rect());
}

void Gutter::mouseMoveEvent(QMouseEvent* event) {
  const bool plays = view_.plays_at(event->pos());
  setCursor(plays || view_.names_at(event->pos()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void Gutter::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !rect().contains(event->pos())) return;
  view_.names_at(event->pos()) ? view_.name_at(event->pos()) : view_.play_at(event->pos());
}

bool Gutter::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = view_.gutter_tool_tip(help->pos());
    text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  if (event->type() == QEvent::Leave) view_.plays_at({-1, -1});
  return QWidget::event(event);
}

/// The block that is painted at this height.
int TranscriptView::block_at(int y) {
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    if (rect.top() > y) break;
    if (rect.bottom() > y) return block.blockNumber();
  }
  return -1;
}

void TranscriptView::paint_gutter(QPainter& painter, const QRect& area) {
  const ThemeColors& colors = colors_of(palette());
  const Columns place = columns();
  const QFont times = scaled_font(font(), time_scale);
  painter.fillRect(area, palette().color(QPalette::Base));
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    if (rect.top() > area.bottom()) break;
    const BlockMark* mark = mark_of(block);
    if (mark == nullptr || rect.bottom() < area.top()) continue;
    const QTextLine line = block.layout()->lineAt(0);
    const double top = rect.top() + line.y();
    if (mark->looped) {
      const double mark_top = top + (line.height() - place.mark_size) / 2;
      paint_icon(painter, QStringLiteral("loop"),
                 QRectF(place.mark_left, mark_top, place.mark_size, place.mark_size), colors.error);
    }
    if (place.name_width > 0) {
      const QFont names = heading_font(times);
      const QFontMetrics metrics(names);
      painter.setFont(names);
      painter.setPen(colors.accent);
      painter.drawText(QPointF(place.name_left, top + line.ascent()),
                       metrics.elidedText(name_beside(block), Qt::ElideRight, place.name_width));
    }
    if (!times_visible_) continue;
    const bool played = block.blockNumber() == played_;
    painter.setFont(played ? heading_font(times) : times);
    painter.setPen(played || block.blockNumber() == pointed_at_ ? colors.accent : colors.secondary);
    painter.drawText(QPointF(side_margin, top + line.ascent()), clock_text(mark->start_s));
  }
}

QString TranscriptView::gutter_tool_tip(const QPoint& position) {
  const BlockMark* mark = mark_of(document()->findBlockByNumber(block_at(position.y())));
  if (mark == nullptr) return {};
  if (mark->looped) return tr("The model repeated itself here and was stopped.");
  if (mark->partial) return tr("Not final yet: the text may still change.");
  if (const QString name = name_beside(document()->findBlockByNumber(block_at(position.y())));
      !name.isEmpty() && is_name_column(position.x()))
    return tip_text(isReadOnly() ? name : tr("%1 (click to rename)").arg(name));
  if (!times_visible_) return {};
  if (!hears_play()) return tr("Where this begins in the recording (estimated)");
  return tr("Play from here (%1)")
      .arg(QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText));
}

/// Whether what is asked for is played.
bool TranscriptView::hears_play() const {
  return playable_ && isSignalConnected(QMetaMethod::fromSignal(&TranscriptView::play_requested));
}

bool TranscriptView::is_name_column(int x) const {
  const Columns place = columns();
  return place.name_width > 0 && x >= place.name_left && x < place.text_left;
}

bool TranscriptView::names_at(const QPoint& position) {
  const int row =
      position.y() < 0 || isReadOnly() || !is_name_column(position.x()) ? -1 : block_at(position.y());
  return row >= 0 && row < shown_ && !name_beside(document()->findBlockByNumber(row)).isEmpty();
}

void TranscriptView::name_at(const QPoint& position) {
  setTextCursor(QTextCursor(document()->findBlockByNumber(block_at(position.y()))));
  emit name_requested();
}

bool TranscriptView::plays_at(const QPoint& position) {
  const int block = position.y() < 0 || is_name_column(position.x()) ? -1 : block_at(position.y());
  const bool plays = times_visible_ && block >= 0 && block < shown_ && hears_play();
  if (std::exchange(pointed_at_, plays ? block : -1) != pointed_at_) gutter_->update();
  return plays;
}

void TranscriptView::play_at(const QPoint& position) {
  const int row = is_name_column(position.x()) ? -1 : block_at(position.y());
  if (times_visible_ && row >= 0 && row < shown_)
    emit play_requested(segments_.index(row).data(SegmentModel::StartRole).toDouble());
}

void TranscriptView::show_played(double seconds) {
  int row = -1;
  if (seconds >= 0.0 && segments_.document()) {
    const std::vector<Segment>& all = segments_.document()->transcript().segments;
    const auto behind =
        std::upper_bound(all.begin(), all.end(), seconds,
                         [](double time, const Segment& segment) { return time < segment.start_s; });
    row = std::min(static_cast<int>(behind - all.begin()), shown_) - 1;
  }
  const bool same_row = std::exchange(played_, row) == row;
  played_s_ = seconds;
  if (!same_row || word_played() != played_word_) mark_visible();
  if (same_row) return;
  viewport()->update();
  gutter_->update();
  if (row < 0 || (typed_.isValid() && typed_.elapsed() < typing_pause_ms)) return;
  const QTextBlock block = document()->findBlockByNumber(row);
  const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
  const int room = viewport()->height();
  if (rect.top() >= 0.0 && rect.bottom() <= room) return;
  // A third of the view above it.
  const int lines_above = room / 3 / std::max(1, fontMetrics().lineSpacing());
  verticalScrollBar()->setValue(std::max(0, block.firstLineNumber() - lines_above));
}

void TranscriptView::paintEvent(QPaintEvent* event) {
  if (played_ >= 0 && played_ < shown_) {
    QPainter painter(viewport());
    const QTextBlock block = document()->findBlockByNumber(played_);
    const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    const double text = block.layout()->boundingRect().height();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors_of(palette()).selected_row);
    painter.drawRoundedRect(QRectF(0.0, rect.top() - 2.0, viewport()->width(), text + 4.0), 4.0, 4.0);
  }
  QPlainTextEdit::paintEvent(event);
}

}  // namespace tilescribe::ui
