// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/settings/caption_settings.h"

class QScreen;

namespace tilescribe::ui {

class CaptionView;

/// Captions on a whole screen, such as a projector's. Escape leaves it; so does taking the screen away.
class AudienceWindow : public QWidget {
  Q_OBJECT

 public:
  AudienceWindow();

  CaptionView& view() { return *view_; }
  /// As many lines as the style says, or as there is room for.
  void set_style(const CaptionStyle& style);
  void show_on(QScreen* screen);

 signals:
  void left();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  void fit();

  CaptionStyle style_;
  CaptionView* view_;
};

}  // namespace tilescribe::ui
