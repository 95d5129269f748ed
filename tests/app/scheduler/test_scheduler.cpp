// SPDX-License-Identifier: Apache-2.0
// What the scheduler does with files, step by step: without threads, so that every run is the same.
#include <QtTest>

#include "app/scheduler/scheduler.h"
#include "kernels/core/error.h"
#include "tests/app/scheduler/told.h"
#include "tests/support/fake_transcriber.h"

using namespace tilescribe;
using test::Told;

namespace {

constexpr SchedulerOptions by_hand{.threads = false};
constexpr std::chrono::microseconds at_once{0};

void work_all(Scheduler& scheduler) {
  while (scheduler.work()) {
  }
}

/// Calls everything that a front end may call: where one were held up by what calls this, it would never end.
void call_everything(Scheduler& scheduler) {
  const JobId id = scheduler.add("called.wav");
  scheduler.cancel(id);
  scheduler.retry(id);
  scheduler.remove(id);
  scheduler.set_profiling({});
}

}  // namespace

class TestScheduler : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    world_ = std::make_unique<test::FakeWorld>();
    world_->script_all({.segments = 1, .step = at_once});
    told_ = std::make_unique<Told>();
  }

  void files_are_done_in_order_once_a_model_is_open() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.add("one.wav");
    scheduler.add("two.wav");
    QVERIFY(!scheduler.work());
    scheduler.open({});
    QVERIFY(scheduler.work());
    QCOMPARE(told_->words(), std::string("opening, ready"));
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, ready, started 1, segment 1, finished 1, started 2, segment 2, "
                         "finished 2"));
    QCOMPARE(told_->all<JobBegins>().at(1).text.file, std::filesystem::path("two.wav"));
  }

  /// Whoever adds a job may name it, as the window does by its document.
  void a_job_has_the_id_that_it_was_given() {
    Scheduler scheduler(*world_, *told_, by_hand);
    QCOMPARE(scheduler.add("one.wav", {}, 7), JobId{7});
    QCOMPARE(scheduler.add("two.wav", {}, 3), JobId{3});
    QCOMPARE(scheduler.add("three.wav"), JobId{8});
    scheduler.remove(3);
    scheduler.open({});
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, ready, started 7, segment 7, finished 7, started 8, segment 8, "
                         "finished 8"));
  }

  void a_waiting_job_is_cancelled_where_it_waits() {
    Scheduler scheduler(*world_, *told_, by_hand);
    TranscribeOptions continued;
    continued.from.segments.emplace_back();
    const JobId id = scheduler.add("one.wav", continued);
    scheduler.cancel(id);
    scheduler.cancel(id);  // once is enough
    scheduler.open({});
    work_all(scheduler);
    QCOMPARE(told_->words(), std::string("finished 1, opening, ready"));
    const Transcript transcript = told_->all<JobFinished>().front().transcript;
    QVERIFY(transcript.cancelled);
    QCOMPARE(transcript.segments.size(), std::size_t{1});
  }

  void a_running_job_hears_that_it_is_cancelled() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->script("long.wav",
                   {.segments = 5, .step = at_once, .op = [&](int segment, const std::stop_token&) {
                      if (segment == 2) scheduler.cancel(1);
                    }});
    scheduler.open({});
    scheduler.add("long.wav");
    scheduler.add("next.wav");
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, ready, started 1, segment 1, segment 1, finished 1, started 2, "
                         "segment 2, finished 2"));
    QVERIFY(told_->all<JobFinished>().front().transcript.cancelled);
    QVERIFY(!told_->all<JobFinished>().back().transcript.cancelled);
  }

  void a_removed_job_ends_and_is_forgotten() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->script("long.wav", {.segments = 5, .step = at_once, .op = [&](int, const std::stop_token&) {
                                  scheduler.remove(1);
                                }});
    scheduler.open({});
    scheduler.add("long.wav");
    scheduler.remove(scheduler.add("waits.wav"));
    work_all(scheduler);
    scheduler.retry(1);
    scheduler.retry(2);
    work_all(scheduler);
    QCOMPARE(told_->words(), std::string("opening, ready, started 1, finished 1"));
  }

  void a_job_is_tried_again_as_often_as_it_ended() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->script("bad.wav", {.segments = 1, .step = at_once, .fail_after = 0, .failures = 2});
    told_->then = [&](const Event& event) {
      const auto* failed = std::get_if<JobFailed>(&event);
      if (failed == nullptr) return;
      scheduler.retry(failed->id);
      scheduler.retry(failed->id);  // it waits already
    };
    scheduler.open({});
    scheduler.add("bad.wav");
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, ready, started 1, broken 1, started 1, broken 1, started 1, "
                         "segment 1, finished 1"));
  }

  void waiting_jobs_are_taken_in_the_order_that_was_asked_for() {
    Scheduler scheduler(*world_, *told_, by_hand);
    for (const char* name : {"1.wav", "2.wav", "3.wav", "4.wav", "5.wav"}) scheduler.add(name);
    scheduler.cancel(4);
    scheduler.arrange({5, 4, 3, 77, 1, 5});  // one that waits no more, none, and one twice
    scheduler.open({});
    work_all(scheduler);
    std::vector<JobId> taken;
    for (const JobStarted& started : told_->all<JobStarted>()) taken.push_back(started.id);
    QCOMPARE(taken, (std::vector<JobId>{5, 2, 3, 1}));
    scheduler.arrange({1, 2});  // none waits
    scheduler.retry(4);
    scheduler.retry(1);
    scheduler.arrange({1, 4});  // as a front end has them in its list
    work_all(scheduler);
    QCOMPARE(told_->all<JobStarted>().at(4).id, JobId{1});
    QCOMPARE(told_->all<JobStarted>().at(5).id, JobId{4});
  }

  void while_it_is_paused_the_running_job_ends_and_no_other_begins() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->script("one.wav",
                   {.segments = 2, .step = at_once, .op = [&](int segment, const std::stop_token&) {
                      if (segment == 0) scheduler.set_paused(true);
                    }});
    scheduler.add("one.wav");
    scheduler.add("two.wav");
    scheduler.open({});
    work_all(scheduler);
    QCOMPARE(told_->words(), std::string("opening, ready, started 1, segment 1, segment 1, finished 1"));
    scheduler.open({});  // a model can be opened meanwhile
    work_all(scheduler);
    QCOMPARE(told_->all<EngineReady>().size(), std::size_t{2});
    QCOMPARE(told_->all<JobStarted>().size(), std::size_t{1});
    scheduler.set_paused(false);
    work_all(scheduler);
    QCOMPARE(told_->all<JobFinished>().size(), std::size_t{2});
  }

  void what_the_gpu_failed_at_runs_on_a_cpu_model_for_it_alone() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->set_gpu(0);
    world_->script("dies.wav", {.segments = 1, .step = at_once, .fail_after = 0, .device = true});
    std::vector<Engine> freed;
    world_->on_freeing([&](const EngineOptions& options) {
      freed.push_back(options.engine);
      call_everything(scheduler);
    });
    scheduler.open({.engine = Engine::cuda});
    const JobId dies = scheduler.add("dies.wav");
    work_all(scheduler);
    QVERIFY(freed.empty());
    scheduler.retry(dies);
    scheduler.add("next.wav");
    work_all(scheduler);
    const auto finished = told_->all<JobFinished>();
    QVERIFY(finished.at(0).transcript.engine.starts_with("CPU"));
    QVERIFY(finished.back().transcript.engine.starts_with("NVIDIA"));
    QVERIFY(freed == std::vector{Engine::cpu});
    world_->on_freeing({});
  }

  void a_model_that_cannot_be_opened_is_refused_and_the_last_one_comes_back() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->spoil_model("/bad", "It is no model.", false);
    scheduler.open({.model = "/bad"});
    work_all(scheduler);
    scheduler.open({.model = "/good"});
    work_all(scheduler);
    scheduler.open({.model = "/bad"});
    scheduler.add("one.wav");
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, failed, opening, ready, opening, refused, opening, ready, started "
                         "1, segment 1, finished 1"));
    QCOMPARE(world_->last_options().model, std::string("/good"));
  }

  void only_the_last_request_for_a_model_counts() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({.model = "/first"});
    scheduler.open({.model = "/second"});
    work_all(scheduler);
    QCOMPARE(world_->opened(), 1);
    QCOMPARE(world_->last_options().model, std::string("/second"));
    test::EnginesBy engines([&](const EngineOptions& options, const std::stop_token& stop) {
      if (options.model == "/old") scheduler_->open({.model = "/new"});
      if (stop.stop_requested()) throw Cancelled();
      return world_->open(options, stop);
    });
    Told told;
    scheduler_ = std::make_unique<Scheduler>(engines, told, by_hand);
    scheduler_->open({.model = "/old"});
    work_all(*scheduler_);
    QCOMPARE(told.words(), std::string("opening, opening, ready"));
    scheduler_.reset();
  }

  /// Whoever is called may call back: no mutex is held then.
  void no_call_leaves_while_others_would_have_to_wait() {
    Scheduler* scheduler = nullptr;
    test::EnginesBy engines([&](const EngineOptions& options, const std::stop_token& stop) {
      call_everything(*scheduler);
      return world_->open(options, stop);
    });
    int stopped = 0;
    world_->on_freeing([&](const EngineOptions&) { call_everything(*scheduler); });
    world_->script("long.wav",
                   {.segments = 3, .step = at_once, .op = [&](int segment, const std::stop_token& stop) {
                      const std::stop_callback hears(stop, [&] {
                        ++stopped;
                        call_everything(*scheduler);
                      });
                      call_everything(*scheduler);
                      if (segment == 1) scheduler->cancel(1);
                    }});
    world_->script_profile({.measures = true, .finishing = [&] { call_everything(*scheduler); }});
    told_->then = [&](const Event& event) {
      if (!std::holds_alternative<JobFinished>(event)) call_everything(*scheduler);
    };
    Scheduler made(engines, *told_, by_hand);
    scheduler = &made;
    made.add("long.wav");
    made.open({});
    made.set_profiling(ProfileWish{.frames = false});
    work_all(made);
    made.open({});
    work_all(made);
    made.shutdown();
    QVERIFY(stopped > 0);
    QCOMPARE(told_->count<JobStarted>(), 1);
  }

  void a_profile_lasts_as_long_as_its_job() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->script_profile({.measures = true});
    scheduler.open({});
    scheduler.add("one.wav");
    scheduler.add("two.wav");
    scheduler.set_profiling(ProfileWish{.frames = false});
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, ready, started 1, profile, segment 1, finished 1, profile over, "
                         "started 2, profile, segment 2, finished 2, profile over"));
    QCOMPARE(told_->all<ProfileBegan>().back().title, std::string("two.wav"));
    QCOMPARE(told_->count<ProfileProgress>(), 0);
  }

  void profiling_begins_and_ends_in_the_middle_of_a_job() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->script_profile({.measures = true});
    world_->script("long.wav",
                   {.segments = 4, .step = at_once, .op = [&](int segment, const std::stop_token&) {
                      if (segment == 1) scheduler.set_profiling(ProfileWish{.frames = false});
                      if (segment == 2) scheduler.set_profiling({});
                    }});
    scheduler.open({});
    scheduler.add("long.wav");
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, ready, started 1, segment 1, profile, segment 1, profile over, "
                         "segment 1, segment 1, finished 1"));
  }

  void a_file_that_is_alone_tells_no_partial_text() {
    SchedulerOptions alone = by_hand;
    alone.files_alone = true;
    Scheduler scheduler(*world_, *told_, alone);
    scheduler.open({});
    scheduler.add("one.wav");
    work_all(scheduler);
    QCOMPARE(told_->count<JobPartial>(), 0);
    QCOMPARE(told_->count<JobSegment>(), 1);
    Told all;
    Scheduler for_a_window(*world_, all, by_hand);
    for_a_window.open({});
    for_a_window.add("one.wav");
    work_all(for_a_window);
    QVERIFY(all.count<JobPartial>() > 0);
  }

  void workers_share_one_queue() {
    SchedulerOptions two = by_hand;
    two.workers = 2;
    Scheduler scheduler(*world_, *told_, two);
    for (const char* name : {"one.wav", "two.wav", "three.wav"}) scheduler.add(name);
    scheduler.open({.gpu = 0}, 0);
    work_all(scheduler);  // one worker does all
    QCOMPARE(told_->count<JobFinished>(), 3);
    scheduler.open({.gpu = 1}, 1);
    scheduler.work();
    scheduler.add("four.wav");
    scheduler.add("five.wav");
    scheduler.work();
    std::vector<int> workers;
    for (const JobStarted& started : told_->all<JobStarted>()) workers.push_back(started.worker);
    QVERIFY((workers == std::vector{0, 0, 0, 0, 1}));
    QCOMPARE(told_->all<EngineReady>().back().worker, 1);
    QCOMPARE(world_->last_options().gpu, 1);
  }

  void a_worker_whose_model_fails_leaves_the_jobs_to_the_others() {
    SchedulerOptions two = by_hand;
    two.workers = 2;
    Scheduler scheduler(*world_, *told_, two);
    world_->spoil_model("/bad", "It is no model.", false);
    scheduler.open({.model = "/bad"}, 0);
    scheduler.open({.model = "/good"}, 1);
    scheduler.add("one.wav");
    work_all(scheduler);
    QCOMPARE(told_->all<EngineFailed>().front().worker, 0);
    QCOMPARE(told_->all<JobStarted>().front().worker, 1);
    QCOMPARE(told_->count<JobFinished>(), 1);
  }

 private:
  std::unique_ptr<test::FakeWorld> world_;
  std::unique_ptr<Told> told_;
  std::unique_ptr<Scheduler> scheduler_;
};

QTEST_APPLESS_MAIN(TestScheduler)
#include "test_scheduler.moc"
