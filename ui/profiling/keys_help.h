// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace tilescribe::ui {

/// The profiler window's keys, and what the mouse does in its charts. Stays beside the window, which remains
/// usable.
class KeysDialog : public QDialog {
  Q_OBJECT

 public:
  explicit KeysDialog(QWidget* parent = nullptr);

 private:
  static QString keys();  // as rich text
};

}  // namespace tilescribe::ui
