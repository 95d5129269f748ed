// SPDX-License-Identifier: Apache-2.0
// What is said in a transcription session of the Realtime API.
#include <QtTest>
#include <functional>

#include <nlohmann/json.hpp>

#include "app/protocol/realtime.h"

using namespace tilescribe;
using namespace tilescribe::protocol;

namespace {

RealtimeSettings updated(const std::string& session, const RealtimeSettings& now = {}) {
  const RealtimeCommand command =
      read_realtime(R"({"type":"session.update","session":)" + session + "}", now);
  return std::get<RealtimeUpdate>(command).settings;
}

std::string input(const std::string& input) {
  return R"({"type":"transcription","audio":{"input":)" + input + "}}";
}

std::string bytes(const std::string& base64) {
  const RealtimeCommand command =
      read_realtime(R"({"type":"input_audio_buffer.append","audio":")" + base64 + "\"}", {});
  return std::get<RealtimeAppend>(command).samples;
}

ApiError refusal(const std::function<void()>& what) {
  try {
    what();
  } catch (const RequestError& error) {
    return error.error();
  }
  return {.status = 200};
}

}  // namespace

class RealtimeTest : public QObject {
  Q_OBJECT

 private slots:
  void sound() {
    QCOMPARE(bytes(""), std::string());
    QCOMPARE(bytes("TQ=="), std::string("M"));
    QCOMPARE(bytes("TWE="), std::string("Ma"));
    QCOMPARE(bytes("TWFu"), std::string("Man"));
    QCOMPARE(bytes("AP//AQ=="), std::string("\0\xFF\xFF\1", 4));
    QCOMPARE(bytes("+/+/"), std::string("\xFB\xFF\xBF"));
    for (const char* wrong : {"TQ=", "TQ", "T===", "TW u", "TW-u", "=TWE"})
      QCOMPARE(refusal([&] { bytes(wrong); }).param, std::string("audio"));
  }

