// SPDX-License-Identifier: Apache-2.0
// The transcriptions of all clients, on fake models and without a socket.
#include <QtTest>
#include <algorithm>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
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

JobId add(Served& served, Client& client, bool words = false) {
  return served.jobs->add(Served::task(words), client, served.jobs->reserve());
}

}  // namespace

class JobsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_transcription() {
    Served served;
    QVERIFY(served.jobs->opened().has_value());
    Client client;
    add(served, client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QVERIFY(client.transcript.has_value());
    QCOMPARE(client.windows, (std::vector{0, 1, 2}));
    QCOMPARE(client.transcript->segments.size(), 3U);
    QCOMPARE(client.transcript->source, std::string("talk.wav"));
    QCOMPARE(served.jobs->count(), 0U);
    QCOMPARE(served.lab.asked.load(), 0);
  }

  void without_a_model() {
    Served served({}, -1, false);
    QCOMPARE(status_of([&] { served.jobs->reserve(); }), 503);
    served.world.fail_opening("There is no such model.");
    bool told = false;
    served.jobs->open([&](const std::optional<Failure>& why) { told = why.has_value(); });
    QVERIFY(served.loop.until([&] { return told; }));
  }

  void the_queue_has_a_bound() {
    Served served({.count = 2});
    served.world.script_all({.segments = 3, .step = std::chrono::microseconds(0), .hold_after = 1});
    Client first, second, third;
    const JobId at_work = add(served, first);
    const JobId waiting = add(served, second);
    QCOMPARE(status_of([&] { add(served, third); }), 429);
    QVERIFY(served.loop.until([&] { return first.windows.size() == 1; }));
    served.jobs->leave(waiting);
    served.jobs->leave(at_work);
    QVERIFY(served.loop.until([&] { return served.jobs->count() == 0; }));
    QVERIFY(!first.ended() && !second.ended());  // who left hears nothing more
    QCOMPARE(status_of([&] { served.jobs->reserve(); }), 200);
  }

