// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/replace_part.h"

#include <QAction>

#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/open_dialog.h"

namespace tilescribe::ui {

ReplacePart::ReplacePart(Shell& shell) : shell_(shell) {
  QAction* action = make_action(&shell.widget(), "replaceInAll", tr("F&ind and replace in all transcripts…"),
                                Qt::CTRL | Qt::SHIFT | Qt::Key_H);
  connect(action, &QAction::triggered, this, [this] { open(); });
  shell_.add_actions({Menu::edit, 2, {action}});
}

void ReplacePart::open(const SearchTerms& terms, const QString& with) {
  if (dialog_) return;
  dialog_ = new ReplaceDialog({terms, with}, &shell_.widget());
  connect(dialog_, &ReplaceDialog::searchRequested, this, &ReplacePart::searchRequested);
  connect(dialog_, &ReplaceDialog::replaceRequested, this, &ReplacePart::replaceRequested);
  connect(dialog_, &ReplaceDialog::takeBackRequested, this, &ReplacePart::takeBackRequested);
  connect(dialog_, &ReplaceDialog::stopRequested, this, &ReplacePart::stopRequested);
  open_dialog(dialog_.data());
  emit opened();
}

void ReplacePart::show_progress(int done, int total) {
  if (dialog_) dialog_->show_progress(done, total);
}

void ReplacePart::show_found(const FoundTexts& found) {
  if (dialog_) dialog_->show_found(found);
}

void ReplacePart::show_replaced(const ReplacedEverywhere& replaced) {
  if (dialog_) dialog_->show_replaced(replaced);
}

void ReplacePart::show_taken_back(const ReplacedEverywhere& restored) {
  if (dialog_) dialog_->show_taken_back(restored);
}

void ReplacePart::show_problem(const QString& why) {
  if (dialog_) dialog_->show_problem(why);
}

void ReplacePart::set_last(const LastReplacement& last) {
  if (dialog_) dialog_->set_last(last);
}

}  // namespace tilescribe::ui
