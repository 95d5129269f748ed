// SPDX-License-Identifier: Apache-2.0
// Correcting the transcript: what is typed becomes edits of the document, which the text then follows.
#include <QContextMenuEvent>
#include <QMenu>
#include <QMimeData>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QTextBlock>
#include <algorithm>
#include <utility>

#include "ui/format.h"
#include "ui/transcript/spaced_layout.h"
#include "ui/transcript/transcript_gutter.h"
#include "ui/transcript/transcript_view.h"

namespace tilescribe::ui {

namespace {

/// What is copied here, without times: for pasting it here.
const QString own_format = QStringLiteral("application/x-tilescribe-text");

/// Text from outside: its lines become segments, and what has no shape becomes a space.
QString pasted(QString text) {
  static const QRegularExpression line_ends(QStringLiteral("\\r\\n?|\\x{2028}|\\x{2029}"));
  static const QRegularExpression shapeless(
      QStringLiteral("[\\x{00}-\\x{09}\\x{0B}-\\x{1F}\\x{7F}\\x{FDD0}\\x{FDD1}]"));
  return text.replace(line_ends, QStringLiteral("\n")).replace(shapeless, QStringLiteral(" "));
}

}  // namespace

void TranscriptView::set_editable(bool editable) {
  editable = editable && segments_.document() != nullptr;
  if (editable == !isReadOnly()) return;
  if (!editable) tidy();
  setTextInteractionFlags(editable ? Qt::TextEditorInteraction
                                   : Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

/// Whether the key is one with a meaning of its own here.
bool TranscriptView::handle_key(const QKeyEvent& event) {
  const bool plain = (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) == Qt::NoModifier;
  const bool enters = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
  const QTextCursor caret = textCursor();
  if (enters && (event.modifiers() & ~Qt::KeypadModifier) == Qt::ControlModifier) {
    const QModelIndex segment = segments_.index(caret.blockNumber());
    if (segment.isValid()) emit play_requested(segment.data(SegmentModel::StartRole).toDouble());
    return true;
  }
  if (isReadOnly()) return false;
  const auto does = [this](void (TranscriptView::*what)()) {
    (this->*what)();
    return true;
  };
  if (event.matches(QKeySequence::Undo)) return does(&TranscriptView::undo_edit);
  if (event.matches(QKeySequence::Redo)) return does(&TranscriptView::redo_edit);
  if (enters && plain) return does(&TranscriptView::split_here);
  if (caret.hasSelection() || !plain) return false;
  if (event.key() == Qt::Key_Backspace && caret.atBlockStart()) return does(&TranscriptView::merge_previous);
  if (event.key() == Qt::Key_Delete && caret.atBlockEnd()) return does(&TranscriptView::merge_next);
  return false;
}

void TranscriptView::keyPressEvent(QKeyEvent* event) {
  const bool writes = !event->text().isEmpty() && event->text().at(0).isPrint() &&
                      !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
  const bool removes = event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete;
  if (handle_key(*event)) return event->accept();
  if (isReadOnly() && (removes || (writes && event->key() != Qt::Key_Space))) emit edit_refused();
  if (!isReadOnly() && (writes || removes)) typed_.start();
  QPlainTextEdit::keyPressEvent(event);
}

void TranscriptView::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  // Who looks at a menu or another window is not done with the segment.
  if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) tidy();
}

void TranscriptView::contextMenuEvent(QContextMenuEvent* event) {
  QMenu* menu = createStandardContextMenu();
  menu->setAttribute(Qt::WA_DeleteOnClose);
  // The text's own undo is off; the window's menu has the document's.
  QList<QAction*> kept = menu->actions();
  for (QAction* action : std::as_const(kept)) {
    if (action->objectName() == QLatin1String("edit-undo") ||
        action->objectName() == QLatin1String("edit-redo"))
      menu->removeAction(action);
  }
  kept = menu->actions();
  if (!kept.isEmpty() && kept.first()->isSeparator()) menu->removeAction(kept.first());
  menu->addSeparator();
  menu->addActions(actions());
  menu->popup(event->globalPos());
}

// What is typed.

void TranscriptView::note_change(int position, int added) {
  if (updating_) return;
  const int end = std::min(position + added, document()->characterCount() - 1);
  changed_first_ = document()->findBlock(position).blockNumber();
  changed_last_ = document()->findBlock(end).blockNumber();
}

/// The text has changed by itself: somebody typed. The document changes as the text did.
void TranscriptView::take_over() {
  if (updating_ || changed_first_ < 0 || !segments_.document()) return;
  const int first = std::exchange(changed_first_, -1), last = std::exchange(changed_last_, -1);
  const int more = document()->blockCount() - (tail_shown_ ? 1 : 0) - shown_;
  const int rows = last - first + 1 - more;
  if (rows < 1 || first + rows > shown_) return start_over();
  if (rows > 1 || more != 0) return take_over_rows(first, last, rows);
  typed_in_ = edited().segment_id(first);
  edited().edit(typed_in_, document()->findBlockByNumber(first).text());
}

/// Segments came or went. The text becomes again what it was, and then follows the document.
void TranscriptView::take_over_rows(int first, int last, int rows) {
  QStringList before, after;
  for (int block = first; block <= last; ++block) after.append(document()->findBlockByNumber(block).text());
  for (int row = first; row < first + rows; ++row)
    before.append(one_line(segments_.index(row).data().toString()));
  const Caret caret{textCursor().blockNumber(), textCursor().positionInBlock()};
  {
    const QScopedValueRollback updating(updating_, true);
    QTextCursor cursor(document()->findBlockByNumber(first));
    const QTextBlock end = document()->findBlockByNumber(last);
    cursor.setPosition(end.position() + end.length() - 1, QTextCursor::KeepAnchor);
    cursor.insertText(before.join(QLatin1Char('\n')), QTextCharFormat());
    for (int row = first; row < first + rows; ++row) set_mark(row);
  }
  edited().replace(first, rows, after);
  set_caret(caret);
  typed_in_ = segments_.index(textCursor().blockNumber()).data(SegmentModel::IdRole).value<SegmentId>();
}

void TranscriptView::set_caret(const Caret& place) {
  const QTextBlock block =
      document()->findBlockByNumber(std::clamp(place.block, 0, document()->blockCount() - 1));
  QTextCursor caret(block);
  caret.setPosition(block.position() +
                    static_cast<int>(std::clamp<qsizetype>(place.at, 0, block.length() - 1)));
  setTextCursor(caret);
  ensureCursorVisible();
}

// When the caret has left what was typed in. Not at once: whoever moves the caret is not done yet.

void TranscriptView::tidy_later() {
  if (typed_in_ == 0 || updating_) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        const QModelIndex here = segments_.index(textCursor().blockNumber());
        if (typed_in_ != 0 && here.data(SegmentModel::IdRole).value<SegmentId>() != typed_in_) tidy();
      },
      Qt::QueuedConnection);
}

