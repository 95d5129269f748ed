// SPDX-License-Identifier: Apache-2.0
// What the server answers, without a socket.
#include <QtTest>
#include <optional>
#include <string>

#include "app/server/service.h"
#include "tests/app/server/served_jobs.h"

using namespace tilescribe;
using namespace tilescribe::server;
using test::Served;
using test::status_of;

namespace {

struct Told : Reply {
  std::optional<protocol::Answer> whole;
  std::string events;
  bool ended = false;
  void answer(const protocol::Answer& answer) override { whole = answer; }
  void event(const std::string& text) override { events += text; }
  void end_events() override { ended = true; }
  bool over() const { return whole || ended; }
};

RequestHead head(const std::string& method, const std::string& path) {
  return {.method = method, .path = path, .content_type = "multipart/form-data; boundary=b", .caller = {}};
}

RequestHead transcription() {
  return head("POST", "/v1/audio/transcriptions");
}

std::string form(const std::string& stream) {
  return "--b\r\nContent-Disposition: form-data; name=file; "
         "filename=talk.wav\r\n\r\nsound\r\n--b\r\nContent-Disposition: "
         "form-data; name=stream\r\n\r\n" +
         stream + "\r\n--b--";
}

/// A service on fake models, with the key "sesame" or none.
struct Serving : Served {
  Service service;
  explicit Serving(const std::string& key = {}, const JobLimits& limits = {})
      : Served(limits), service(*jobs, {key, false}, {"whisper-1"}, 60.0) {}
  protocol::Answer get(const std::string& path) {
    Told told;
    service.begin(head("GET", path))->run(told);
    return told.whole.value_or(protocol::Answer{.status = 0});
  }
};

}  // namespace

class ServiceTest : public QObject {
  Q_OBJECT

 private slots:
  void addresses() {
    Serving serving;
    QCOMPARE(serving.get("/healthz").body, std::string("ok\n"));
    QVERIFY(serving.get("/metrics").body.find("tilescribe_ready 1\n") != std::string::npos);
    QVERIFY(serving.get("/v1/models").body.find("\"whisper-1\"") != std::string::npos);
    QCOMPARE(serving.get("/v1/models/whisper-1").status, 200);
    const auto begin = [&](const RequestHead& request) {
      return status_of([&] { serving.service.begin(request); });
    };
    QCOMPARE(begin(head("GET", "/v1/models/other")), 404);
    QCOMPARE(begin(head("GET", "/v1")), 404);
    QCOMPARE(begin(head("POST", "/v1/models")), 405);
    QCOMPARE(begin(head("GET", "/v1/audio/transcriptions")), 405);
    QCOMPARE(begin({.method = "POST",
                    .path = "/v1/audio/transcriptions",
                    .content_type = "application/json",
                    .caller = {}}),
             400);
    QCOMPARE(begin(transcription()), 200);
  }

  // Who is still sending has a place in the queue.
  void requests_that_are_read_are_counted() {
    Serving serving({}, {.count = 1});
    const auto begin = [&] { return status_of([&] { serving.service.begin(transcription()); }); };
    auto first = serving.service.begin(transcription());
    first->body("--b\r\n");
    QCOMPARE(begin(), 429);
    first.reset();
    QCOMPARE(begin(), 200);
    first = serving.service.begin(transcription());
    first->body(form("false"));
    Told told;
    first->run(told);
    QCOMPARE(begin(), 429);  // one place, not two
    QVERIFY(serving.loop.until([&] { return told.over(); }));
    QCOMPARE(begin(), 200);
  }

  void only_health_needs_no_key() {
    Serving serving("sesame");
    QCOMPARE(serving.get("/healthz").status, 200);
    for (const char* path : {"/metrics", "/v1/models", "/v1/nothing"})
      QCOMPARE(status_of([&] { serving.service.begin(head("GET", path)); }), 401);
  }

  void a_transcription() {
    Serving serving;
    Told told;
    const auto exchange = serving.service.begin(transcription());
    exchange->body(form("false"));
    exchange->run(told);
    exchange->wait();  // says nothing: there is no stream
    QVERIFY(serving.loop.until([&] { return told.over(); }));
    QCOMPARE(told.whole->status, 200);
    QVERIFY(told.events.empty());
    QCOMPARE(serving.service.metrics().transcribed, 1U);
  }

  void a_stream_is_kept_open() {
    Serving serving;
    Told told;
    const auto exchange = serving.service.begin(transcription());
    exchange->body(form("true"));
    exchange->run(told);
    exchange->wait();
    QVERIFY(told.events.starts_with(": "));
    QVERIFY(serving.loop.until([&] { return told.over(); }));
    QVERIFY(told.ended && !told.whole);
    QVERIFY(told.events.find("event: transcript.text.done\n") != std::string::npos);
  }

  // A failure is a plain answer before the first event, and an event behind it.
  void a_stream_that_fails() {
    for (const bool kept_open : {false, true}) {
      Serving serving;
      serving.world.script_all({.segments = 2, .step = std::chrono::microseconds(0), .fail_after = 0});
      Told told;
      const auto exchange = serving.service.begin(transcription());
      exchange->body(form("true"));
      exchange->run(told);
      if (kept_open) exchange->wait();
      QVERIFY(serving.loop.until([&] { return told.over(); }));
      QCOMPARE(told.whole.has_value(), !kept_open);
      QCOMPARE(told.events.find("event: error\n") != std::string::npos, kept_open);
      QCOMPARE(serving.service.metrics().failed, 1U);
    }
  }

  void who_hangs_up_hears_nothing() {
    Serving serving;
    serving.world.script_all({.segments = 3, .step = std::chrono::microseconds(0), .hold_after = 1});
    Told told;
    auto exchange = serving.service.begin(transcription());
    exchange->body(form("true"));
    exchange->run(told);
    QVERIFY(serving.loop.until([&] { return !told.events.empty(); }));
    exchange->hang_up();
    exchange.reset();
    QVERIFY(serving.loop.until([&] { return serving.jobs->count() == 0; }));
    QVERIFY(!told.over());
    QCOMPARE(serving.service.metrics().cancelled, 1U);
  }
};

QTEST_GUILESS_MAIN(ServiceTest)
#include "test_service.moc"
