// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace tilescribe::ui {

/// All keys of the profiler's window and what the mouse does in its charts, as rich text.
QString keys_help();

/// keys_help() beside the window, which goes on answering.
class KeysDialog : public QDialog {
  Q_OBJECT

 public:
  explicit KeysDialog(QWidget* parent = nullptr);
};

}  // namespace tilescribe::ui
