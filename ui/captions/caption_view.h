// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QStringList>
#include <QWidget>

#include "ui/captions/caption_layout.h"
#include "ui/settings/caption_settings.h"

namespace tilescribe::ui {

/// The colours of captions. They do not follow the theme: what lies below them is not ours.
struct CaptionInk {
  QColor background;
  QColor text;
  QColor provisional;  // words that may still change; they are underlined, too
};
const CaptionInk& caption_ink(CaptionColors colors);

/// The last lines of what is said, in large letters. Its height follows from its style.
class CaptionView : public QWidget {
  Q_OBJECT

 public:
  explicit CaptionView(QWidget* parent = nullptr);

  const CaptionStyle& style_of_text() const { return style_; }
  void set_style(const CaptionStyle& style);
  /// Whether the background is painted; otherwise whoever lies below does that.
  void set_filled(bool filled);
  void append(const QString& text);
  void set_tail(const QString& text);
  void clear();
  /// A sentence in smaller letters, while there is no text; empty: none.
  void set_hint(const QString& hint);
  const QString& hint() const { return hint_; }

  bool has_text() const { return !layout_.empty(); }
  QStringList lines() const;
  int line_height() const;  // logical pixels
  /// How many lines of this style a height has room for; at least one.
  int lines_in(int height) const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  QFont letters(double factor = 1.0) const;
  int edges() const;  // above and below the lines, logical pixels
  void lay_out();
  void shown_changed();
  void paint_lines(QPainter& painter, const CaptionInk& ink) const;

  CaptionStyle style_;
  CaptionLayout layout_;
  QString hint_;
  bool filled_ = true;
};

}  // namespace tilescribe::ui
