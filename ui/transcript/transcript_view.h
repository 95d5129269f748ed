// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QElapsedTimer>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/document/segment_model.h"
#include "ui/document/text_search.h"

namespace tilescribe::ui {

struct BlockMark;

/// The text of a document as it grows, and as it is corrected: one block per segment, with a quiet column of
/// times on its left, and the speakers' names if they are known. Segments are appended at the end, and
/// nothing before them is laid out again. Very many at once are added over several rounds of the event loop.
/// The tail follows them in a lighter style.
///
/// Where it is editable, whatever is typed becomes an edit of the document. Enter splits a segment, Backspace
/// at its beginning and Delete at its end join two.
class TranscriptView : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit TranscriptView(QWidget* parent = nullptr);

  /// Shows this document from now on; null: none. It can then only be read.
  void set_document(std::shared_ptr<TranscriptDocument> document);
  /// Whether it can be corrected: only if nothing else writes the document.
  void set_editable(bool editable);

  bool times_visible() const { return times_visible_; }
  void set_times_visible(bool visible);
  /// Text size in percent of the application's font, 70…250.
  int zoom() const { return zoom_; }
  void set_zoom(int percent);
  /// Words with a token below this probability are marked; 0: none.
  void set_unsure_below(double probability);

  /// Puts the caret into this segment, and it into the middle of the view, once it is there.
  void show_segment(int row);

  /// Whether every segment is in the view.
  bool complete() const { return shown_ == segments_.rowCount(); }
  /// The whole text for the clipboard, as selecting all of it gives it; the caller owns it.
  QMimeData* copied_whole() const;

  /// Selects the next (or previous) match and wraps around. Returns false if there is none. Every visible
  /// match is highlighted until nothing is searched.
  bool find_text(const SearchTerms& terms, bool backwards, bool from_selection_start);
  /// Number of matches in all segments shown.
  int count_matches(const SearchTerms& terms) const;
  /// The same in one of them, or in the tail.
  int matches_in(const TextSearch& search, int block) const;
  /// Replaces the selected text if it is a match. Returns whether it was.
  bool replace_match(const SearchTerms& terms, const QString& with);

  // Corrections, where it is editable.
  void undo_edit();
  void redo_edit();
  void split_here();  // at the caret
  void merge_next();  // the caret's segment
  void merge_previous();
  void delete_segments();  // which the selection touches, or the caret's; not all

  /// The row that is marked because it is heard; -1: none.
  int played() const { return played_; }

  /// Used by the time column.
  void paint_gutter(QPainter& painter, const QRect& area);
  QString gutter_tool_tip(const QPoint& position);
  bool plays_at(const QPoint& position);  // whether a click there asks for it
  void play_at(const QPoint& position);
  bool names_at(const QPoint& position);  // whether a click there asks for another name
  void name_at(const QPoint& position);

 public slots:
  /// Marks the segment that is heard at this time, and the word in it where its times are known, and keeps
  /// the segment in view; negative: none.
  void show_played(double seconds);
  /// Whether there is sound to play; as long as nobody says otherwise, there is.
  void set_playable(bool playable) { playable_ = playable; }

 signals:
  /// Somebody wants to hear the recording from here: a click on a time, or Ctrl+Enter.
  void play_requested(double seconds);
  void name_requested();  // for the caret's speaker
  void edit_refused();    // somebody typed while it can only be read

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  QMimeData* createMimeDataFromSelection() const override;
  bool canInsertFromMimeData(const QMimeData* source) const override;
  void insertFromMimeData(const QMimeData* source) override;

 private:
  /// Positions in the time column, logical pixels from the view's left edge.
  struct Columns {
    int mark_left;  // of the mark for repeated text
    int mark_size;
    int name_left;
    int name_width;  // 0: no names are shown
    int text_left;
  };
  /// A place in the text: a block, and UTF-16 units in it.
  struct Caret {
    int block;
    qsizetype at;
  };
  /// A segment for the clipboard, or the part of it that is selected.
  struct CopiedSegment {
    QString text;
    double start_s = -1.0;  // negative: none is shown beside it
    QString name = {};      // beside it
  };
  Columns columns() const;
  bool hears_play() const;
  int block_at(int y);  // -1: none

  void start_over();
  void pump();
  void append_segment(int row);
  void append_block(const QString& text, std::unique_ptr<BlockMark> mark);
  std::unique_ptr<BlockMark> mark_for(int row) const;
  void measure_names();
  bool is_name_column(int x) const;
  void insert_blocks(int first, int last);
  void remove_blocks(int first, int count);
  void take_away(int first, int last);
  void set_block_text(const QTextBlock& block, const QString& text);
  void set_mark(int row);
  void update_segments(int first, int last);
  void append_tail();
  void remove_tail();
  void update_tail();
  void place_gutter();
  TextRange word_played() const;
  void mark_visible();
  bool at_end() const { return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 1; }
  void go_to_end() { verticalScrollBar()->setValue(verticalScrollBar()->maximum()); }

  TranscriptDocument& edited() { return *segments_.document(); }
  bool handle_key(const QKeyEvent& event);
  QMimeData* copied(const std::vector<CopiedSegment>& segments) const;
  void note_change(int position, int added);
  void take_over();
  void take_over_rows(int first, int last, int rows);
  void set_caret(const Caret& place);
  void step(bool back);
  void tidy();
  void tidy_later();

  SegmentModel segments_;
  int shown_ = 0;  // of them, from the first on
  bool tail_shown_ = false;
  QTimer pump_timer_;
  bool times_visible_ = true;
  QStringList names_;   // of speakers
  bool hours_ = false;  // some segment begins after one hour, so times are wider
  int zoom_ = 100;
  double unsure_below_ = 0.0;
  TextSearch search_;
  QWidget* gutter_;
  bool playable_ = true;
  int played_ = -1;             // the row that is heard
  double played_s_ = -1.0;      // the time that is heard
  TextRange played_word_ = {};  // that is marked
  int pointed_at_ = -1;         // the row whose time the mouse is on
  int awaited_ = -1;            // the row that is shown once it is there

  bool updating_ = false;                       // the text follows the document, and not the other way round
  int changed_first_ = -1, changed_last_ = -1;  // blocks that were typed in
  SegmentId typed_in_ = 0;                      // to be tidied when the caret leaves it
  Caret stepped_{-1, 0};                        // where undo changed the text last
  QElapsedTimer typed_;                         // since the last key
};

}  // namespace tilescribe::ui
