// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "inference/api/playback.h"
#include "ui/document/transcript_document.h"
#include "ui/scale/time_scale.h"

namespace tilescribe::ui {

/// The sound as a picture, with the segments of its text and the place that is heard. A click or a drag goes
/// to a place; the wheel moves the picture, and with Ctrl it zooms. It follows the place that is heard until
/// the user moves it elsewhere. Where the text can be corrected, the edge of a segment can be dragged; Escape
/// takes that back.
class WaveformStrip : public QWidget {
  Q_OBJECT

 public:
  explicit WaveformStrip(QWidget* parent = nullptr);

  void set_waveform(std::shared_ptr<const Waveform> waveform);      // null: none
  void set_document(std::shared_ptr<TranscriptDocument> document);  // null: none
  void set_editable(bool editable);                                 // whether edges can be moved
  void set_position(double seconds, bool playing);
  const TimeScale& scale() const { return scale_; }

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void seekRequested(double seconds);
  void edgeMoved(tilescribe::ui::SegmentId id, tilescribe::SegmentEdge edge, double seconds);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Edge {
    int row = 0;
    SegmentEdge edge = SegmentEdge::begin;
    double at_s = 0.0;

    bool operator==(const Edge&) const = default;
  };
  std::optional<Edge> edge_at(double x) const;
  void point_at(std::optional<Edge> edge);
  void drag_to(const QPoint& place);
  void let_go();
  QString edge_text(const Edge& edge) const;

  void paint_segments(QPainter& painter) const;
  void paint_sound(QPainter& painter) const;
  void seek_to(double x);
  void zoom(double factor, double x);
  void follow();
  void moved_by_user();
  double seconds_at(double x) const;
  double x_of(double seconds) const;

  std::shared_ptr<const Waveform> waveform_;
  std::shared_ptr<TranscriptDocument> document_;
  QMetaObject::Connection text_;  // to the document
  TimeScale scale_;
  double position_s_ = 0.0;
  bool playing_ = false;
  bool follows_ = true;
  bool editable_ = false;
  std::optional<Edge> edge_;  // that the mouse is on, or holds
  bool holds_ = false;
  std::optional<double> pressed_x_;  // the mouse has not moved since; a click goes to a place, on an edge too
};

}  // namespace tilescribe::ui
