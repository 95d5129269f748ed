// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

#include "inference/api/live.h"

namespace tilescribe::ui {

/// Text while it is spoken, one paragraph per utterance. Fixed words are only ever appended. The provisional
/// words after them are lighter and italic, and are replaced. Space is reserved below the last fixed word, so
/// the provisional text can grow and shrink without moving the text above it.
class LiveTextView : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit LiveTextView(QWidget* parent = nullptr);

  void append_fixed(const LivePiece& piece);
  void set_provisional(const LivePiece& piece);
  /// Starts again, empty.
  void forget();

  QString fixed_text() const;
  /// The end of the fixed text: at most this many characters, starting at the beginning of a word. A break
  /// between paragraphs becomes a space.
  QString last_fixed(int count) const;
  /// Includes the space before it; a break between paragraphs becomes a space, too.
  QString provisional_text() const;
  bool has_text() const { return !document()->isEmpty(); }
  /// Text size in percent of the application's font.
  void set_zoom(int percent);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void insert(const QString& words, const QTextCharFormat& format);
  QString text_between(int first, int end) const;
  void remove_provisional();
  void show_provisional();
  void place_column();
  void show_bar_if_needed();
  void follow();

  int fixed_end_ = 0;                // position in the document, characters
  bool between_utterances_ = false;  // the next word starts a paragraph
  LivePiece provisional_piece_;
  bool following_ = true;   // the user has not scrolled up
  bool scrolling_ = false;  // by the program
};

}  // namespace tilescribe::ui
