// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/transcript_view.h"

#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QTextBlock>
#include <algorithm>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/transcript/spaced_layout.h"
#include "ui/transcript/transcript_gutter.h"

namespace tilescribe::ui {

constexpr qint64 pump_budget_ms = 6;
constexpr int least_pumped = 16;  // segments
constexpr int most_name_letters = 16;

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
  connect(&segments_, &SegmentModel::rowsInserted, this, [this](const QModelIndex&, int first, int last) {
    if (first < shown_) return insert_blocks(first, last);
    if (!pump_timer_.isActive()) pump();
  });
  connect(&segments_, &SegmentModel::rowsRemoved, this,
          [this](const QModelIndex&, int first, int last) { take_away(first, last); });
  connect(&segments_, &SegmentModel::dataChanged, this,
          [this](const QModelIndex& first, const QModelIndex& last) {
            update_segments(first.row(), last.row());
          });
  connect(document(), &QTextDocument::contentsChange, this,
          [this](int position, int /*removed*/, int added) { note_change(position, added); });
  connect(document(), &QTextDocument::contentsChanged, this, &TranscriptView::take_over);
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, &TranscriptView::tidy_later);
  set_zoom(100);
}

void TranscriptView::set_document(std::shared_ptr<TranscriptDocument> document) {
  if (document == segments_.document()) return;
  set_editable(false);
  played_ = -1;
  played_s_ = -1.0;
  played_word_ = {};
  awaited_ = -1;
  segments_.set_document(std::move(document));
}

void TranscriptView::start_over() {
  const QScopedValueRollback updating(updating_, true);
  shown_ = 0;
  tail_shown_ = false;
  hours_ = false;
  names_.clear();
  clear();
  place_gutter();
  pump();
}

void TranscriptView::pump() {
  const QScopedValueRollback updating(updating_, true);
  const bool follow = at_end();
  const bool first = shown_ == 0;
  if (!complete()) {
    remove_tail();
    QElapsedTimer clock;
    clock.start();
    QTextCursor(document()).beginEditBlock();
    // A short text is there at once, however busy the machine is.
    for (int count = 0;
         !complete() && (count < least_pumped || count % 8 != 0 || clock.elapsed() < pump_budget_ms); ++count)
      append_segment(shown_++);
    QTextCursor(document()).endEditBlock();
  }
  if (!complete()) {
    pump_timer_.start(0);
  } else if (!tail_shown_) {
    append_tail();
  }
  if (follow && !first) go_to_end();
  mark_visible();
  if (awaited_ >= 0) show_segment(awaited_);
}

void TranscriptView::show_segment(int row) {
  awaited_ = row < shown_ ? -1 : row;
  if (awaited_ >= 0) return;
  setTextCursor(QTextCursor(document()->findBlockByNumber(row)));
  centerCursor();
}

void TranscriptView::append_segment(int row) {
  append_block(segments_.index(row).data().toString(), mark_for(row));
}

std::unique_ptr<BlockMark> TranscriptView::mark_for(int row) const {
  const QModelIndex segment = segments_.index(row);
  return std::make_unique<BlockMark>(segment.data(SegmentModel::StartRole).toDouble(),
                                     segment.data(SegmentModel::LoopedRole).toBool(), false,
                                     segment.data(SegmentModel::SpeakerRole).toString());
}

void TranscriptView::append_block(const QString& text, std::unique_ptr<BlockMark> mark) {
  QTextCursor cursor(document());
  cursor.movePosition(QTextCursor::End);
  QTextCharFormat format;
  if (mark->partial) {
    format.setForeground(colors_of(palette()).secondary);
    format.setFontItalic(true);
  }
  const bool fresh = document()->isEmpty() && mark_of(document()->firstBlock()) == nullptr;
  if (!fresh) cursor.insertBlock(QTextBlockFormat(), format);
  cursor.insertText(one_line(text), format);
  const bool wider = mark->start_s >= 3600.0 && !hours_;
  const bool another = !mark->speaker.isEmpty() && !names_.contains(mark->speaker);
  hours_ = hours_ || wider;
  if (another) names_.append(mark->speaker);
  if (wider || another) place_gutter();
  cursor.block().setUserData(mark.release());
}

void TranscriptView::set_mark(int row) {
  if (row >= shown_ || !segments_.index(row).isValid()) return;
  document()->findBlockByNumber(row).setUserData(mark_for(row).release());
}

/// After an edit: names may have come and gone.
void TranscriptView::measure_names() {
  const QStringList names = segments_.document() ? segments_.document()->speakers() : QStringList();
  if (names == names_) return;
  names_ = names;
  place_gutter();
}

/// Rows that stand before others which are shown.
void TranscriptView::insert_blocks(int first, int last) {
  const QScopedValueRollback updating(updating_, true);
  QTextCursor cursor(document()->findBlockByNumber(first));
  cursor.beginEditBlock();
  for (int row = first; row <= last; ++row) {
    cursor.insertText(one_line(segments_.index(row).data().toString()), QTextCharFormat());
    cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
  }
  cursor.endEditBlock();
  shown_ += last - first + 1;
  for (int row = first; row <= last + 1; ++row) set_mark(row);
  stepped_ = {last, document()->findBlockByNumber(last).length() - 1};
  gutter_->update();
  mark_visible();
}

