// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/actions.h"

#include "ui/theme/icons.h"

namespace tilescribe::ui {

QAction* make_action(QObject* owner, const char* name, const QString& text, const QKeySequence& shortcut,
                     const char* icon) {
  auto* action = new QAction(text, owner);
  action->setObjectName(QLatin1String(name));
  action->setShortcut(shortcut);
  if (icon != nullptr) action->setIcon(line_icon(QLatin1String(icon)));
  if (!shortcut.isEmpty()) {
    const QString plain = QString(text).remove(QLatin1Char('&')).remove(QStringLiteral("…"));
    action->setToolTip(QStringLiteral("%1 (%2)").arg(plain, shortcut.toString(QKeySequence::NativeText)));
  }
  return action;
}

}  // namespace tilescribe::ui
