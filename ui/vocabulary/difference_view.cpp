// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/difference_view.h"

#include <QEvent>
#include <QTextCursor>
#include <algorithm>
#include <utility>

#include "ui/format.h"

namespace tilescribe::ui {

namespace {

constexpr std::size_t lines_at_once = 25;

}  // namespace

std::vector<std::pair<int, int>> insert_difference(QTextCursor& cursor, const DifferenceLine& line,
                                                   const ThemeColors& colors) {
  QTextCharFormat time, same, lost, added;
  time.setForeground(colors.secondary);
  same.setForeground(colors.text);
  lost.setForeground(colors.error);
  lost.setFontStrikeOut(true);
  added.setForeground(colors.text);
  added.setBackground(colors.match);
  added.setFontUnderline(true);
  std::vector<std::pair<int, int>> differing;
  cursor.insertText(clock_text(line.start_s) + QStringLiteral("  "), time);
  for (const MarkedPiece& piece : line.pieces) {
    const int begin = cursor.position();
    const QTextCharFormat& format = piece.change == WordChange::same   ? same
                                    : piece.change == WordChange::lost ? lost
                                                                       : added;
    cursor.insertText(QString::fromStdString(piece.text), format);
    if (piece.change != WordChange::same) differing.emplace_back(begin, cursor.position());
  }
  return differing;
}

DifferenceView::DifferenceView(QWidget* parent) : QTextEdit(parent) {
  setReadOnly(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setTabChangesFocus(true);
  setUndoRedoEnabled(false);
  more_.setInterval(0);
  connect(&more_, &QTimer::timeout, this, &DifferenceView::append_some);
}

void DifferenceView::show_lines(std::vector<DifferenceLine> lines) {
  lines_ = std::move(lines);
  start_again();
}

void DifferenceView::start_again() {
  next_ = 0;
  differing_.clear();
  clear();
  append_some();
}

void DifferenceView::append_some() {
  QTextCursor cursor(document());
  cursor.movePosition(QTextCursor::End);
  cursor.beginEditBlock();
  const std::size_t end = std::min(lines_.size(), next_ + lines_at_once);
  for (; next_ < end; ++next_) {
    if (next_ > 0) cursor.insertBlock();
    const auto differing = insert_difference(cursor, lines_[next_], colors_of(palette()));
    differing_.insert(differing_.end(), differing.begin(), differing.end());
  }
  cursor.endEditBlock();
  complete() ? more_.stop() : more_.start();
}

void DifferenceView::go(bool forward) {
  if (differing_.empty()) return;
  const int at = forward ? textCursor().selectionEnd() : textCursor().selectionStart();
  auto found = std::ranges::lower_bound(differing_, at, {}, &std::pair<int, int>::first);
  if (forward && found == differing_.end()) found = differing_.begin();
  if (!forward) found = std::prev(found == differing_.begin() ? differing_.end() : found);
  QTextCursor cursor(document());
  cursor.setPosition(found->first);
  cursor.setPosition(found->second, QTextCursor::KeepAnchor);
  setTextCursor(cursor);
  ensureCursorVisible();
}

void DifferenceView::changeEvent(QEvent* event) {
  QTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && !lines_.empty()) start_again();
}

}  // namespace tilescribe::ui
