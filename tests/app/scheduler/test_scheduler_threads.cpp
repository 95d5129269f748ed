// SPDX-License-Identifier: Apache-2.0
// The scheduler on threads, for ThreadSanitizer above all: whatever comes at the same time, every job that
// was begun ends once, and nothing is told after the end.
#include <QtTest>
#include <random>
#include <semaphore>

#include "app/scheduler/scheduler.h"
#include "kernels/core/error.h"
#include "tests/app/scheduler/told.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/gate.h"
#include "tests/support/told_recording.h"

using namespace tilescribe;
using test::Told;

namespace {

constexpr std::chrono::microseconds at_once{0};

/// Waits for an event of a kind: opened when it is told.
template <class Kind>
std::function<void(const Event&)> opens(test::Gate& gate) {
  return [&gate](const Event& event) {
    if (std::holds_alternative<Kind>(event)) gate.open();
  };
}

}  // namespace

class TestSchedulerThreads : public QObject {
  Q_OBJECT

 private slots:
  void a_worker_wakes_for_what_comes() {
    test::FakeWorld world;
    world.script_all({.segments = 2, .step = at_once});
    Told told;
    test::Gate done;
    told.then = opens<JobFinished>(done);
    Scheduler scheduler(world, told);
    scheduler.add("one.wav");
    scheduler.open({});
    done.pass();
    QVERIFY(!done.was_forced());
  }

  void a_held_job_ends_with_the_scheduler() {
    test::FakeWorld world;
    world.script_all({.segments = 5, .step = at_once, .hold_after = 3});
    Told told;
    test::Gate third;
    told.then = [&](const Event& event) {
      const auto* segment = std::get_if<JobSegment>(&event);
      if (segment != nullptr && segment->segment.window == 2) third.open();
    };
    Scheduler scheduler(world, told);
    scheduler.open({});
    scheduler.add("held.wav");
    third.pass();
    scheduler.shutdown();
    QCOMPARE(told.all<JobFinished>().front().transcript.segments.size(), std::size_t{3});
    QVERIFY(!third.was_forced());
  }

  void a_session_is_looked_after_though_nobody_tells_that_it_grows() {
    test::FakeWorld world;
    Told told;
    test::Gate begun, done;
    told.then = [&](const Event& event) {
      if (std::holds_alternative<LiveBegins>(event)) begun.open();
      if (std::holds_alternative<LiveFinished>(event)) done.open();
    };
    const auto recording = std::make_shared<test::ToldRecording>();
    Scheduler scheduler(world, told);
    scheduler.open({});
    scheduler.start_live(recording);
    begun.pass();
    recording->grow_to(9.0);
    recording->end();
    done.pass();
    QVERIFY(!begun.was_forced() && !done.was_forced());
    QVERIFY(told.fixed_text().starts_with(test::fake_sentence(0)));
  }

  /// Three front ends do as they like to three workers whose jobs fail, whose models change, and which are
  /// measured meanwhile; then everything ends in the middle of it.
  void whatever_comes_at_once_ends_well() {
    test::FakeWorld world;
    world.set_gpu(0);
    world.script_all({.segments = 20, .step = at_once});
    world.script("bad.wav", {.segments = 20, .step = at_once, .fail_after = 3});
    world.script("dies.wav", {.segments = 20, .step = at_once, .fail_after = 5, .device = true});
    world.script_profile({.measures = true});
    Told told;
    test::Gate enough;
    std::atomic<int> added{0}, ended{0}, removed{0}, late{0};
    std::counting_semaphore<> turns{30};  // of the front ends: one for every fourth event, or when none comes
    std::atomic<int> told_of{0};
    std::atomic<bool> over{false};
    std::atomic<Scheduler*> made{nullptr};
    told.then = [&](const Event& event) {
      if (over) ++late;
      if (++told_of % 4 == 0) turns.release();
      const auto* failed = std::get_if<JobFailed>(&event);
      if (failed != nullptr && failed->failure.device) made.load()->retry(failed->id);
      if ((failed != nullptr || std::holds_alternative<JobFinished>(event)) && ++ended == 300) enough.open();
    };
    Scheduler scheduler(world, told, {.workers = 3});
    made = &scheduler;
    for (int worker = 0; worker < 3; ++worker) scheduler.open({}, worker);
    {
      std::vector<std::jthread> front_ends;
      for (unsigned seed = 1; seed <= 3; ++seed) {
        front_ends.emplace_back([&, seed](const std::stop_token& stop) {
          std::mt19937 random(seed);
          while (!stop.stop_requested()) {
            static_cast<void>(turns.try_acquire_for(std::chrono::milliseconds(5)));
            const auto id =
                static_cast<JobId>(random() % 20 + static_cast<unsigned>(std::max(1, added - 19)));
            switch (random() % 12) {
              case 0:
                scheduler.open({.threads = 1}, static_cast<int>(random() % 3));
                break;
              case 1:
                scheduler.start_live(std::make_shared<test::ToldRecording>());
                break;
              case 2:
                scheduler.abandon_live();
                break;
              case 3:
                scheduler.set_profiling(random() % 2 == 0 ? std::optional(ProfileWish{}) : std::nullopt);
                break;
              case 4:
                scheduler.cancel(id);
                break;
              case 5:
                scheduler.retry(id);
                break;
              case 6:
                scheduler.remove(id);
                ++removed;
                break;
              default:
                if (added > 20 + ended + removed) break;  // as much as the workers keep up with
                scheduler.add(std::array{"one.wav", "bad.wav", "dies.wav"}.at(random() % 3));
                ++added;
            }
          }
        });
      }
      enough.pass();
    }
    scheduler.shutdown();
    over = true;
    QVERIFY(!enough.was_forced());
    QCOMPARE(late, 0);
    std::map<JobId, int> running;
    for (const JobStarted& started : told.all<JobStarted>()) ++running[started.id];
    int begun = 0;
    for (const auto& [id, times] : running) begun += times;
    QVERIFY(begun > 0);
    const std::vector<EngineOptions> opened = world.all_options();
    QVERIFY2(std::any_of(opened.begin(), opened.end(),
                         [](const EngineOptions& options) { return options.engine == Engine::cpu; }),
             "no job was tried again on the CPU");
    QVERIFY(ended >= begun);  // jobs that were cancelled where they waited end, too
    for (const JobBegins& begins : told.all<JobBegins>()) QVERIFY(running[begins.id] > 0);
  }
};

QTEST_APPLESS_MAIN(TestSchedulerThreads)
#include "test_scheduler_threads.moc"