void TranscriptView::tidy() {
  const SegmentId id = std::exchange(typed_in_, 0);
  if (id != 0 && segments_.document() && !isReadOnly()) edited().tidy(edited().row_of(id));
}

// Steps.

void TranscriptView::undo_edit() {
  step(true);
}

void TranscriptView::redo_edit() {
  step(false);
}

void TranscriptView::step(bool back) {
  if (isReadOnly()) return;
  QUndoStack& stack = edited().undo_stack();
  if (back ? !stack.canUndo() : !stack.canRedo()) return;
  typed_in_ = 0;
  stepped_ = {-1, 0};
  back ? stack.undo() : stack.redo();
  if (stepped_.block >= 0) set_caret(stepped_);
}

void TranscriptView::split_here() {
  if (isReadOnly()) return;
  textCursor().removeSelectedText();
  const int row = textCursor().blockNumber();
  if (row >= shown_) return;
  if (edited().split(edited().segment_id(row), textCursor().positionInBlock())) set_caret({row + 1, 0});
}

void TranscriptView::merge_next() {
  const int row = textCursor().blockNumber();
  if (isReadOnly() || row + 1 >= shown_) return;
  const qsizetype at = edited().merge(row);
  if (at >= 0) set_caret({row, at});
}

void TranscriptView::merge_previous() {
  const int row = textCursor().blockNumber() - 1;
  if (isReadOnly() || row < 0 || row + 1 >= shown_) return;
  const qsizetype at = edited().merge(row);
  if (at >= 0) set_caret({row, at});
}

