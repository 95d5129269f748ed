// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/clear_button.h"

#include <QAction>

namespace tilescribe::ui {

void ClearButton::add_to(QLineEdit& field) {
  field.setClearButtonEnabled(true);
  if (auto* clear = field.findChild<QAction*>(QStringLiteral("_q_qlineeditclearaction")))
    clear->setText(tr("Clear"));
}

}  // namespace tilescribe::ui
