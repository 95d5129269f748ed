// SPDX-License-Identifier: Apache-2.0
// A live session among the jobs of the service: it goes first, loses nothing when an engine fails or is
// exchanged, and ends as asked.
#include <QtTest>
#include <atomic>

#include "app/service/transcription_service.h"
#include "tests/support/event_spy.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/gate.h"
#include "tests/support/patience.h"
#include "tests/support/told_recording.h"

using namespace tilescribe;
using test::ToldRecording;

namespace {

using test::patience_ms;

QString fixed_text(const test::EventSpy<LiveFixed>& fixed) {
  QString text;
  for (int row = 0; row < fixed.count(); ++row) {
    const auto piece = fixed.at(row).piece;
    text += QString::fromStdString(piece.text) + (piece.closes ? QStringLiteral("|") : QString());
  }
  return text;
}

}  // namespace

class TestLiveService : public QObject {
  Q_OBJECT

 private:
  test::FakeWorld world_;
  std::shared_ptr<ToldRecording> recording_;

  // Two whole sentences of the fake, 15 and 14 words of 0.3 s, and what is left of a third.
  static constexpr double two_sentences_s = 9.0;
  QString two_sentences() {
    return QString::fromStdString(test::fake_sentence(0) + "|" + test::fake_sentence(1) + "|");
  }

 private slots:
  void init() {
    world_ = test::FakeWorld();
    recording_ = std::make_shared<ToldRecording>();
  }

  void text_comes_while_the_recording_grows_and_ends_with_it() {
    TranscriptionService service(world_);
    test::EventSpy<LiveFixed> fixed(service);
    test::EventSpy<LiveProvisional> provisional(service);
    test::EventSpy<LiveFinished> finished(service);
    service.start_live(recording_);
    recording_->grow_to(3.0);
    service.open({});  // the recording waited for the engine
    QTRY_VERIFY_WITH_TIMEOUT(fixed.count() >= 5 && provisional.count() > 0, patience_ms);
    QCOMPARE(finished.count(), 0);
    recording_->grow_to(two_sentences_s);
    recording_->end();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QVERIFY(fixed_text(fixed).startsWith(two_sentences()));
    const auto transcript = finished.at(0).transcript;
    QVERIFY(!transcript.cancelled);
    QVERIFY(transcript.segments.size() >= 2);
    QCOMPARE(transcript.source, std::string("today.wav"));
  }