  void settings() {
    RealtimeSettings found = updated(input(
        R"({"format":{"type":"audio/pcm","rate":16000},"transcription":{"model":"whisper-1","prompt":"Names.",
            "language":"EN"},"turn_detection":{"type":"server_vad","silence_duration_ms":450}})"));
    QCOMPARE(found.sample_rate, 16000);
    QCOMPARE(found.model, std::string("whisper-1"));
    QCOMPARE(found.prompt, std::string("Names."));
    QCOMPARE(found.language, std::string("en"));
    QVERIFY(found.finds_turns);
    QCOMPARE(found.pause_s, 0.45);
    // What is not named stays.
    found = updated(input(R"({"turn_detection":null})"), found);
    QVERIFY(!found.finds_turns);
    QCOMPARE(found.sample_rate, 16000);
    QCOMPARE(found.prompt, std::string("Names."));
    QCOMPARE(updated(R"({"type":"transcription"})", found).language, std::string("en"));
  }

  void what_is_refused_data() {
    QTest::addColumn<QString>("session");
    QTest::addColumn<QString>("param");
    const QString in = "session.audio.input.";
    const auto row = [](const char* name, const std::string& session, const QString& param) {
      QTest::newRow(name) << QString::fromStdString(session) << param;
    };
    row("another type", R"({"type":"realtime"})", "session.type");
    row("no type", "{}", "session.type");
    row("telephone", input(R"({"format":{"type":"audio/pcmu"}})"), in + "format");
    row("rate", input(R"({"format":{"type":"audio/pcm","rate":44100}})"), in + "format.rate");
    const std::string deep = std::string(8, '[') + std::string(8, ']');
    row("nested rate", input(R"({"format":{"type":"audio/pcm","rate":)" + deep + "}}"), in + "format.rate");
    row("nested pause", input(R"({"turn_detection":{"silence_duration_ms":)" + deep + "}}"),
        in + "turn_detection.silence_duration_ms");
    row("long prompt", input(R"({"transcription":{"prompt":")" + std::string(70'000, 'a') + R"("}})"),
        in + "transcription.prompt");
    row("large rate", input(R"({"format":{"type":"audio/pcm","rate":4294983296}})"), in + "format.rate");
    row("turns", input(R"({"turn_detection":{"type":"telepathy"}})"), in + "turn_detection.type");
    row("pause", input(R"({"turn_detection":{"silence_duration_ms":-1}})"),
        in + "turn_detection.silence_duration_ms");
    row("model", input(R"({"transcription":{"model":5}})"), "model");
  }
  void what_is_refused() {
    QFETCH(QString, session);
    QFETCH(QString, param);
    const ApiError error = refusal([&] { updated(session.toStdString()); });
    QCOMPARE(error.status, 400);
    QCOMPARE(QString::fromStdString(error.param), param);
  }

  void messages() {
    QVERIFY(
        std::holds_alternative<RealtimeCommit>(read_realtime(R"({"type":"input_audio_buffer.commit"})", {})));
    QVERIFY(
        std::holds_alternative<RealtimeClear>(read_realtime(R"({"type":"input_audio_buffer.clear"})", {})));
    QCOMPARE(refusal([] { read_realtime(R"({"type":"response.create"})", {}); }).code,
             std::string("unknown_type"));
    for (const char* wrong : {"", "no json", "[]", "{", "5"})
      QCOMPARE(refusal([&] { read_realtime(wrong, {}); }).code, std::string("invalid_json"));
    QCOMPARE(realtime_id_of(R"({"event_id":"mine"})"), std::string("mine"));
    for (const char* none : {"", "{}", R"({"event_id":5})"}) QCOMPARE(realtime_id_of(none), std::string());
  }

  // Parsed, each would take tens of bytes of memory for one of its own.
  void messages_of_brackets_are_refused_at_once() {
    const std::string deep(1'000'000, '[');
    std::string flat = R"({"type":"session.update","event_id":"mine","session":[)";
    for (int i = 0; i < 1'000; ++i) flat += "{},";
    flat += "{}]}";
    for (const std::string& large : {deep, "{\"a\":" + deep, flat}) {
      const std::string message = english(refusal([&] { read_realtime(large, {}); }).message);
      QVERIFY2(message.starts_with("Expected a message of at most 256 values, names and brackets"),
               message.c_str());
      QCOMPARE(realtime_id_of(large), std::string());
    }
    const auto commit = [](std::size_t depth) {
      return R"({"type":"input_audio_buffer.commit","more":)" + std::string(depth, '[') +
             std::string(depth, ']') + "}";
    };
    QVERIFY(std::holds_alternative<RealtimeCommit>(read_realtime(commit(15), {})));
    QCOMPARE(refusal([&] { read_realtime(commit(16), {}); }).code, std::string("invalid_json"));
  }

  void events() {
    const auto event = [](const std::string& text) { return nlohmann::json::parse(text); };
    RealtimeWriter writer;
    const nlohmann::json created = event(writer.created({.model = "demo", .finds_turns = false}));
    QCOMPARE(created["type"].get<std::string>(), std::string("session.created"));
    QVERIFY(created["session"]["audio"]["input"]["turn_detection"].is_null());
    QCOMPARE(updated(created["session"].dump()).model, std::string("demo"));  // a client may send it back
    QCOMPARE(event(writer.speech_started(1, 1.5))["audio_start_ms"].get<int>(), 1500);
    QVERIFY(event(writer.committed(1))["previous_item_id"].is_null());
    QCOMPARE(event(writer.committed(2))["previous_item_id"].get<std::string>(), std::string("item_1"));
    QCOMPARE(event(writer.delta(2, "a \"b\""))["delta"].get<std::string>(), std::string("a \"b\""));
    const nlohmann::json completed = event(writer.completed(2, "words", 2.0004));
    QCOMPARE(completed["transcript"].get<std::string>(), std::string("words"));
    QCOMPARE(completed["usage"]["seconds"].get<double>(), 2.0);
    const ApiError wrong{.message = Message("No."), .code = "no"};
    QCOMPARE(event(writer.failed(3, wrong))["error"]["code"].get<std::string>(), std::string("no"));
    const nlohmann::json told = event(writer.error(wrong, "mine"));
    QCOMPARE(told["error"]["event_id"].get<std::string>(), std::string("mine"));
    QVERIFY(told["event_id"] != completed["event_id"]);
  }
};

QTEST_GUILESS_MAIN(RealtimeTest)
#include "test_realtime.moc"
