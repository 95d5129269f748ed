// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QThread>
#include <QtTest>

#include <sys/resource.h>
#include <unistd.h>

#include "app/service/transcription_service.h"
#include "tests/support/event_spy.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace std::chrono_literals;

namespace {

using test::patience_ms;

}  // namespace

class TestTranscriptionService : public QObject {
  Q_OBJECT

 private slots:
  void runs_jobs_in_order_on_another_thread() {
    test::FakeWorld world;
    TranscriptionService service(world);
    test::EventSpy<EngineReady> ready(service);
    test::EventSpy<JobSegment> segments(service);
    test::EventSpy<JobFinished> finished(service);
    QThread* signalled_on = nullptr;
    service.on<JobSegment>(this, [&](const JobSegment&) { signalled_on = QThread::currentThread(); });
    const JobId first = service.add(QStringLiteral("/a/one.wav"));  // before the engine is open: waits
    const JobId second = service.add(QStringLiteral("/a/two.wav"));
    service.open({});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, patience_ms);
    QCOMPARE(ready.count(), 1);
    QCOMPARE(finished.at(0).id, first);
    QCOMPARE(finished.at(1).id, second);
    QCOMPARE(finished.at(0).transcript.segments.size(), std::size_t{10});
    QCOMPARE(segments.count(), 20);
    QCOMPARE(signalled_on, QThread::currentThread());
  }

  void the_worker_stands_back_behind_the_window() {
    test::FakeWorld world;
    int nice_level = 0;
    test::EnginesBy engines([&](const EngineOptions& options, const std::stop_token& stop) {
      nice_level = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
      return world.open(options, stop);
    });
    TranscriptionService service(engines);
    test::EventSpy<EngineReady> ready(service);
    service.open({});
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 1, patience_ms);
    QCOMPARE(nice_level, std::max(10, getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()))));
  }

  void progress_never_goes_back_and_is_thinned_out() {
    test::FakeWorld world;
    world.script_all({.segments = 500, .step = 300us});  // some 3000 events a second
    TranscriptionService service(world);
    test::EventSpy<JobProgress> progress(service);
    test::EventSpy<JobPartial> partial(service);
    test::EventSpy<JobSegment> segments(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    QElapsedTimer clock;
    clock.start();
    service.add(QStringLiteral("long.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    // 20 deliveries per second. What comes while one is made may be delivered with it.
    const auto most = 2 * (clock.elapsed() / 50) + 3;
    QVERIFY2(progress.count() <= most, qPrintable(QStringLiteral("%1 > %2").arg(progress.count()).arg(most)));
    QVERIFY(partial.count() <= most);
    QCOMPARE(segments.count(), 500);  // none of these is dropped
    double before = 0;
    for (int i = 0; i < progress.count(); ++i) {
      const double now = progress.at(i).progress.fraction;
      QVERIFY(now >= before);
      before = now;
    }
    QCOMPARE(before, 1.0);
  }

  void cancel_ends_a_running_job_at_once_and_keeps_its_text() {
    test::FakeWorld world;
    world.script("held.wav", {.hold_after = 3});
    TranscriptionService service(world);
    test::EventSpy<JobSegment> segments(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    const JobId held = service.add(QStringLiteral("held.wav"));
    const JobId next = service.add(QStringLiteral("next.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(segments.count(), 3, patience_ms);
    service.cancel(held);  // it would be held for good
    QTRY_VERIFY_WITH_TIMEOUT(finished.count() >= 1, patience_ms);
    QCOMPARE(finished.at(0).id, held);
    QVERIFY(finished.at(0).transcript.cancelled);
    QCOMPARE(finished.at(0).transcript.segments.size(), std::size_t{3});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, patience_ms);  // the queue goes on
    QCOMPARE(finished.at(1).id, next);
  }

  void cancel_takes_a_waiting_job_out_of_the_queue() {
    test::FakeWorld world;
    world.script("held.wav", {.hold_after = 0});
    TranscriptionService service(world);
    test::EventSpy<JobStarted> started(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    const JobId held = service.add(QStringLiteral("held.wav"));
    const JobId waiting = service.add(QStringLiteral("waiting.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, patience_ms);
    service.cancel(waiting);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QCOMPARE(finished.at(0).id, waiting);
    service.cancel(held);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, patience_ms);
    QCOMPARE(started.count(), 1);
  }

  void a_failed_job_can_be_tried_again() {
    test::FakeWorld world;
    world.script("bad.wav", {.fail_after = 2, .failures = 1});
    TranscriptionService service(world);
    test::EventSpy<JobFailed> failed(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    const JobId job = service.add(QStringLiteral("bad.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    const auto failure = failed.at(0).failure;
    QVERIFY(english(failure.message).starts_with("Expected audio data"));
    QVERIFY(!failure.details.empty());
    service.retry(job);
    service.retry(job);  // twice in the queue would be twice the text
    const JobId behind = service.add(QStringLiteral("behind.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, patience_ms);
    QCOMPARE(finished.at(0).id, job);
    QCOMPARE(finished.at(1).id, behind);
  }

  void a_job_that_the_gpu_failed_at_is_tried_again_on_the_cpu() {
    test::FakeWorld world;
    world.set_gpu(0);
    world.script("dies.wav", {.fail_after = 2, .device = true});
    TranscriptionService service(world);
    test::EventSpy<EngineOpening> opening(service);
    test::EventSpy<JobFailed> failed(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({.model = "/m", .engine = Engine::cuda, .compute = Compute::bf16, .threads = 3});
    const JobId dies = service.add(QStringLiteral("dies.wav"));
    const JobId next = service.add(QStringLiteral("next.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    QVERIFY(failed.at(0).failure.device);
    QVERIFY(english(failed.at(0).failure.message).starts_with("The GPU reported"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);  // the queue goes on, on the GPU
    QCOMPARE(finished.at(0).id, next);
    service.retry(dies);
    const JobId last = service.add(QStringLiteral("last.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, patience_ms);
    QCOMPARE(finished.at(1).id, dies);
    QCOMPARE(finished.at(1).transcript.segments.size(), std::size_t{10});
    QCOMPARE(finished.at(1).transcript.engine, std::string("CPU, bf16, 3 threads"));
    QCOMPARE(finished.at(2).id, last);
    QCOMPARE(finished.at(2).transcript.engine, std::string("NVIDIA H200, cuda, bf16"));
    QCOMPARE(failed.count(), 1);
    QCOMPARE(opening.count(), 1);  // the engine of the window stays what it is
    const std::vector<EngineOptions> opened = world.all_options();
    QCOMPARE(opened.size(), std::size_t{2});
    QCOMPARE(opened[1].engine, Engine::cpu);
    QCOMPARE(opened[1].model, std::string("/m"));
    QCOMPARE(opened[1].threads, 3);
  }

  void cancelling_reaches_a_job_on_the_cpu_too() {
    test::FakeWorld world;
    world.set_gpu(0);
    world.script("dies.wav", {.hold_after = 4, .fail_after = 2, .failures = 1, .device = true});
    TranscriptionService service(world);
    test::EventSpy<JobFailed> failed(service);
    test::EventSpy<JobSegment> segments(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    const JobId dies = service.add(QStringLiteral("dies.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    service.retry(dies);
    QTRY_COMPARE_WITH_TIMEOUT(segments.count(), 2 + 4, patience_ms);
    service.cancel(dies);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QVERIFY(finished.at(0).transcript.cancelled);
    QCOMPARE(finished.at(0).transcript.segments.size(), std::size_t{4});
  }

  void an_engine_that_fails_to_open_says_why_and_files_wait() {
    test::FakeWorld world;
    world.fail_opening("Expected tokenizer.json in /m, found none.");
    TranscriptionService service(world);
    test::EventSpy<EngineFailed> failed(service);
    test::EventSpy<JobStarted> started(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    service.add(QStringLiteral("a.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    QCOMPARE(english(failed.at(0).failure.message),
             std::string("Expected tokenizer.json in /m, found none."));
    service.open({});
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 2, patience_ms);
    QCOMPARE(started.count(), 0);  // between the two the worker looked for something to do
    world.fail_opening({});
    service.open({.model = {}, .threads = 3});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QCOMPARE(world.last_options().threads, 3);
  }

  void opening_waits_for_the_job_that_runs() {
    test::FakeWorld world;
    world.script("held.wav", {.hold_after = 1});
    TranscriptionService service(world);
    test::EventSpy<EngineReady> ready(service);
    test::EventSpy<EngineOpening> opening(service);
    test::EventSpy<JobStarted> started(service);
    int opened_before_the_end = 0;
    service.on<JobFinished>(this, [&](const JobFinished&) { opened_before_the_end = opening.count(); });
    service.open({});
    const JobId held = service.add(QStringLiteral("held.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, patience_ms);
    service.open({.model = {}, .compute = Compute::f32});
    service.cancel(held);
    QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 2, patience_ms);
    QCOMPARE(opened_before_the_end, 1);
    QCOMPARE(ready.at(1).engine.compute, std::string("f32"));
  }

  void shutdown_ends_a_job_and_hands_over_the_text() {
    test::FakeWorld world;
    world.script("held.wav", {.hold_after = 4});
    TranscriptionService service(world);
    test::EventSpy<JobSegment> segments(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    service.add(QStringLiteral("held.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(segments.count(), 4, patience_ms);
    service.shutdown();  // the job would be held for good
    QCOMPARE(finished.count(), 1);
    QCOMPARE(finished.at(0).transcript.segments.size(), std::size_t{4});
  }
};

QTEST_GUILESS_MAIN(TestTranscriptionService)
#include "test_transcription_service.moc"
