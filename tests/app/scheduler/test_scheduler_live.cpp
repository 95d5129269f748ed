// SPDX-License-Identifier: Apache-2.0
// Live sessions and the files beside them, in simulated time: the recording grows as the test says.
#include <QtTest>
#include <map>
#include <memory>
#include <vector>

#include "app/scheduler/scheduler.h"
#include "tests/app/scheduler/told.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/told_recording.h"

using namespace tilescribe;
using test::Told;
using test::ToldRecording;

namespace {

constexpr SchedulerOptions by_hand{.threads = false};
constexpr std::chrono::microseconds at_once{0};
constexpr double word_s = 0.3;           // of the fake, whose last two words are provisional
constexpr double two_sentences_s = 9.0;  // 15 and 14 words, and what is left of a third

void work_all(Scheduler& scheduler) {
  while (scheduler.work()) {
  }
}

std::string two_sentences() {
  return test::fake_sentence(0) + "|" + test::fake_sentence(1) + "|";
}

}  // namespace

class TestSchedulerLive : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    world_ = std::make_unique<test::FakeWorld>();
    world_->script_all({.segments = 1, .step = at_once});
    told_ = std::make_unique<Told>();
    recording_ = std::make_shared<ToldRecording>();
  }

  void every_word_is_told_as_soon_as_it_is_spoken() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.start_live(recording_);
    recording_->grow_to(1.0);
    QVERIFY(!scheduler.work());  // there is no model
    scheduler.open({});
    for (int words = 3; words <= 14; ++words) {
      recording_->grow_to(word_s * words + 0.1);
      work_all(scheduler);
      QCOMPARE(told_->count<LiveFixed>(), words - 2);
    }
    QCOMPARE(told_->count<LiveFinished>(), 0);
    recording_->grow_to(two_sentences_s);
    recording_->end();
    work_all(scheduler);
    QVERIFY(told_->fixed_text().starts_with(two_sentences()));
    QVERIFY(!told_->all<LiveFinished>().front().transcript.cancelled);
    QCOMPARE(told_->all<LiveFinished>().front().transcript.source, std::string("today.wav"));
  }

  void every_session_hears_of_the_end() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.start_live(recording_);
    recording_->grow_to(word_s * 5 + 0.1);
    work_all(scheduler);
    scheduler.start_live(std::make_shared<ToldRecording>());  // waits for the first to end
    scheduler.start_live(std::make_shared<ToldRecording>());
    scheduler.shutdown();
    QCOMPARE(told_->count<LiveFinished>(), 3);
    for (const LiveFinished& finished : told_->all<LiveFinished>()) QVERIFY(finished.transcript.cancelled);
  }

  void live_text_goes_between_the_ops_of_a_file() {
    Scheduler scheduler(*world_, *told_, by_hand);
    world_->script("long.wav",
                   {.segments = 3, .step = at_once, .op = [&](int segment, const std::stop_token&) {
                      if (segment != 1 || recording_->complete()) return;
                      scheduler.start_live(recording_);
                      recording_->grow_to(2 * word_s + 0.1);
                      recording_->end();
                    }});
    scheduler.open({});
    scheduler.add("long.wav");
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, ready, started 1, segment 1, held 1, live, fixed, fixed, fixed, "
                         "live over, held 1, segment 1, segment 1, finished 1"));
    const auto held = told_->all<JobHeld>();
    QVERIFY(held.front().held && !held.back().held);
  }

  void nothing_goes_between_the_ops_of_a_file_that_is_alone() {
    SchedulerOptions alone = by_hand;
    alone.files_alone = true;
    Scheduler scheduler(*world_, *told_, alone);
    recording_->end();
    world_->script("long.wav",
                   {.segments = 2, .step = at_once, .op = [&](int segment, const std::stop_token&) {
                      if (segment == 0) scheduler.start_live(recording_);
                    }});
    scheduler.open({});
    scheduler.add("long.wav");
    scheduler.work();  // the model
    scheduler.work();  // the file
    QCOMPARE(told_->words(), std::string("opening, ready, started 1, segment 1, segment 1, finished 1"));
  }

  void sessions_at_a_time_have_workers_of_their_own() {
    SchedulerOptions several = by_hand;
    several.workers = 3;
    several.files_alone = true;
    several.lives = 2;
    Scheduler scheduler(*world_, *told_, several);
    for (int worker = 0; worker < 3; ++worker) scheduler.open({}, worker);
    std::vector<std::shared_ptr<ToldRecording>> recordings;
    std::vector<LiveId> ids;
    for (int i = 0; i < 3; ++i) {
      recordings.push_back(std::make_shared<ToldRecording>());
      recordings.back()->grow_to((i + 4) * word_s);
      ids.push_back(scheduler.start_live(recordings.back()));
    }
    scheduler.add("one.wav");  // the third worker is free for it
    work_all(scheduler);
    QCOMPARE(told_->count<JobFinished>(), 1);
    QCOMPARE(told_->all<JobStarted>().front().worker, 2);
    const auto begun = told_->all<LiveBegins>();
    QCOMPARE(begun.size(), 2U);
    QVERIFY(begun[0].id == ids[0] && begun[1].id == ids[1]);
    recordings[1]->end();
    work_all(scheduler);
    QCOMPARE(told_->all<LiveFinished>().front().id, ids[1]);
    QCOMPARE(told_->all<LiveBegins>().back().id, ids[2]);
    scheduler.abandon_live(ids[2]);
    work_all(scheduler);
    QCOMPARE(told_->all<LiveFinished>().back().id, ids[2]);
    QVERIFY(told_->all<LiveFinished>().back().transcript.cancelled);
    std::map<LiveId, std::size_t> heard;
    for (const LiveFixed& fixed : told_->all<LiveFixed>()) ++heard[fixed.id];
    QVERIFY(heard[ids[0]] >= 2 && heard[ids[1]] > heard[ids[0]]);
    QCOMPARE(told_->count<LiveFinished>(), 2);  // the first still runs
  }

  void a_waiting_file_comes_after_what_is_due() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.add("one.wav");
    scheduler.start_live(recording_);
    recording_->grow_to(3 * word_s + 0.1);
    work_all(scheduler);
    QCOMPARE(told_->words(),
             std::string("opening, ready, live, fixed, started 1, held 1, segment 1, finished 1"));
  }

  void a_file_is_cancelled_though_much_live_text_is_due() {
    Scheduler scheduler(*world_, *told_, by_hand);
    int heard = 0;
    world_->script_live({.word = [&](const std::stop_token&) {
      if (++heard == 5) scheduler.cancel(1);
    }});
    world_->script("long.wav", {.segments = 9, .step = at_once, .op = [&](int, const std::stop_token&) {
                                  recording_->grow_to(3600.0);
                                }});
    scheduler.open({});
    scheduler.add("long.wav");
    scheduler.start_live(recording_);
    scheduler.work();
    scheduler.work();
    QCOMPARE(heard, 5);
    QVERIFY(told_->all<JobFinished>().front().transcript.cancelled);
  }

  void sessions_are_taken_in_order() {
    Scheduler scheduler(*world_, *told_, by_hand);
    const auto second = std::make_shared<ToldRecording>();
    scheduler.start_live(recording_);
    scheduler.start_live(second);
    second->end();
    scheduler.open({});
    work_all(scheduler);
    QCOMPARE(told_->count<LiveFinished>(), 0);  // the first may still go on
    recording_->end();
    work_all(scheduler);
    QCOMPARE(told_->words(), std::string("opening, ready, live, fixed, live over, live, fixed, live over"));
  }

  void all_sessions_that_were_started_are_given_up_at_once() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.start_live(recording_);
    scheduler.start_live(std::make_shared<ToldRecording>());
    scheduler.abandon_live();
    const auto third = std::make_shared<ToldRecording>();
    scheduler.start_live(third);
    third->end();
    work_all(scheduler);
    QCOMPARE(told_->words(), std::string("live over, live over"));  // without a model
    scheduler.open({});
    work_all(scheduler);
    const auto finished = told_->all<LiveFinished>();
    QCOMPARE(finished.size(), std::size_t{3});
    QVERIFY(finished[0].transcript.cancelled && finished[1].transcript.cancelled);
    QVERIFY(!finished[2].transcript.cancelled);
  }

  void what_was_fixed_is_left_of_a_session_that_is_given_up() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.start_live(recording_);
    scheduler.open({});
    recording_->grow_to(6.0);
    work_all(scheduler);
    scheduler.abandon_live();
    work_all(scheduler);
    const Transcript transcript = told_->all<LiveFinished>().front().transcript;
    QVERIFY(transcript.cancelled);
    QCOMPARE(transcript.segments.front().text, test::fake_sentence(0));
  }

  void the_cpu_continues_where_the_gpu_failed() {
    world_->set_gpu(0);
    world_->script_live({.fail_at_s = 3.0, .device = true});
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.start_live(recording_);
    recording_->grow_to(two_sentences_s);
    recording_->end();
    work_all(scheduler);
    QCOMPARE(told_->count<LiveMoved>(), 1);
    QCOMPARE(told_->count<LiveFailed>(), 0);
    QVERIFY(told_->fixed_text().starts_with(two_sentences()));
    const auto begun = told_->all<LiveBegins>();
    QVERIFY(begun.at(0).engine.gpu == 0 && begun.at(1).engine.gpu < 0);
  }

  void a_session_that_may_not_move_fails_with_its_device() {
    world_->set_gpu(0);
    world_->script_live({.fail_at_s = 1.0, .device = true});
    SchedulerOptions options = by_hand;
    options.live_may_move = false;
    Scheduler scheduler(*world_, *told_, options);
    scheduler.open({});
    scheduler.start_live(recording_);
    recording_->grow_to(3.0);
    work_all(scheduler);
    QCOMPARE(told_->count<LiveMoved>(), 0);
    QVERIFY(told_->all<LiveFailed>().front().failure.device);
    QCOMPARE(world_->opened(), 1);
  }

  void another_model_continues_the_session() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.start_live(recording_);
    recording_->grow_to(3.0);
    work_all(scheduler);
    scheduler.open({.threads = 3});
    recording_->grow_to(two_sentences_s);
    recording_->end();
    work_all(scheduler);
    QCOMPARE(world_->opened(), 2);
    QVERIFY(told_->fixed_text().starts_with(two_sentences()));
    QCOMPARE(told_->all<LiveFinished>().front().transcript.segments.front().text, test::fake_sentence(0));
  }

  void a_session_waits_while_no_model_can_be_opened() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.start_live(recording_);
    recording_->grow_to(3.0);
    work_all(scheduler);
    world_->fail_opening("The disk is gone.");
    scheduler.open({});
    work_all(scheduler);
    QCOMPARE(told_->count<EngineFailed>(), 1);
    QCOMPARE(told_->count<LiveFailed>(), 0);
    world_->fail_opening({});
    scheduler.open({});
    recording_->grow_to(two_sentences_s);
    recording_->end();
    work_all(scheduler);
    QVERIFY(told_->fixed_text().starts_with(two_sentences()));
  }

  void an_idle_worker_takes_the_session() {
    Scheduler scheduler(*world_, *told_, two_workers());
    int started = 0;
    world_->script("long.wav",
                   {.segments = 2, .step = at_once, .op = [&](int segment, const std::stop_token&) {
                      if (segment == 0 && started++ == 0) scheduler.start_live(recording_);
                    }});
    recording_->end();
    scheduler.open({}, 0);
    scheduler.open({}, 1);
    work_all(scheduler);
    scheduler.add("long.wav");
    work_all(scheduler);
    QCOMPARE(told_->count<JobHeld>(), 0);
    QCOMPARE(told_->count<LiveFinished>(), 1);
  }

  void a_busy_worker_takes_the_session_where_the_other_has_no_model() {
    Scheduler scheduler(*world_, *told_, two_workers());
    world_->script("long.wav",
                   {.segments = 2, .step = at_once, .op = [&](int segment, const std::stop_token&) {
                      if (segment == 0 && told_->count<LiveFinished>() == 0) scheduler.start_live(recording_);
                    }});
    recording_->end();
    scheduler.open({}, 1);
    scheduler.add("long.wav");
    work_all(scheduler);
    QCOMPARE(told_->count<JobHeld>(), 2);
    QCOMPARE(told_->count<LiveFinished>(), 1);
  }

  void the_end_leaves_the_text_so_far_and_begins_nothing() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.start_live(recording_);
    recording_->grow_to(6.0);
    work_all(scheduler);
    scheduler.add("one.wav");
    scheduler.shutdown();
    QVERIFY(!scheduler.work());
    QCOMPARE(told_->count<JobStarted>(), 0);
    QVERIFY(told_->all<LiveFinished>().front().transcript.cancelled);
  }

 private:
  static SchedulerOptions two_workers() {
    SchedulerOptions two = by_hand;
    two.workers = 2;
    return two;
  }

  std::unique_ptr<test::FakeWorld> world_;
  std::unique_ptr<Told> told_;
  std::shared_ptr<ToldRecording> recording_;
};

QTEST_APPLESS_MAIN(TestSchedulerLive)
#include "test_scheduler_live.moc"
