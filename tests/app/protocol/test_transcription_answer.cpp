// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <string>

#include <nlohmann/json.hpp>

#include "app/protocol/transcription_answer.h"

using namespace tilescribe;
using namespace tilescribe::protocol;
using nlohmann::json;

namespace {

Transcript talk() {
  Transcript transcript;
  transcript.duration_s = 4.5;
  transcript.segments = {
      {.start_s = 0.25,
       .end_s = 1.5,
       .text = "Good day.",
       .tokens = {{7, "Good", 1.0F}, {9, " day.", 0.25F}}},
      {.start_s = 2.0, .end_s = 4.0, .text = "How are you?", .tokens = {{11, "How", 0.5F}}, .window = 1}};
  transcript.segments[1].words = {
      {"How", 2.0, 2.5, 0.9F, false}, {"are", 2.5, 3.0, 0.8F, false}, {"you?", 3.0, 4.0, 0.1F, true}};
  return transcript;
}

json body(const Answer& answer) {
  return json::parse(answer.body);
}

// The events of a text: their names, and what they hold.
std::vector<std::pair<std::string, json>> events(const std::string& text) {
  std::vector<std::pair<std::string, json>> all;
  for (const QString& event : QString::fromStdString(text).split("\n\n", Qt::SkipEmptyParts)) {
    const QStringList lines = event.split('\n');
    if (lines.size() != 2 || !lines[0].startsWith("event: ") || !lines[1].startsWith("data: ")) return {};
    all.emplace_back(lines[0].mid(7).toStdString(), json::parse(lines[1].mid(6).toStdString()));
  }
  return all;
}

}  // namespace

class TranscriptionAnswerTest : public QObject {
  Q_OBJECT

 private slots:
  void json_and_text() {
    const json got = body(transcription_answer({}, talk(), "english"));
    QCOMPARE(got["text"].get<std::string>(), std::string("Good day. How are you?"));
    QCOMPARE(got["usage"], json::parse(R"({"type":"duration","seconds":4.5})"));
    const Answer text = transcription_answer({.format = ResponseFormat::text}, talk(), "");
    QCOMPARE(text.body, std::string("Good day. How are you?\n"));
    QVERIFY(text.content_type.starts_with("text/plain"));
  }

  void subtitles() {
    QCOMPARE(transcription_answer({.format = ResponseFormat::srt}, talk(), "").body,
             std::string("1\n00:00:00,250 --> 00:00:01,500\nGood day.\n\n2\n00:00:02,000 --> "
                         "00:00:04,000\nHow are you?\n"));
    QVERIFY(transcription_answer({.format = ResponseFormat::vtt}, talk(), "").body.starts_with("WEBVTT\n\n"));
  }

  void who_speaks() {
    Transcript transcript = talk();
    transcript.segments[1].speaker = "Ann";
    const json got = body(transcription_answer({.format = ResponseFormat::diarized_json}, transcript, ""));
    QCOMPARE(got["duration"].get<double>(), 4.5);
    QCOMPARE(got["segments"][0]["speaker"].get<std::string>(), std::string());  // not known
    QCOMPARE(got["segments"][1], json::parse(R"({"type":"transcript.text.segment","id":"seg_1","start":2.0,
                                                 "end":4.0,"text":"How are you?","speaker":"Ann"})"));
    const json verbose = body(transcription_answer({.format = ResponseFormat::verbose_json}, transcript, ""));
    QVERIFY(!verbose["segments"][0].contains("speaker"));
    QCOMPARE(verbose["segments"][1]["speaker"].get<std::string>(), std::string("Ann"));
    QCOMPARE(transcription_answer({.format = ResponseFormat::text, .channels = true}, transcript, "").body,
             std::string("Good day.\nAnn: How are you?\n"));
  }

  void verbose() {
    const json got = body(transcription_answer({.temperature = 0.5F, .format = ResponseFormat::verbose_json},
                                               talk(), "english"));
    QCOMPARE(got["task"].get<std::string>(), std::string("transcribe"));
    QCOMPARE(got["language"].get<std::string>(), std::string("english"));
    QCOMPARE(got["duration"].get<double>(), 4.5);
    QVERIFY(!got.contains("words"));
    const json& first = got["segments"][0];
    QCOMPARE(first["id"].get<int>(), 0);
    QCOMPARE(first["start"].get<double>(), 0.25);
    QCOMPARE(first["tokens"], json::parse("[7, 9]"));
    QCOMPARE(first["temperature"].get<double>(), 0.5);
    QVERIFY(std::abs(first["avg_logprob"].get<double>() - std::log(0.25) / 2.0) < 1e-6);
    QVERIFY(first["compression_ratio"].get<double>() > 0.3);
    QVERIFY(!first.contains("words"));
    QCOMPARE(got["segments"][1]["seek"].get<int>(), 200);
  }

