// SPDX-License-Identifier: Apache-2.0
// Letters that stand for two things at once.
#pragma once

#include <QAbstractButton>
#include <QAction>
#include <QLabel>
#include <QMainWindow>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QStringList>

namespace tilescribe::test {

inline QChar mnemonic_of(const QString& text) {
  const QString rest = QString(text).remove(QStringLiteral("&&"));
  const qsizetype at = rest.indexOf(QLatin1Char('&'));
  return at < 0 ? QChar() : rest.at(at + 1).toLower();
}

/// Pairs of texts with the same letter.
inline QStringList doubled_mnemonics(const QStringList& texts) {
  QStringList doubled;
  QMap<QChar, QString> letters;
  for (const QString& text : texts) {
    const QChar letter = mnemonic_of(text);
    if (letter.isNull()) continue;
    if (letters.contains(letter)) doubled << QStringLiteral("%1 and %2").arg(letters.value(letter), text);
    letters.insert(letter, text);
  }
  return doubled;
}

/// Of every menu of a window.
inline QStringList doubled_in_menus(const QMainWindow& window) {
  QStringList doubled;
  QList<const QWidget*> menus{window.menuWidget()};
  for (const auto* menu : window.menuWidget()->findChildren<QMenu*>()) menus.append(menu);
  for (const QWidget* menu : menus) {
    QStringList texts;
    for (const QAction* action : menu->actions()) texts << action->text();
    doubled << doubled_mnemonics(texts);
  }
  return doubled;
}

/// Of what is seen in a dialog.
inline QStringList doubled_in_dialog(const QWidget& dialog) {
  QStringList texts;
  for (const auto* label : dialog.findChildren<QLabel*>()) {
    if (label->buddy() != nullptr && label->isVisible()) texts << label->text();
  }
  for (const auto* button : dialog.findChildren<QAbstractButton*>()) {
    if (button->isVisible()) texts << button->text();
  }
  return doubled_mnemonics(texts);
}

}  // namespace tilescribe::test
