// SPDX-License-Identifier: Apache-2.0
// The user's words in jobs and live sessions: what is told has gone through the rules, in full and in parts.
#include <QtTest>
#include <cmath>

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

void work_all(Scheduler& scheduler) {
  while (scheduler.work()) {
  }
}

WordRules rules() {
  return {.replacements = {{.find = "four sheets", .with = "4 sheets"},
                           {.find = "tuesday morning", .with = "Monday"}},
          .english_fillers = true};
}

TranscribeOptions with(WordRules words) {
  TranscribeOptions options;
  options.words = std::move(words);
  return options;
}

const std::string changed = "Please bring a pencil and 4 sheets of paper to the meeting on Monday.";

}  // namespace

class TestSchedulerWords : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    world_ = std::make_unique<test::FakeWorld>();
    told_ = std::make_unique<Told>();
    recording_ = std::make_shared<ToldRecording>();
  }

  void each_job_has_its_own_rules() {
    world_->script_all({.segments = 2, .step = at_once});
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.add("a.wav", with(rules()));
    scheduler.add("b.wav");
    work_all(scheduler);
    const auto finished = told_->all<JobFinished>();
    QCOMPARE(finished.size(), std::size_t{2});
    const Segment& first = finished[0].transcript.segments[0];
    QCOMPARE(first.text, changed);
    QCOMPARE(first.heard, test::fake_sentence(0));
    QCOMPARE(finished[0].transcript.segments[1].text, test::fake_sentence(1));
    QVERIFY(finished[0].transcript.segments[1].heard.empty());
    QCOMPARE(finished[1].transcript.segments[0].text, test::fake_sentence(0));
    // Whoever shows the text as it comes shows the same.
    QCOMPARE(told_->all<JobSegment>()[0].segment.text, changed);
    QCOMPARE(told_->all<JobSegment>()[0].segment.heard, test::fake_sentence(0));
    for (const JobPartial& partial : told_->all<JobPartial>()) {
      if (partial.id == 1) QVERIFY(partial.partial.text.find("four sheets") == std::string::npos);
    }
  }

  void what_an_earlier_run_wrote_is_not_changed_again() {
    world_->script_all({.segments = 3, .step = at_once});
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    TranscribeOptions options = with({.replacements = {{.find = "four", .with = "forty four"}}});
    scheduler.add("a.wav", options);
    work_all(scheduler);
    // Continued by the same model, from the first window on.
    options.from = told_->all<JobBegins>().front().text.options.from;
    options.from.segments = {{.text = "forty four sheets", .heard = "four sheets"}};
    options.from.end = {16000, 1};
    scheduler.add("a.wav", options);
    work_all(scheduler);
    const JobBegins continued = told_->all<JobBegins>().back();
    QVERIFY(continued.anew.empty());
    QVERIFY(continued.text.options.words == options.words);
    const Segment first = told_->all<JobFinished>().back().transcript.segments.front();
    QCOMPARE(first.text, std::string("forty four sheets"));
    QCOMPARE(first.heard, std::string("four sheets"));
  }

  void a_wrong_rule_fails_the_job_and_a_slow_one_is_left_out() {
    world_->script("slow.wav",
                   {.segments = 1, .step = at_once, .says = {{.text = std::string(500, 'a') + "!"}}});
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.add("a.wav", with({.replacements = {{.find = "(", .regular = true}}}));
    scheduler.add("slow.wav", with({.replacements = {{.find = "(a+)+$", .regular = true}}}));
    work_all(scheduler);
    QVERIFY(english(told_->all<JobFailed>().front().failure.message).find("“(” is wrong") !=
            std::string::npos);
    QCOMPARE(told_->count<WordsLeftOut>(), 1);
    QCOMPARE(told_->all<WordsLeftOut>().front().id, JobId{2});
    QCOMPARE(told_->all<JobFinished>().front().transcript.segments.front().text, std::string(500, 'a') + "!");
  }

  void words_of_an_utterance_become_fixed_together() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.start_live(recording_, {.words = rules()});
    recording_->grow_to(0.3 * 10 + 0.1);
    work_all(scheduler);
    QCOMPARE(told_->count<LiveFixed>(), 0);
    const std::string shown = told_->all<LiveProvisional>().back().piece.text;
    QVERIFY2(shown.starts_with("Please bring a pencil and 4 sheets of"), shown.c_str());
    recording_->grow_to(9.0);
    recording_->end();
    work_all(scheduler);
    QCOMPARE(told_->all<LiveFixed>().front().piece.text, changed);
    QVERIFY(told_->all<LiveFixed>().front().piece.start_s < 1.0);  // of its first word
    const std::vector<TimedWord> words = told_->all<LiveFixed>().front().piece.words;
    QCOMPARE(words.size(), std::size_t{14});
    QCOMPARE(words[5].text, std::string("4"));
    QCOMPARE(words.back().text, std::string("Monday."));
    QVERIFY(words.front().start_s < 1.0 && words.front().end_s < words.back().start_s);
    QVERIFY(told_->fixed_text().starts_with(changed + "|" + test::fake_sentence(1) + "|"));
    const Transcript transcript = told_->all<LiveFinished>().front().transcript;
    QCOMPARE(transcript.segments[0].text, changed);
    QCOMPARE(transcript.segments[0].heard, test::fake_sentence(0));
  }

  /// Where a rule changes the first word or the last, its time is that of the words in whose place it stands.
  void changed_words_of_live_text_keep_their_time() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.start_live(recording_, {.words = {.replacements = {{.find = "we will talk", .with = "Talk"},
                                                                 {.find = "road home", .with = "way"}}}});
    recording_->grow_to(0.3 * 30 + 0.1);
    recording_->end();
    work_all(scheduler);
    const LivePiece piece = told_->all<LiveFixed>().at(1).piece;
    QCOMPARE(QString::fromStdString(piece.text).trimmed(),
             QStringLiteral("Talk about the weather, the price of bread, and the long way."));
    const TimedWord first = piece.words.front(), last = piece.words.back();
    QCOMPARE(first.text, std::string("Talk"));
    QVERIFY2(std::abs(first.end_s - first.start_s - 0.9) < 1e-6, QByteArray::number(first.start_s));
    QCOMPARE(last.text, std::string("way."));
    QVERIFY2(std::abs(last.end_s - last.start_s - 0.6) < 1e-6, QByteArray::number(last.end_s));
  }

  void a_session_that_ends_early_has_told_all_of_its_words() {
    Scheduler scheduler(*world_, *told_, by_hand);
    scheduler.open({});
    scheduler.start_live(recording_, {.words = rules()});
    recording_->grow_to(0.3 * 10 + 0.1);
    work_all(scheduler);
    scheduler.abandon_live();
    work_all(scheduler);
    const std::string told = told_->fixed_text();
    QVERIFY2(told.starts_with("Please bring a pencil and 4 sheets"), told.c_str());
    QVERIFY(told_->words().ends_with("fixed, live over"));
  }

 private:
  std::unique_ptr<test::FakeWorld> world_;
  std::unique_ptr<Told> told_;
  std::shared_ptr<ToldRecording> recording_;
};

QTEST_GUILESS_MAIN(TestSchedulerWords)
#include "test_scheduler_words.moc"
