// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <string>
#include <utility>
#include <vector>

#include "app/protocol/api_error.h"
#include "app/protocol/transcription_form.h"

using namespace tilescribe;
using namespace tilescribe::protocol;

namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

struct Given {
  TranscriptionRequest request;
  std::string sound;
};

Given read(const Fields& fields) {
  Given given;
  TranscriptionForm form([&](std::string_view bytes) { given.sound += bytes; });
  for (const auto& [name, value] : fields) {
    form.begin_part({name, name == "file" ? std::optional<std::string>("talk.wav") : std::nullopt});
    for (const char c : value) form.part_data({&c, 1});
    form.end_part();
  }
  given.request = form.request();
  return given;
}

// The field that is refused, and why.
std::pair<std::string, QString> refusal(Fields fields, bool with_file = true) {
  if (with_file) fields.emplace_back("file", "RIFF");
  try {
    read(fields);
  } catch (const RequestError& error) {
    return {error.error().param, error.what()};
  }
  return {};
}

}  // namespace

class TranscriptionFormTest : public QObject {
  Q_OBJECT

 private slots:
  void only_a_file() {
    const Given given = read({{"file", "RIFF"}});
    QCOMPARE(given.sound, std::string("RIFF"));
    QCOMPARE(given.request.file_name, std::string("talk.wav"));
    QVERIFY(given.request.format == ResponseFormat::json);
    QVERIFY(!given.request.stream && !given.request.words);
    QCOMPARE(given.request.temperature, 0.0F);
  }

  void everything_in_any_order() {
    Fields fields{{"model", "whisper-1"},
                  {"response_format", "verbose_json"},
                  {"timestamp_granularities[]", "segment"},
                  {"timestamp_granularities[]", "word"},
                  {"temperature", "0.5"},
                  {"language", "EN"},
                  {"prompt", "Write it down."},
                  {"stream", "True"},
                  {"vad_filter", "unknown to us"},
                  {"file", "RIFF"}};
    for (std::size_t i = 0; i < fields.size(); ++i) {
      std::rotate(fields.begin(), fields.begin() + 1, fields.end());
      const Given given = read(fields);
      QCOMPARE(given.sound, std::string("RIFF"));
      QCOMPARE(given.request.model, std::string("whisper-1"));
      QVERIFY(given.request.format == ResponseFormat::verbose_json);
      QVERIFY(given.request.words && given.request.stream);
      QCOMPARE(given.request.temperature, 0.5F);
      QCOMPARE(given.request.language, std::string("en"));
      QCOMPARE(given.request.prompt, std::string("Write it down."));
    }
  }

  void lists_without_brackets() {
    const Given given = read({{"timestamp_granularities", "word"},
                              {"response_format", "verbose_json"},
                              {"languages[]", "de"},
                              {"file", "x"}});
    QVERIFY(given.request.words);
    QCOMPARE(given.request.language, std::string("de"));
  }

  void words_only_where_they_can_stand() {
    QVERIFY(!read({{"timestamp_granularities[]", "word"}, {"file", "x"}}).request.words);
    QVERIFY(read({{"timestamp_granularities[]", "word"}, {"stream", "1"}, {"file", "x"}}).request.words);
  }

  void channels_as_speakers() {
    QVERIFY(!read({{"response_format", "verbose_json"}, {"file", "x"}}).request.channels);
    QVERIFY(!read({{"speakers", "none"}, {"file", "x"}}).request.channels);
    QVERIFY(read({{"speakers", "channels"}, {"file", "x"}}).request.channels);
    QVERIFY(read({{"response_format", "diarized_json"}, {"file", "x"}}).request.channels);
    QCOMPARE(refusal({{"speakers", "voices"}}).first, std::string("speakers"));
    QCOMPARE(refusal({{"speakers", "channels"}, {"stream", "true"}}).first, std::string("stream"));
  }

  void refusals() {
    QCOMPARE(refusal({}, false).first, std::string("file"));
    QVERIFY(refusal({{"file", "first"}}).second.contains("found two"));
    QVERIFY(refusal({{"file", ""}}, false).second.contains("no bytes"));
    QCOMPARE(
        refusal({{"response_format", "docx"}}).second,
        QString(
            "response_format should be json, text, srt, vtt, verbose_json or diarized_json; found “docx”."));
    for (const char* wrong : {"1.5", "-1", "nan", "warm", "0.5 "})
      QCOMPARE(refusal({{"temperature", wrong}}).first, std::string("temperature"));
    QCOMPARE(refusal({{"stream", "maybe"}}).first, std::string("stream"));
    QCOMPARE(refusal({{"stream", "true"}, {"response_format", "srt"}}).first, std::string("stream"));
    QCOMPARE(refusal({{"language", "e"}}).first, std::string("language"));
    QCOMPARE(refusal({{"language", "en; drop"}}).first, std::string("language"));
    QCOMPARE(refusal({{"timestamp_granularities[]", "letter"}}).first,
             std::string("timestamp_granularities"));
    QCOMPARE(refusal({{"include[]", "logprobs"}}).first, std::string("include"));
    QCOMPARE(refusal({{"known_speaker_names[]", "Ann"}}).first, std::string("known_speaker_names"));
    QCOMPARE(refusal({{"prompt", std::string(70000, 'p')}}).first, std::string("prompt"));
    QVERIFY(refusal({{"response_format", std::string(900, 'x')}}).second.size() < 200);
  }
};

QTEST_GUILESS_MAIN(TranscriptionFormTest)
#include "test_transcription_form.moc"
