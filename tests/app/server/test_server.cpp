// SPDX-License-Identifier: Apache-2.0
// The real server with the demo model, asked over real sockets.
#include <QtTest>
#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "tests/app/cli/process.h"
#include "tests/app/server/server_process.h"
#include "tests/support/patience.h"

using namespace tilescribe::test;
using nlohmann::json;

namespace {

const QString audio = TILESCRIBE_SOURCE_DIR "/resources/audio/";

Field sound(const QString& name = "short.wav") {
  return {"file", file_bytes(audio + name), name.toStdString()};
}

json body(const HttpAnswer& answer) {
  return json::parse(answer.body, nullptr, false);
}

std::string code(const HttpAnswer& answer) {
  const json error = body(answer);
  return error.is_object() && error.contains("error") ? error["error"]["code"].get<std::string>() : "";
}

}  // namespace

class ServerTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    server_ = std::make_unique<ServerProcess>();
    QVERIFY(server_->port() > 0);
    const Ended told = run_program(TILESCRIBE_CLI, {"transcribe", audio + "short.wav"});
    QCOMPARE(told.exit_code, 0);
    text_ = told.output.trimmed().toStdString();
    QVERIFY(text_.size() > 20);
  }

  // Nothing leaked, no file stayed.
  void cleanupTestCase() {
    QCOMPARE(server_->temporary_files(), 0);
    QCOMPARE(server_->stop(), 0);
  }

  void every_format() {
    const auto ask = [&](const char* format) {
      return server_->ask(transcription({{"model", "whisper-1"}, {"response_format", format}, sound()}));
    };
    const HttpAnswer usual = ask("json");
    QCOMPARE(usual.status, 200);
    QVERIFY(usual.whole);
    QCOMPARE(usual.header("content-type"), std::string("application/json"));
    QCOMPARE(body(usual)["text"].get<std::string>(), text_);
    QCOMPARE(ask("text").body, text_ + '\n');
    QVERIFY(ask("srt").body.starts_with("1\n00:00:0"));
    QVERIFY(ask("vtt").body.starts_with("WEBVTT\n"));
    const auto verbose = body(ask("verbose_json"));
    QCOMPARE(verbose["text"].get<std::string>(), text_);
    QCOMPARE(verbose["duration"].get<double>(), 2.8);
    QVERIFY(!verbose["segments"].empty() && !verbose.contains("words"));
  }

  void words_have_times_that_are_heard() {
    const HttpAnswer answer = server_->ask(
        transcription({sound(), {"response_format", "verbose_json"}, {"timestamp_granularities[]", "word"}}));
    QCOMPARE(answer.status, 200);
    const json got = body(answer);
    QCOMPARE(got["words"].size(), got["segments"][0]["words"].size());
    double before = 0.0;
    int heard = 0;
    for (const json& word : got["words"]) {
      QVERIFY(word["start"].get<double>() >= before && word["end"] > word["start"]);
      before = word["end"].get<double>();
      heard += word["estimated"].get<bool>() ? 0 : 1;
    }
    QVERIFY(before <= 2.8);
    QVERIFY(heard > 5);
  }

  void a_stream() {
    const HttpAnswer answer = server_->ask(transcription({{"stream", "true"}, sound()}));
    QCOMPARE(answer.status, 200);
    QVERIFY(answer.whole);
    QVERIFY(answer.header("content-type").starts_with("text/event-stream"));
    QStringList names;
    std::string deltas;
    for (const QString& event : QString::fromStdString(answer.body).split("\n\n", Qt::SkipEmptyParts)) {
      if (event.startsWith(':')) continue;  // a comment: the work takes long, and the connection is alive
      names += event.section('\n', 0, 0);
      const json data = json::parse(event.section('\n', 1).mid(6).toStdString());
      if (data.contains("delta")) deltas += data["delta"].get<std::string>();
    }
    QCOMPARE(names.first(), QString("event: transcript.text.delta"));
    QCOMPARE(names.last(), QString("event: transcript.text.done"));
    QCOMPARE(deltas, text_);
  }

  void a_file_that_is_no_sound() {
    for (const char* stream : {"false", "true"}) {
      const HttpAnswer answer =
          server_->ask(transcription({{"stream", stream}, {"file", "no sound at all", "talk.mp3"}}));
      QCOMPARE(answer.status, 400);
      QCOMPARE(code(answer), std::string("invalid_audio"));
      const std::string message = body(answer)["error"]["message"].get<std::string>();
      QVERIFY2(message.find("talk.mp3") != std::string::npos && message.find("/proc") == std::string::npos,
               message.c_str());
    }
  }

  void refusals() {
    QCOMPARE(code(server_->ask(transcription({sound(), {"model", "other"}}))),
             std::string("model_not_found"));
    QCOMPARE(code(server_->ask(transcription({sound(), {"language", "de"}}))),
             std::string("unsupported_language"));
    QCOMPARE(code(server_->ask(transcription({{"model", "whisper-1"}}))), std::string("invalid_value"));
    QCOMPARE(server_->ask(get("/v1/nothing")).status, 404);
    QCOMPARE(server_->ask(get("/v1/audio/transcriptions")).status, 405);
    QCOMPARE(server_->ask("POST /v1/audio/transcriptions HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}").status,
             400);
    QCOMPARE(server_->ask(get("/v1/models", "Origin: https://example.org\r\n")).status, 403);
    QCOMPARE(server_->ask("nonsense\r\n\r\n").status, 400);
    QCOMPARE(server_->ask(get("/" + std::string(20000, 'a'))).status, 431);
  }

  void methods() {
    QCOMPARE(server_->ask(get("/v1/audio/transcriptions")).header("allow"), std::string("post"));
    QCOMPARE(server_->ask("POST /healthz HTTP/1.1\r\nContent-Length: 0\r\n\r\n").header("allow"),
             std::string("get, head"));
    RawClient client(server_->port());
    client.send("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + get("/healthz"));
    const std::string head = client.until("\r\n\r\n");
    QVERIFY(head.starts_with("HTTP/1.1 200 OK\r\n") &&
            head.find("Content-Length: 3\r\n") != std::string::npos);
    QVERIFY(client.until("\r\n").starts_with("HTTP/1.1 200 OK"));  // no body lies between
  }

  // A body that nobody needs is not waited for.
  void a_body_that_means_nothing() {
    const HttpAnswer answer = server_->ask(get("/healthz", "Content-Length: 1000000\r\n"));
    QCOMPARE(answer.status, 200);
    QCOMPARE(answer.header("connection"), std::string("close"));
  }

  // The bundled model gets no prompt. Any folder that is named gets it, be it the same one.
  void a_prompt_that_is_too_long() {
    std::string prompt;
    for (int i = 0; i < 15'000; ++i) prompt += "zq ";
    QCOMPARE(server_->ask(transcription({{"prompt", prompt}, sound()})).status, 200);
    ServerProcess named({"--model", TILESCRIBE_SOURCE_DIR "/resources/models/demo"});
    const HttpAnswer answer = named.ask(transcription({{"prompt", prompt}, sound()}));
    QCOMPARE(answer.status, 400);
    QCOMPARE(body(answer)["error"]["param"].get<std::string>(), std::string("prompt"));
  }

  void one_connection_for_several_requests() {
    RawClient client(server_->port());
    for (const char* path : {"/healthz", "/v1/models", "/v1/models/whisper-1", "/nothing", "/healthz"}) {
      QVERIFY(client.send(get(path)));
      const HttpAnswer answer = client.answer();
      QVERIFY2(answer.status == (std::string(path) == "/nothing" ? 404 : 200), path);
      if (answer.header("connection") == "close") return;  // after a refusal
    }
  }

  void a_form_in_chunks_after_asking() {
    const std::string parts = form({{"response_format", "text"}, sound()});
    RawClient client(server_->port());
    client.send(
        "POST /v1/audio/transcriptions HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; "
        "boundary=b\r\n"
        "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n");
    QVERIFY(client.until("\r\n\r\n").starts_with("HTTP/1.1 100 Continue"));
    std::ostringstream chunks;
    for (std::size_t at = 0; at < parts.size(); at += 1000) {
      const std::string piece = parts.substr(at, 1000);
      chunks << std::hex << piece.size() << "\r\n" << piece << "\r\n";
    }
    client.send(chunks.str() + "0\r\n\r\n");
    QCOMPARE(client.answer().body, text_ + '\n');
  }

  // On the engine that was named: the CPU, one of whose ops fails as a device does. Once.
  void after_a_device_failed_the_model_is_opened_again() {
    ServerProcess failing({"--engine", "cpu", "--inject-fault", "lost"});
    const HttpAnswer failed = failing.ask(transcription({sound()}));
    QCOMPARE(failed.status, 503);
    QCOMPARE(code(failed), std::string("device_failed"));
    QVERIFY(std::stoi("0" + failed.header("retry-after")) > 0);
    QTRY_COMPARE_WITH_TIMEOUT(failing.ask(get("/healthz")).status, 200, 60'000);
    const HttpAnswer answer = failing.ask(transcription({sound()}));
    QCOMPARE(answer.status, 200);
    QCOMPARE(body(answer)["text"].get<std::string>(), text_);
    QCOMPARE(failing.metric("tilescribe_model_reopenings_total"), 1.0);
    QCOMPARE(failing.stop(), 0);
  }

  void who_hangs_up_is_cancelled() {
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(server_->ask(transcription({{"file", long_wav(1), "long.wav"}})).status, 200);
    const qint64 once = clock.elapsed();
    const double before = server_->metric("tilescribe_transcriptions_cancelled_total");
    {
      RawClient client(server_->port());
      QVERIFY(client.send(transcription({{"file", long_wav(30), "long.wav"}})));
      QTRY_COMPARE_WITH_TIMEOUT(server_->metric("tilescribe_transcriptions_in_progress"), 1.0, 30'000);
      QCOMPARE(server_->temporary_files(), 0);  // it has no name
    }
    QTRY_COMPARE_WITH_TIMEOUT(server_->metric("tilescribe_transcriptions_cancelled_total"), before + 1.0,
                              30'000);
    clock.start();
    QTRY_COMPARE_WITH_TIMEOUT(server_->metric("tilescribe_transcriptions_in_progress"), 0.0, 120'000);
    // The rest of the file would take thirty times as long. The question itself takes a moment, too.
    QVERIFY2(clock.elapsed() < std::max<qint64>(10 * once, 2'000),
             qPrintable(QString("%1, %2").arg(clock.elapsed()).arg(once)));
  }

 private:
  std::unique_ptr<ServerProcess> server_;
  std::string text_;
};

QTEST_GUILESS_MAIN(ServerTest)
#include "test_server.moc"
