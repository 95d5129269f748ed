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
    QCOMPARE(slots_that_fit(memory, memory, enough, 16, 0), 16);
    QCOMPARE(slots_that_fit(memory, memory, enough, 16, 1), 2);
    for (const int sessions : {1, 4, 64}) {
      QCOMPARE(slots_that_fit(memory, memory, enough + memory.lives(sessions), 16, sessions), 16);
      QCOMPARE(slots_that_fit(memory, memory, enough + memory.lives(sessions) - 1, 16, sessions), 8);
    }
  }

  void a_window_goes_before_sessions() {
    QCOMPARE(slots_that_fit(memory, memory, memory.files(1) + memory.lives(2), 16, 64), 1);
    QCOMPARE(slots_that_fit(memory, memory, memory.files(1), 16, 64), 1);
    QCOMPARE(slots_that_fit(memory, memory, memory.files(1) - 1, 16, 64), 0);
  }

  // Sessions keep what was promised to them, however long the prompt of a file is.
  void sessions_do_not_pay_for_a_prompt() {
    WindowMemory longer = memory;
    longer.prompt_rows = 800;
    longer.slot = 9000;
    const std::int64_t enough = longer.files(1) + memory.lives(4);
    QCOMPARE(slots_that_fit(longer, memory, enough, 16, 4), 1);
    QVERIFY(prompt_fits(longer, memory, memory, enough, 1, 4));
    QVERIFY(!prompt_fits(longer, memory, memory, enough - 1, 1, 4));
    QVERIFY(!prompt_fits(longer, memory, memory, longer.files(2) + memory.lives(4) - 1, 2, 4));
  }

  void a_prompt_is_not_at_fault_where_the_usual_one_does_not_fit() {
    WindowMemory longer = memory;
    longer.slot = 9000;
    QVERIFY(!prompt_fits(longer, memory, memory, memory.files(1), 1, 0));
    QVERIFY(prompt_fits(longer, memory, memory, memory.files(1) - 1, 1, 0));
    QVERIFY(!prompt_fits(longer, memory, memory, memory.files(1), 1, 64));  // as without the sessions
    QVERIFY(prompt_fits(longer, memory, memory, longer.files(1), 1, 64));
    QVERIFY(prompt_fits(memory, memory, memory, memory.files(1), 1, 0));
  }

  void a_live_prompt_takes_what_is_kept_or_leaves_room() {
    WindowMemory longer = memory, live = memory;
    longer.slot = 9000;
    live.slot = 9000;
    QVERIFY(live_prompt_fits(longer, memory, live, 1));
    live.slot = 8999;
    QVERIFY(live_prompt_fits(longer, memory, live, longer.lives(1) + memory.files(1)));
    QVERIFY(!live_prompt_fits(longer, memory, live, longer.lives(1) + memory.files(1) - 1));
  }

  void a_prompt_is_refused_with_figures() {
    constexpr std::int64_t mib = 1 << 20;
    QCOMPARE(prompt_error(8192, 8192, 9 * mib, mib).what(),
             "The prompt has 8192 tokens, but the model's context holds 8192.");
    const Error refusal = prompt_error(8191, 8192, 9 * mib, 2 * mib);
    QCOMPARE(refusal.what(),
             "The prompt has 8191 tokens, and with it 9 MiB are needed beside the model, but 2 MiB of the "
             "GPU's memory are left.");
  }
};

QTEST_GUILESS_MAIN(WindowMemoryTest)
#include "test_window_memory.moc"
