// SPDX-License-Identifier: Apache-2.0
// Corrections of a text that nobody was asked for, in signs that no language translates.
#pragma once

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

}  // namespace tilescribe::test