void TranscriptView::delete_segments() {
  if (isReadOnly()) return;
  const int first = document()->findBlock(textCursor().selectionStart()).blockNumber();
  const int last = document()->findBlock(textCursor().selectionEnd()).blockNumber();
  typed_in_ = 0;
  if (edited().remove(first, last - first + 1)) set_caret({first, 0});
}

// The clipboard.

/// As it is shown: several segments with their names, and with their times if these are visible.
QMimeData* TranscriptView::copied(const std::vector<CopiedSegment>& segments) const {
  QStringList plain, marked;
  for (const CopiedSegment& segment : segments) {
    plain.append(segment.text);
    QString line = segment.text;
    if (!segment.name.isEmpty())
      line = segment.name == QStringLiteral("–") ? QStringLiteral("– %1").arg(line)
                                                 : QStringLiteral("%1: %2").arg(segment.name, line);
    if (times_visible_ && segment.start_s >= 0.0)
      line = QStringLiteral("%1 %2").arg(clock_text(segment.start_s), line);
    marked.append(line);
  }
  auto* mime = new QMimeData;
  const QString text = plain.join(QLatin1Char('\n'));
  mime->setData(own_format, text.toUtf8());
  mime->setText(plain.size() > 1 ? marked.join(QLatin1Char('\n')) : text);
  return mime;
}

QMimeData* TranscriptView::createMimeDataFromSelection() const {
  const QTextCursor selected = textCursor();
  const int begin = selected.selectionStart(), end = selected.selectionEnd();
  std::vector<CopiedSegment> segments;
  for (QTextBlock block = document()->findBlock(begin); block.isValid() && block.position() <= end;
       block = block.next()) {
    const int from = std::max(0, begin - block.position());
    const BlockMark* mark = mark_of(block);
    segments.push_back({block.text().mid(from, end - block.position() - from),
                        mark == nullptr ? -1.0 : mark->start_s, name_beside(block)});
  }
  return copied(segments);
}

/// Of a long text also what is not shown yet, but nothing that may still change.
QMimeData* TranscriptView::copied_whole() const {
  std::vector<CopiedSegment> segments;
  QString before;
  for (int row = 0; row < segments_.rowCount(); ++row) {
    const QModelIndex segment = segments_.index(row);
    const QString speaker = segment.data(SegmentModel::SpeakerRole).toString();
    const QString name = speaker == before ? QString() : speaker.isEmpty() ? QStringLiteral("–") : speaker;
    segments.push_back(
        {one_line(segment.data().toString()), segment.data(SegmentModel::StartRole).toDouble(), name});
    before = speaker;
  }
  return copied(segments);
}

bool TranscriptView::canInsertFromMimeData(const QMimeData* source) const {
  return !isReadOnly() && (source->hasFormat(own_format) || source->hasText());
}

void TranscriptView::insertFromMimeData(const QMimeData* source) {
  if (!canInsertFromMimeData(source)) return;
  const QString text =
      source->hasFormat(own_format) ? QString::fromUtf8(source->data(own_format)) : source->text();
  textCursor().insertText(pasted(text));
  ensureCursorVisible();
}

}  // namespace tilescribe::ui