  void a_file_waits_for_live_text_and_goes_on() {
    test::Gate live;  // the file waits at its hundredth segment for the recording to begin
    test::FakeScript script;
    script.segments = 200;
    script.step = {};
    script.op = [&live](int segment, const std::stop_token& stop) {
      if (segment == 100) live.pass(stop);
    };
    world_.script_all(script);
    TranscriptionService service(world_);
    test::EventSpy<JobHeld> held(service);
    test::EventSpy<LiveFixed> fixed(service);
    test::EventSpy<LiveFinished> live_finished(service);
    test::EventSpy<JobStarted> started(service);
    test::EventSpy<JobSegment> segments(service);
    test::EventSpy<JobFinished> finished(service);
    int finished_before = -1;
    service.on<LiveFinished>(this, [&](const LiveFinished&) { finished_before = finished.count(); });
    service.open({});
    const JobId job = service.add(QStringLiteral("/a/long.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, patience_ms);
    service.start_live(recording_);
    recording_->grow_to(two_sentences_s);
    recording_->end();
    live.open();
    QTRY_COMPARE_WITH_TIMEOUT(live_finished.count(), 1, patience_ms);
    QVERIFY(!live.was_forced());
    QCOMPARE(finished_before, 0);  // the text came while the file was under way
    QVERIFY(fixed_text(fixed).startsWith(two_sentences()));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QCOMPARE(segments.count(), 200);  // each once: it went on where it was
    QCOMPARE(held.count(), 2);
    QCOMPARE(held.at(0).id, job);
    QCOMPARE(held.at(0).held, true);
    QCOMPARE(held.at(1).held, false);
  }

  void a_job_that_begins_beside_a_session_is_held() {
    TranscriptionService service(world_);
    test::EventSpy<JobHeld> held(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    service.start_live(recording_);
    recording_->grow_to(1.0);
    service.add(QStringLiteral("/a/one.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);  // nothing live was due
    QVERIFY(held.count() >= 1);
    QCOMPARE(held.at(0).held, true);
  }

  void the_cpu_goes_on_where_the_gpu_failed() {
    world_.set_gpu(0);
    world_.script_live({.fail_at_s = 3.0, .device = true});
    TranscriptionService service(world_);
    test::EventSpy<LiveFixed> fixed(service);
    test::EventSpy<LiveMoved> moved(service);
    test::EventSpy<LiveFailed> failed(service);
    test::EventSpy<LiveFinished> finished(service);
    service.open({});
    service.start_live(recording_);
    recording_->grow_to(two_sentences_s);
    recording_->end();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QCOMPARE(moved.count(), 1);
    QCOMPARE(failed.count(), 0);
    QCOMPARE(world_.last_options().engine, Engine::cpu);
    QVERIFY2(fixed_text(fixed).startsWith(two_sentences()), qPrintable(fixed_text(fixed)));
  }

  void a_failure_that_is_not_the_devices_ends_the_session() {
    world_.script_live({.fail_at_s = 1.0});
    TranscriptionService service(world_);
    test::EventSpy<LiveFailed> failed(service);
    test::EventSpy<LiveFinished> finished(service);
    test::EventSpy<JobFinished> job(service);
    service.open({});
    service.start_live(recording_);
    recording_->grow_to(3.0);
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    QVERIFY(!failed.at(0).failure.message.empty());
    QCOMPARE(finished.count(), 0);
    service.add(QStringLiteral("/a/one.wav"));  // the service works on
    QTRY_COMPARE_WITH_TIMEOUT(job.count(), 1, patience_ms);
  }

  void another_model_goes_on_with_the_session() {
    TranscriptionService service(world_);
    test::EventSpy<LiveFixed> fixed(service);
    test::EventSpy<LiveFinished> finished(service);
    service.open({});
    service.start_live(recording_);
    recording_->grow_to(6.0);
    QTRY_VERIFY_WITH_TIMEOUT(fixed.count() >= 16, patience_ms);
    service.open({});
    recording_->grow_to(two_sentences_s);
    recording_->end();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QCOMPARE(world_.opened(), 2);
    QVERIFY(fixed_text(fixed).startsWith(QString::fromStdString(test::fake_sentence(0) + "|")));
    QCOMPARE(finished.at(0).transcript.segments.front().text, test::fake_sentence(0));
  }

  void a_session_that_is_abandoned_gives_what_was_fixed() {
    TranscriptionService service(world_);
    test::EventSpy<LiveFixed> fixed(service);
    test::EventSpy<LiveFinished> finished(service);
    service.open({});
    service.start_live(recording_);
    recording_->grow_to(6.0);
    QTRY_VERIFY_WITH_TIMEOUT(fixed.count() >= 16, patience_ms);
    service.abandon_live();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    const auto transcript = finished.at(0).transcript;
    QVERIFY(transcript.cancelled);
    QCOMPARE(transcript.segments.front().text, test::fake_sentence(0));
  }

  void sessions_are_taken_in_order() {
    TranscriptionService service(world_);
    test::EventSpy<LiveBegins> begins(service);
    test::EventSpy<LiveFinished> finished(service);
    int begun_before_the_end = 0;
    service.on<LiveFinished>(this, [&](const LiveFinished&) {
      if (finished.count() == 1) begun_before_the_end = begins.count();
    });
    service.start_live(recording_);  // no model is open yet
    const auto second = std::make_shared<ToldRecording>();
    service.start_live(second);
    second->grow_to(two_sentences_s);
    second->end();
    service.open({});
    QTRY_COMPARE_WITH_TIMEOUT(begins.count(), 1, patience_ms);
    recording_->grow_to(3.0);
    recording_->end();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 2, patience_ms);
    QCOMPARE(begun_before_the_end, 1);  // the second waited, though all of it was there
    const auto first_text = finished.at(0).transcript, second_text = finished.at(1).transcript;
    QVERIFY(!first_text.cancelled && !second_text.cancelled);
    QCOMPARE(first_text.segments.size(), std::size_t{1});
    QCOMPARE(second_text.segments.front().text, test::fake_sentence(0));
    QVERIFY(second_text.segments.size() >= 2);
  }

  void all_sessions_can_be_given_up_at_once() {
    TranscriptionService service(world_);
    test::EventSpy<LiveFinished> finished(service);
    service.start_live(recording_);
    service.start_live(std::make_shared<ToldRecording>());
    service.abandon_live();
    const auto third = std::make_shared<ToldRecording>();
    service.start_live(third);
    third->grow_to(two_sentences_s);
    third->end();
    service.open({});
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 3, patience_ms);
    QVERIFY(finished.at(0).transcript.cancelled);
    QVERIFY(finished.at(1).transcript.cancelled);
    QVERIFY(!finished.at(2).transcript.cancelled);
  }

  void a_file_is_cancelled_while_much_live_text_is_due() {
    test::FakeScript script;
    script.segments = 100'000;
    world_.script_all(script);
    std::atomic<int> words = 0;
    world_.script_live(
        {.work = std::chrono::milliseconds(5), .word = [&words](const std::stop_token&) { ++words; }});
    TranscriptionService service(world_);
    test::EventSpy<LiveFixed> fixed(service);
    test::EventSpy<JobFinished> finished(service);
    service.open({});
    const JobId job = service.add(QStringLiteral("/a/long.wav"));
    service.start_live(recording_);
    recording_->grow_to(3600.0);  // a minute of the fake's work
    QTRY_VERIFY_WITH_TIMEOUT(fixed.count() > 0, patience_ms);
    int heard = words;
    service.on<JobFinished>(this, [&](const JobFinished&) { heard = words - heard; });
    service.cancel(job);
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QVERIFY2(heard < 6000, qPrintable(QString::number(heard)));  // of 12,000, which take a minute
  }

  void live_text_goes_on_beside_a_file_when_another_model_waits() {
    world_.script("held.wav", {.segments = 100'000});
    TranscriptionService service(world_);
    test::EventSpy<LiveFixed> fixed(service);
    test::EventSpy<JobStarted> started(service);
    test::EventSpy<LiveFinished> finished(service);
    service.open({});
    const JobId job = service.add(QStringLiteral("/a/held.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(started.count(), 1, patience_ms);
    service.open({});  // when the file is done
    service.start_live(recording_);
    recording_->grow_to(two_sentences_s);
    recording_->end();
    QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, patience_ms);
    QVERIFY(fixed_text(fixed).startsWith(two_sentences()));
    service.cancel(job);
    QTRY_COMPARE_WITH_TIMEOUT(world_.opened(), 2, patience_ms);
  }

  void the_end_of_the_program_waits_for_nothing() {
    std::atomic<int> words = 0;
    world_.script_live(
        {.work = std::chrono::milliseconds(5), .word = [&words](const std::stop_token&) { ++words; }});
    TranscriptionService service(world_);
    test::EventSpy<LiveFixed> fixed(service);
    service.open({});
    service.start_live(recording_);
    recording_->grow_to(3600.0);
    QTRY_VERIFY_WITH_TIMEOUT(fixed.count() > 0, patience_ms);
    const int heard = words;
    service.shutdown();
    QVERIFY2(words - heard < 6000, qPrintable(QString::number(words - heard)));  // of 12,000
  }
};

QTEST_GUILESS_MAIN(TestLiveService)
#include "test_live_service.moc"
