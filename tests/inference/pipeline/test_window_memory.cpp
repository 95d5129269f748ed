// SPDX-License-Identifier: Apache-2.0
// How a device's memory is shared out between windows of files and live sessions.
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QtTest>

#include "inference/pipeline/window_memory.h"

using namespace tilescribe;

namespace {

constexpr WindowMemory memory{.encoded = 1000,
                              .encoded_at_once = 4,
                              .prompt_row = 1,
                              .rows_at_once = 800,
                              .prompt_rows = 400,
                              .step = 10,
                              .slot = 90,
                              .draft_rows = 3};

}  // namespace

class WindowMemoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_windows_take() {
    QCOMPARE(memory.files(1), 1000 + 400 + 100);
    QCOMPARE(memory.files(2), 2000 + 800 + 200);
    QCOMPARE(memory.files(16), 4000 + 800 + 1600);
    QCOMPARE(memory.lives(0), 0);
    QCOMPARE(memory.lives(1), 1500 + 30);
    QCOMPARE(memory.lives(4), 1500 + 3 * 100 + 4 * 30);
  }

  void all_sessions_have_their_memory_first() {
    const std::int64_t enough = memory.files(16);
    QCOMPARE(slots_that_fit(memory, enough, 16, 0), 16);
    QCOMPARE(slots_that_fit(memory, enough, 16, 1), 2);
    for (const int sessions : {1, 4, 64}) {
      QCOMPARE(slots_that_fit(memory, enough + memory.lives(sessions), 16, sessions), 16);
      QCOMPARE(slots_that_fit(memory, enough + memory.lives(sessions) - 1, 16, sessions), 8);
    }
  }

  void a_window_goes_before_sessions() {
    QCOMPARE(slots_that_fit(memory, memory.files(1) + memory.lives(2), 16, 64), 1);
    QCOMPARE(slots_that_fit(memory, memory.files(1), 16, 64), 1);
    QCOMPARE(slots_that_fit(memory, memory.files(1) - 1, 16, 64), 0);
  }
};

QTEST_GUILESS_MAIN(WindowMemoryTest)
#include "test_window_memory.moc"
