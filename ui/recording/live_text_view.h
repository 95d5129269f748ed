// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>
#include <memory>
#include <utility>
#include <vector>

#include "ui/document/segment_model.h"

namespace tilescribe::ui {

/// A document while it is spoken, one paragraph per utterance. Fixed words are only ever appended. The
/// provisional words after them are lighter and italic, and are replaced. Space is reserved below the last
/// fixed word, so the provisional text can grow and shrink without moving the text above it.
class LiveTextView : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit LiveTextView(QWidget* parent = nullptr);

  /// Shows this document from now on; null: none.
  void set_document(std::shared_ptr<TranscriptDocument> document) {
    segments_.set_document(std::move(document));
  }

  QString fixed_text() const { return toPlainText().left(fixed_end_); }
  /// Includes the space before it; a break between paragraphs becomes a space, too.
  QString provisional_text() const;
  bool has_text() const { return !document()->isEmpty(); }
  /// Text size in percent of the application's font.
  void set_zoom(int percent);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void start_over();
  void update_fixed(int row);
  void update_provisional();
  void remove_provisional();
  void show_provisional();
  void place_column();
  void show_bar_if_needed();
  void follow();

  SegmentModel segments_;
  std::vector<int> paragraphs_;  // the first row of each
  int fixed_end_ = 0;            // position in the view, characters
  bool following_ = true;        // the user has not scrolled up
  bool scrolling_ = false;       // by the program
};

}  // namespace tilescribe::ui
