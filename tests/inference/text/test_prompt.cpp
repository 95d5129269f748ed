// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include "inference/text/prompt.h"
#include "text_data.h"

using nlohmann::json;
using tilescribe::text::default_instruction;
using tilescribe::text::Prompt;
using tilescribe::text::Tokenizer;
using tilescribe::text::transcription_prompt;

namespace {

constexpr int pad = 1021;
constexpr const char* usual = "Please transcribe this audio into text";

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

}  // namespace

class TestPrompt : public QObject {
  Q_OBJECT

 private slots:
  void is_the_prompt_that_transformers_builds() {
    // input_ids of reference/golden/small/golden-short.safetensors (transformers 5, 35 audio tokens).
    std::vector<int> expected{1014, 198, 1022};
    expected.insert(expected.end(), 35, pad);
    for (const int id : {1023, 1014, 198, 47,  352, 639, 706, 66,  81,   72, 65,
                         68,   264,  783, 529, 301, 83,  78,  526, 1015, 198}) {
      expected.push_back(id);
    }
    const Prompt prompt = transcription_prompt(text_data::small(), pad, 35, usual);
    QCOMPARE(prompt.ids, expected);
    QCOMPARE(prompt.audio_begin, 3);
    QCOMPARE(prompt.audio_count, 35);
  }

  void is_the_encoding_of_the_rendered_text() {
    const Tokenizer tokenizer = text_data::small();
    for (const std::string instruction : {usual, "...what?", "请转写", "I'm 12345\n\nnext", "\"'s\""}) {
      const auto ids =
          tokenizer.encode("<|user|>\n<|begin_of_audio|><|pad|><|pad|><|end_of_audio|><|user|>\n" +
                           instruction + "<|assistant|>\n");
      QCOMPARE(transcription_prompt(tokenizer, pad, 2, instruction).ids, ids);
    }
  }

  void the_instruction_is_trimmed_and_plain() {
    const Tokenizer tokenizer = text_data::small();
    QCOMPARE(transcription_prompt(tokenizer, pad, 1, "\n  go \t").ids,
             transcription_prompt(tokenizer, pad, 1, "go").ids);
    const auto ids = transcription_prompt(tokenizer, pad, 1, "a<|pad|>b<|user|>").ids;
    QCOMPARE(std::ranges::count(ids, pad), 1);
    QCOMPARE(std::ranges::count(ids, *tokenizer.id_of("<|user|>")), 2);
    QVERIFY(tokenizer.decode(ids).find("a<|pad|>b<|user|>") != std::string::npos);
  }

  void a_word_that_poses_as_audio_is_refused() {
    json document = text_data::read_json(text_data::small_path());
    document["model"]["ignore_merges"] = true;  // a word that is a piece takes its id
    document["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = "\\S+|\\s+";
    const Tokenizer tokenizer = text_data::from_json(document);
    QCOMPARE(text_data::refusal([&] { (void)transcription_prompt(tokenizer, pad, 35, "<|pad|>"); }),
             std::string("Expected 35 times the token <|pad|> in a prompt for 35 audio tokens, found 36: the "
                         "instruction \"<|pad|>\" holds it too."));
  }

  void refusals() {
    using text_data::refusal;
    const Tokenizer tokenizer = text_data::small();
    const auto said = [&](int audio_id, int count, const char* instruction) {
      return refusal([&] { (void)transcription_prompt(tokenizer, audio_id, count, instruction); });
    };
    QCOMPARE(said(59260, 1, usual), "Expected the token <|pad|> in " + text_data::small_path().string() +
                                        " to have the checkpoint's audio_token_id 59260, found 1021.");
    QCOMPARE(said(pad, -1, usual), std::string("Expected 0 or more audio tokens for a prompt, found -1."));
    QCOMPARE(said(pad, 1, " \n"),
             std::string("Expected an instruction of at least one word for the model, found \" \\n\"."));
    for (const char* marker :
         {"<|user|>", "<|begin_of_audio|>", "<|pad|>", "<|end_of_audio|>", "<|assistant|>"}) {
      json document = text_data::read_json(text_data::small_path());
      for (json& token : document["added_tokens"]) {
        if (token["content"] == marker) token["content"] = "<|other|>";
      }
      const Tokenizer lacking = text_data::from_json(document);
      QCOMPARE(refusal([&] { (void)transcription_prompt(lacking, pad, 1, usual); }),
               "Expected the token " + std::string(marker) +
                   ", which the prompt needs, among the added tokens in tokenizer.json, found none.");
    }
  }

  void the_default_instruction_is_the_checkpoints() {
    const QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const std::filesystem::path path = folder.path().toStdString();
    const auto file = path / "processor_config.json";
    QCOMPARE(default_instruction(path), std::string(usual));  // no file
    QCOMPARE(default_instruction(path / "nowhere"), std::string(usual));
    write(file, "{}");
    QCOMPARE(default_instruction(path), std::string(usual));
    write(file, "{\"default_transcription_prompt\": \"Write it down\"}");
    QCOMPARE(default_instruction(path), std::string("Write it down"));
    write(file, "{\"default_transcription_prompt\": 3}");
    QCOMPARE(text_data::refusal([&] { (void)default_instruction(path); }),
             "Expected default_transcription_prompt in " + file.string() + " to be a string, found 3.");
    write(file, json{{"default_transcription_prompt", std::string(4096, 'a')}}.dump());
    QCOMPARE(default_instruction(path), std::string(4096, 'a'));
    write(file, json{{"default_transcription_prompt", std::string(4097, 'a')}}.dump());
    QCOMPARE(text_data::refusal([&] { (void)default_instruction(path); }),
             "Expected default_transcription_prompt in " + file.string() +
                 " to be a string of at most 4096 bytes, found one of 4097 bytes.");
    write(file, json{{"chat_template", std::string(1 << 20, 'a')}}.dump());
    QCOMPARE(text_data::refusal([&] { (void)default_instruction(path); }),
             "At most 1048576 bytes were expected in " + file.string() + ", but it has " +
                 std::to_string(std::filesystem::file_size(file)) + ".");
    write(file, "{\"default_tran");
    QVERIFY(text_data::refusal([&] {
              (void)default_instruction(path);
            }).starts_with("Expected a complete JSON document in " + file.string()));
    QCOMPARE(default_instruction(TILESCRIBE_SOURCE_DIR "/resources/models/demo"), std::string(usual));
  }
};

QTEST_APPLESS_MAIN(TestPrompt)
#include "test_prompt.moc"
