// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/clean_up_part.h"

#include <QAction>

#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/open_dialog.h"

namespace tilescribe::ui {

CleanUpPart::CleanUpPart(Shell& shell)
    : shell_(shell),
      action_(make_action(&shell.widget(), "cleanUp", tr("Clean up the &text…"),
                          Qt::CTRL | Qt::SHIFT | Qt::Key_Y)) {
  connect(action_, &QAction::triggered, this, &CleanUpPart::open);
  shell_.add_actions({Menu::edit, 4, {action_}});
  set_shown({});
}

void CleanUpPart::set_shown(const ShownText& shown) {
  shown_ = shown;
  action_->setEnabled(shown_.id != 0 && shown_.editable);
}

void CleanUpPart::open() {
  if (dialog_ || !kept) return;
  dialog_ = new CleanUpDialog(kept(), shown_.title, &shell_.widget());
  connect(dialog_, &CleanUpDialog::startRequested, this,
          [this, text = shown_.id](const CleanUpOptions& options) { emit startRequested(text, options); });
  connect(dialog_, &CleanUpDialog::stopRequested, this, &CleanUpPart::stopRequested);
  connect(dialog_, &CleanUpDialog::applyRequested, this, &CleanUpPart::applyRequested);
  open_dialog(dialog_.data());
}

void CleanUpPart::show_progress(const CleanUpProgress& progress) {
  if (dialog_) dialog_->show_progress(progress);
}

void CleanUpPart::show_proposal(const CleanUpProposal& proposal) {
  if (dialog_) dialog_->show_proposal(proposal);
}

void CleanUpPart::show_problem(const QString& why) {
  if (dialog_) dialog_->show_problem(why);
}

}  // namespace tilescribe::ui
