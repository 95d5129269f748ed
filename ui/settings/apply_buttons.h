// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>

namespace tilescribe::ui {

/// Apply (the default) and Cancel for a dialog of settings, connected.
inline QDialogButtonBox* make_apply_buttons(QDialog* dialog) {
  auto* buttons = new QDialogButtonBox(dialog);
  auto* apply = new QPushButton(QCoreApplication::translate("ApplyButtons", "Apply"), dialog);
  apply->setProperty("primary", true);  // before the box polishes it
  buttons->addButton(apply, QDialogButtonBox::AcceptRole);
  buttons->addButton(QCoreApplication::translate("ApplyButtons", "Cancel"), QDialogButtonBox::RejectRole);
  apply->setDefault(true);
  QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  return buttons;
}

}  // namespace tilescribe::ui
