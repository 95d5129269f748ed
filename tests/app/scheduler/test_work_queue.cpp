// SPDX-License-Identifier: Apache-2.0
// Who gets which piece of work, and which stop requests reach it.
#include <QtTest>

#include "app/scheduler/work_queue.h"
#include "tests/support/told_recording.h"

using namespace tilescribe;

class TestWorkQueue : public QObject {
  Q_OBJECT

 private slots:
  void the_end_reaches_what_is_made_later() {
    WorkQueue queue(1);
    queue.start_live(std::make_shared<test::ToldRecording>(), {});
    queue.end();
    queue.start_live(std::make_shared<test::ToldRecording>(), {});
    QVERIFY(queue.take_live(0)->stop.stop_requested());
    queue.end_live(0, 1);
    QVERIFY(queue.take_live(0)->stop.stop_requested());
    queue.open(0, {});
    queue.opened(0);
    queue.add("one.wav", {});
    QVERIFY(!queue.take_opening(0));
    QVERIFY(!queue.take_job(0));
  }

  /// So a worker stays free for a session, however many jobs wait.
  void as_many_jobs_at_a_time_as_were_asked_for() {
    WorkQueue queue(2, 1, true, 1);
    queue.opened(0);
    queue.opened(1);
    const JobId first = queue.add("one.wav", {});
    const JobId second = queue.add("two.wav", {});
    QVERIFY(queue.take_job(0));
    QVERIFY(!queue.take_job(1));
    queue.start_live(std::make_shared<test::ToldRecording>(), {});
    QVERIFY(queue.take_live(1));
    queue.end_job(0, first, false);
    QCOMPARE(queue.take_job(0)->id, second);
  }

  void each_stop_is_its_own() {
    WorkQueue queue(2);
    queue.opened(0);
    queue.opened(1);
    const JobId first = queue.add("one.wav", {});
    queue.add("two.wav", {});
    const auto one = queue.take_job(0), two = queue.take_job(1);
    queue.cancel(first);
    QVERIFY(one->stop.stop_requested() && !two->stop.stop_requested());
    queue.end_job(0, first, false);
    queue.retry(first);
    const auto again = queue.take_job(0);
    QVERIFY(!again->stop.stop_requested());  // a stop is never made afresh, but for a new run
    queue.end();
    QVERIFY(two->stop.stop_requested() && again->stop.stop_requested());
  }
};

QTEST_APPLESS_MAIN(TestWorkQueue)
#include "test_work_queue.moc"
