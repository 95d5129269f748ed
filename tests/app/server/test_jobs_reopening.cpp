// SPDX-License-Identifier: Apache-2.0
// A device that fails where the engine was named: the model is opened again on it. On fake models and without
// a socket.
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

#include "app/server/jobs.h"
#include "app/server/service.h"
#include "tests/app/server/served_jobs.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::server;
using test::Served;
using test::status_of;

namespace {

struct Client : JobClient, LiveClient {
  bool done = false;
  std::optional<protocol::ApiError> error;
  void segment(const Segment&) override {}
  void fixed(const LivePiece&) override {}
  void heard(double) override {}
  void finished(const Transcript&) override { done = true; }
  void failed(const protocol::ApiError& failed) override { error = failed; }
  bool ended() const { return done || error; }
};

struct Sound : GrowingRecording {
  std::filesystem::path path;
  const std::filesystem::path& file() const override { return path; }
  int sample_rate() const override { return 16000; }
  std::int64_t samples() const override { return 160'000; }
  bool complete() const override { return true; }
  std::size_t read(std::int64_t, std::int16_t* out, std::size_t most) const override {
    std::fill_n(out, most, std::int16_t{0});
    return most;
  }
};

const test::FakeScript works{.segments = 2, .step = std::chrono::microseconds(0)};
const test::FakeScript fails{
    .segments = 2, .step = std::chrono::microseconds(0), .fail_after = 1, .device = true};

/// Jobs on a GPU that was named.
struct OnGpu : Served {
  std::atomic<int> refused = 0;  // times that the model can't be opened
  explicit OnGpu(const JobLimits& limits = {}) : Served(limits, 0, true, Engine::cuda) {
    world.on_opening([this](const EngineOptions&, const std::stop_token&) {
      if (refused > 0 && refused-- > 0) throw Error("The GPU does not answer.");
    });
  }
  void add(Client& client) { jobs->add(task(), client, jobs->reserve()); }
  bool works_again() {
    return loop.until([this] { return jobs->health() == Health::works; });
  }
};

}  // namespace

class JobsReopeningTest : public QObject {
  Q_OBJECT

 private slots:
  void what_was_under_way_is_told_when_to_try_again() {
    OnGpu served({.together = 2, .sessions = 1});
    served.world.script_all(fails);
    std::vector<Client> clients(4);
    for (Client& client : clients) served.add(client);
    QVERIFY(served.loop.until([&] { return std::ranges::all_of(clients, &Client::ended); }));
    for (const Client& client : clients) {
      QCOMPARE(client.error->status, 503);
      QCOMPARE(client.error->code, std::string("device_failed"));
      QVERIFY(client.error->retry_after_s > 0);
    }
    QVERIFY(served.jobs->health() == Health::reopening);
    QCOMPARE(status_of([&] { served.jobs->reserve(); }), 503);
    QCOMPARE(status_of([&] { served.jobs->reserve_session(); }), 503);
    QCOMPARE(served.jobs->count(), 0U);

    served.world.script_all(works);
    QVERIFY(served.works_again());
    std::vector<Client> next(4);
    for (Client& client : next) served.add(client);
    QVERIFY(served.loop.until([&] { return std::ranges::all_of(next, &Client::ended); }));
    QVERIFY(std::ranges::all_of(next, &Client::done));
    QCOMPARE(served.jobs->opened()->engine.gpu, 0);
    QVERIFY(std::ranges::all_of(served.world.all_options(),
                                [](const EngineOptions& options) { return options.engine == Engine::cuda; }));
  }

  /// It still opens the model for the first time when the device fails under another one.
  void a_worker_that_is_late_does_not_end_the_reopening() {
    test::Gate gate;  // workers may still open a model when the test has seen enough: these two outlive them
    std::atomic<int> openings = 0;
    Served served({.together = 2, .sessions = 0}, 0, false, Engine::cuda);
    served.world.on_opening([&](const EngineOptions&, const std::stop_token& stop) {
      if (openings++ == 1) gate.pass(stop);
    });
    bool told = false;
    served.jobs->open([&](const std::optional<Failure>&) { told = true; });
    QVERIFY(served.loop.until([&] { return told; }));
    QTRY_COMPARE_WITH_TIMEOUT(gate.came(), 1, test::patience_ms);

    served.world.script_all(fails);
    served.loop.holds_later = true;
    Client client;
    served.jobs->add(Served::task(), client, served.jobs->reserve());
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QVERIFY(served.jobs->health() == Health::reopening);
    const int done = served.loop.done;
    gate.open();
    QVERIFY(served.loop.until([&] { return served.loop.done > done; }));  // the late worker has told
    QVERIFY(served.jobs->health() == Health::reopening);

    served.world.script_all(works);
    served.loop.let_go();
    QVERIFY(served.loop.until([&] { return served.jobs->health() == Health::works; }));
    QVERIFY(!gate.was_forced());
  }

