// SPDX-License-Identifier: Apache-2.0
// What a server refuses, and how it ends.
#include <QtTest>

#include <nlohmann/json.hpp>

#include "tests/app/cli/process.h"
#include "tests/app/server/server_process.h"
#include "tests/support/patience.h"

using namespace tilescribe::test;
using nlohmann::json;

namespace {

// So long that it is at work until it is ended.
Field long_talk() {
  return {"file", long_wav(30), "long.wav"};
}

Field silence() {
  return {"file", silent_wav(), "silence.wav"};
}

}  // namespace

class ServerLimitsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_full_queue() {
    ServerProcess server({"--queue", "1"});
    RawClient first(server.port());
    QVERIFY(first.send(transcription({long_talk()})));
    QTRY_COMPARE_WITH_TIMEOUT(server.metric("tilescribe_transcriptions_in_progress"), 1.0, 30'000);
    const HttpAnswer second = server.ask(transcription({silence()}));
    QCOMPARE(second.status, 429);
    QVERIFY(std::stoi("0" + second.header("retry-after")) >= 1);
    QCOMPARE(json::parse(second.body)["error"]["type"].get<std::string>(), std::string("rate_limit_error"));
    // It ends with a transcription at work, whose client hears of it.
    server.terminate();
    const HttpAnswer ended = first.answer();
    QCOMPARE(ended.status, 503);
    QCOMPARE(server.stop(), 0);
  }

  void a_stream_hears_of_the_end() {
    ServerProcess server;
    RawClient client(server.port());
    QVERIFY(client.send(transcription({{"stream", "true"}, long_talk()})));
    QVERIFY(client.until("transcript.text.segment").find("200 OK") != std::string::npos);
    server.terminate();
    QVERIFY(client.until("0\r\n\r\n").find("event: error\ndata: {\"error\"") != std::string::npos);
    QCOMPARE(server.stop(), 0);
  }

