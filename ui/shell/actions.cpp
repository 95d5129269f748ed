// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/actions.h"

#include <QAbstractButton>
#include <QRegularExpression>

#include "ui/theme/icons.h"

namespace tilescribe::ui {

namespace {

QString tip_of(const QAction& action) {
  return with_keys(bare_text(action), keys_of(action));
}

}  // namespace

QAction* make_action(QObject* owner, const char* name, const QString& text, const QKeySequence& shortcut,
                     const char* icon) {
  auto* action = new QAction(text, owner);
  action->setObjectName(QLatin1String(name));
  action->setShortcut(shortcut);
  if (icon != nullptr) action->setIcon(line_icon(QLatin1String(icon)));
  const auto update = [action] { action->setToolTip(tip_of(*action)); };
  QObject::connect(action, &QAction::changed, action, update);
  update();
  return action;
}

QAction* make_action(QObject* owner, const char* name, const QString& text, QKeySequence::StandardKey keys,
                     const char* icon, const QKeySequence& also) {
  QAction* action = make_action(owner, name, text, QKeySequence(), icon);
  QList<QKeySequence> all = QKeySequence::keyBindings(keys);
  if (!also.isEmpty() && !all.contains(also)) all.append(also);
  action->setShortcuts(all);
  return action;
}

QString without_mnemonic(const QString& text) {
  static const QRegularExpression own_letter(QStringLiteral("\\(&.\\)")), mnemonic(QStringLiteral("&(.)"));
  return QString(text).remove(own_letter).replace(mnemonic, QStringLiteral("\\1"));
}

QString bare_text(const QAction& action) {
  return without_mnemonic(action.text()).remove(QStringLiteral("…"));
}

QString keys_of(const QAction& action) {
  return action.shortcut().toString(QKeySequence::NativeText);
}

QString with_keys(const QString& text, const QString& keys) {
  return keys.isEmpty() ? text : QStringLiteral("%1 (%2)").arg(text, keys);
}

void follow_action(QAbstractButton& button, QAction& action, const QString& what) {
  const auto update = [&button, &action, what] {
    button.setEnabled(action.isEnabled());
    button.setToolTip(what.isEmpty() ? action.toolTip() : with_keys(what, keys_of(action)));
  };
  QObject::connect(&button, &QAbstractButton::clicked, &action, &QAction::trigger);
  QObject::connect(&action, &QAction::changed, &button, update);
  update();
}

}  // namespace tilescribe::ui