  void attempts_wait_longer_and_longer() {
    OnGpu served;
    served.world.script_all(fails);
    served.refused = 5;  // a worker tries twice at first
    Client client;
    served.add(client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QVERIFY(served.works_again());
    using std::chrono::milliseconds;
    QCOMPARE(served.loop.waits,
             (std::vector<milliseconds>{milliseconds(0), milliseconds(1000), milliseconds(2000),
                                        milliseconds(4000), milliseconds(8000)}));
    QCOMPARE(served.jobs->reopenings(), 5);
  }

  void attempts_end() {
    OnGpu served;
    served.world.script_all(fails);
    served.refused = 1000;
    Client client;
    served.add(client);
    QVERIFY(served.loop.until([&] { return served.jobs->health() == Health::lost; }));
    QCOMPARE(served.jobs->reopenings(), 8);
    QCOMPARE(status_of([&] { served.jobs->reserve(); }), 503);
  }

  // A device that opens, and fails at each transcription.
  void attempts_are_counted_until_something_is_transcribed() {
    OnGpu served;
    served.world.script_all(fails);
    for (int i = 0; i < 9; ++i) {
      Client client;
      served.add(client);
      QVERIFY(served.loop.until([&] { return client.ended(); }));
      if (i == 3) {
        QVERIFY(served.works_again());
        served.world.script_all(works);
        Client good;
        served.add(good);
        QVERIFY(served.loop.until([&] { return good.ended(); }));
        QVERIFY(good.done);
        served.world.script_all(fails);
        QCOMPARE(served.loop.waits.back(), std::chrono::milliseconds(4000));
      } else if (i == 4) {
        QCOMPARE(served.loop.waits.back(), std::chrono::milliseconds(0));
      }
      QVERIFY(served.works_again());
    }
  }

  void a_live_session() {
    OnGpu served({.together = 1, .sessions = 1});
    served.world.script_live({.fail_at_s = 2.0, .device = true});
    Client client, other;
    const Place place = served.jobs->reserve_session();
    served.jobs->listen(std::make_shared<Sound>(), {}, client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QCOMPARE(client.error->code, std::string("device_failed"));
    served.world.script_live({});
    QVERIFY(served.works_again());
    served.jobs->listen(std::make_shared<Sound>(), {}, other);
    QVERIFY(served.loop.until([&] { return other.ended(); }));
    QVERIFY(other.done);
  }

  // It concerns this session alone. Without a prompt of the client's it is no fault of the client's.
  void a_live_session_with_a_prompt_that_does_not_fit() {
    OnGpu served({.together = 1, .sessions = 1});
    const Place place = served.jobs->reserve_session();
    served.world.script_live({.word = [](const std::stop_token&) {
      throw Error("The prompt has {1} tokens, but the model's context holds {2}.", 9000, 8192);
    }});
    for (const bool prompted : {true, false}) {
      Client client;
      LiveOptions options;
      if (prompted) options.prompt = "A long one.";
      served.jobs->listen(std::make_shared<Sound>(), options, client);
      QVERIFY(served.loop.until([&] { return client.ended(); }));
      QCOMPARE(client.error->status, prompted ? 400 : 500);
      QCOMPARE(client.error->code, std::string(prompted ? "prompt_too_long" : "transcription_failed"));
      QVERIFY(served.jobs->health() == Health::works);
    }
  }

  void health_says_so() {
    struct Told : Reply {
      protocol::Answer whole;
      void answer(const protocol::Answer& answer) override { whole = answer; }
      void event(const std::string&) override {}
      void end_events() override {}
    };
    OnGpu served;
    Service service(*served.jobs, {}, {}, 60.0);
    const auto health = [&] {
      Told told;
      service.begin({.method = "GET", .path = "/healthz", .content_type = {}, .caller = {}})->run(told);
      return told.whole;
    };
    served.world.script_all(fails);
    Client client;
    served.add(client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QCOMPARE(health().status, 503);
    QCOMPARE(health().body, std::string("the device failed; opening the model again\n"));
    QVERIFY(health().retry_after_s > 0);
    QVERIFY(served.works_again());
    QCOMPARE(health().status, 200);
    served.refused = 1000;
    Client last;
    served.add(last);
    QVERIFY(served.loop.until([&] { return served.jobs->health() == Health::lost; }));
    QCOMPARE(health().body, std::string("the model can't be opened again\n"));
  }
};

QTEST_GUILESS_MAIN(JobsReopeningTest)
#include "test_jobs_reopening.moc"