  void a_repeated_text_compresses() {
    Transcript loop = talk();
    loop.segments[0].text.clear();
    for (int i = 0; i < 100; ++i) loop.segments[0].text += "again and again ";
    const json got = body(transcription_answer({.format = ResponseFormat::verbose_json}, loop, ""));
    QVERIFY(got["segments"][0]["compression_ratio"].get<double>() > 10.0);
  }

  void words_at_the_top_and_inside() {
    const json got =
        body(transcription_answer({.format = ResponseFormat::verbose_json, .words = true}, talk(), ""));
    QCOMPARE(got["words"].size(), 5U);
    QCOMPARE(got["segments"][0]["words"].size(), 2U);
    QCOMPARE(got["segments"][1]["words"].size(), 3U);
    // Those of the first segment share its time, and say so.
    const json& good = got["words"][0];
    QCOMPARE(good["word"].get<std::string>(), std::string("Good"));
    QCOMPARE(good["start"].get<double>(), 0.25);
    QVERIFY(good["estimated"].get<bool>());
    QCOMPARE(got["words"][1]["end"].get<double>(), 1.5);
    QVERIFY(!got["words"][2]["estimated"].get<bool>());
    QCOMPARE(got["words"][2]["probability"].get<double>(), 0.9);
    QVERIFY(got["words"][4]["estimated"].get<bool>());
  }

  void deltas_are_the_text() {
    const Transcript transcript = talk();
    EventWriter writer;
    std::string text;
    for (const Segment& segment : transcript.segments) text += writer.segment(segment);
    text += EventWriter::done({.words = true}, transcript);
    const auto all = events(text);
    QCOMPARE(all.size(), 5U);
    std::string deltas;
    for (const auto& [name, data] : all) {
      QCOMPARE(name, data["type"].get<std::string>());
      if (name == "transcript.text.delta") deltas += data["delta"].get<std::string>();
    }
    QCOMPARE(deltas, transcript.text());
    QCOMPARE(all[1].first, std::string("transcript.text.segment"));
    QCOMPARE(all[1].second["id"], all[0].second["segment_id"]);
    QCOMPARE(all[3].second["start"].get<double>(), 2.0);
    QCOMPARE(all[4].first, std::string("transcript.text.done"));
    QCOMPARE(all[4].second["text"].get<std::string>(), transcript.text());
    QCOMPARE(all[4].second["words"].size(), 5U);
  }

  // Whether a space goes before a segment can depend on more than the one before it.
  void deltas_of_mixed_scripts_are_the_text() {
    Transcript transcript;
    for (const char* text : {"好。", "…", "So", "", "it", "goes"})
      transcript.segments.emplace_back().text = text;
    EventWriter writer;
    std::string deltas;
    for (const Segment& segment : transcript.segments)
      deltas += events(writer.segment(segment))[0].second["delta"].get<std::string>();
    QCOMPARE(deltas, std::string("好。…So it goes"));
    QCOMPARE(deltas, transcript.text());
  }

  void errors() {
    const ApiError error{
        .status = 429, .message = Message("Full."), .code = "queue_full", .retry_after_s = 3};
    const Answer answer = error_answer(error);
    QCOMPARE(answer.status, 429);
    QCOMPARE(answer.retry_after_s, 3);
    QCOMPARE(
        body(answer),
        json::parse(
            R"({"error":{"message":"Full.","type":"rate_limit_error","param":null,"code":"queue_full"}})"));
    const auto all = events(EventWriter::error(error));
    QCOMPARE(all.size(), 1U);
    QCOMPARE(all[0].first, std::string("error"));
    QCOMPARE(all[0].second["error"]["code"].get<std::string>(), std::string("queue_full"));
    QCOMPARE(body(error_answer({.status = 401}))["error"]["type"].get<std::string>(),
             std::string("authentication_error"));
    QCOMPARE(body(error_answer({.status = 503}))["error"]["type"].get<std::string>(),
             std::string("server_error"));
    QCOMPARE(unknown_model("x", {"a", "b"}).status, 404);
    QVERIFY(EventWriter::keep_alive().starts_with(':'));
  }

  void models() {
    const json got = body(models_answer({"a", "b"}));
    QCOMPARE(got["object"].get<std::string>(), std::string("list"));
    QCOMPARE(got["data"][1]["id"].get<std::string>(), std::string("b"));
    QCOMPARE(body(model_answer("a"))["object"].get<std::string>(), std::string("model"));
  }
};

QTEST_GUILESS_MAIN(TranscriptionAnswerTest)
#include "test_transcription_answer.moc"
