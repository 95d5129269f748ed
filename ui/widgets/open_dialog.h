// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace tilescribe::ui {

/// Shows a dialog above its parent's window. Nobody waits for it: its signals tell the answer. It is deleted
/// once it is closed.
template <class Dialog>
Dialog* open_dialog(Dialog* dialog) {
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
  return dialog;
}

}  // namespace tilescribe::ui
