// SPDX-License-Identifier: Apache-2.0
// The transcriptions of all clients, on fake models and without a socket.
#include <QtTest>
#include <optional>
#include <vector>

#include "app/server/jobs.h"
#include "tests/app/server/served_jobs.h"

using namespace tilescribe;
using namespace tilescribe::server;
using test::Served;
using test::status_of;

namespace {

struct Client : JobClient {
  std::vector<int> windows;
  std::optional<Transcript> transcript;
  std::optional<protocol::ApiError> error;
  void segment(const Segment& segment) override { windows.push_back(segment.window); }
  void finished(const Transcript& finished) override { transcript = finished; }
  void failed(const protocol::ApiError& failed) override { error = failed; }
  bool ended() const { return transcript || error; }
};

}  // namespace

class JobsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_transcription() {
    Served served;
    QVERIFY(served.jobs->opened().has_value());
    Client client;
    served.jobs->add(Served::task(), client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QVERIFY(client.transcript.has_value());
    QCOMPARE(client.windows, (std::vector{0, 1, 2}));
    QCOMPARE(client.transcript->segments.size(), 3U);
    QCOMPARE(client.transcript->source, std::string("talk.wav"));
    QCOMPARE(served.jobs->count(), 0U);
    QCOMPARE(served.lab.asked.load(), 0);
  }

  void without_a_model() {
    Served served(8, -1, false);
    QCOMPARE(status_of([&] { served.jobs->check_room(); }), 503);
    served.world.fail_opening("There is no such model.");
    bool told = false;
    served.jobs->open([&](const std::optional<Failure>& why) { told = why.has_value(); });
    QVERIFY(served.loop.until([&] { return told; }));
  }

  void the_queue_has_a_bound() {
    Served served(2);
    served.world.script_all({.segments = 3, .step = std::chrono::microseconds(0), .hold_after = 1});
    Client first, second, third;
    const JobId at_work = served.jobs->add(Served::task(), first);
    const JobId waiting = served.jobs->add(Served::task(), second);
    QCOMPARE(status_of([&] { served.jobs->add(Served::task(), third); }), 429);
    QVERIFY(served.loop.until([&] { return first.windows.size() == 1; }));
    served.jobs->leave(waiting);
    served.jobs->leave(at_work);
    QVERIFY(served.loop.until([&] { return served.jobs->count() == 0; }));
    QVERIFY(!first.ended() && !second.ended());  // who left hears nothing more
    QCOMPARE(status_of([&] { served.jobs->check_room(); }), 200);
  }

  void the_cpu_takes_over_where_the_gpu_fails() {
    Served served(8, 0);
    served.world.script_all(
        {.segments = 4, .step = std::chrono::microseconds(0), .fail_after = 2, .device = true});
    Client client;
    served.jobs->add(Served::task(), client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QVERIFY(client.transcript.has_value());
    QCOMPARE(client.windows, (std::vector{0, 1, 2, 3}));  // none is told twice
    QCOMPARE(client.transcript->segments.size(), 4U);
  }

  void a_file_that_fails() {
    Served served;
    served.world.script_all({.segments = 3, .step = std::chrono::microseconds(0), .fail_after = 1});
    Client client;
    served.jobs->add(Served::task(), client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QCOMPARE(client.error->status, 400);
    QCOMPARE(client.error->code, std::string("invalid_audio"));
    QVERIFY(english(client.error->message).find("/proc") == std::string::npos);
  }

  void times_of_words() {
    for (const bool fails : {false, true}) {
      Served served;
      served.lab.fails = fails;
      Client client;
      served.jobs->add(Served::task(true), client);
      QVERIFY(served.loop.until([&] { return client.ended(); }));
      QCOMPARE(served.lab.asked.load(), 1);
      QVERIFY(client.transcript.has_value());
      QCOMPARE(client.transcript->segments[0].words.size(), fails ? 0U : 1U);
    }
  }

  void leaving_while_words_are_sought() {
    Served served;
    test::Gate gate;
    served.lab.gate = &gate;
    Client first, second;
    const JobId sought = served.jobs->add(Served::task(true), first);
    QVERIFY(served.loop.until([&] { return first.windows.size() == 3; }));
    const JobId next = served.jobs->add(Served::task(true), second);
    QVERIFY(served.loop.until([&] { return second.windows.size() == 3; }));
    served.jobs->leave(next);
    served.jobs->leave(sought);
    QVERIFY(served.loop.until([&] { return served.jobs->count() == 0; }));
    QVERIFY(!gate.was_forced() && !first.ended() && !second.ended());
  }

  void the_end_is_told() {
    Served served;
    served.world.script_all({.segments = 3, .step = std::chrono::microseconds(0), .hold_after = 1});
    Client at_work, waiting;
    served.jobs->add(Served::task(), at_work);
    served.jobs->add(Served::task(), waiting);
    QVERIFY(served.loop.until([&] { return at_work.windows.size() == 1; }));
    served.jobs->end();
    QCOMPARE(at_work.error->status, 503);
    QCOMPARE(waiting.error->status, 503);
    QCOMPARE(status_of([&] { served.jobs->check_room(); }), 503);
    served.jobs.reset();  // ends without waiting for anything
  }
};

QTEST_GUILESS_MAIN(JobsTest)
#include "test_jobs.moc"
