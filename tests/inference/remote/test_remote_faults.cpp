// SPDX-License-Identifier: Apache-2.0
// The engine remote against servers that do wrong what servers do wrong.
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <chrono>

#include "inference/api/remote.h"
#include "inference/cleanup/answer.h"
#include "inference/remote/client.h"
#include "inference/remote/requests.h"
#include "tests/inference/remote/remote_fixture.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestRemoteFaults : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const std::filesystem::path folder = folder_.path().toStdString();
    short_ = sound_of(folder / "short.wav", 12.0);
    long_ = sound_of(folder / "long.wav", 170.0);
    QCOMPARE(short_.wavs.size(), std::size_t{1});
    QVERIFY(long_.wavs.size() >= 6 && long_.wavs.size() <= 9);
  }

  void a_server_without_either_route() {
    FaultServer server(short_.wavs);
    server.chat_status = server.transcription_status = 404;
    fails(server, server.host() +
                      " takes no sound: neither in a chat nor as a file. Expected an answer from " +
                      server.host() + ", found the failure HTTP 404: No audio here");
    QCOMPARE(server.requests().size(), std::size_t{3});
    // Where one route is there, its reason counts.
    server.chat_status = 400;
    fails(server, "Expected an answer from " + server.host() + ", found the failure HTTP 400: No audio here");
  }

  void keys() {
    FaultServer server(short_.wavs);
    server.key = "sk-right";
    EngineOptions options = options_for(server.address());
    QCOMPARE(failure_of([&] { open_transcriber(options); }),
             qtext(server.host() + " wants a key, and none was given."));
    options.remote.key = "sk-wrong";
    QCOMPARE(failure_of([&] { open_transcriber(options); }),
             qtext(server.host() + " does not accept the key."));
    QCOMPARE(server.requests().size(), std::size_t{2});  // neither was tried again
    options.remote.key = " sk-right\n";
    const auto transcriber = open_transcriber(options);
    QCOMPARE(transcriber->transcribe(short_.file, {}, {}, {}).text(), text_of(0, 1));
    server.key = "sk-changed";
    QCOMPARE(failure_of([&] { transcriber->transcribe(short_.file, {}, {}, {}); }),
             qtext(server.host() + " does not accept the key."));
    options.remote.key = "sk\r\nX-Other: b";
    QVERIFY(failure_of([&] { open_transcriber(options); }).contains(QStringLiteral("another character")));
  }

  // What passes is tried again; the text is the same, and each attempt is one request.
  void faults_that_pass_data() {
    QTest::addColumn<int>("kind");
    for (int kind = 0; kind < 3; ++kind)
      QTest::addRow("%s", std::array{"500 twice", "cut twice", "429 twice"}.at(kind)) << kind;
  }
  void faults_that_pass() {
    QFETCH(int, kind);
    FaultServer server(long_.wavs);
    server.fault = [kind](const FaultServer::Asked& asked, HubReply& reply) {
      if (asked.time > 2 || asked.window % 2 == 1) return;
      if (kind == 0) reply.status = 500;
      if (kind == 1) reply.cut_at = 10;
      if (kind == 2) reply = {.status = 429, .headers = {"Retry-After: 0"}, .body = "{}"};
    };
    QCOMPARE(run(server, long_).text(), text_of(0, long_.wavs.size()));
    std::vector<int> heard;
    for (std::size_t i = 0; i < long_.wavs.size(); ++i) heard.push_back(i % 2 == 1 ? 1 : 3);
    QCOMPARE(server.heard(), heard);
  }

  void a_server_that_names_a_time_is_left_alone_so_long() {
    FaultServer server(short_.wavs);
    int seconds = 1;
    server.fault = [&](const FaultServer::Asked& asked, HubReply& reply) {
      if (asked.time == 1)
        reply = {.status = 429,
                 .headers = {"Retry-After: " + std::to_string(seconds)},
                 .body = R"({"error":{"message":"Slow down"}})"};
    };
    const auto begin = std::chrono::steady_clock::now();
    QCOMPARE(run(server, short_).text(), text_of(0, 1));
    QVERIFY(std::chrono::steady_clock::now() - begin >= std::chrono::seconds(1));
    // Too long to wait for.
    FaultServer busy(short_.wavs);
    seconds = 10'000;
    busy.fault = server.fault;
    fails(busy, busy.host() + " has too much to do: Slow down");
    QCOMPARE(busy.chats(), 1);
  }

  void faults_that_last_data() {
    using Fault = FaultServer::Fault;
    QTest::addColumn<Fault>("fault");
    QTest::addColumn<std::string>("why");  // HOST stands for the server
    QTest::addColumn<int>("chats");
    QTest::addColumn<int>("transcriptions");
    const auto status = [](int number) {
      return Fault([number](const FaultServer::Asked&, HubReply& reply) {
        reply = {.status = number, .headers = {}, .body = R"({"error":"Out of memory"})"};
      });
    };
    const auto body = [](const std::string& text) {
      return Fault([text](const FaultServer::Asked&, HubReply& reply) { reply.body = text; });
    };
    const std::string failed = "Expected an answer from HOST, found the failure HTTP ";
    QTest::addRow("500") << status(500) << "After 4 attempts: " + failed + "500: Out of memory" << 4 << 4;
    QTest::addRow("503") << status(503) << "After 4 attempts: " + failed + "503: Out of memory" << 4 << 0;
    QTest::addRow("413") << status(413) << failed + "413: Out of memory" << 1 << 0;
    QTest::addRow("403") << status(403) << std::string("HOST wants a key, and none was given.") << 1 << 0;
    QTest::addRow("cut") << Fault([](const FaultServer::Asked&, HubReply& reply) { reply.cut_at = 10; })
                         << std::string("After 4 attempts: HOST broke the connection off.") << 4 << 0;
    QTest::addRow("huge") << body(std::string(std::size_t{2} << 20, ' '))
                          << std::string(
                                 "Expected an answer of at most 1048576 bytes from HOST, found a longer one.")
                          << 1 << 0;
    QTest::addRow("html") << body("<html>Log in</html>")
                          << std::string("Expected an answer in JSON, found: <html>Log in</html>") << 1 << 0;
    QTest::addRow("no text") << body(R"({"choices":[]})")
                             << std::string(R"(Expected the answer of a chat model, found: {"choices":[]})")
                             << 1 << 0;
    QTest::addRow("failure") << body(R"({"error":{"message":"No GPU"}})")
                             << std::string("Expected the answer of a model, found a failure: No GPU") << 1
                             << 0;
  }
  void faults_that_last() {
    QFETCH(FaultServer::Fault, fault);
    QFETCH(std::string, why);
    QFETCH(int, chats);
    QFETCH(int, transcriptions);
    FaultServer server(short_.wavs);
    server.fault = fault;
    if (const std::size_t at = why.find("HOST"); at != std::string::npos) why.replace(at, 4, server.host());
    fails(server, why);
    QCOMPARE(server.chats(), chats);
    QCOMPARE(server.transcriptions(), transcriptions);
  }

  void a_wrong_answer_of_the_other_route() {
    FaultServer server(short_.wavs);
    server.chat_status = 404;
    server.fault = [](const FaultServer::Asked&, HubReply& reply) { reply.body = "plain words"; };
    fails(server, "Expected a transcript from " + server.host() + ", found: plain words");
  }

  // Sound and key go to the named server alone.
  void redirects_are_not_followed() {
    FaultServer other(short_.wavs), server(short_.wavs);
    for (const int status : {301, 302, 303, 307, 308}) {
      server.fault = [&](const FaultServer::Asked&, HubReply& reply) {
        reply = {.status = status,
                 .headers = {"Location: " + other.address() + "/v1/chat/completions"},
                 .body = "moved"};
      };
      fails(server, "Expected an answer from " + server.host() + ", found that it leads to " +
                        other.address() + "/v1/chat/completions. Nothing was sent there.");
    }
    QCOMPARE(server.chats(), 5);
    QVERIFY(other.requests().empty());
  }

  void an_answer_has_its_time() {
    FaultServer server(short_.wavs);
    server.fault = [](const FaultServer::Asked&, HubReply& reply) { reply.once = [] { return false; }; };
    const auto failure = [&](int attempts, double most_s) {
      remote::Client client({.address = server.address(),
                             .attempts = attempts,
                             .first_wait_s = 0.001,
                             .answer_s = 0.2,
                             .most_s = most_s});
      return failure_of([&] {
        client.hear({.model = "m", .instruction = "Write.", .most_tokens = 9}, short_.wavs.front(), {});
      });
    };
    const QString silent = qtext(server.host() + " sent nothing for too long.");
    QCOMPARE(failure(2, 600.0), QStringLiteral("After 2 attempts: ") + silent);
    // No attempt begins after the time for all of them.
    QCOMPARE(failure(2, 0.1), silent);
    QCOMPARE(server.requests().size(), std::size_t{3});
  }

  void a_text_that_is_longer_than_its_tokens() {
    for (const remote::Route route : {remote::Route::chat, remote::Route::transcription}) {
      const auto failure = [&](std::size_t bytes) {
        const std::string text(bytes, 'x');
        const cleanup::Json choice = {{"message", {{"content", text}}}};
        const cleanup::Json body = route == remote::Route::chat
                                       ? cleanup::Json{{"choices", cleanup::Json::array({choice})}}
                                       : cleanup::Json{{"text", text}};
        return failure_of([&] { remote::heard_in(route, 1000, body.dump(), "host"); });
      };
      QCOMPARE(failure(64'000), QString());
      QCOMPARE(failure(64'001),
               QStringLiteral("Expected a text of at most 64000 bytes from host, found 64001."));
    }
  }

  void servers_that_are_none() {
    FaultServer server(short_.wavs);
    const auto opening = [&](const std::string& address) {
      return failure_of([&] { open_transcriber(options_for(address)); });
    };
    server.models = "<html>";
    QCOMPARE(opening(server.address()),
             qtext("Expected the list of its models from " + server.host() + ", found: <html>"));
    server.models = R"({"data":[]})";
    QCOMPARE(opening(server.address()),
             qtext("Expected a model on " + server.host() + ", found none in its list."));
    // Names that nobody could read are left out.
    cleanup::Json list = cleanup::Json::array();
    for (const std::string& name : {std::string(), std::string("two\nlines"), std::string(257, 'x')})
      list.push_back({{"id", name}});
    server.models = cleanup::Json{{"data", list}}.dump();
    QCOMPARE(opening(server.address()),
             qtext("Expected a model on " + server.host() + ", found none in its list."));
    server.models_status = 404;
    QVERIFY(opening(server.address()).startsWith(qtext(server.host() + " can't say which models it has.")));
    QVERIFY(opening("http://127.0.0.1:1").contains(QStringLiteral("could not be reached")));
    QVERIFY(opening("https://" + server.host()).startsWith(qtext(server.host() + " does not speak TLS")));
    QVERIFY(opening("").contains(QStringLiteral("found none")));
    for (const char* wrong :
         {"localhost:8000", "ftp://host", "http://", "http://me:word@host", "file:///etc/passwd"})
      QVERIFY2(opening(wrong).startsWith(QStringLiteral("Expected the address of a server")), wrong);
    // A model that is named needs no list.
    EngineOptions named = options_for(server.address());
    named.remote.model = "my-model";
    QCOMPARE(open_transcriber(named)->model().name, std::string("my-model"));
    server.models_status = 200;  // an empty one
    QCOMPARE(open_transcriber(named)->model().name, std::string("my-model"));
  }

  void addresses() {
    for (const char* typed :
         {"http://localhost:8000", " http://localhost:8000/ ", "http://localhost:8000/v1/",
          "http://localhost:8000/v1/chat/completions", "http://localhost:8000/v1/audio/transcriptions"})
      QCOMPARE(checked_server_address(typed), std::string("http://localhost:8000/v1"));
    QCOMPARE(checked_server_address("https://host/openai/v1"), std::string("https://host/openai/v1"));
  }

  void waits_grow_with_chance_and_obey_the_server() {
    const RemoteOptions options{.first_wait_s = 1.0};
    QCOMPARE(remote::wait_s(options, 1, -1, 0.0), 0.5);
    QCOMPARE(remote::wait_s(options, 1, -1, 1.0), 1.0);
    QCOMPARE(remote::wait_s(options, 3, -1, 1.0), 4.0);
    QCOMPARE(remote::wait_s(options, 3, 7, 1.0), 7.0);
    QCOMPARE(remote::wait_s(options, 3, 0, 0.0), 2.0);
    QCOMPARE(remote::wait_s(options, 60, -1, 1.0), 60.0);
  }

 private:
  void fails(FaultServer& server, const std::string& why) {
    const auto transcriber = open_transcriber(options_for(server.address()));
    QCOMPARE(failure_of([&] { transcriber->transcribe(short_.file, {}, {}, {}); }), qtext(why));
  }

  QTemporaryDir folder_;
  Sound short_, long_;
};

QTEST_GUILESS_MAIN(TestRemoteFaults)
#include "test_remote_faults.moc"
