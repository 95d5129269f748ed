// SPDX-License-Identifier: Apache-2.0
// The library, what is heard, the watched folder, replacing, comparing and the server have no text that
// nobody can translate: the same look as in test_translations.cpp, at the states of seen_states.h.
#include <QtTest>

#include "tests/app/gui/seen_states.h"
#include "tests/support/pseudo_window.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestTranslatedStates : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const QString problem =
        windows_.find_texts(QStringLiteral(TILESCRIBE_LUPDATE), QStringLiteral(TILESCRIBE_CMAKE),
                            QStringLiteral(TILESCRIBE_SOURCE_DIR));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
  }

  void init() {
    windows_.begin();
    states_ = 0;
  }
  void cleanup() {
    const QStringList wrong = windows_.end();
    for (const QString& each : wrong) qWarning("%s", qPrintable(each));
    QVERIFY(wrong.isEmpty());
    QVERIFY(states_ >= 2);
  }

  void every_seen_state_data() { add_seen_states(); }
  void every_seen_state() {
    QFETCH(See, see);
    see(onlooker_);
  }

 private:
  PseudoWindow windows_;
  int states_ = 0;
  const Onlooker onlooker_{[this](QWidget& window, const char* state) {
                             ++states_;
                             windows_.look(window, state);
                           },
                           [this](const QStringList& names) { windows_.names += names; }};
};

QTEST_MAIN(TestTranslatedStates)
#include "test_translated_states.moc"
