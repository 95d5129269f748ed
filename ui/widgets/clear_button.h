// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QLineEdit>

namespace tilescribe::ui {

/// The button in a field that empties it.
class ClearButton {
  Q_DECLARE_TR_FUNCTIONS(ClearButton)

 public:
  /// Qt's own, which has no name for assistive technology, with one.
  static void add_to(QLineEdit& field);
};

}  // namespace tilescribe::ui
