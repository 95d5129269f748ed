// SPDX-License-Identifier: Apache-2.0
// Opening a model folder in which something is wrong: a sentence that names the file.
#define QT_NO_KEYWORDS
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include "inference/model/model.h"
#include "inference/pipeline/opened_model.h"
#include "inference/weights/checkpoint.h"
#include "kernels/core/error.h"

using namespace tilescribe;
namespace fs = std::filesystem;

namespace {

const fs::path original = TILESCRIBE_TEST_DATA "/golden/tiny-a";

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class OpenedModelTest : public QObject {
  Q_OBJECT

  QTemporaryDir temporary_;
  fs::path folder_;

  EngineOptions options() const {
    EngineOptions options;
    options.model = folder_.string();
    options.engine = Engine::cpu;
    options.compute = Compute::f32;
    options.threads = 1;
    return options;
  }
  OpenedModel open() const { return open_model(options(), {}); }
  std::string refused() const {
    return refusal([this] { open(); });
  }
  void write(const std::string& name, const std::string& text) const {
    fs::remove(folder_ / name);
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

 private Q_SLOTS:
  void init() {
    QVERIFY(temporary_.isValid());
    folder_ = fs::path(temporary_.path().toStdString()) / "model";
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    for (const char* name : {"config.json", "model.safetensors", "tokenizer.json", "generation_config.json",
                             "processor_config.json"}) {
      fs::copy_file(original / name, folder_ / name);
    }
  }

  void a_description_is_read() {
    QCOMPARE(open().info.name, std::string("model"));
    write("tilescribe.json", R"({"name": "Tiny", "limits": "It knows nothing."})");
    const OpenedModel described = open();
    QCOMPARE(described.info.name, std::string("Tiny"));
    QCOMPARE(english(described.info.limits), std::string("It knows nothing."));
    // The sentence of the demo model itself is one that can be translated.
    fs::copy_file(TILESCRIBE_SOURCE_DIR "/resources/models/demo/tilescribe.json", folder_ / "tilescribe.json",
                  fs::copy_options::overwrite_existing);
    QVERIFY(std::string_view(open().info.limits.code()).starts_with("The demo model knows English only"));
  }

  void a_wrong_description_is_refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* text, const char* sentence) {
      QTest::newRow(text) << QByteArray(text) << QString(sentence);
    };
    row(R"({"name": 5})", "In %1, name should be a text, but it is 5.");
    row(R"({"limits": [1]})", "In %1, limits should be a text, but it is [1].");
    row("null", "A JSON object was expected in %1, but it holds null.");
    row("\"name\"", "A JSON object was expected in %1, but it holds string.");
    row(R"({"name": )", "The file %1 is not valid JSON (at byte 10).");
    row("", "The file %1 is not valid JSON (at byte 1).");
  }
  void a_wrong_description_is_refused() {
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    write("tilescribe.json", text.toStdString());
    const QString file = QString::fromStdString((folder_ / "tilescribe.json").string());
    QCOMPARE(QString::fromStdString(refused()), sentence.arg(file));
  }

  /// A pipe without a writer would be waited for without end.
  void a_pipe_in_the_place_of_any_file_is_refused_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"tilescribe.json", "config.json", "generation_config.json", "tokenizer.json",
                             "processor_config.json", "model.safetensors"}) {
      QTest::newRow(name) << name;
    }
  }
  void a_pipe_in_the_place_of_any_file_is_refused() {
    QFETCH(QString, name);
    const fs::path file = folder_ / name.toStdString();
    fs::remove(file);
    QCOMPARE(::mkfifo(file.c_str(), 0600), 0);
    const std::string sentence = refused();
    QVERIFY2(sentence.find(file.string()) != std::string::npos, sentence.c_str());
  }

  /// A tokenizer that gives a word the placeholder's id, and a prompt with that word.
  void a_prompt_with_placeholders_of_its_own_is_refused() {
    nlohmann::json tokenizer = nlohmann::json::parse(std::ifstream(folder_ / "tokenizer.json"));
    tokenizer["model"]["ignore_merges"] = true;
    tokenizer["pre_tokenizer"]["pretokenizers"][0]["pattern"]["Regex"] = "\\S+|\\s+";
    write("tokenizer.json", tokenizer.dump());
    write("processor_config.json", R"({"default_transcription_prompt": "<|pad|> and <|pad|>"})");
    QCOMPARE(refused(),
             std::string("Expected 1 times the token <|pad|> in a prompt for 1 audio tokens, found 3: the "
                         "instruction \"<|pad|> and <|pad|>\" holds it too."));
  }

  /// Weights on a disk that goes while they are packed.
  void weights_that_shrink_while_they_are_packed_are_an_error() {
    const auto checkpoint = weights::Checkpoint::open(folder_);
    const fs::path file = folder_ / "model.safetensors";
    const std::string size = std::to_string(fs::file_size(file));
    fs::resize_file(file, 4096);
    const OpenedEngine engine = open_engine(options(), 0);
    QCOMPARE(refusal([&] { model::load_model(*engine.backend, checkpoint->config(), *checkpoint, {}); }),
             "The file " + file.string() + " became shorter while it was read: it had " + size +
                 " bytes, and now it has 4096.");
  }
};

QTEST_APPLESS_MAIN(OpenedModelTest)
#include "test_opened_model.moc"
