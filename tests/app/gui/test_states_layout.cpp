// SPDX-License-Identifier: Apache-2.0
// Nothing is cut off and nothing lies over anything else at the states of seen_states.h, in both languages:
// as in test_window_layout.cpp, which looks at files and recordings.
#include <QFileDialog>
#include <QMainWindow>
#include <QtTest>

#include "tests/app/gui/seen_states.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/window_flaws.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestStatesLayout : public QObject {
  Q_OBJECT

 private slots:
  void every_state_fits_data() { add_seen_states(); }
  void every_state_fits() {
    QFETCH(See, see);
    see_all(see);
  }

  void every_state_fits_in_chinese_data() { add_seen_states(); }
  void every_state_fits_in_chinese() {
    QFETCH(See, see);
    const ui::Translations chinese(ui::Language::chinese);
    GuiFixture::in_english = false;
    see_all(see);
    GuiFixture::in_english = true;
  }

 private:
  static void see_all(See see) {
    QStringList flaws;
    int states = 0;
    see({[&](QWidget& window, const char* state) {
      ++states;
      if (qobject_cast<QMainWindow*>(&window) != nullptr) window.resize(900, 600);
      if (qobject_cast<QFileDialog*>(&window) != nullptr) return;  // Qt's own
      const QString flaw = flaw_after_layout(window);
      if (!flaw.isEmpty()) flaws << QLatin1String(state) + QStringLiteral(": ") + flaw;
    }});
    QVERIFY2(flaws.isEmpty(), qPrintable(flaws.join(QLatin1Char('\n'))));
    QVERIFY(states >= 2);
  }
};

QTEST_MAIN(TestStatesLayout)
#include "test_states_layout.moc"
