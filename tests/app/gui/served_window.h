// SPDX-License-Identifier: Apache-2.0
// The window with the engine remote, and its dialog worked as a user does.
#pragma once

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "tests/inference/remote/remote_fixture.h"
#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/settings/engine_dialog.h"
#include "ui/settings/server_dialog.h"
#include "ui/words.h"

namespace tilescribe::test {

using namespace tilescribe::ui;

inline const QString key = QStringLiteral("sk-secret-42");

/// The window, whose engine remote is the real one, and which knows a fake one of this machine.
struct ServedWindow {
  std::atomic<bool> held{false};  // whoever opens the engine remote waits
  EnginesBy engines{[this](const EngineOptions& options, const std::stop_token& stop) {
    if (options.engine != Engine::remote) return gui.world.open(options, stop);
    while (held && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EngineOptions quick = options;
    quick.remote.attempts = 1;
    return open_transcriber(quick, stop);
  }};
  GuiFixture gui{false, {1100, 720}, &engines};

  QToolButton* chip() { return part<QToolButton>(&gui.window(), "engineChip"); }
  bool waits_for_chip(const QString& text) {
    return QTest::qWaitFor([&] { return chip()->text() == text; }, patience_ms);
  }

  /// As the user does: the engine's dialog, and what it leads to.
  ServerDialog* server_dialog() {
    gui.action("engine")->trigger();
    auto* dialog = shown_dialog<EngineDialog>();
    auto* choice = part<QComboBox>(dialog, "engineChoice");
    choice->setCurrentIndex(choice->findText(EngineDialog::tr("Remote server…")));
    dialog->accept();
    return shown_dialog<ServerDialog>();
  }
  void use(const std::string& address, const QString& typed_key = {}) {
    ServerDialog* dialog = server_dialog();
    type(dialog, "serverAddress", qtext(address));
    if (!typed_key.isEmpty()) type(dialog, "serverKey", typed_key);
    press("useServer");
  }
  static void type(QDialog* dialog, const char* field, const QString& text) {
    auto* line = part<QLineEdit>(dialog, field);
    line->selectAll();
    line->del();
    QTest::keyClicks(line, text);
  }
  QByteArray settings_file() const {
    QFile file(gui.settings.path());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
};

/// What the test button says, once it does.
inline QString told(ServerDialog* dialog) {
  press("testServer");
  auto* button = part<QPushButton>(dialog, "testServer");
  if (!QTest::qWaitFor([&] { return button->isEnabled(); }, patience_ms)) return QStringLiteral("nothing");
  return part<QLabel>(dialog, "serverOutcome")->text();
}

inline EngineOptions saved_for(const std::string& address) {
  return {.engine = Engine::remote, .remote = {.address = address}};
}

}  // namespace tilescribe::test
