// SPDX-License-Identifier: Apache-2.0
// The engine remote against a server that answers well: routes, order, what is sent, and what stays.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <set>

#include <nlohmann/json.hpp>

#include "tests/inference/remote/remote_fixture.h"

using namespace tilescribe;
using namespace tilescribe::test;
using nlohmann::json;

class TestRemote : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const std::filesystem::path folder = folder_.path().toStdString();
    short_ = sound_of(folder / "short.wav", 12.0);
    long_ = sound_of(folder / "long.wav", 170.0);
    QCOMPARE(short_.wavs.size(), std::size_t{1});
    QVERIFY(long_.wavs.size() >= 6 && long_.wavs.size() <= 9);
  }

  void a_file_is_read_by_chat() {
    FaultServer server(long_.wavs);
    const auto transcriber = open_transcriber(options_for(server.address()));
    QCOMPARE(transcriber->model().name, std::string("glm-asr"));
    QCOMPARE(transcriber->engine().summary(), "server " + server.host());
    QCOMPARE(transcriber->engine().server, server.host());
    QCOMPARE(transcriber->engine().arithmetic(), std::string("remote"));
    double fraction = 0.0;
    bool back = false;
    std::vector<Segment> segments;
    std::vector<WindowBoundary> ends;
    const TranscribeEvents events{.progress =
                                      [&](const Progress& progress) {
                                        back = back || progress.fraction < fraction;
                                        fraction = progress.fraction;
                                      },
                                  .segment = [&](const Segment& segment) { segments.push_back(segment); },
                                  .partial = {},
                                  .between_ops = {},
                                  .reached = [&](const WindowBoundary& end) { ends.push_back(end); }};
    const Transcript transcript = transcriber->transcribe(long_.file, {}, events, {});
    const std::size_t windows = long_.wavs.size();
    QCOMPARE(transcript.text(), text_of(0, windows));
    QCOMPARE(segments.size(), transcript.segments.size());
    QCOMPARE(ends.size(), windows);
    for (std::size_t i = 0; i < windows; ++i) QCOMPARE(ends[i].sample, long_.ends[i].sample);
    for (const Segment& segment : segments) {
      const auto window = static_cast<std::size_t>(segment.window);
      QVERIFY(segment.start_s >= (window == 0 ? 0.0 : long_.ends[window - 1].seconds()));
      QVERIFY(segment.end_s <= long_.ends[window].seconds());
    }
    QVERIFY(std::ranges::is_sorted(segments, {}, &Segment::start_s));
    QVERIFY(!back);
    QCOMPARE(fraction, 1.0);
    QCOMPARE(transcript.duration_s, long_.ends.back().seconds());
    QCOMPARE(transcript.engine, "server " + server.host() + "/v1/chat/completions");
    QCOMPARE(transcriber->engine().summary(), transcript.engine);
    QCOMPARE(server.heard(), std::vector<int>(windows, 1));
    QCOMPARE(server.unknown_sounds(), 0);
    QCOMPARE(server.requests().size(), windows + 1);  // and the list of models
    const json request = json::parse(server.requests().at(1).body);
    QCOMPARE(request["model"].get<std::string>(), std::string("glm-asr"));
    QCOMPARE(request["temperature"].get<double>(), 0.0);
    QVERIFY(request["max_tokens"].get<int>() > 300);
    QCOMPARE(request["messages"][0]["content"][1]["text"].get<std::string>(),
             std::string("Please transcribe this audio into text"));
  }

  // The answers come the last one first, each once four are asked for; a fifth is not asked for before.
  void four_windows_are_under_way_and_stay_in_order() {
    FaultServer server(long_.wavs);
    std::atomic<int> asked = 0, answered = 0;
    std::atomic<bool> early = false;  // a fifth was asked for while four were under way
    server.fault = [&](const FaultServer::Asked& request, HubReply& reply) {
      if (request.window > 4 && answered < 4) early = true;
      if (request.window == 0 || request.window > 4) return;
      ++asked;
      reply.once = [&, turn = 4 - static_cast<int>(request.window)] {
        if (asked < 4 || answered != turn) return false;
        ++answered;
        return true;
      };
    };
    const auto transcriber = open_transcriber(options_for(server.address()));
    QCOMPARE(transcriber->transcribe(long_.file, {}, {}, {}).text(), text_of(0, long_.wavs.size()));
    QCOMPARE(answered.load(), 4);
    QVERIFY(!early);
  }

  void the_other_route_is_taken_where_chat_hears_nothing_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("chats");
    for (const int status : {400, 404, 405, 415, 422, 501}) QTest::addRow("%d", status) << status << 1;
    QTest::addRow("500") << 500 << 4;
  }
  void the_other_route_is_taken_where_chat_hears_nothing() {
    QFETCH(int, status);
    QFETCH(int, chats);
    FaultServer server(short_.wavs);
    server.chat_status = status;
    const auto transcriber = open_transcriber(options_for(server.address() + "/v1/"));
    const Transcript transcript = transcriber->transcribe(
        short_.file, {.prompt = "Write what you hear", .hotwords = {"Tilescribe"}}, {}, {});
    QCOMPARE(transcript.text(), text_of(0, short_.wavs.size()));
    QCOMPARE(transcript.engine, "server " + server.host() + "/v1/audio/transcriptions");
    QCOMPARE(server.chats(), chats);
    QCOMPARE(server.transcriptions(), static_cast<int>(short_.wavs.size()));
    const std::string form = server.requests().back().body;
    QVERIFY(form.find("name=\"model\"\r\n\r\nglm-asr\r\n") != std::string::npos);
    QVERIFY(form.find("name=\"prompt\"\r\n\r\nWrite what you hear") != std::string::npos);
    QVERIFY(form.find("Tilescribe") != std::string::npos);
    // The route stays, and nothing is said to the model that the user did not say.
    QCOMPARE(transcriber->transcribe(short_.file, {}, {}, {}).text(), transcript.text());
    QCOMPARE(server.chats(), chats);
    QVERIFY(server.requests().back().body.find("\"prompt\"") == std::string::npos);
  }

  // What had come stays, and the rest is asked for later.
  void a_server_that_dies_in_the_middle_of_a_file() {
    FaultServer server(long_.wavs);
    server.fault = [](const FaultServer::Asked& asked, HubReply& reply) {
      if (asked.window >= 3) reply.cut_at = 0;
    };
    const auto transcriber = open_transcriber(options_for(server.address()));
    TranscribedPart part;
    const TranscribeEvents events{
        .progress = {},
        .segment = [&](const Segment& segment) { part.segments.push_back(segment); },
        .partial = {},
        .between_ops = {},
        .reached = [&](const WindowBoundary& end) { part.end = end; }};
    QCOMPARE(failure_of([&] { transcriber->transcribe(long_.file, {}, events, {}); }),
             qtext("After 4 attempts: " + server.host() + " broke the connection off."));
    QCOMPARE(part.end.window, 3);
    QCOMPARE(part.segments.back().window, 2);
    server.fault = {};
    const Transcript transcript = transcriber->transcribe(long_.file, {.prompt = {}, .from = part}, {}, {});
    QCOMPARE(transcript.text(), text_of(0, long_.wavs.size()));
    const std::vector<int> heard = server.heard();
    QCOMPARE(std::vector<int>(heard.begin(), heard.begin() + 3), std::vector<int>(3, 1));
  }

  void a_stop_ends_it_and_keeps_what_came() {
    FaultServer server(long_.wavs);
    std::stop_source stop;
    server.fault = [&](const FaultServer::Asked& asked, HubReply& reply) {
      if (asked.window < 2) return;
      reply.once = [] { return false; };
      if (asked.window == 2) stop.request_stop();
    };
    const auto transcriber = open_transcriber(options_for(server.address()));
    const Transcript transcript = transcriber->transcribe(long_.file, {}, {}, stop.get_token());
    QVERIFY(transcript.cancelled);
    const int windows = transcript.segments.empty() ? 0 : transcript.segments.back().window + 1;
    QVERIFY(windows <= 2);
    QCOMPARE(transcript.text(), text_of(0, static_cast<std::size_t>(windows)));
    // Before the file is opened, what an earlier run wrote is there.
    const Transcript none = transcriber->transcribe(
        long_.file, {.prompt = {}, .from = {.segments = transcript.segments, .end = long_.ends[1]}}, {},
        stop.get_token());
    QVERIFY(none.cancelled);
    QCOMPARE(none.text(), transcript.text());
  }

  void a_text_that_was_cut_off_is_marked() {
    FaultServer server(short_.wavs);
    server.fault = [](const FaultServer::Asked&, HubReply& reply) {
      reply.body = R"({"choices":[{"message":{"content":"one and"},"finish_reason":"length"}]})";
    };
    const Transcript cut = run(server, short_);
    QCOMPARE(cut.text(), std::string("one and"));
    QVERIFY(cut.segments.back().looped);
    server.fault = [](const FaultServer::Asked&, HubReply& reply) {
      reply.body = R"({"choices":[{"message":{"content":" "}}]})";
    };
    QVERIFY(run(server, short_).segments.empty());
  }

  void what_it_does_not_do() {
    FaultServer server(short_.wavs);
    const auto transcriber = open_transcriber(options_for(server.address()));
    QVERIFY(failure_of([&] {
              transcriber->transcribe(short_.file, {.long_audio = LongAudio::joint, .prompt = {}}, {}, {});
            }).contains(QStringLiteral("window by window")));
    QVERIFY(failure_of([&] {
              transcriber->transcribe(short_.file, {.prompt = {}, .word_times = true}, {}, {});
            }).startsWith(QStringLiteral("A server does not say")));
    QVERIFY(failure_of([&] {
              transcriber->live({}, {}, {}, {}, {});
            }).startsWith(QStringLiteral("Live text needs a model on this machine")));
    QVERIFY(transcriber->profile({}) == nullptr);
    QVERIFY(failure_of([&] {
              transcriber->transcribe("/no/such/file.wav", {}, {}, {});
            }).contains(QStringLiteral("/no/such/file.wav")));
    QCOMPARE(server.requests().size(), std::size_t{1});
  }

  // A sound that spells boundaries can't know this one.
  void nobody_can_guess_the_boundary_of_a_form() {
    std::string wav = remote::wav_of(std::vector<float>(100, 0.5F));
    for (int i = 0; i < 1000; ++i) wav += "\r\n--tilescribe" + std::to_string(i) + "\r\n";
    const remote::Question question{.model = "glm-asr", .instruction = "Transcribe", .own = true};
    const std::string type = "multipart/form-data; boundary=";
    std::set<std::string> boundaries;
    for (int i = 0; i < 3; ++i) {
      const remote::Body body = remote::body_of(remote::Route::transcription, question, wav);
      QVERIFY(body.type.starts_with(type));
      const std::string boundary = body.type.substr(type.size());
      QVERIFY(boundary.size() >= 12 && boundary.size() <= 70);
      QVERIFY(boundary.find_first_not_of("0123456789", 10) == std::string::npos);
      boundaries.insert(boundary);
      const std::string between = "--" + boundary;
      std::size_t found = 0;
      for (std::size_t at = 0; (at = body.bytes.find(between, at)) != std::string::npos; ++at) ++found;
      QCOMPARE(found, std::size_t{5});  // four fields, and the end
      QVERIFY(body.bytes.starts_with(between + "\r\n") && body.bytes.ends_with(between + "--\r\n"));
      QVERIFY(body.bytes.find(wav) != std::string::npos);
    }
    QCOMPARE(boundaries.size(), std::size_t{3});
  }

  // Loud samples are cut, the others are what a 16-bit file held.
  void samples_are_sent_as_they_are() {
    const std::vector<float> samples{0.0F, 1.0F / 32768.0F, -1.0F, 1.5F, -2.0F};
    const std::string wav = remote::wav_of(samples);
    const std::string bytes = wav.substr(wav.size() - 10);
    QCOMPARE(bytes, std::string("\x00\x00\x01\x00\x00\x80\xFF\x7F\x00\x80", 10));
  }

 private:
  QTemporaryDir folder_;
  Sound short_, long_;
};

QTEST_GUILESS_MAIN(TestRemote)
#include "test_remote.moc"
