// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "ui/theme/theme.h"

class QDialog;
class QDialogButtonBox;
class QFrame;
class QLabel;
class QPlainTextEdit;
class QScrollArea;
class QToolButton;

namespace tilescribe::ui {

// Small parts that many pages and dialogs have.

/// The same widget, under the object name that tests and style sheets know it by.
template <class Widget>
Widget* named(const char* name, Widget* widget) {
  widget->setObjectName(QLatin1String(name));
  return widget;
}

/// A thin line between two parts.
QFrame* make_hairline(QWidget* parent);

/// A quiet sentence that explains something.
QLabel* make_note(const QString& text, QWidget* parent);

/// A button with an icon alone. `text` is its tool tip, and its name for assistive technology.
QToolButton* make_tool_button(const char* icon, const QString& text, QWidget* parent);

/// Apply (the default) and Cancel for a dialog of settings, connected.
QDialogButtonBox* make_apply_buttons(QDialog* dialog);

/// A text that can be scrolled where the screen is too small for it.
QScrollArea* make_scrolled(QLabel* text, const QString& accessible_name, QWidget* parent);

inline constexpr int page_margin = 20;  // logical pixels around a page's text

/// A page of what a program wrote: to be read, in letters of one width, its lines as they are.
void make_listing(QPlainTextEdit& page);

// Rows of lists that paint themselves:
inline constexpr double row_line_scale = 0.92;  // the font of what stands below a row's name

/// The rounded box of a row, and the ring around it that shows the focus.
void paint_row_box(QPainter& painter, const QRect& box, const ThemeColors& colors, bool chosen,
                   bool pointed_at, bool focused);

/// One line of text, shortened to fit, even if it has line breaks.
void paint_elided(QPainter& painter, const QRect& place, const QString& text, Qt::TextElideMode mode);

/// A line icon, in one of the theme's colours.
class ThemeIcon : public QWidget {
 public:
  using Color = QColor ThemeColors::*;

  ThemeIcon(int size, Color color, const QString& name, QWidget* parent);
  void set(const QString& name, Color color);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString name_;
  Color color_;
};

}  // namespace tilescribe::ui
