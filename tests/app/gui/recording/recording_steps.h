// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QtTest>
#include <filesystem>
#include <string>

#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/recording/live_text_view.h"
#include "ui/recording/record_page.h"
#include "ui/widgets/banner.h"

namespace tilescribe::test {

inline void press_record_keys(GuiFixture& gui) {
  gui.action("record")->trigger();
}

inline ui::RecordPhase phase(GuiFixture& gui) {
  return gui.controller->recording().phase();
}

inline ui::LiveTextView& text(GuiFixture& gui) {
  return gui.record_page().text();
}

/// The visible button of this object name.
inline QPushButton* button(GuiFixture& gui, const char* name) {
  return gui.visible<QPushButton>(QLatin1String(name));
}

inline QString log_text(GuiFixture& gui) {
  return gui.window().findChild<QPlainTextEdit*>(QStringLiteral("noticeLog"))->toPlainText();
}

/// Records so many seconds, a word every 0.3 s.
inline bool record(GuiFixture& gui, double seconds) {
  press_record_keys(gui);
  if (!QTest::qWaitFor([&] { return phase(gui) == ui::RecordPhase::recording; }, patience_ms)) return false;
  gui.sound.hear(seconds);
  return QTest::qWaitFor([&] { return text(gui).has_text(); }, patience_ms);
}

inline std::filesystem::path recording_file(GuiFixture& gui, int number) {
  return std::filesystem::path(gui.folder.filePath(QStringLiteral("recordings")).toStdString()) /
         ("2026-11-21 20-30-0" + std::to_string(number) + ".wav");
}

}  // namespace tilescribe::test
