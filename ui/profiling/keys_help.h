// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace tilescribe::ui {

/// The profiler window's keys, and what the mouse does in its charts, as rich text.
QString keys_help();

/// Shows keys_help() beside the window, which stays usable.
class KeysDialog : public QDialog {
  Q_OBJECT

 public:
  explicit KeysDialog(QWidget* parent = nullptr);
};

}  // namespace tilescribe::ui
