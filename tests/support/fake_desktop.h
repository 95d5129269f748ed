// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QKeySequence>
#include <QMap>
#include <QString>
#include <memory>

#include "app/gui/desktop/desktop.h"

namespace tilescribe::test {

/// A desktop whose shortcut a test presses, and which remembers what was typed.
class FakeDesktop : public Desktop {
 public:
  struct State {
    QKeySequence wanted;
    QString typed;
    GlobalShortcut* shortcut = nullptr;
    QString limit;    // of both
    QString refusal;  // said when a shortcut is set
    bool tray = false;
    QMap<QString, QString> keys;  // of servers
    QString keyring_problem;      // a sentence: it keeps nothing
  };
  std::shared_ptr<State> state = std::make_shared<State>();
  std::unique_ptr<GlobalShortcut> shortcut() override;
  std::unique_ptr<TextTyper> typer() override;
  std::unique_ptr<Keyring> keyring() override;
  bool has_tray() override { return state->tray; }
};

}  // namespace tilescribe::test
