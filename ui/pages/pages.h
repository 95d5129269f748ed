// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe::ui {

class EmptyPage;
class Shell;

// The pages that need nothing but the shell.

EmptyPage& add_empty_page(Shell& shell);

}  // namespace tilescribe::ui
