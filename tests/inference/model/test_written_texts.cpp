// SPDX-License-Identifier: Apache-2.0
// Texts that models of the GPT-2 family write, from files to words: together and alone, with what it costs,
// and ended on the way.
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "inference/api/generate.h"
#include "inference/text/tokenizer.h"
#include "inference/weights/gpt_config.h"
#include "inference/weights/random_weights.h"
#include "kernels/core/error.h"
#include "tests/support/failure_of.h"
#include "tests/support/safetensors_writer.h"

namespace {

using namespace tilescribe;
using tests::WrittenTensors;
namespace fs = std::filesystem;

}  // namespace

class WrittenTextsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;

  fs::path folder() const { return folder_->path().toStdString(); }
  void write(const std::string& config, const WrittenTensors& tensors) const {
    tests::write_file(folder() / "config.json", config);
    tests::write_file(folder() / "model.safetensors", tests::safetensors_bytes(tensors));
  }

 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  /// From files to a text: a vocabulary, and weights that a generator made.
  void texts_are_written_as_they_come() {
    weights::GptConfig config;
    config.layers = 2;
    config.heads = 2;
    config.width = 32;
    config.ffn = 128;
    config.context = 16;
    config.vocab = 480;
    const weights::RandomWeights random(expected_tensors(config), 5, kernels::DType::f32);
    WrittenTensors tensors;
    for (const weights::TensorSpec& spec : expected_tensors(config)) {
      const auto tensor = random.tensor(spec.name);
      const auto* values = tensor.view().as<float>();
      tensors[spec.name] = tests::float_tensor("F32", spec.shape, {values, values + tensor.elements()});
    }
    write(
        R"({"model_type": "gpt2", "vocab_size": 480, "n_positions": 16, "n_embd": 32, "n_layer": 2, "n_head": 2})",
        tensors);
    GenerateOptions options;
    options.engine.model = folder().string();
    options.engine.engine = Engine::cpu;
    options.engine.compute = Compute::f32;
    options.engine.threads = 1;
    options.prompts = {"The quick"};
    options.max_new_tokens = 30;
    options.temperature = 1.0f;
    QVERIFY(test::failure_of([&] { generate_texts(options, {}); }).contains("has no vocabulary"));
    for (const char* name : {"vocab.json", "merges.txt"})
      fs::copy_file(fs::path(TILESCRIBE_TEST_DATA "/gpt") / name, folder() / name);

    std::string told;
    WriteEvents events;
    events.written = [&](std::size_t, const std::string& piece) { told += piece; };
    const GeneratedTexts written = generate_texts(options, events);
    const ContinuedText& text = written.texts[0];
    const auto tokenizer = text::Tokenizer::in_folder(folder()).value();
    QCOMPARE(text.prompt_ids, tokenizer.encode("The quick"));
    QCOMPARE(text.ids.size(), std::size_t{30});
    QCOMPARE(text.text, tokenizer.decode(text.ids));
    QCOMPARE(told, text.text);
    QVERIFY(written.tokens_per_s() > 0.0);
    QVERIFY(written.first_token_s > 0.0);
    QCOMPARE(generate_texts(options, {}).texts[0].ids, text.ids);
    options.seed = 1;
    QVERIFY(generate_texts(options, {}).texts[0].ids != text.ids);
    options.seed = 0;
    options.prompts = {"A", "The quick"};
    const GeneratedTexts both = generate_texts(options, {});
    QCOMPARE(both.texts.size(), std::size_t{2});
    QCOMPARE(both.texts[1].ids, text.ids);
    QCOMPARE(both.texts[1].text, text.text);

    options.prompts.clear();
    options.tokens = {{480}};
    QCOMPARE(test::failure_of([&] { generate_texts(options, {}); }),
             QString("Expected token ids from 0 to 479 in the prompt, found 480."));
    options.tokens = {{}};
    QCOMPARE(test::failure_of([&] { generate_texts(options, {}); }),
             QString("Expected a prompt of at least one token, found none."));
  }

  void random_weights_write_ids() {
    GenerateOptions options;
    options.engine.model = "random:gpt-nano";
    options.engine.engine = Engine::cpu;
    options.tokens = {{1, 2, 3}};
    options.max_new_tokens = 4;
    const ContinuedText text = generate_texts(options, {}).texts[0];
    QCOMPARE(text.ids.size(), std::size_t{4});
    std::string ids;
    for (const int id : text.ids) ids += (ids.empty() ? "" : " ") + std::to_string(id);
    QCOMPARE(text.text, ids);
    options.engine.model = "random:gpt-huge";
    QVERIFY(test::failure_of([&] {
              generate_texts(options, {});
            }).startsWith("Expected one of gpt-nano, gpt-micro"));
  }

  void what_writing_costs_is_told_meanwhile() {
    GenerateOptions options;
    options.engine.model = "random:gpt-nano";
    options.engine.engine = Engine::cpu;
    options.engine.threads = 1;
    options.tokens = {{1, 2, 3}, {4, 5}};
    options.max_new_tokens = 40;
    std::vector<ProfileFrame> frames;
    std::string opened;
    WriteEvents events;
    events.opened = [&](const EngineInfo& engine, const ModelInfo& model) {
      opened = model.name + " on " + engine.name;
    };
    events.measured = [&](const ProfileFrame& frame) { frames.push_back(frame); };
    const GeneratedTexts measured = generate_texts(options, events);
    QCOMPARE(opened, std::string("gpt-nano, random weights on CPU"));
    QVERIFY(frames.size() >= 2);
    QCOMPARE(frames.front().tokens, std::int64_t{1});
    const ProfileFrame& last = frames.back();
    QCOMPARE(last.tokens, std::int64_t{80});
    std::int64_t busy_ns = 0;
    for (const auto& stage : last.stages) busy_ns += stage.busy_ns;
    QVERIFY(busy_ns > 0 && busy_ns <= last.at_ns);
    QVERIFY(!last.top.empty() && last.top.front().own_ns > 0 && last.top.front().stage == "decode");
    QCOMPARE(last.records >= 40, true);
    const GeneratedTexts plain = generate_texts(options, {});  // measuring changes nothing
    for (const std::size_t i : {0, 1}) QCOMPARE(measured.texts[i].ids, plain.texts[i].ids);
  }

  void a_stop_request_ends_it() {
    GenerateOptions options;
    options.engine.model = "random:gpt-nano";
    options.engine.engine = Engine::cpu;
    options.tokens = {{1, 2, 3}};
    options.max_new_tokens = 1'000'000;
    std::stop_source stop;
    int pieces = 0;
    WriteEvents events;
    events.written = [&](std::size_t, const std::string&) {
      if (++pieces == 10) stop.request_stop();
    };
    QVERIFY_EXCEPTION_THROWN(generate_texts(options, events, stop.get_token()), Cancelled);
    QVERIFY(pieces < 100);
  }

  void token_ids_are_read_from_a_text_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("ids");  // none: refused
    QTest::newRow("one") << "7" << QList<int>{7};
    QTest::newRow("blanks") << " 1, 2,\t50256\n" << QList<int>{1, 2, 50256};
    for (const char* wrong : {"", " ", "1,,2", "1,", ",1", "-1", "1 2", "x", "1.5", "99999999999"})
      QTest::newRow(qPrintable(QString("refused “%1”").arg(wrong))) << wrong << QList<int>{};
  }
  void token_ids_are_read_from_a_text() {
    QFETCH(QString, text);
    QFETCH(QList<int>, ids);
    const auto read = read_token_ids(text.toStdString());
    QCOMPARE(read.has_value(), !ids.isEmpty());
    if (read) QCOMPARE(QList<int>(read->begin(), read->end()), ids);
  }
};

QTEST_GUILESS_MAIN(WrittenTextsTest)
#include "test_written_texts.moc"
