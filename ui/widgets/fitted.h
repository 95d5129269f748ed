// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>
#include <QScreen>
#include <QWidget>
#include <algorithm>

namespace tilescribe::ui {

/// The size that a window should have, or what its screen has room for beside the window's frame: many
/// screens have 960x540 at 200 %.
inline QSize fitted(const QWidget& window, const QSize& wanted) {
  constexpr QSize frame(16, 48);  // logical pixels
  return wanted.boundedTo(window.screen()->availableGeometry().size() - frame);
}

/// Gives a window that size. If it is open already, it moves so that all of it stays on the screen. (On
/// Wayland the compositor places windows.)
inline void fit(QWidget& window, const QSize& wanted) {
  window.resize(fitted(window, wanted));
  if (!window.isVisible()) return;
  const QRect room = window.screen()->availableGeometry();
  QRect place = window.frameGeometry();
  place.moveRight(std::min(place.right(), room.right()));
  place.moveBottom(std::min(place.bottom(), room.bottom()));
  place.moveTopLeft({std::max(place.left(), room.left()), std::max(place.top(), room.top())});
  if (place != window.frameGeometry()) window.move(place.topLeft());
}

/// So wide, and as high as what it shows needs there. A window that is open does not shrink under the mouse.
inline void fit_width(QWidget& window, int width) {
  window.layout()->activate();
  const int needed = window.heightForWidth(width);
  window.resize(width, std::max(window.isVisible() ? window.height() : 0,
                                needed > 0 ? needed : window.sizeHint().height()));
}

}  // namespace tilescribe::ui
