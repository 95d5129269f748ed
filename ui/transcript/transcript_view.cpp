// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/transcript_view.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "ui/format.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/transcript/spaced_layout.h"

namespace tilescribe::ui {

namespace {

constexpr qint64 pump_budget_ms = 6;
constexpr double time_scale = 0.85;  // of the column of times, to the text

/// The time column's data for a block.
struct BlockMark : QTextBlockUserData {
  BlockMark(double start, bool loop, bool unfinished) : start_s(start), looped(loop), partial(unfinished) {}
  double start_s;
  bool looped;
  bool partial;
};

const BlockMark* mark_of(const QTextBlock& block) {
  return static_cast<const BlockMark*>(block.userData());
}

class Gutter : public QWidget {
 public:
  explicit Gutter(TranscriptView& view) : QWidget(&view), view_(view) {}

 protected:
  void paintEvent(QPaintEvent* event) override {
    QPainter painter(this);
    view_.paint_gutter(painter, event->rect());
  }
  bool event(QEvent* event) override {
    if (event->type() == QEvent::ToolTip) {
      const auto* help = static_cast<QHelpEvent*>(event);
      const QString text = view_.gutter_tool_tip(help->pos());
      text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
      return true;
    }
    return QWidget::event(event);
  }
  void mousePressEvent(QMouseEvent* event) override {
    if (event->button() == Qt::LeftButton) view_.gutter_clicked(event->pos());
  }

 private:
  TranscriptView& view_;
};

}  // namespace

TranscriptView::TranscriptView(QWidget* parent) : QPlainTextEdit(parent), gutter_(new Gutter(*this)) {
  show_for_reading(*this);
  setAccessibleName(tr("Transcript"));
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int dy) {
    if (dy != 0) {
      gutter_->scroll(0, dy);
    } else {
      gutter_->update(0, rect.y(), gutter_->width(), rect.height());
    }
  });
  pump_timer_.setSingleShot(true);
  connect(&pump_timer_, &QTimer::timeout, this, &TranscriptView::pump);
  connect(&segments_, &SegmentModel::modelReset, this, &TranscriptView::start_over);
  connect(&segments_, &SegmentModel::tailChanged, this, &TranscriptView::update_tail);
  connect(&segments_, &SegmentModel::rowsInserted, this, [this] {
    if (!pump_timer_.isActive()) pump();
  });
  connect(&segments_, &SegmentModel::rowsRemoved, this, [this](const QModelIndex&, int first) {
    if (first >= shown_) return;  // they were not shown yet
    remove_tail();
    remove_from(first);
    shown_ = first;
    pump();
  });
  connect(&segments_, &SegmentModel::dataChanged, this,
          [this](const QModelIndex& first, const QModelIndex& last) {
            update_segments(first.row(), last.row());
          });
  set_zoom(100);
}

void TranscriptView::start_over() {
  shown_ = 0;
  played_ = -1;
  tail_shown_ = false;
  hours_ = false;
  clear();
  place_gutter();
  pump();
}

void TranscriptView::pump() {
  const bool follow = at_end();
  const bool first = shown_ == 0;
  if (!complete()) {
    remove_tail();
    QElapsedTimer clock;
    clock.start();
    QTextCursor(document()).beginEditBlock();
    for (int count = 0; !complete() && (count % 8 != 0 || clock.elapsed() < pump_budget_ms); ++count)
      append_segment(shown_++);
    QTextCursor(document()).endEditBlock();
  }
  if (!complete()) {
    pump_timer_.start(0);
  } else if (!tail_shown_) {
    append_tail();
  }
  if (follow && !first) go_to_end();
  mark_matches();
}

void TranscriptView::append_segment(int row) {
  const QModelIndex segment = segments_.index(row);
  append_block(segment.data().toString(), segment.data(SegmentModel::StartRole).toDouble(),
               segment.data(SegmentModel::LoopedRole).toBool(), false);
}

void TranscriptView::append_block(const QString& text, double start_s, bool looped, bool partial) {
  QTextCursor cursor(document());
  cursor.movePosition(QTextCursor::End);
  QTextCharFormat format;
  if (partial) {
    format.setForeground(colors_of(palette()).secondary);
    format.setFontItalic(true);
  }
  const bool fresh = document()->isEmpty() && mark_of(document()->firstBlock()) == nullptr;
  if (!fresh) cursor.insertBlock(QTextBlockFormat(), format);
  cursor.insertText(one_line(text), format);
  if (start_s >= 3600.0 && !hours_) {
    hours_ = true;
    place_gutter();
  }
  cursor.block().setUserData(new BlockMark(start_s, looped, partial));
}

