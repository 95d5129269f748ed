// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QStyleFactory>
#include <QStyleHints>
#include <array>
#include <cmath>
#include <utility>

#include "ui/theme/icons.h"

namespace tilescribe::ui {

const ThemeColors& theme_colors(bool dark) {
  static const ThemeColors light_colors{
      .window = QColor(0xf5f6f7),
      .base = QColor(0xffffff),
      .text = QColor(0x1c2024),
      .secondary = QColor(0x5a626b),
      .border = QColor(0xd8dce0),
      .accent = QColor(0x0f766e),
      .on_accent = QColor(0xffffff),
      .selected_row = QColor(0xdfeeec),
      .error = QColor(0xb0261c),
      .notice = QColor(0xfdf4dc),
      .on_notice = QColor(0x54430f),
      .match = QColor(0xfbe38e),
      .record = QColor(0xd0342c),
  };
  static const ThemeColors dark_colors{
      .window = QColor(0x1b1e22),
      .base = QColor(0x22262b),
      .text = QColor(0xe6e9ec),
      .secondary = QColor(0xa4acb5),
      .border = QColor(0x383e45),
      .accent = QColor(0x4fc3b5),
      .on_accent = QColor(0x08201d),
      .selected_row = QColor(0x24403e),
      .error = QColor(0xf5a097),
      .notice = QColor(0x38321d),
      .on_notice = QColor(0xf0dfae),
      .match = QColor(0x463a10),
      .record = QColor(0xf0564c),
  };
  return dark ? dark_colors : light_colors;
}

bool is_dark(const QPalette& palette) {
  return palette.color(QPalette::Active, QPalette::Window).lightness() < 128;
}

const ThemeColors& colors_of(const QPalette& palette) {
  return theme_colors(is_dark(palette));
}

QColor mixed(const QColor& a, const QColor& b, double share_of_b) {
  const auto channel = [&](int from, int to) {
    return static_cast<int>(std::lround(from + (to - from) * share_of_b));
  };
  return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

QFont scaled_font(QFont font, double factor) {
  font.setPointSizeF(font.pointSizeF() * factor);
  return font;
}

QFont heading_font(QFont font, double factor) {
  font.setWeight(QFont::DemiBold);
  return scaled_font(font, factor);
}

QPalette make_palette(const ThemeColors& colors) {
  QPalette palette;
  const auto set = [&](QPalette::ColorRole role, const QColor& color) { palette.setColor(role, color); };
  set(QPalette::Window, colors.window);
  set(QPalette::WindowText, colors.text);
  set(QPalette::Base, colors.base);
  set(QPalette::AlternateBase, colors.window);
  set(QPalette::Text, colors.text);
  set(QPalette::PlaceholderText, colors.secondary);
  set(QPalette::Button, colors.base);
  set(QPalette::ButtonText, colors.text);
  set(QPalette::BrightText, colors.error);
  set(QPalette::ToolTipBase, colors.text);
  set(QPalette::ToolTipText, colors.base);
  set(QPalette::Highlight, colors.accent);
  set(QPalette::HighlightedText, colors.on_accent);
  set(QPalette::Link, colors.accent);
  set(QPalette::LinkVisited, colors.accent);
  set(QPalette::Light, colors.base);  // also the shadow that Fusion gives disabled text: same colour, so none
  set(QPalette::Midlight, mixed(colors.border, colors.window, 0.5));
  set(QPalette::Mid, colors.border);
  set(QPalette::Dark, mixed(colors.border, colors.text, 0.3));
  set(QPalette::Shadow, mixed(colors.border, Qt::black, 0.6));
  const QColor faint = mixed(colors.text, colors.window, 0.55);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    palette.setColor(QPalette::Disabled, role, faint);
  }
  return palette;
}

QString make_style_sheet(const ThemeColors& colors) {
  const std::pair<const char*, QColor> names[] = {
      {"<text>", colors.text},
      {"<base>", colors.base},
      {"<border>", colors.border},
      {"<accent>", colors.accent},
      {"<accent_hover>", mixed(colors.accent, colors.text, 0.15)},
      {"<on_accent>", colors.on_accent},
      {"<hover>", mixed(colors.base, colors.text, 0.06)},
      {"<window>", colors.window},
      {"<notice>", colors.notice},
      {"<on_notice>", colors.on_notice},
      {"<secondary>", colors.secondary},
      {"<faint>", mixed(colors.text, colors.window, 0.55)},
      {"<handle>", mixed(colors.border, colors.text, 0.3)},
      {"<selected_row>", colors.selected_row},
  };
  QFile file(QStringLiteral(":/theme/style.qss"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString sheet = QString::fromUtf8(file.readAll());
  for (const auto& [name, color] : names) sheet.replace(QLatin1String(name), color.name());
  const bool dark = colors.window.lightness() < 128;
  return sheet.replace(QLatin1String("<theme>"), QLatin1String(dark ? "dark" : "light"));
}

double contrast(const QColor& a, const QColor& b) {
  const auto luminance = [](const QColor& color) {
    const auto linear = [](double value) {
      return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
  };
  const double first = luminance(a);
  const double second = luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

namespace {

/// By default labels guess whether a text is HTML, also in message boxes. This stops that. In tooltips, which
/// are labels too, use tip_text() for names.
class PlainLabels : public QObject {
 public:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::Polish) return false;
    auto* label = qobject_cast<QLabel*>(watched);
    if (label != nullptr && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel"))
      label->setTextFormat(Qt::PlainText);
    return false;
  }
};

}  // namespace

Theme::Theme(QApplication& application)
    : application_(application),
      plain_labels_(std::make_unique<PlainLabels>()),
      started_dark_(is_dark(QApplication::palette())) {
  application_.installEventFilter(plain_labels_.get());
  load_icons();
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  QObject::connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, &watcher_, [this] {
    if (choice_ == ThemeChoice::system) apply(choice_);
  });
#endif
}

Theme::~Theme() = default;

bool Theme::system_is_dark() const {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
  const auto scheme = QGuiApplication::styleHints()->colorScheme();
  if (scheme != Qt::ColorScheme::Unknown) return scheme == Qt::ColorScheme::Dark;
#endif
  return desktop_dark_.value_or(started_dark_);
}

void Theme::set_desktop_dark(std::optional<bool> dark) {
  desktop_dark_ = dark;
  if (choice_ == ThemeChoice::system) apply(choice_);
}

void Theme::apply(ThemeChoice choice) {
  choice_ = choice;
  const bool dark = choice == ThemeChoice::dark || (choice == ThemeChoice::system && system_is_dark());
  const ThemeColors& colors = theme_colors(dark);
  QApplication::setPalette(make_palette(colors));
  application_.setStyleSheet(make_style_sheet(colors));
}

}  // namespace tilescribe::ui
