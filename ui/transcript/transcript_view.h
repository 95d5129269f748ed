// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>
#include <QTimer>
#include <memory>
#include <utility>

#include "ui/document/segment_model.h"

namespace tilescribe::ui {

/// The text of a document as it grows: read-only, selectable, one block per segment, with a quiet column of
/// times on its left. Segments are appended at the end, and nothing before them is laid out again. Very many
/// at once are added over several rounds of the event loop. The tail follows them in a lighter style.
class TranscriptView : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit TranscriptView(QWidget* parent = nullptr);

  /// Shows this document from now on; null: none.
  void set_document(std::shared_ptr<TranscriptDocument> document) {
    segments_.set_document(std::move(document));
  }

  bool times_visible() const { return times_visible_; }
  void set_times_visible(bool visible);
  /// Text size in percent of the application's font, 70…250.
  int zoom() const { return zoom_; }
  void set_zoom(int percent);

  /// Whether every segment is in the view.
  bool complete() const { return shown_ == segments_.rowCount(); }

  /// Selects the next (or previous) occurrence of `text`, ignoring case, and wraps around. Returns false if
  /// there is none. Every visible match is highlighted until `text` is empty.
  bool find_text(const QString& text, bool backwards, bool from_selection_start);
  /// Number of occurrences of the text in all segments shown.
  int count_matches(const QString& text) const;

  /// Marks the segment that is heard at this time, and follows it; negative: none.
  void show_played(double seconds);

  /// Used by the time column.
  void paint_gutter(QPainter& painter, const QRect& area);
  QString gutter_tool_tip(const QPoint& position);
  void gutter_clicked(const QPoint& position);

 signals:
  void play_requested(double seconds);  // from the segment whose time was clicked

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;

 private:
  /// Positions in the time column, logical pixels from the view's left edge.
  struct Columns {
    int mark_left;  // of the mark for repeated text
    int mark_size;
    int text_left;
  };
  Columns columns() const;

  void start_over();
  void pump();
  void append_segment(int row);
  void append_block(const QString& text, double start_s, bool looped, bool partial);
  void remove_from(int row);
  void update_segments(int first, int last);
  void append_tail();
  void remove_tail();
  void update_tail();
  void place_gutter();
  void mark_matches();
  int segment_heard_at(double seconds) const;
  bool at_end() const;
  void go_to_end();

  SegmentModel segments_;
  int shown_ = 0;  // of them, from the first on
  bool tail_shown_ = false;
  QTimer pump_timer_;
  bool times_visible_ = true;
  bool hours_ = false;  // some segment begins after one hour, so times are wider
  int zoom_ = 100;
  QString searched_;
  int played_ = -1;  // the segment that is heard
  QWidget* gutter_;
};

}  // namespace tilescribe::ui