/// Removes the blocks from this one on.
void TranscriptView::remove_from(int row) {
  if (row >= document()->blockCount()) return;
  QTextCursor cursor(document()->findBlockByNumber(row));
  cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
  cursor.removeSelectedText();
  cursor.block().setUserData(nullptr);
  if (row > 0) cursor.deletePreviousChar();
}

void TranscriptView::update_segments(int first, int last) {
  QTextCursor edit(document());
  edit.beginEditBlock();  // one change, however many rows
  for (int row = first; row <= std::min(last, shown_ - 1); ++row) {
    const QModelIndex segment = segments_.index(row);
    QTextBlock block = document()->findBlockByNumber(row);
    if (const QString text = one_line(segment.data().toString()); text != block.text()) {
      QTextCursor cursor(block);
      cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
      cursor.insertText(text);
    }
    block.setUserData(new BlockMark(segment.data(SegmentModel::StartRole).toDouble(),
                                    segment.data(SegmentModel::LoopedRole).toBool(), false));
  }
  edit.endEditBlock();
  gutter_->update();
  mark_matches();
}

void TranscriptView::append_tail() {
  const auto& from = segments_.document();
  if (!from || from->tail().text.isEmpty()) return;
  append_block(from->tail().text, from->tail().start_s, false, true);
  tail_shown_ = true;
}

void TranscriptView::remove_tail() {
  if (std::exchange(tail_shown_, false)) remove_from(document()->blockCount() - 1);
}

void TranscriptView::update_tail() {
  if (!complete()) return;  // pump() adds it after the segments
  const bool follow = at_end();
  QTextCursor edit(document());
  edit.beginEditBlock();
  remove_tail();
  append_tail();
  edit.endEditBlock();
  if (follow) go_to_end();
}

bool TranscriptView::at_end() const {
  return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 1;
}

void TranscriptView::go_to_end() {
  verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void TranscriptView::set_times_visible(bool visible) {
  times_visible_ = visible;
  place_gutter();
}

void TranscriptView::set_zoom(int percent) {
  zoom_ = std::clamp(percent, 70, 250);
  setFont(reading_font(zoom_));
  place_gutter();
}

TranscriptView::Columns TranscriptView::columns() const {
  const QFontMetrics metrics(scaled_font(font(), time_scale));
  const int mark = metrics.height();
  const int gap = mark / 2;
  const QString widest = hours_ ? QStringLiteral("00:00:00") : QStringLiteral("00:00");
  const int mark_left = side_margin + (times_visible_ ? metrics.horizontalAdvance(widest) + gap : 0);
  return {.mark_left = mark_left, .mark_size = mark, .text_left = mark_left + mark + gap};
}

void TranscriptView::place_gutter() {
  // The text keeps a width that is comfortable to read, however wide the window is.
  const int left = columns().text_left;
  const int room = width() - left - side_margin - verticalScrollBar()->sizeHint().width();
  const int widest = fontMetrics().averageCharWidth() * column_letters;
  setViewportMargins(left, edge, side_margin + std::max(0, room - widest), edge);
  gutter_->setGeometry(0, edge, left, std::max(0, height() - 2 * edge));
  gutter_->update();
}

bool TranscriptView::event(QEvent* event) {
  // The margins are set before the viewport learns its size. If the viewport were moved within its own resize
  // event, Qt would not tell it again when it is first shown, and the text would keep the earlier width.
  if (event->type() == QEvent::Resize) place_gutter();
  return QPlainTextEdit::event(event);
}

void TranscriptView::resizeEvent(QResizeEvent* event) {
  const bool follow = at_end() && verticalScrollBar()->maximum() > 0;
  QPlainTextEdit::resizeEvent(event);
  if (follow) go_to_end();
}

void TranscriptView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    update_tail();
    mark_matches();
  }
  if (event->type() == QEvent::ApplicationFontChange) set_zoom(zoom_);
}

void TranscriptView::scrollContentsBy(int dx, int dy) {
  QPlainTextEdit::scrollContentsBy(dx, dy);
  if (!searched_.isEmpty()) mark_matches();
}

