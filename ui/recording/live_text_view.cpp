// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/live_text_view.h"

#include <QApplication>
#include <QScrollBar>
#include <QTextBlock>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/transcript/spaced_layout.h"

namespace tilescribe::ui {

namespace {

constexpr int side_margin = 20;         // logical pixels, as beside a transcript
constexpr int edge = 8;                 // above and below
constexpr int column_letters = 92;      // longest comfortable line
constexpr double reserved_lines = 3.5;  // below the last fixed word, for provisional text

/// Line breaks inside a piece would create paragraphs.
QString one_line(const std::string& text) {
  return QString::fromStdString(text).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

QString without_leading_space(const QString& text) {
  const auto first = std::find_if(text.begin(), text.end(), [](QChar letter) { return !letter.isSpace(); });
  return text.mid(first - text.begin());
}

}  // namespace

LiveTextView::LiveTextView(QWidget* parent) : QPlainTextEdit(parent) {
  setObjectName(QStringLiteral("liveText"));
  show_for_reading(*this);
  setMinimumHeight(3 * fontMetrics().lineSpacing());
  setCenterOnScroll(true);  // allows scrolling past the end: the space below the last fixed word
  setAccessibleName(tr("Text as it is spoken"));
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
    if (scrolling_) return;
    // A user who scrolls up can read undisturbed. When the end of the text is visible again, the view follows
    // it again.
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    following_ = cursorRect(end).bottom() <= viewport()->height();
  });
  set_zoom(100);
}

void LiveTextView::append_fixed(const LivePiece& piece) {
  const QString words = one_line(piece.text);
  if (!words.isEmpty()) {
    remove_provisional();
    insert(words, QTextCharFormat());
    fixed_end_ = document()->characterCount() - 1;
    between_utterances_ = false;
  }
  if (piece.closes) between_utterances_ = true;
  // Words that became fixed disappear from the provisional text when the next one comes, immediately.
  follow();
}

/// Inserts at the end. Each utterance is a paragraph; inside it, a piece brings the space before it.
void LiveTextView::insert(const QString& words, const QTextCharFormat& format) {
  QTextCursor cursor(document());
  cursor.movePosition(QTextCursor::End);
  const bool first = fixed_end_ == 0 || between_utterances_;
  if (fixed_end_ > 0 && between_utterances_) cursor.insertBlock(QTextBlockFormat(), format);
  cursor.insertText(first ? without_leading_space(words) : words, format);
}

void LiveTextView::set_provisional(const LivePiece& piece) {
  provisional_piece_ = piece;
  remove_provisional();
  show_provisional();
  follow();
}

void LiveTextView::show_provisional() {
  const QString words = one_line(provisional_piece_.text);
  if (words.isEmpty()) return;
  QTextCharFormat format;
  format.setForeground(colors_of(palette()).secondary);
  format.setFontItalic(true);
  insert(words, format);
}

void LiveTextView::remove_provisional() {
  QTextCursor cursor(document());
  cursor.setPosition(fixed_end_);
  cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
  cursor.removeSelectedText();
}

void LiveTextView::forget() {
  clear();
  fixed_end_ = 0;
  between_utterances_ = false;
  provisional_piece_ = {};
  following_ = true;
}

QString LiveTextView::fixed_text() const {
  return toPlainText().left(fixed_end_);
}

QString LiveTextView::last_fixed(int count) const {
  const QString end = text_between(std::max(0, fixed_end_ - count), fixed_end_);
  return fixed_end_ <= count ? end : end.mid(end.indexOf(QLatin1Char(' ')) + 1);
}

QString LiveTextView::provisional_text() const {
  return text_between(fixed_end_, document()->characterCount() - 1);
}

QString LiveTextView::text_between(int first, int end) const {
  QTextCursor cursor(document());
  cursor.setPosition(first);
  cursor.setPosition(end, QTextCursor::KeepAnchor);
  return cursor.selectedText().replace(QChar::ParagraphSeparator, QLatin1Char(' '));
}

void LiveTextView::set_zoom(int percent) {
  QFont scaled = QApplication::font();
  scaled.setPointSizeF(scaled.pointSizeF() * 1.15 * percent / 100.0);
  setFont(scaled);
  place_column();
}

/// Scrolls down as far as the last fixed word requires, but never up: changes of provisional text must not
/// move what is being read.
void LiveTextView::follow() {
  show_bar_if_needed();
  if (!following_) return;
  const auto below = [&](int position, double limit) {
    QTextCursor cursor(document());
    cursor.setPosition(position);
    return cursorRect(cursor).bottom() > limit;
  };
  QScrollBar* bar = verticalScrollBar();
  const double reserved = std::min(reserved_lines * fontMetrics().lineSpacing(), viewport()->height() / 2.0);
  const int end = document()->characterCount() - 1;
  scrolling_ = true;
  while (bar->value() < bar->maximum() &&
         (below(fixed_end_, viewport()->height() - reserved) || below(end, viewport()->height()))) {
    bar->setValue(bar->value() + 1);
  }
  scrolling_ = false;
}

/// Because of the reserved space, Qt thinks that there is always something to scroll.
void LiveTextView::show_bar_if_needed() {
  QTextCursor end(document());
  end.movePosition(QTextCursor::End);
  const bool fits = verticalScrollBar()->value() == 0 && cursorRect(end).bottom() <= viewport()->height();
  const auto policy = fits ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAsNeeded;
  if (policy == verticalScrollBarPolicy()) return;
  setVerticalScrollBarPolicy(policy);
  place_column();
}

/// As wide as is comfortable to read, and the same width when the scroll bar appears.
void LiveTextView::place_column() {
  const int bar = verticalScrollBar()->sizeHint().width();
  const int room = width() - 2 * side_margin - bar;
  const int widest = fontMetrics().averageCharWidth() * column_letters;
  const int instead = verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOff ? bar : 0;
  setViewportMargins(side_margin - 4, edge, side_margin + instead + std::max(0, room - widest), edge);
}

bool LiveTextView::event(QEvent* event) {
  // As in TranscriptView: the margins are set before the viewport learns its size.
  if (event->type() == QEvent::Resize) place_column();
  const bool handled = QPlainTextEdit::event(event);
  if (event->type() == QEvent::Resize) follow();
  return handled;
}

void LiveTextView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  remove_provisional();
  show_provisional();
}

}  // namespace tilescribe::ui
