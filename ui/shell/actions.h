// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>

namespace tilescribe::ui {

/// An action called `name`. With a shortcut, its tool tip says so.
QAction* make_action(QObject* owner, const char* name, const QString& text, const QKeySequence& shortcut = {},
                     const char* icon = nullptr);

}  // namespace tilescribe::ui
