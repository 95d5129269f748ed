// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/settings/caption_settings.h"

class QScreen;

namespace tilescribe::ui {

class CaptionView;
class Settings;

/// Where captions of this size stand in a screen's free area: at the place that is kept, from its corner on,
/// or below in the middle. Never beyond the area, and never narrower than can be read.
QRect caption_place_in(const QRect& area, const QRect& kept, int height);

/// Captions above all other windows. It is dragged anywhere, its left and right edges make it wider, and on
/// each screen it remembers its place. It never takes the keyboard from the active window. On request, not
/// even the mouse: then everything below it can be clicked.
class CaptionOverlay : public QWidget {
  Q_OBJECT

 public:
  explicit CaptionOverlay(Settings& settings);

  CaptionView& view() { return *view_; }
  /// As many lines as the style says, or as the screen has room for.
  void set_style(const CaptionStyle& style);
  void set_click_through(bool on);
  bool click_through() const { return windowFlags().testFlag(Qt::WindowTransparentForInput); }
  /// Across the screen it is on, above or below.
  void move_to(Qt::Edge edge);

 signals:
  void left();  // the desktop closed it

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void moveEvent(QMoveEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  Qt::Edges edges_at(const QPoint& place) const;
  void fit(const QRect& area);
  void place();
  void place_soon();
  void keep();
  void changed_by_user();

  Settings& settings_;
  CaptionStyle style_;
  CaptionView* view_;
  QPoint grip_;  // where it was grabbed, on the screen
  QRect gripped_;
  Qt::Edges pulled_;      // empty: all of it
  bool dragged_ = false;  // by ourselves, not by the desktop
  bool caught_ = false;   // grabbed since it was shown: from then on, moves are the user's
  QTimer keep_;           // after a drag
};

}  // namespace tilescribe::ui