  void the_cpu_takes_over_where_the_gpu_fails() {
    Served served({}, 0);
    served.world.script_all(
        {.segments = 4, .step = std::chrono::microseconds(0), .fail_after = 2, .device = true});
    Client client;
    add(served, client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QVERIFY(client.transcript.has_value());
    QCOMPARE(client.windows, (std::vector{0, 1, 2, 3}));  // none is told twice
    QCOMPARE(client.transcript->segments.size(), 4U);
    // And keeps what follows.
    QCOMPARE(served.jobs->opened()->engine.gpu, -1);
    Client next;
    add(served, next);
    QVERIFY(served.loop.until([&] { return next.ended(); }));
    QVERIFY(next.transcript.has_value());
    QCOMPARE(served.world.opened(), 2);
    QVERIFY(served.jobs->health() == Health::works);
  }

  void the_cpu_takes_over_for_all_that_were_at_work() {
    Served served({.together = 3}, 0);
    served.world.script_all(
        {.segments = 4, .step = std::chrono::microseconds(0), .fail_after = 2, .device = true});
    std::vector<Client> clients(6);
    for (Client& client : clients) add(served, client);
    QVERIFY(served.loop.until([&] { return std::ranges::all_of(clients, &Client::ended); }));
    for (const Client& client : clients) {
      QVERIFY(client.transcript.has_value());
      QCOMPARE(client.windows, (std::vector{0, 1, 2, 3}));
    }
    QVERIFY(served.jobs->health() == Health::works);
  }

  void neither_the_gpu_nor_the_cpu() {
    for (const bool gpu_again : {true, false}) {
      Served served({}, 0);
      served.world.script_all(
          {.segments = 4, .step = std::chrono::microseconds(0), .fail_after = 2, .device = true});
      served.world.on_opening([=](const EngineOptions& options, const std::stop_token&) {
        if (options.engine == Engine::cpu || !gpu_again) throw Error("There is too little memory.");
      });
      Client first, second;
      add(served, first);
      add(served, second);
      QVERIFY(served.loop.until([&] { return first.ended() && second.ended(); }));
      for (const Client* client : {&first, &second}) {
        QCOMPARE(client->error->status, gpu_again ? 500 : 503);
        QCOMPARE(client->error->code, std::string(gpu_again ? "model_failed" : "model_lost"));
      }
      QVERIFY(served.jobs->health() == (gpu_again ? Health::failed : Health::lost));
      QCOMPARE(status_of([&] { served.jobs->reserve(); }), gpu_again ? 200 : 503);
      QCOMPARE(served.jobs->count(), 0U);
    }
  }

  // What is not the client's fault is not told as if it were.
  void the_servers_own_faults() {
    const std::vector<std::function<void()>> faults{
        [] { throw std::bad_alloc(); },
        [] { throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again)); },
        [] { throw std::logic_error("a fault"); }};
    for (const auto& fault : faults) {
      Served served;
      served.world.script_all({.segments = 1,
                               .step = std::chrono::microseconds(0),
                               .op = [&](int, const std::stop_token&) { fault(); }});
      Client client;
      add(served, client);
      QVERIFY(served.loop.until([&] { return client.ended(); }));
      QCOMPARE(client.error->status, 500);
      QCOMPARE(client.error->code, std::string("server_failed"));
    }
  }

  void sound_that_is_too_long() {
    Served served({.audio_s = 59.0});
    Client client;
    add(served, client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QCOMPARE(client.error->status, 413);
    QCOMPARE(client.error->code, std::string("audio_too_long"));
    QCOMPARE(english(client.error->message),
             std::string("The sound should last at most 59 s; found 60 s or more."));
    QVERIFY(served.loop.until([&] { return served.jobs->count() == 0; }));
  }

  void a_place_is_given_back() {
    Served served({.count = 1});
    {
      const Place place = served.jobs->reserve();
      QCOMPARE(status_of([&] { served.jobs->reserve(); }), 429);
    }
    QCOMPARE(status_of([&] { served.jobs->reserve(); }), 200);
  }

  void a_file_that_fails() {
    Served served;
    served.world.script_all({.segments = 3, .step = std::chrono::microseconds(0), .fail_after = 1});
    Client client;
    add(served, client);
    QVERIFY(served.loop.until([&] { return client.ended(); }));
    QCOMPARE(client.error->status, 400);
    QCOMPARE(client.error->code, std::string("invalid_audio"));
    QVERIFY(english(client.error->message).find("/proc") == std::string::npos);
  }

  // It concerns this client alone: the GPU is sound.
  void a_prompt_that_does_not_fit() {
    const std::vector<std::function<void()>> refusals{
        [] { throw Error("The prompt has {1} tokens, but the model's context holds {2}.", 9000, 8192); },
        [] {
          throw Error(
              "The prompt has {1} tokens, and with it {2} MiB are needed beside the model, but {3} MiB of "
              "the GPU's memory are left.",
              7000, 900, 500);
        }};
    for (const auto& refuse : refusals) {
      Served served({}, 0);
      served.world.script_all({.segments = 1,
                               .step = std::chrono::microseconds(0),
                               .op = [&](int, const std::stop_token&) { refuse(); }});
      Client client;
      Task task = Served::task();
      task.options.prompt = "A long one.";
      served.jobs->add(std::move(task), client, served.jobs->reserve());
      QVERIFY(served.loop.until([&] { return client.ended(); }));
      QCOMPARE(client.error->status, 400);
      QCOMPARE(client.error->param, std::string("prompt"));
      QCOMPARE(client.error->code, std::string("prompt_too_long"));
      QVERIFY(served.jobs->health() == Health::works);
      QVERIFY(served.jobs->opened()->engine.gpu == 0);
    }
  }

  void times_of_words() {
    for (const bool fails : {false, true}) {
      Served served;
      served.lab.fails = fails;
      Client client;
      add(served, client, true);
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
    const JobId sought = add(served, first, true);
    QVERIFY(served.loop.until([&] { return first.windows.size() == 3; }));
    const JobId next = add(served, second, true);
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
    add(served, at_work);
    add(served, waiting);
    QVERIFY(served.loop.until([&] { return at_work.windows.size() == 1; }));
    served.jobs->end();
    QCOMPARE(at_work.error->status, 503);
    QCOMPARE(waiting.error->status, 503);
    QCOMPARE(status_of([&] { served.jobs->reserve(); }), 503);
    served.jobs.reset();  // ends without waiting for anything
  }
};

QTEST_GUILESS_MAIN(JobsTest)
#include "test_jobs.moc"
