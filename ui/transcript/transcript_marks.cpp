// SPDX-License-Identifier: Apache-2.0
// What is found in the transcript, and which words are marked in it.
#include <QTextBlock>
#include <algorithm>

#include "ui/document/heard_word.h"
#include "ui/document/unsure_words.h"
#include "ui/theme/theme.h"
#include "ui/transcript/spaced_layout.h"
#include "ui/transcript/transcript_view.h"

namespace tilescribe::ui {

bool TranscriptView::find_text(const SearchTerms& terms, bool backwards, bool from_selection_start) {
  search_ = TextSearch(terms);
  mark_visible();
  if (search_.empty()) return false;
  const QTextCursor from = textCursor();
  const bool from_start = backwards || from_selection_start;
  const QTextBlock first = document()->findBlock(from_start ? from.selectionStart() : from.selectionEnd());
  const qsizetype place = (from_start ? from.selectionStart() : from.selectionEnd()) - first.position();
  const auto select = [this](const QTextBlock& block, const TextRange& range) {
    if (range.length == 0) return false;
    QTextCursor found(block);
    found.setPosition(block.position() + static_cast<int>(range.begin));
    found.setPosition(block.position() + static_cast<int>(range.end()), QTextCursor::KeepAnchor);
    setTextCursor(found);
    ensureCursorVisible();
    return true;
  };
  const auto in_block = [&](const QTextBlock& block) {
    const QString text = block.text();
    return select(block, backwards ? search_.last(text, text.size()) : search_.next(text, 0));
  };
  const QString text = first.text();
  if (select(first, backwards ? search_.last(text, place) : search_.next(text, place))) return true;
  QTextBlock block = first;
  do {  // all others, and then the first as a whole
    block = backwards ? block.previous() : block.next();
    if (!block.isValid()) block = backwards ? document()->lastBlock() : document()->firstBlock();
    if (in_block(block)) return true;
  } while (block != first);
  return false;
}

int TranscriptView::count_matches(const SearchTerms& terms) const {
  const TextSearch search(terms);
  int count = 0;
  for (QTextBlock block = document()->firstBlock(); block.isValid() && !search.empty(); block = block.next())
    count += search.count(block.text());
  return count;
}

int TranscriptView::matches_in(const TextSearch& search, int block) const {
  return search.count(document()->findBlockByNumber(block).text());
}

bool TranscriptView::replace_match(const SearchTerms& terms, const QString& with) {
  const TextSearch search(terms);
  const QTextCursor selected = textCursor();
  const QTextBlock block = document()->findBlock(selected.selectionStart());
  const TextRange range{selected.selectionStart() - block.position(),
                        selected.selectionEnd() - selected.selectionStart()};
  const QString text = block.text();
  if (isReadOnly() || !selected.hasSelection() || search.next(text, range.begin) != range) return false;
  const int row = block.blockNumber();
  const QString new_text = search.replacement(text, range, with);
  typed_in_ = edited().segment_id(row);  // tidied as what is typed
  edited().edit(typed_in_, QString(text).replace(range.begin, range.length, new_text));
  set_caret({row, range.begin + new_text.size()});
  return true;
}

void TranscriptView::set_unsure_below(double probability) {
  unsure_below_ = probability;
  mark_visible();
}

/// The word that is heard, in the row that is played. None where its block shows something else, as while
/// somebody types.
TextRange TranscriptView::word_played() const {
  if (played_ < 0 || played_ >= shown_ || played_ >= segments_.document()->size()) return {};
  const Segment& segment = segments_.document()->transcript().segments[static_cast<std::size_t>(played_)];
  const bool same =
      document()->findBlockByNumber(played_).text() == one_line(QString::fromStdString(segment.text));
  return same ? heard_word(segment, played_s_) : TextRange();
}

/// Only what is visible is looked at, so that it costs the same however long the text is.
void TranscriptView::mark_visible() {
  QList<QTextEdit::ExtraSelection> marks;
  const auto add = [&marks](const QTextBlock& block, const TextRange& range, const QTextCharFormat& format) {
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + static_cast<int>(range.begin));
    cursor.setPosition(block.position() + static_cast<int>(range.end()), QTextCursor::KeepAnchor);
    marks.append({cursor, format});
  };
  QTextCharFormat match, unsure;
  match.setBackground(colors_of(palette()).match);
  unsure.setUnderlineStyle(QTextCharFormat::DashUnderline);
  unsure.setUnderlineColor(colors_of(palette()).error);
  for (QTextBlock block = firstVisibleBlock(); block.isValid() && (unsure_below_ > 0.0 || !search_.empty());
       block = block.next()) {
    if (blockBoundingGeometry(block).translated(contentOffset()).top() > viewport()->height()) break;
    const int row = block.blockNumber();
    if (unsure_below_ > 0.0 && row < shown_ && row < segments_.document()->size()) {
      const Segment& segment = segments_.document()->transcript().segments[static_cast<std::size_t>(row)];
      for (const TextRange& word : unsure_words(segment, unsure_below_)) {
        if (word.end() < block.length()) add(block, word, unsure);
      }
    }
    for (const TextRange& found : search_.all(block.text())) add(block, found, match);
  }
  // Above all else, because it moves on.
  played_word_ = word_played();
  if (played_word_.length > 0) {
    QTextCharFormat heard;
    heard.setBackground(colors_of(palette()).accent);
    heard.setForeground(colors_of(palette()).on_accent);
    add(document()->findBlockByNumber(played_), played_word_, heard);
  }
  if (!marks.isEmpty() || !extraSelections().isEmpty()) setExtraSelections(marks);
}

}  // namespace tilescribe::ui
