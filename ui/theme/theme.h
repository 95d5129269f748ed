// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QObject>
#include <QPalette>
#include <QString>
#include <memory>

class QApplication;

namespace tilescribe::ui {

/// What the user asked for in View > Theme.
enum class ThemeChoice { system, light, dark };

QString theme_key(ThemeChoice choice);         // as kept in the settings: "system", "light", "dark"
ThemeChoice theme_choice(const QString& key);  // unknown keys give `system`

/// Every colour that the application paints with. Text colours have a contrast of at least 4.5 to the
/// backgrounds they are used on (a test computes it).
struct ThemeColors {
  QColor window;        // chrome: sidebar, status bar
  QColor base;          // paper: the transcript
  QColor text;          // on window and base
  QColor secondary;     // quieter text on window, base and selected_row
  QColor border;        // hairlines; carries no text
  QColor accent;        // progress, focus, the primary button
  QColor on_accent;     // text on accent
  QColor selected_row;  // the chosen file in the queue; carries text, secondary and error
  QColor error;         // text and icons of failures
  QColor notice;        // banner's background
  QColor on_notice;     // banner's text
  QColor match;         // background of search matches, under text
  QColor record;        // the record button, the dot of a recording, a level that is cut off; carries no text
};
const ThemeColors& theme_colors(bool dark);

/// The colours that belong to a palette made by make_palette (told by its lightness).
const ThemeColors& colors_of(const QPalette& palette);

bool is_dark(const QPalette& palette);
QPalette make_palette(const ThemeColors& colors);
QString make_style_sheet(const ThemeColors& colors);

/// Two opaque colours mixed: at 0 it is `a`, at 1 `b`.
QColor mixed(const QColor& a, const QColor& b, double share_of_b);

/// WCAG 2.1 contrast ratio of two opaque colours, 1…21.
double contrast(const QColor& a, const QColor& b);

/// Applies a theme to the application: Fusion style, palette, style sheet. Create it once, before the first
/// window: it remembers how the desktop's own palette looked, which is what `system` follows. While it is
/// there, a label shows its text as it is unless it was told to read HTML: names come from outside.
class Theme {
 public:
  explicit Theme(QApplication& application);
  ~Theme();
  Theme(const Theme&) = delete;
  Theme& operator=(const Theme&) = delete;
  void apply(ThemeChoice choice);

 private:
  bool system_is_dark() const;

  QApplication& application_;
  std::unique_ptr<QObject> plain_labels_;
  QObject watcher_;  // ends the watch over the desktop's theme with this object
  bool started_dark_;
  ThemeChoice choice_ = ThemeChoice::system;
};

}  // namespace tilescribe::ui
