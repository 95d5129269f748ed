// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

namespace {

constexpr qsizetype most_widths = 256;  // a window that is made wider passes through many

}  // namespace

WrappedLabel::WrappedLabel(QWidget* parent) : WrappedLabel(QString(), parent) {}

WrappedLabel::WrappedLabel(const QString& text, QWidget* parent) : QLabel(text, parent) {
  setWordWrap(true);
}

int WrappedLabel::heightForWidth(int width) const {
  ensurePolished();  // the style has a say in the font
  if (measured_ != text() || heights_.size() >= most_widths) {
    heights_.clear();
    measured_ = text();
  }
  const auto known = heights_.constFind(width);
  if (known != heights_.constEnd()) return *known;
  return *heights_.insert(width, QLabel::heightForWidth(width));
}

void WrappedLabel::changeEvent(QEvent* event) {
  heights_.clear();
  QLabel::changeEvent(event);
}

}  // namespace tilescribe::ui
