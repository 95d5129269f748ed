// SPDX-License-Identifier: Apache-2.0
// The service where things go wrong at a bad moment: nothing ends the program, nothing is lost, nobody waits.
#include <QtTest>
#include <atomic>

#include "app/service/transcription_service.h"
#include "kernels/core/error.h"
#include "tests/support/event_spy.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/gate.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace std::chrono_literals;

namespace {

using test::patience_ms;

// A second of it is there, and it never ends.
class TestRecording final : public GrowingRecording {
 public:
  const std::filesystem::path& file() const override { return file_; }
  int sample_rate() const override { return 1000; }
  std::int64_t samples() const override { return 1000; }
  bool complete() const override { return false; }
  std::size_t read(std::int64_t, std::int16_t*, std::size_t) const override { return 0; }

 private:
  std::filesystem::path file_ = "/recordings/today.wav";
};

void fail_from_the_third(int frame) {
  if (frame >= 2) throw Error("CUPTI reported an unknown error.");
}

}  // namespace

class TestServiceTrouble : public QObject {
  Q_OBJECT

 private slots:
  void a_frame_that_fails_ends_the_profile_and_not_the_work() {
    test::FakeWorld world;
    world.script("long.wav", {.segments = 1'000'000, .step = 1ms});
    world.script_profile({.measures = true, .frame = fail_from_the_third});
    TranscriptionService service(world);
    test::EventSpy<ProfileBegan> began(service);
    test::EventSpy<ProfileFailed> failed(service);
    test::EventSpy<JobSegment> segments(service);
    test::EventSpy<JobFinished> finished(service);
    test::EventSpy<ProfileFinished> profiles(service);
    service.set_profiling(true);
    service.open({});
    const JobId job = service.add(QStringLiteral("long.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    QCOMPARE(english(failed.at(0).failure.message), std::string("CUPTI reported an unknown error."));
    const auto before = segments.count();
    QTRY_VERIFY_WITH_TIMEOUT(segments.count() > before + 100, patience_ms);  // many ops later
    service.cancel(job);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QCOMPARE(began.count(), 1);  // not tried again at every op
    QCOMPARE(failed.count(), 1);
    QCOMPARE(profiles.count(), 0);
    service.add(QStringLiteral("next.wav"));  // the next run is measured again
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, patience_ms);
    QCOMPARE(began.count(), 2);
  }

  void a_frame_that_fails_leaves_a_recordings_text_alone() {
    test::FakeWorld world;
    world.script_profile({.measures = true, .frame = fail_from_the_third});
    TranscriptionService service(world);
    test::EventSpy<ProfileFailed> failed(service);
    test::EventSpy<LiveFixed> fixed(service);
    test::EventSpy<LiveFinished> finished(service);
    service.set_profiling(true);
    service.open({});
    service.start_live(std::make_shared<TestRecording>());
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(fixed.count() > 0, patience_ms);
    service.abandon_live();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QCOMPARE(failed.count(), 1);
  }

  void a_frame_that_fails_after_the_last_op_is_told_of_at_the_end() {
    test::FakeWorld world;
    std::atomic<bool> failing{false};
    world.script("held.wav", {.hold_after = 0});  // no op comes any more
    world.script_profile({.measures = true, .frame = [&](int) {
                            failing = true;
                            throw Error("CUPTI reported an unknown error.");
                          }});
    TranscriptionService service(world);
    test::EventSpy<ProfileFailed> failed(service);
    test::EventSpy<JobFinished> finished(service);
    test::EventSpy<ProfileFinished> profiles(service);
    service.set_profiling(true);
    service.open({});
    const JobId job = service.add(QStringLiteral("held.wav"));
    QTRY_VERIFY_WITH_TIMEOUT(failing.load(), patience_ms);
    service.cancel(job);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    QCOMPARE(finished.count(), 1);
    QCOMPARE(profiles.count(), 0);
  }

  void the_end_comes_before_a_file_that_waits_behind_live_text() {
    test::FakeWorld world;
    std::atomic<bool> hearing{false};
    world.script_live({.word = [&](const std::stop_token& stop) {
      hearing = true;
      test::pause(stop);
    }});
    TranscriptionService service(world);
    test::EventSpy<JobSegment> segments(service);
    service.open({});
    service.start_live(std::make_shared<TestRecording>());
    QTRY_VERIFY_WITH_TIMEOUT(hearing.load(), patience_ms);
    service.add(QStringLiteral("waiting.wav"));
    service.shutdown();  // while a word is being heard
    QCOMPARE(segments.count(), 0);
  }

  void a_job_is_tried_again_as_soon_as_its_failure_is_heard_of() {
    test::FakeWorld world;
    test::Gate profile_ends;  // the worker is still busy with what the job leaves behind
    world.script("bad.wav", {.fail_after = 2, .failures = 1});
    world.script_profile({.measures = true, .finishing = [&] { profile_ends.pass(); }});
    TranscriptionService service(world);
    test::EventSpy<JobFinished> finished(service);
    service.on<JobFailed>(this, [&](const JobFailed& event) {
      service.retry(event.id);
      service.retry(event.id);  // twice in the queue would be twice the text
      profile_ends.open();
    });
    service.set_profiling(true);
    service.open({});
    const JobId bad = service.add(QStringLiteral("bad.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QCOMPARE(finished.at(0).id, bad);
    const JobId next = service.add(QStringLiteral("next.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, patience_ms);
    QCOMPARE(finished.at(1).id, next);
  }

  void nobody_waits_while_a_model_is_freed() {
    test::FakeWorld world;
    test::Gate freed;
    world.set_gpu(0);
    world.script("dies.wav", {.fail_after = 0, .device = true});
    world.on_freeing([&](const EngineOptions& options) {
      if (options.engine == Engine::cpu) freed.pass();
    });
    TranscriptionService service(world);
    test::EventSpy<JobFailed> failed(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({.engine = Engine::cuda});
    const JobId dies = service.add(QStringLiteral("dies.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    service.retry(dies);  // on the CPU, whose model goes afterwards
    QTRY_COMPARE_WITH_TIMEOUT(freed.came(), 1, patience_ms);
    const JobId added = service.add(QStringLiteral("added.wav"));
    const JobId unwanted = service.add(QStringLiteral("unwanted.wav"));
    service.cancel(unwanted);
    service.retry(unwanted);
    service.remove(unwanted);
    service.start_live(std::make_shared<TestRecording>());
    service.abandon_live();
    freed.open();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, patience_ms);
    QVERIFY2(!freed.was_forced(), "a call waited for the model to be freed");
    QCOMPARE(finished.at(0).id, dies);
    QCOMPARE(finished.at(1).id, unwanted);  // cancelled while it waited
    QCOMPARE(finished.at(2).id, added);
  }
};

QTEST_GUILESS_MAIN(TestServiceTrouble)
#include "test_service_trouble.moc"
