// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/live_text_view.h"

#include <QScrollBar>
#include <QTextBlock>
#include <algorithm>

#include "inference/api/spacing.h"
#include "ui/theme/theme.h"
#include "ui/transcript/spaced_layout.h"

namespace tilescribe::ui {

namespace {

constexpr double reserved_lines = 3.5;  // below the last fixed word, for provisional text

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
  connect(&segments_, &SegmentModel::modelReset, this, &LiveTextView::start_over);
  connect(&segments_, &SegmentModel::tailChanged, this, &LiveTextView::update_provisional);
  connect(&segments_, &SegmentModel::rowsInserted, this,
          [this](const QModelIndex&, int first) { update_fixed(first); });
  connect(&segments_, &SegmentModel::rowsRemoved, this, [this](const QModelIndex&, int first) {
    // Where others come in their place, what is the same in them stays.
    if (segments_.document()->size() == segments_.rowCount()) update_fixed(first);
  });
  connect(&segments_, &SegmentModel::dataChanged, this,
          [this](const QModelIndex& first) { update_fixed(first.row()); });
  set_zoom(100);
}

void LiveTextView::start_over() {
  clear();
  paragraphs_.clear();
  fixed_end_ = 0;
  following_ = true;
  update_fixed(0);
}

/// Brings the paragraphs with the segments from this row on up to date. What a paragraph shows already stays
/// as it is, so that it can be read and selected while it grows.
void LiveTextView::update_fixed(int row) {
  remove_provisional();
  while (!paragraphs_.empty() && paragraphs_.back() > row) paragraphs_.pop_back();
  row = paragraphs_.empty() ? 0 : paragraphs_.back();
  if (!paragraphs_.empty()) paragraphs_.pop_back();
  const QTextBlock kept = document()->findBlockByNumber(static_cast<int>(paragraphs_.size()) - 1);
  fixed_end_ = kept.isValid() ? kept.position() + kept.length() - 1 : 0;
  QTextCursor cursor(document());
  while (row < segments_.rowCount()) {
    const int first = row;
    const QVariant utterance = segments_.index(first).data(SegmentModel::WindowRole);
    QString text;
    for (; segments_.index(row).data(SegmentModel::WindowRole) == utterance; ++row) {
      const QString words = one_line(segments_.index(row).data().toString());
      if (space_between(text.toStdString(), words.toStdString())) text += QLatin1Char(' ');
      text += words;
    }
    const int number = static_cast<int>(paragraphs_.size());
    paragraphs_.push_back(first);
    if (number == document()->blockCount()) {
      cursor.movePosition(QTextCursor::End);
      cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
    }
    const QTextBlock block = document()->findBlockByNumber(number);
    const QString shown = block.text();
    cursor.setPosition(block.position() + static_cast<int>(text.startsWith(shown) ? shown.size() : 0));
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    cursor.insertText(text.startsWith(shown) ? text.mid(shown.size()) : text, QTextCharFormat());
    fixed_end_ = block.position() + static_cast<int>(text.size());
  }
  remove_provisional();  // and paragraphs that are no longer there
  show_provisional();
  follow();
}

void LiveTextView::update_provisional() {
  remove_provisional();
  show_provisional();
  follow();
}

void LiveTextView::show_provisional() {
  const auto& from = segments_.document();
  if (!from || from->tail().text.isEmpty()) return;
  QTextCharFormat format;
  format.setForeground(colors_of(palette()).secondary);
  format.setFontItalic(true);
  QTextCursor cursor(document());
  cursor.movePosition(QTextCursor::End);
  const bool continues = from->tail().continues;
  if (!continues && fixed_end_ > 0) cursor.insertBlock(QTextBlockFormat(), format);
  const QString words = one_line(from->tail().text);
  cursor.insertText(continues ? words : without_leading_space(words), format);
}

void LiveTextView::remove_provisional() {
  QTextCursor cursor(document());
  cursor.setPosition(fixed_end_);
  cursor.movePosition(QTextCursor::End, QTextCursor::KeepAnchor);
  cursor.removeSelectedText();
}

QString LiveTextView::provisional_text() const {
  return toPlainText().mid(fixed_end_).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

void LiveTextView::set_zoom(int percent) {
  setFont(reading_font(percent));
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
  if (event->type() == QEvent::PaletteChange) update_provisional();
}

}  // namespace tilescribe::ui
