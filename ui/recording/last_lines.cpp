// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/last_lines.h"

#include <QPainter>
#include <QTextLayout>

#include "ui/theme/theme.h"

namespace tilescribe::ui {

namespace {

constexpr int shown_lines = 2;

/// Breaks the text into lines of this width. Text after `fixed` characters is lighter and italic.
void lay_out(QTextLayout& layout, qsizetype fixed, double width, const QColor& light) {
  QTextLayout::FormatRange provisional;
  provisional.start = static_cast<int>(fixed);
  provisional.length = static_cast<int>(layout.text().size() - fixed);
  provisional.format.setForeground(light);
  provisional.format.setFontItalic(true);
  layout.setFormats({provisional});
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  double y = 0.0;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(width);
    line.setPosition({0.0, y});
    y += line.height();
  }
  layout.endLayout();
}

}  // namespace

LastLines::LastLines(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("lastLines"));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setAccessibleName(tr("The last two lines"));
}

void LastLines::set_text(const QString& fixed, const QString& provisional) {
  if (fixed == fixed_ && provisional == provisional_) return;
  fixed_ = fixed;
  provisional_ = provisional;
  setAccessibleDescription(fixed_ + provisional_);
  update();
}

void LastLines::set_hint(const QString& hint) {
  hint_ = hint;
  update();
}

QSize LastLines::sizeHint() const {
  return {320, shown_lines * fontMetrics().lineSpacing() + 2};
}

QStringList LastLines::lines() const {
  QTextLayout layout(fixed_ + provisional_, font());
  lay_out(layout, fixed_.size(), width(), {});
  QStringList all;
  for (int i = std::max(0, layout.lineCount() - shown_lines); i < layout.lineCount(); ++i) {
    const QTextLine line = layout.lineAt(i);
    all.append(layout.text().mid(line.textStart(), line.textLength()).trimmed());
  }
  all.removeAll(QString());
  return all;
}

void LastLines::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = colors_of(palette());
  QPainter painter(this);
  const bool empty = fixed_.isEmpty() && provisional_.isEmpty();
  QTextLayout layout(empty ? hint_ : fixed_ + provisional_, font());
  lay_out(layout, empty ? 0 : fixed_.size(), width(), colors.secondary);
  if (layout.lineCount() == 0) return;
  painter.setPen(colors.text);
  const int first = std::max(0, layout.lineCount() - shown_lines);
  const double top = layout.lineAt(first).y();
  for (int i = first; i < layout.lineCount(); ++i) layout.lineAt(i).draw(&painter, QPointF(0.0, -top));
}

}  // namespace tilescribe::ui
