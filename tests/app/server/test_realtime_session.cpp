// SPDX-License-Identifier: Apache-2.0
// Transcription sessions of the Realtime API, on fake models and without a socket. The fake hears a word in
// every 0.3 s of sound; its last two words are provisional until the sound ends.
#include <QtTest>
#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "app/server/realtime.h"
#include "tests/app/server/served_jobs.h"

using namespace tilescribe;
using namespace tilescribe::server;
using test::Served;
using test::status_of;

namespace {

constexpr JobLimits one_session{.together = 1, .sessions = 1};

struct Client : Speaker {
  std::vector<nlohmann::json> events;
  Realtime realtime;

  explicit Client(Served& served)
      : realtime(*served.jobs, metrics, {"demo", "whisper-1"}, 60.0, served.jobs->reserve_session()) {
    realtime.begin(*this);
  }
  void say(std::string text) override { events.push_back(nlohmann::json::parse(text)); }
  void send(const std::string& type, const std::string& rest = {}) {
    realtime.hear("{\"type\":\"" + type + "\"" + (rest.empty() ? "" : "," + rest) + "}");
  }
  // So many seconds of silence at 24 kHz.
  void append(double seconds) {
    const auto triples = static_cast<std::size_t>(seconds * 24000.0 * 2.0 / 3.0);
    std::string text;
    for (std::size_t i = 0; i < triples; ++i) text += "AAAA";
    send("input_audio_buffer.append", "\"audio\":\"" + text + "\"");
  }
  std::vector<nlohmann::json> all(const std::string& type) const {
    std::vector<nlohmann::json> found;
    for (const nlohmann::json& event : events) {
      if (event["type"].get<std::string>().ends_with(type)) found.push_back(event);
    }
    return found;
  }
  void end_turns_by_commits() {
    send("session.update", R"("session":{"type":"transcription","audio":{"input":{"turn_detection":null}}})");
  }
  std::string last_error() const { return all("error").back()["error"]["code"].get<std::string>(); }
  std::string last() const { return events.back()["type"].get<std::string>(); }
  std::string deltas(const std::string& item) const {
    std::string text;
    for (const nlohmann::json& event : all("transcription.delta")) {
      if (event["item_id"] == item) text += event["delta"].get<std::string>();
    }
    return text;
  }

 private:
  protocol::Metrics metrics;
};

}  // namespace

class RealtimeSessionTest : public QObject {
  Q_OBJECT

 private slots:
  void words_while_somebody_speaks() {
    Served served(one_session);
    Client client(served);
    QCOMPARE(client.last(), std::string("session.created"));
    client.append(3.0);
    QVERIFY(served.loop.until([&] { return client.all("transcription.delta").size() >= 2; }));
    QVERIFY(client.all("completed").empty());
    client.append(6.5);
    client.send("input_audio_buffer.commit");
    QVERIFY(
        served.loop.until([&] { return client.all("completed").size() == 3; }));  // two sentences and a word
    const auto committed = client.all("committed"), completed = client.all("completed");
    QCOMPARE(committed.size(), 3U);
    for (std::size_t i = 0; i < completed.size(); ++i) {
      const auto item = completed[i]["item_id"].get<std::string>();
      QCOMPARE(item, "item_" + std::to_string(i + 1));
      QCOMPARE(committed[i]["item_id"].get<std::string>(), item);
      QCOMPARE(client.deltas(item), completed[i]["transcript"].get<std::string>());
    }
    QCOMPARE(completed[0]["transcript"].get<std::string>(), test::fake_sentence(0));
    QCOMPARE(client.all("speech_started").size(), 3U);
  }

