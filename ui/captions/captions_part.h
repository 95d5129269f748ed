// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTimer>

#include "ui/captions/audience_window.h"
#include "ui/captions/caption_feed.h"
#include "ui/captions/caption_overlay.h"

class QAction;
class QMenu;

namespace tilescribe::ui {

class CaptionView;
class Settings;
class Shell;

/// Captions of what is spoken: the overlay, the window for an audience, their actions and settings.
class CaptionsPart : public QObject {
  Q_OBJECT

 public:
  CaptionsPart(Shell& shell, Settings& settings);

  CaptionOverlay& overlay() { return overlay_; }
  AudienceWindow& audience() { return audience_; }
  CaptionFeed& feed() { return feed_; }
  /// For the tray's menu: captions, and whether clicks go through them.
  QList<QAction*> tray_actions() const { return {captions_, click_through_}; }

  /// Whether somebody wants captions now.
  bool wanted() const { return overlay_wanted_ || audience_wanted_; }
  /// Shown as long as no words are: how far it is, or what is wrong; empty: nothing. One that must be read
  /// takes the place of the words, once these have been read.
  void set_hint(const QString& hint, bool must_be_read = false);
  /// A sentence that says where the sound is kept, for the settings.
  void set_keeping(const QString& sentence) { keeping_ = sentence; }
  /// Nothing is heard any more. The last words, and then what went wrong, can be read for a while.
  void end(const QString& problem = {});
  /// At once.
  void close();

 signals:
  void begun();  // somebody wants captions
  void ended();  // nobody wants them any more

 private:
  void make_actions();
  void fill_screens();
  void update_actions();
  void want_overlay(bool wanted);
  void want_audience(QScreen* screen);  // null: no longer
  void changed(bool before);
  void edit_settings();
  void apply_settings();
  void set_click_through(bool on);
  QScreen* audience_screen() const;

  Shell& shell_;
  Settings& settings_;
  CaptionFeed feed_;
  CaptionOverlay overlay_;
  AudienceWindow audience_;
  QAction* captions_;
  QAction* click_through_;
  QAction* above_;
  QAction* below_;
  QAction* audience_action_;
  QMenu* screens_;
  QAction* settings_action_;
  bool overlay_wanted_ = false;
  bool audience_wanted_ = false;
  QString keeping_;
  QTimer linger_;  // until the windows close after the end
};

}  // namespace tilescribe::ui
