// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe::ui {

class Shell;

// The pages that need nothing but the shell.

/// What an empty window shows: a large invitation to drop files, and the most important buttons.
void add_empty_page(Shell& shell);

}  // namespace tilescribe::ui
