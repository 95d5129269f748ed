// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <QString>
#include <array>
#include <memory>
#include <optional>

#include "inference/api/engine_names.h"

class QApplication;

namespace tilescribe::ui {

/// The choice in View > Theme.
enum class ThemeChoice { system, light, dark };
inline constexpr auto theme_names = std::to_array<Named<ThemeChoice>>(
    {{ThemeChoice::system, "system"}, {ThemeChoice::light, "light"}, {ThemeChoice::dark, "dark"}});

/// Every colour that the application paints with. Text colours have a contrast of at least 4.5 to the
/// backgrounds that they are used on (a test computes it).
struct ThemeColors {
  QColor window;        // frame: sidebar, status bar
  QColor base;          // paper: the transcript
  QColor text;          // on window and base
  QColor secondary;     // quieter text on window, base and selected_row
  QColor border;        // hairlines; not for text
  QColor accent;        // progress, focus, the primary button
  QColor on_accent;     // text on accent
  QColor selected_row;  // the chosen file in the queue; under text, secondary and error
  QColor error;         // text and icons of failures
  QColor notice;        // background of banners
  QColor on_notice;     // text of banners
  QColor match;         // background of search matches, under text
  QColor record;        // the record button, the dot of a recording, a clipped level; not for text
};
const ThemeColors& theme_colors(bool dark);

/// The colours of a palette made by make_palette (recognised by its lightness).
const ThemeColors& colors_of(const QPalette& palette);

bool is_dark(const QPalette& palette);
QPalette make_palette(const ThemeColors& colors);
QString make_style_sheet(const ThemeColors& colors);

QFont scaled_font(QFont font, double factor);
/// The same, and stronger: for what stands above something.
QFont heading_font(QFont font, double factor = 1.0);

/// Mixes two opaque colours: 0 gives `a`, 1 gives `b`.
QColor mixed(const QColor& a, const QColor& b, double share_of_b);

/// WCAG 2.1 contrast ratio of two opaque colours, 1…21.
double contrast(const QColor& a, const QColor& b);

/// Applies a theme to the application: Fusion style, palette, style sheet. Create it once, before the first
/// window: it stores the desktop's own palette, which `system` follows. While it exists, a label shows its
/// text unchanged unless it was told to read HTML, because names come from outside.
class Theme {
 public:
  explicit Theme(QApplication& application);
  ~Theme();
  Theme(const Theme&) = delete;
  Theme& operator=(const Theme&) = delete;
  void apply(ThemeChoice choice);
  /// What the desktop prefers, where it says so; `system` follows that at once. Qt reports it from 6.5 on.
  void set_desktop_dark(std::optional<bool> dark);

 private:
  bool system_is_dark() const;

  QApplication& application_;
  std::unique_ptr<QObject> plain_labels_;
  QObject watcher_;  // its destruction ends watching the desktop's theme
  bool started_dark_;
  std::optional<bool> desktop_dark_;
  ThemeChoice choice_ = ThemeChoice::system;
};

}  // namespace tilescribe::ui