void TranscriptView::paint_gutter(QPainter& painter, const QRect& area) {
  const ThemeColors& colors = colors_of(palette());
  const Columns place = columns();
  painter.fillRect(area, palette().color(QPalette::Base));
  painter.setFont(scaled_font(font(), time_scale));
  painter.setPen(colors.secondary);
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
    if (times_visible_)
      painter.drawText(QPointF(side_margin, top + line.ascent()), clock_text(mark->start_s));
  }
}

QString TranscriptView::gutter_tool_tip(const QPoint& position) {
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    if (rect.top() > position.y()) break;
    const BlockMark* mark = mark_of(block);
    if (mark == nullptr || rect.bottom() <= position.y()) continue;
    if (mark->looped) return tr("The model repeated itself here and was stopped.");
    if (mark->partial) return tr("Not final yet: the text may still change.");
    return times_visible_ ? tr("Where this begins in the recording (estimated)") : QString();
  }
  return {};
}

bool TranscriptView::find_text(const QString& text, bool backwards, bool from_selection_start) {
  searched_ = text;
  mark_matches();
  if (text.isEmpty()) return false;
  QTextCursor start = textCursor();
  if (from_selection_start) start.setPosition(start.selectionStart());
  const auto flags = backwards ? QTextDocument::FindBackward : QTextDocument::FindFlags();
  QTextCursor found = document()->find(text, start, flags);
  if (found.isNull()) {
    start.movePosition(backwards ? QTextCursor::End : QTextCursor::Start);
    found = document()->find(text, start, flags);
  }
  if (found.isNull()) return false;
  setTextCursor(found);
  ensureCursorVisible();
  return true;
}

int TranscriptView::count_matches(const QString& text) const {
  if (text.isEmpty()) return 0;
  qsizetype count = 0;
  for (QTextBlock block = document()->firstBlock(); block.isValid(); block = block.next()) {
    count += block.text().count(text, Qt::CaseInsensitive);
  }
  return static_cast<int>(count);
}

int TranscriptView::segment_heard_at(double seconds) const {
  if (seconds < 0.0 || !segments_.document()) return -1;
  const std::vector<Segment>& all = segments_.document()->transcript().segments;
  const auto after = std::partition_point(
      all.begin(), all.end(), [seconds](const Segment& segment) { return segment.start_s <= seconds; });
  return std::min(static_cast<int>(after - all.begin()), shown_) - 1;
}

void TranscriptView::show_played(double seconds) {
  const int heard = segment_heard_at(seconds);
  if (std::exchange(played_, heard) == heard) return;
  mark_matches();
  if (heard < 0) return;
  const QTextBlock block = document()->findBlockByNumber(heard);
  const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
  if (place.top() >= 0 && place.bottom() <= viewport()->height()) return;
  // To the upper third: what is said next is seen, too.
  const int lines = viewport()->height() / std::max(1, fontMetrics().lineSpacing());
  verticalScrollBar()->setValue(std::max(0, block.firstLineNumber() - lines / 3));
}

void TranscriptView::gutter_clicked(const QPoint& position) {
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF rect = blockBoundingGeometry(block).translated(contentOffset());
    if (rect.top() > position.y()) return;
    if (const BlockMark* mark = mark_of(block); mark != nullptr && rect.bottom() > position.y())
      emit play_requested(mark->start_s);
  }
}

void TranscriptView::mark_matches() {
  QList<QTextEdit::ExtraSelection> marks;
  if (const QTextBlock heard = document()->findBlockByNumber(played_); played_ >= 0 && heard.isValid()) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(heard);
    mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    mark.format.setBackground(colors_of(palette()).selected_row);
    marks.append(mark);
  }
  if (!searched_.isEmpty()) {
    QTextCharFormat format;
    format.setBackground(colors_of(palette()).match);
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
      if (blockBoundingGeometry(block).translated(contentOffset()).top() > viewport()->height()) break;
      const QString content = block.text();
      for (qsizetype at = content.indexOf(searched_, 0, Qt::CaseInsensitive); at >= 0;
           at = content.indexOf(searched_, at + searched_.size(), Qt::CaseInsensitive)) {
        QTextCursor cursor(block);
        cursor.setPosition(block.position() + static_cast<int>(at));
        cursor.setPosition(block.position() + static_cast<int>(at + searched_.size()),
                           QTextCursor::KeepAnchor);
        marks.append({cursor, format});
      }
    }
  }
  if (!marks.isEmpty() || !extraSelections().isEmpty()) setExtraSelections(marks);
}

}  // namespace tilescribe::ui
