// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>

namespace tilescribe::ui {

/// A font in another size, as a factor of its own.
inline QFont scaled(QFont font, double factor) {
  font.setPointSizeF(font.pointSizeF() * factor);
  return font;
}

inline QFont demi_bold(QFont font) {
  font.setWeight(QFont::DemiBold);
  return font;
}

}  // namespace tilescribe::ui
