// SPDX-License-Identifier: Apache-2.0
// Corrections of a text that nobody was asked for, in signs that no language translates.
#pragma once

#include <QAction>

#include "tests/support/dialogs.h"
#include "ui/vocabulary/clean_up_dialog.h"

namespace tilescribe::test {

inline ui::CleanUpProposal known_proposal() {
  ui::CleanUpProposal proposal;
  for (std::size_t row : {0U, 1U}) {
    proposal.changes.push_back(
        {.to = {.row = row, .text = "¬ 2"},
         .before = "¬ 1",
         .difference = {1.0, {{WordChange::same, "¬ "}, {WordChange::lost, "1"}, {WordChange::added, "2"}}}});
  }
  proposal.result = {.problems = {{.why = Message::verbatim("¬"), .segments = 3}}, .asked = 9, .not_sent = 2};
  return proposal;
}

/// Opens the dialog and shows both its pages to `look`. Returns whether there was a dialog.
template <class Look>
bool see_clean_up(QAction& action, const Look& look) {
  action.trigger();
  auto* dialog = shown_dialog<ui::CleanUpDialog>();
  if (dialog == nullptr) return false;
  look(*dialog, "clean up");
  dialog->show_proposal(known_proposal());
  look(*dialog, "cleaned up");
  dialog->reject();
  return true;
}

}  // namespace tilescribe::test