  void one_item_for_each_commit() {
    Served served(one_session);
    Client client(served);
    client.end_turns_by_commits();
    QCOMPARE(client.last(), std::string("session.updated"));
    for (int i = 0; i < 3; ++i) {  // the next is sent while the first is heard
      client.append(i == 1 ? 0.1 : 9.0);
      client.send("input_audio_buffer.commit");
    }
    QVERIFY(served.loop.until([&] { return client.all("completed").size() == 3; }));
    const auto completed = client.all("completed");
    const auto text = completed[0]["transcript"].get<std::string>();
    QVERIFY(text.starts_with(test::fake_sentence(0) + " " + test::fake_sentence(1)));
    QCOMPARE(client.deltas("item_1"), text);
    QCOMPARE(completed[1]["transcript"].get<std::string>(), std::string());  // nobody speaks
    QCOMPARE(completed[2]["transcript"].get<std::string>(), text);
    QCOMPARE(client.all("speech_started")[2]["audio_start_ms"].get<int>() >= 9100, true);
  }

  void what_is_wrong_is_told() {
    Served served(one_session);
    Client client(served);
    client.send("input_audio_buffer.commit");
    QCOMPARE(client.last_error(), std::string("input_audio_buffer_commit_empty"));
    client.send(
        "session.update",
        R"("session":{"type":"transcription","audio":{"input":{"transcription":{"model":"other"}}}})");
    QCOMPARE(client.last_error(), std::string("model_not_found"));
    client.realtime.hear("no json");
    QCOMPARE(client.last_error(), std::string("invalid_json"));
    client.append(61.0);
    client.append(1.0);
    QCOMPARE(client.last_error(), std::string("audio_too_long"));
    client.send("input_audio_buffer.clear");
    QCOMPARE(client.last(), std::string("input_audio_buffer.cleared"));
  }

  // Where pauses end turns the limit is one for sound without a text, not for all sound.
  void a_session_of_any_length() {
    Served served(one_session);
    Client client(served);
    for (int i = 1; i <= 6; ++i) {
      client.append(40.0);
      QVERIFY(served.loop.until([&] {
        return !client.all("completed").empty() &&
               client.all("speech_stopped").back()["audio_end_ms"].get<int>() > 40'000 * i - 10'000;
      }));
    }
    QVERIFY(client.all("error").empty());
    client.append(61.0);
    client.append(1.0);
    QCOMPARE(client.last_error(), std::string("audio_too_long"));
  }

  void without_turns_the_limit_is_for_a_commit() {
    Served served(one_session);
    Client client(served);
    client.end_turns_by_commits();
    for (int i = 0; i < 2; ++i) {
      client.append(40.0);
      QVERIFY(served.loop.until(
          [&, said = client.all("delta").size()] { return client.all("delta").size() > said + 10; }));
    }
    client.append(1.0);
    QCOMPARE(client.last_error(), std::string("audio_too_long"));
  }

  // The limit holds for the sound of all commits together, and ends when they have their texts.
  void commits_that_wait_share_the_limit() {
    Served served(one_session);
    Client client(served);
    client.end_turns_by_commits();
    for (int i = 0; i < 2; ++i) {
      client.append(40.0);
      client.send("input_audio_buffer.commit");
    }
    QVERIFY(client.all("error").empty());
    client.append(1.0);
    QCOMPARE(client.all("error").size(), std::size_t{1});
    QCOMPARE(client.last_error(), std::string("audio_too_long"));
    QVERIFY(served.loop.until([&] { return client.all("completed").size() == 2; }));
    client.append(40.0);
    QCOMPARE(client.all("error").size(), std::size_t{1});
  }

