// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>
#include <cstddef>
#include <vector>

#include "inference/api/transcript.h"

namespace tilescribe::ui {

/// The text of one transcript: read-only, selectable, one block per segment, with a quiet column of times on
/// its left. Segments are appended at the end, and nothing before them is laid out again. Very many at once
/// are added over several rounds of the event loop.
class TranscriptView : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit TranscriptView(QWidget* parent = nullptr);

  /// Shows these segments, which must outlive the next call of show_segments or forget. If only new ones were
  /// added (`replace` false), keeps what is shown.
  void show_segments(const std::vector<Segment>& segments, bool replace);
  void forget();

  /// Text of the window being decoded, after the last segment, in a lighter style. An empty text removes it.
  void show_partial(const QString& text, double start_s);

  bool times_visible() const { return times_visible_; }
  void set_times_visible(bool visible);
  /// Text size in percent of the application's font, 70…250.
  int zoom() const { return zoom_; }
  void set_zoom(int percent);

  /// Whether every segment handed over is in the document.
  bool complete() const;

  /// Selects the next (or previous) occurrence of `text`, ignoring case, and wraps around. Returns false if
  /// there is none. Every visible match is highlighted until `text` is empty.
  bool find_text(const QString& text, bool backwards, bool from_selection_start);
  /// Number of occurrences of the text in all segments shown.
  int count_matches(const QString& text) const;

  /// Used by the time column.
  void paint_gutter(QPainter& painter, const QRect& area);
  QString gutter_tool_tip(const QPoint& position);

 signals:
  void grew();  // text was added

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
  QFont time_font() const;

  void pump();
  void append_block(const QString& text, double start_s, bool looped, bool partial);
  void remove_partial();
  void place_gutter();
  void mark_matches();
  void restyle_partial();
  bool at_end() const;
  void go_to_end();

  const std::vector<Segment>* segments_ = nullptr;
  std::size_t shown_ = 0;  // segments in the document
  QString partial_;
  double partial_start_s_ = 0;
  bool partial_shown_ = false;
  bool pump_scheduled_ = false;
  bool times_visible_ = true;
  bool hours_ = false;  // some segment begins after one hour, so times are wider
  int zoom_ = 100;
  QString searched_;
  QWidget* gutter_;
};

}  // namespace tilescribe::ui
