// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

#include "inference/api/live.h"

namespace tilescribe::ui {

/// Text while it is spoken: a paragraph an utterance. Fixed words are only ever appended; the provisional
/// ones behind them are lighter and slanted, and are replaced. Room is kept below the last fixed word, so
/// that the provisional text can grow and shrink without moving what stands above it.
class LiveTextView : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit LiveTextView(QWidget* parent = nullptr);

  void append_fixed(const LivePiece& piece);
  void set_provisional(const LivePiece& piece);
  /// Begins anew, empty.
  void forget();

  QString fixed_text() const;
  /// The last so many characters of the fixed text, at most, from the beginning of a word; a break between
  /// paragraphs is a space.
  QString last_fixed(int count) const;
  /// With the space before it, which is what a break between paragraphs gives, too.
  QString provisional_text() const;
  bool has_text() const { return !document()->isEmpty(); }
  /// Text size in per cent of the application's font.
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

  int fixed_end_ = 0;                // place in the document, characters
  bool between_utterances_ = false;  // the next word begins a paragraph
  LivePiece provisional_piece_;
  bool following_ = true;   // nobody has scrolled up
  bool scrolling_ = false;  // by ourselves
};

}  // namespace tilescribe::ui