  void a_key() {
    QTemporaryDir folder;
    QFile file(folder.filePath("key"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("sesame\n") > 0);
    file.close();
    const QStringList ways[][2] = {{{"--key-file", file.fileName()}, {}},
                                   {{}, {"TILESCRIBE_API_KEY=sesame"}}};
    for (const auto& [options, environment] : ways) {
      ServerProcess server(options, environment);
      QVERIFY(server.port() > 0);
      QCOMPARE(server.ask(get("/healthz")).status, 200);
      for (const char* path : {"/v1/models", "/metrics"}) {
        QCOMPARE(server.ask(get(path)).status, 401);
        QCOMPARE(server.ask(get(path, "Authorization: Bearer wrong\r\n")).status, 401);
        QCOMPARE(server.ask(get(path, "Authorization: Bearer sesame\r\n")).status, 200);
      }
      const HttpAnswer refused = server.ask(transcription({silence()}));
      QCOMPARE(refused.status, 401);
      QCOMPARE(refused.header("www-authenticate"), std::string("bearer"));
      QCOMPARE(server.ask(transcription({silence()}, "Authorization: Bearer sesame\r\n")).status, 200);
      // Neither the key nor what was tried is repeated anywhere.
      std::string told = refused.body + server.ask(get("/metrics", "Authorization: Bearer sesame\r\n")).body;
      QCOMPARE(server.stop(), 0);
      told += server.errors().toStdString();
      QVERIFY2(told.find("sesame") == std::string::npos && told.find("wrong") == std::string::npos,
               told.c_str());
    }
  }

  void tls() {
    QTemporaryDir folder;
    const QString certificate = folder.filePath("c.pem"), key = folder.filePath("k.pem");
    const Ended made = run_program(
        "openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate});
    QVERIFY2(made.exit_code == 0, made.errors.constData());
    ServerProcess server({"--certificate", certificate, "--private-key", key});
    QVERIFY(server.port() > 0);
    QFile sound(folder.filePath("silence.wav"));
    QVERIFY(sound.open(QIODevice::WriteOnly) && sound.write(QByteArray::fromStdString(silent_wav())) > 0);
    sound.close();
    const QString address = QString("https://localhost:%1").arg(server.port());
    const QStringList curl{
        "-sS",      "--noproxy", "*", "--resolve", QString("localhost:%1:127.0.0.1").arg(server.port()),
        "--cacert", certificate};
    const Ended health = run_program("curl", curl + QStringList{address + "/healthz", address + "/healthz"});
    QCOMPARE(health.output, QByteArray("ok\nok\n"));
    const Ended talk = run_program(
        "curl", curl + QStringList{"-F", "file=@" + sound.fileName(), address + "/v1/audio/transcriptions"});
    QVERIFY2(talk.output.startsWith("{\"text\":\"\""), (talk.output + talk.errors).constData());
    const Ended too_old = run_program("curl", curl + QStringList{"--tls-max", "1.1", address + "/healthz"});
    QVERIFY(too_old.exit_code != 0);
    // Who does not speak TLS gets nothing, and harms nobody.
    QCOMPARE(server.ask(get("/healthz")).status, 0);
    QCOMPARE(server.stop(), 0);
  }

  void large_requests() {
    ServerProcess server({"--max-body", "1"});
    const std::string large(2 << 20, 'x');
    QCOMPARE(server.ask(transcription({{"file", large, "large.wav"}})).status, 413);
    RawClient chunked(server.port());
    chunked.send(
        "POST /v1/audio/transcriptions HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; "
        "boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n200000\r\n" +
        large);
    QCOMPARE(chunked.answer().status, 413);
    QCOMPARE(server.ask(transcription({silence()})).status, 200);
    QCOMPARE(server.temporary_files(), 0);
    QCOMPARE(server.stop(), 0);
  }

  void slow_senders() {
    ServerProcess server({"--silence", "3", "--receive", "8"});
    const std::string request = transcription({silence()});
    RawClient silent(server.port()), half_head(server.port()), half_body(server.port());
    half_head.send(request.substr(0, 50));
    half_body.send(request.substr(0, request.size() - 50));
    QCOMPARE(half_body.answer().status, 408);
    QCOMPARE(half_head.answer().status, 0);
    QCOMPARE(silent.answer().status, 0);
    // One that never keeps silent for long has a limit, too.
    RawClient drop(server.port());
    QElapsedTimer clock;
    clock.start();
    std::size_t sent = 0;
    while (clock.elapsed() < 9'000 && drop.send(request.substr(sent, sent < 200 ? 200 : 1))) {
      sent += sent < 200 ? 200 : 1;
      QTest::qSleep(50);
    }
    QVERIFY(sent < request.size());
    QCOMPARE(drop.answer().status, 408);
    QTRY_COMPARE_WITH_TIMEOUT(server.metric("tilescribe_connections"), 1.0, 30'000);
    QCOMPARE(server.stop(), 0);
  }

  // Who takes a long answer slowly gets all of it, however long that takes.
  void slow_takers() {
    constexpr int names = 16;
    QStringList options{"--silence", "5"};
    // Six letters each as JSON: more than the system keeps for a socket.
    for (int i = 0; i < names; ++i) options += {"--alias", QString(100'000, QChar(1))};
    ServerProcess server(options);
    RawClient client(server.port(), 65536);
    QVERIFY(client.send(get("/v1/models")));
    const HttpAnswer answer = client.answer(60);
    QCOMPARE(answer.status, 200);
    QVERIFY(answer.whole && answer.body.size() > names * 600'000U);
    QCOMPARE(server.stop(), 0);
  }

  // A key that is blank by mistake does not open the server to everybody.
  void a_blank_key() {
    QTemporaryDir folder;
    QFile file(folder.filePath("key"));
    for (const char* blank : {"", " ", "\r\n", "\t\nsesame\n"}) {
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(blank) >= 0);
      file.close();
      const Ended ended = run_program(
          TILESCRIBE_CLI, {"serve", "--host", "0.0.0.0", "--port", "0", "--key-file", file.fileName()});
      QCOMPARE(ended.exit_code, 1);
      QVERIFY2(ended.errors.contains("--key-file expects"), ended.errors.constData());
    }
    const auto before = qgetenv("TILESCRIBE_API_KEY");
    for (const char* blank : {"", " "}) {
      qputenv("TILESCRIBE_API_KEY", blank);
      const Ended ended = run_program(TILESCRIBE_CLI, {"serve", "--host", "0.0.0.0", "--port", "0"});
      before.isNull() ? qunsetenv("TILESCRIBE_API_KEY") : qputenv("TILESCRIBE_API_KEY", before);
      QCOMPARE(ended.exit_code, 1);
      QVERIFY2(ended.errors.contains("found it blank"), ended.errors.constData());
    }
  }

  void what_keeps_it_from_starting() {
    const auto run = [](const QStringList& options) {
      return run_program(TILESCRIBE_CLI, QStringList{"serve"} + options);
    };
    const Ended open = run({"--host", "0.0.0.0", "--port", "0"});
    QCOMPARE(open.exit_code, 1);
    QVERIFY2(open.errors.contains("needs a key"), open.errors.constData());
    ServerProcess server;
    const Ended taken = run({"--port", QString::number(server.port())});
    QCOMPARE(taken.exit_code, 1);
    QVERIFY2(taken.errors.contains("Address already in use"), taken.errors.constData());
    QCOMPARE(run({"--port", "0", "--model", "/nonexistent"}).exit_code, 1);
    QCOMPARE(run({"--port", "0", "--certificate", "/nonexistent", "--private-key", "/nonexistent"}).exit_code,
             1);
    QCOMPARE(run({"--port", "0", "--certificate", "c"}).exit_code, 2);
    QCOMPARE(run({"--port", "0", "--key-file", "/nonexistent"}).exit_code, 1);
    QCOMPARE(run({"--port", "99999"}).exit_code, 2);
    QCOMPARE(server.stop(), 0);
  }
};

QTEST_GUILESS_MAIN(ServerLimitsTest)
#include "test_server_limits.moc"
