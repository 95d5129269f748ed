// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>

class QAbstractButton;

namespace tilescribe::ui {

/// An action called `name`. Its tool tip is its text with its shortcut, whatever these become.
QAction* make_action(QObject* owner, const char* name, const QString& text, const QKeySequence& shortcut = {},
                     const char* icon = nullptr);

/// The same with the platform's own keys for something common. `also` works besides them, and is the shortcut
/// where the platform has none.
QAction* make_action(QObject* owner, const char* name, const QString& text, QKeySequence::StandardKey keys,
                     const char* icon = nullptr, const QKeySequence& also = {});

/// A text without its mnemonic: "&Open…" and "打开(&O)…" become "Open…" and "打开…".
QString without_mnemonic(const QString& text);

/// The text of an action without its mnemonic and its ellipsis.
QString bare_text(const QAction& action);

/// The shortcut as people read it: "Ctrl+R"; empty: there is none.
QString keys_of(const QAction& action);

/// A tool tip: "Record (Ctrl+R)", or the text alone if there are no keys.
QString with_keys(const QString& text, const QString& keys);

/// From now on the button does what the action does, where that is possible. Its tool tip is `what`, or else
/// the action's text, with the action's shortcut.
void follow_action(QAbstractButton& button, QAction& action, const QString& what = {});

}  // namespace tilescribe::ui
