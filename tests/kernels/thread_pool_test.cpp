// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/thread_pool.h"

#include <QTest>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "kernels/core/error.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

class ThreadPoolTest : public QObject {
  Q_OBJECT

 private slots:
  void every_index_comes_exactly_once_data() {
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 3, 8}) QTest::addRow("%d threads", threads) << threads;
  }
  void every_index_comes_exactly_once() {
    QFETCH(int, threads);
    ThreadPool pool(threads);
    QCOMPARE(pool.threads(), threads);
    for (const std::int64_t count : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> seen(static_cast<std::size_t>(count));
      std::atomic<bool> workers_known = true;
      pool.parallel_for(count, [&](std::int64_t i, int worker) {
        ++seen[static_cast<std::size_t>(i)];
        if (worker < 0 || worker >= threads) workers_known = false;
      });
      for (const auto& times : seen) QCOMPARE(times.load(), 1);
      QVERIFY(workers_known);
    }
  }

  void a_worker_runs_one_task_at_a_time() {
    ThreadPool pool(4);
    std::vector<std::atomic<int>> inside(4);
    std::atomic<bool> alone = true;
    pool.parallel_for(2000, [&](std::int64_t, int worker) {
      auto& mine = inside[static_cast<std::size_t>(worker)];
      if (++mine != 1) alone = false;
      --mine;
    });
    QVERIFY(alone);
  }

  void a_tasks_exception_is_rethrown_and_the_pool_goes_on() {
    ThreadPool pool(3);
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> run = 0;
      try {
        pool.parallel_for(10'000, [&](std::int64_t i, int) {
          ++run;
          if (i == 17) throw Error("Task 17 failed.");
        });
        QFAIL("the exception was lost");
      } catch (const Error& error) {
        QCOMPARE(QString(error.what()), QString("Task 17 failed."));
      }
      std::atomic<int> after = 0;
      pool.parallel_for(100, [&](std::int64_t, int) { ++after; });
      QCOMPARE(after.load(), 100);
    }
  }

  void a_stop_drops_what_has_not_begun() {
    ThreadPool pool(2);
    std::stop_source source;
    std::atomic<int> run = 0;
    QVERIFY_THROWS_EXCEPTION(Cancelled, pool.parallel_for(
                                            1'000'000,
                                            [&](std::int64_t, int) {
                                              if (++run == 5) source.request_stop();
                                            },
                                            source.get_token()));
    QVERIFY2(run <= 5 + 1, qPrintable(QString::number(run)));  // at most one more had begun elsewhere
    QVERIFY_THROWS_EXCEPTION(Cancelled, pool.parallel_for(
                                            1, [&](std::int64_t, int) { ++run; }, source.get_token()));
    QVERIFY(run <= 6);
  }

  void a_stop_from_another_thread_ends_the_job_within_one_task() {
    ThreadPool pool(2);
    std::stop_source source;
    std::atomic<int> begun = 0, begun_late = 0;
    std::jthread stopper([&] {
      while (begun < 10) std::this_thread::yield();
      source.request_stop();
    });
    const auto task = [&](std::int64_t, int) {
      if (source.stop_requested()) ++begun_late;
      ++begun;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    QVERIFY_THROWS_EXCEPTION(Cancelled, pool.parallel_for(10'000, task, source.get_token()));
    stopper.join();
    QVERIFY(begun < 10'000);
    QVERIFY2(begun_late <= 2,
             qPrintable(QString::number(begun_late)));  // one a thread had looked just before
  }

  void many_small_jobs_each_see_all_their_indices() {
    ThreadPool pool(4);
    for (std::int64_t job = 0; job < 20'000; ++job) {
      const std::int64_t count = 1 + job % 9;
      std::atomic<std::int64_t> sum = 0;
      pool.parallel_for(count, [&](std::int64_t i, int) { sum += job + i; });
      QCOMPARE(sum.load(), count * job + count * (count - 1) / 2);
    }
  }

  void writes_of_a_job_are_seen_by_the_caller_and_the_next_job() {
    ThreadPool pool(4);
    std::vector<std::int64_t> values(257, 0), turned(257, 0);  // plain memory: a race shows under sanitizers
    const auto last = static_cast<std::int64_t>(values.size()) - 1;
    for (int round = 1; round <= 2000; ++round) {
      pool.parallel_for(last + 1, [&](std::int64_t i, int) { values[static_cast<std::size_t>(i)] += i; });
      pool.parallel_for(last + 1, [&](std::int64_t i, int) {
        turned[static_cast<std::size_t>(i)] = values[static_cast<std::size_t>(last - i)];
      });
      for (std::int64_t i = 0; i <= last; ++i)
        if (turned[static_cast<std::size_t>(i)] != round * (last - i)) QFAIL("a value came late");
    }
  }

  void pools_come_and_go() {
    for (int round = 0; round < 200; ++round) {
      ThreadPool pool(3, round % 2 == 0);
      std::atomic<int> run = 0;
      if (round % 3 != 0) pool.parallel_for(round, [&](std::int64_t, int) { ++run; });
      QCOMPARE(run.load(), round % 3 != 0 ? round : 0);
    }
  }

  void no_count_of_threads_means_all_cores() {
    QVERIFY(available_cores() >= 1);
    QCOMPARE(ThreadPool(0).threads(), available_cores());
  }
};

QTEST_APPLESS_MAIN(ThreadPoolTest)
#include "thread_pool_test.moc"