  // Times are those of all sound that was sent, also of what was cleared.
  void times_never_go_back() {
    Served served(one_session);
    Client client(served);
    const auto items = [&](std::size_t count) {
      return served.loop.until([&] { return client.all("completed").size() >= count; });
    };
    client.append(9.0);
    QVERIFY(items(1));
    QVERIFY(served.loop.until([&] { return client.all("speech_started").size() > 1; }));
    client.send("input_audio_buffer.clear");
    QCOMPARE(client.all("completed").size(), 2U);
    client.append(9.0);
    QVERIFY(items(3));
    client.append(9.0);
    client.send("input_audio_buffer.commit");
    client.append(3.0);
    client.send("input_audio_buffer.clear");  // behind what is being heard
    QVERIFY(items(5));
    client.append(9.0);
    const auto place = [](const nlohmann::json& event) {
      return event.contains("audio_start_ms") ? event["audio_start_ms"].get<int>()
                                              : event["audio_end_ms"].get<int>();
    };
    QVERIFY(served.loop.until([&] { return place(client.all("speech_started").back()) >= 30'000; }));
    QVERIFY(place(client.all("speech_started")[2]) >= 9'000);
    int before = 0;
    for (const nlohmann::json& event : client.events) {
      if (!event.contains("audio_start_ms") && !event.contains("audio_end_ms")) continue;
      QVERIFY2(place(event) >= before, event.dump().c_str());
      before = place(event);
    }
  }

  // What has its text leaves the disk.
  void sound_that_is_forgotten() {
    SoundBuffer sound(24000);
    const std::string second(48'000, '\x01');
    for (int i = 0; i < 100; ++i) sound.append(second);
    const auto on_disk = [&] {
      struct stat found {};
      return ::stat(sound.file().c_str(), &found) == 0 ? found.st_blocks * 512 : -1;
    };
    QVERIFY(on_disk() >= 4'800'000);
    sound.forget(90.0);
    QVERIFY(on_disk() <= 600'000);
    QCOMPARE(sound.seconds(), 100.0);
    std::vector<std::int16_t> samples(24000);
    QCOMPARE(sound.read(90 * 24000, samples.data(), samples.size()), samples.size());
    QVERIFY(std::ranges::all_of(samples, [](std::int16_t sample) { return sample == 0x0101; }));
    QCOMPARE(sound.read(10 * 24000, samples.data(), samples.size()), samples.size());
    QVERIFY(std::ranges::all_of(samples, [](std::int16_t sample) { return sample == 0; }));
    sound.append(second);
    QCOMPARE(sound.seconds(), 101.0);
  }

  void sessions_have_a_bound() {
    Served served(one_session);
    {
      Client client(served);
      QCOMPARE(status_of([&] { served.jobs->reserve_session(); }), 429);
      client.append(3.0);
      QVERIFY(served.loop.until([&] { return !client.all("transcription.delta").empty(); }));
      client.realtime.hang_up();
      const std::size_t told = client.events.size();
      QCOMPARE(status_of([&] { served.jobs->reserve_session(); }), 200);
      // The next client is heard, and the one that left hears nothing more.
      Client next(served);
      next.append(3.0);
      QVERIFY(served.loop.until([&] { return !next.all("transcription.delta").empty(); }));
      QCOMPARE(client.events.size(), told);
    }
    QCOMPARE(status_of([&] { served.jobs->reserve_session(); }), 200);
  }

  void a_session_that_fails() {
    Served served(one_session);
    served.world.script_live({.fail_at_s = 2.0});
    Client client(served);
    client.append(3.0);
    QVERIFY(served.loop.until([&] { return !client.all("failed").empty(); }));
    QCOMPARE(client.all("failed")[0]["error"]["type"].get<std::string>(), std::string("server_error"));
    served.world.script_live({});
    client.append(3.0);
    QVERIFY(served.loop.until([&] { return client.all("transcription.delta").size() > 1; }));
  }

  void the_end_is_told() {
    Served served(one_session);
    Client client(served);
    client.append(3.0);
    QVERIFY(served.loop.until([&] { return !client.all("transcription.delta").empty(); }));
    served.jobs->end();
    QCOMPARE(client.all("failed")[0]["error"]["code"].get<std::string>(), std::string("ending"));
    QCOMPARE(status_of([&] { served.jobs->reserve_session(); }), 503);
    client.realtime.hang_up();
    served.jobs.reset();
  }
};

QTEST_GUILESS_MAIN(RealtimeSessionTest)
#include "test_realtime_session.moc"