void TranscriptView::take_away(int first, int last) {
  if (first >= shown_) return;  // they were not shown yet
  const QScopedValueRollback updating(updating_, true);
  const int count = std::min(last + 1, shown_) - first;
  const bool at_the_end = first + count == shown_;
  if (at_the_end) remove_tail();
  remove_blocks(first, count);
  shown_ -= count;
  if (!at_the_end) set_mark(first);
  stepped_ = {std::min(first, std::max(0, shown_ - 1)), 0};
  if (at_the_end) return pump();
  gutter_->update();
  mark_visible();
}

void TranscriptView::remove_blocks(int first, int count) {
  if (first >= document()->blockCount()) return;
  QTextCursor cursor(document()->findBlockByNumber(first));
  if (first + count < document()->blockCount()) {
    cursor.setPosition(document()->findBlockByNumber(first + count).position(), QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    return;
  }
  cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
  cursor.removeSelectedText();
  cursor.block().setUserData(nullptr);
  if (first == 0) return;
  cursor.deletePreviousChar();
  set_mark(first - 1);
}

/// Only what differs is replaced, so that the caret and the selection stay where they are.
void TranscriptView::set_block_text(const QTextBlock& block, const QString& text) {
  const QString shown = block.text();
  if (shown == text) return;
  const qsizetype most = std::min(shown.size(), text.size());
  qsizetype begin = 0, behind = 0;
  while (begin < most && shown.at(begin) == text.at(begin)) ++begin;
  if (begin > 0 && text.at(begin - 1).isHighSurrogate()) --begin;
  while (behind < most - begin && shown.at(shown.size() - 1 - behind) == text.at(text.size() - 1 - behind))
    ++behind;
  if (behind > 0 && text.at(text.size() - behind).isLowSurrogate()) --behind;
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + static_cast<int>(begin));
  cursor.setPosition(block.position() + static_cast<int>(shown.size() - behind), QTextCursor::KeepAnchor);
  cursor.insertText(text.mid(begin, text.size() - behind - begin), QTextCharFormat());
  stepped_ = {block.blockNumber(), text.size() - behind};
}

void TranscriptView::update_segments(int first, int last) {
  const QScopedValueRollback updating(updating_, true);
  QTextCursor edit(document());
  edit.beginEditBlock();  // one change, however many rows
  bool renamed = false;
  for (int row = first; row <= std::min(last, shown_ - 1); ++row) {
    const QTextBlock block = document()->findBlockByNumber(row);
    set_block_text(block, one_line(segments_.index(row).data().toString()));
    const QString before = mark_of(block) == nullptr ? QString() : mark_of(block)->speaker;
    set_mark(row);
    renamed = renamed || mark_of(block)->speaker != before;
  }
  edit.endEditBlock();
  if (renamed) measure_names();
  gutter_->update();
  mark_visible();
}

void TranscriptView::append_tail() {
  const auto& from = segments_.document();
  if (!from || from->tail().text.isEmpty()) return;
  append_block(from->tail().text, std::make_unique<BlockMark>(from->tail().start_s, false, true));
  tail_shown_ = true;
}

void TranscriptView::remove_tail() {
  if (std::exchange(tail_shown_, false)) remove_blocks(document()->blockCount() - 1, 1);
}

void TranscriptView::update_tail() {
  if (!complete()) return;  // pump() adds it after the segments
  const QScopedValueRollback updating(updating_, true);
  const bool follow = at_end();
  QTextCursor edit(document());
  edit.beginEditBlock();
  remove_tail();
  append_tail();
  edit.endEditBlock();
  if (follow) go_to_end();
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
  const int name_left = mark_left + mark + gap;
  const QFontMetrics bold(heading_font(scaled_font(font(), time_scale)));
  int name_width = 0;
  for (const QString& name : names_) name_width = std::max(name_width, bold.horizontalAdvance(name));
  name_width = std::min(name_width, bold.averageCharWidth() * most_name_letters);
  return {.mark_left = mark_left,
          .mark_size = mark,
          .name_left = name_left,
          .name_width = name_width,
          .text_left = name_left + (name_width > 0 ? name_width + gap : 0)};
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
  if (event->type() == QEvent::ShortcutOverride) {
    // The text's own undo is off: the keys are the window's, or come to keyPressEvent.
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();
      return true;
    }
  }
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
    mark_visible();
  }
  if (event->type() == QEvent::ApplicationFontChange) set_zoom(zoom_);
}

void TranscriptView::scrollContentsBy(int dx, int dy) {
  QPlainTextEdit::scrollContentsBy(dx, dy);
  if (!search_.empty() || unsure_below_ > 0.0) mark_visible();
}

}  // namespace tilescribe::ui
