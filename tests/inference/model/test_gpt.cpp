// SPDX-License-Identifier: Apache-2.0
// Models of the GPT-2 family from their files: every layout of a checkpoint gives the logits that
// transformers computes (tests/data/golden/make_gpt2.py, tests/data/gpt/make_gpt.py), and prompts are
// continued beyond the context.
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "inference/generate/continuation.h"
#include "inference/model/gpt.h"
#include "inference/weights/gpt_checkpoint.h"
#include "inference/weights/random_weights.h"
#include "inference/weights/safetensors.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "tests/support/failure_of.h"
#include "tests/support/safetensors_writer.h"

namespace {

using namespace tilescribe;
using tests::WrittenTensors;
using Ids = std::vector<std::int32_t>;
namespace fs = std::filesystem;

constexpr const char* golden_config =
    R"({"model_type": "gpt2", "vocab_size": 53, "n_positions": 24, "n_embd": 24,
    "n_layer": 2, "n_head": 3, "activation_function": "gelu_new", "eos_token_id": 50256EXTRA})";

std::string with(const std::string& extra) {
  std::string config = golden_config;
  return config.replace(config.find("EXTRA"), 5, extra);
}

bool is_product(const std::string& name) {
  return name.find(".c_") != std::string::npos && name.ends_with(".weight");
}

/// The golden file's weights, with products as [in, out] or [out, in], and names behind a prefix.
WrittenTensors golden_weights(const weights::SafetensorsFile& golden, bool in_out,
                              const std::string& prefix) {
  WrittenTensors all;
  for (const weights::SafetensorsEntry& entry : golden.tensors()) {
    if (!entry.name.starts_with("w") && !entry.name.starts_with("h.") && !entry.name.starts_with("ln_f"))
      continue;
    std::vector<std::int64_t> shape = entry.shape;
    std::vector<float> values = golden.floats(entry.name);
    if (in_out && is_product(entry.name)) {
      const auto rows = static_cast<std::size_t>(shape[0]), cols = static_cast<std::size_t>(shape[1]);
      std::vector<float> turned(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) turned[i % cols * rows + i / cols] = values[i];
      values = turned;
      std::ranges::reverse(shape);
    }
    all[prefix + entry.name] = tests::float_tensor("F32", shape, values);
  }
  return all;
}

std::unique_ptr<kernels::Backend> cpu() {
  return kernels::make_cpu_backend(
      {.compute = kernels::CpuOptions::Compute::f32, .threads = 1, .background = false});
}

std::vector<float> logits_behind(kernels::Backend& backend, const layers::SequenceModel& model,
                                 const Ids& ids) {
  const layers::KvCache cache = model.make_cache(backend, 1, model.context);
  const layers::Prompt prompt[] = {{0, ids, 0, {}}};
  std::vector<float> logits(static_cast<std::size_t>(model.vocabulary()));
  backend.download(logits.data(), model.prefill(backend, cache, prompt));
  return logits;
}

/// The largest difference from row `row` of a golden matrix, times `factor`.
double error(const weights::SafetensorsFile& golden, const std::string& name, std::size_t row,
             const std::vector<float>& found, float factor = 1.0f) {
  const std::vector<float> wanted = golden.floats(name);
  double largest = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i)
    largest =
        std::max(largest, std::abs(static_cast<double>(found[i]) - factor * wanted[row * found.size() + i]));
  return largest;
}

Ids ids_of(const weights::SafetensorsFile& golden, const std::string& name) {
  const std::vector<std::int64_t> ids = golden.integers(name);
  return {ids.begin(), ids.end()};
}

}  // namespace

class GptTest : public QObject {
  Q_OBJECT

  const weights::SafetensorsFile golden_{TILESCRIBE_TEST_DATA "/golden/gpt2.safetensors"};
  const weights::SafetensorsFile mingpt_{TILESCRIBE_TEST_DATA "/gpt/mingpt.safetensors"};
  std::unique_ptr<QTemporaryDir> folder_;

  fs::path folder() const { return folder_->path().toStdString(); }
  void write(const std::string& config, const WrittenTensors& tensors) const {
    tests::write_file(folder() / "config.json", config);
    tests::write_file(folder() / "model.safetensors", tests::safetensors_bytes(tensors));
  }
  void write_mingpt(const std::string& config) const {
    fs::copy_file(TILESCRIBE_TEST_DATA "/gpt/mingpt.pt", folder() / "model.pt");
    if (!config.empty()) tests::write_file(folder() / "config.json", config);
  }
  static layers::SequenceModel load(kernels::Backend& backend, const weights::GptCheckpoint& checkpoint) {
    return model::load_gpt(backend, checkpoint.config(), checkpoint, {}).decoder;
  }

 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void every_layout_gives_the_golden_logits_data() {
    QTest::addColumn<bool>("in_out");
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<float>("own_head");  // times the embedding; 0: none
    QTest::addColumn<QString>("extra");
    QTest::addColumn<float>("factor");
    QTest::newRow("published") << true << "" << 0.0f << "" << 1.0f;
    QTest::newRow("prefix") << true << "transformer." << 0.0f << "" << 1.0f;
    QTest::newRow("minGPT's layout") << false << "transformer." << 0.0f << "" << 1.0f;
    QTest::newRow("own head, unsaid") << false << "transformer." << 2.0f << "" << 2.0f;
    QTest::newRow("own head") << true << "transformer." << 2.0f << ", \"tie_word_embeddings\": false" << 2.0f;
    QTest::newRow("tied, although stored") << true << "" << 2.0f << ", \"tie_word_embeddings\": true" << 1.0f;
  }
  void every_layout_gives_the_golden_logits() {
    QFETCH(bool, in_out);
    QFETCH(QString, prefix);
    QFETCH(float, own_head);
    QFETCH(QString, extra);
    QFETCH(float, factor);
    WrittenTensors tensors = golden_weights(golden_, in_out, prefix.toStdString());
    if (own_head != 0.0f) {
      std::vector<float> head = golden_.floats("wte.weight");
      for (float& value : head) value *= own_head;
      tensors["lm_head.weight"] = tests::float_tensor("F32", {53, 24}, head);
    }
    tensors[prefix.toStdString() + "h.0.attn.bias"] =  // a mask
        tests::float_tensor("F32", {1, 1, 24, 24}, std::vector<float>(576, 1.0f));
    write(with(extra.toStdString()), tensors);
    const auto checkpoint = weights::GptCheckpoint::open(folder());
    QVERIFY(checkpoint->config().stop_ids.empty());  // 50256 lies outside this vocabulary
    const std::int64_t tied = 53 * 24 + 24 * 24 + 2 * (12 * 24 * 24 + 13 * 24) + 2 * 24;
    QCOMPARE(checkpoint->parameters(), factor == 1.0f ? tied : tied + 53 * 24);
    const auto backend = cpu();
    const layers::SequenceModel model = load(*backend, *checkpoint);
    const Ids ids = ids_of(golden_, "long_ids");
    const double off =
        error(golden_, "long_logits", ids.size() - 1, logits_behind(*backend, model, ids), factor);
    QVERIFY2(off < 2e-5, qPrintable(QString::number(off)));
  }

  void exact_gelu_is_another_function() {
    write(with(R"(, "activation_function": "gelu")"), golden_weights(golden_, true, ""));
    const auto backend = cpu();
    const layers::SequenceModel model = load(*backend, *weights::GptCheckpoint::open(folder()));
    const Ids ids = ids_of(golden_, "short_ids");
    const double off = error(golden_, "short_logits", ids.size() - 1, logits_behind(*backend, model, ids));
    QVERIFY2(off > 1e-5 && off < 0.02, qPrintable(QString::number(off)));
  }

  void mingpt_gives_the_golden_logits_and_goes_beyond_its_context() {
    write_mingpt(R"({"model": {"model_type": null, "n_head": 3, "n_layer": 2, "n_embd": 12}})");
    for (const fs::path& path : {folder(), folder() / "model.pt"}) {
      const auto checkpoint = weights::GptCheckpoint::open(path);
      QCOMPARE(checkpoint->config().context, std::int64_t{6});
      QVERIFY(!checkpoint->config().tied);
      const auto backend = cpu();
      const layers::SequenceModel model = load(*backend, *checkpoint);
      const Ids prompt = ids_of(mingpt_, "prompt"), greedy = ids_of(mingpt_, "greedy");
      Ids ids = prompt;
      ids.insert(ids.end(), greedy.begin(), greedy.end());
      for (std::size_t length = 1; length <= 6; ++length) {
        const Ids first(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(length));
        const double off = error(mingpt_, "logits", length - 1, logits_behind(*backend, model, first));
        QVERIFY2(off < 2e-5, qPrintable(QString::number(off)));
      }
      // From any part of it on, also from prompts that are longer than the context.
      for (const std::size_t length : {3UL, 5UL, 6UL, 7UL, 20UL}) {
        Ids told(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(length));
        const generate::Continuation continuation{{told}, static_cast<std::int64_t>(ids.size() - length), {}};
        const auto results =
            generate::continue_prompts(*backend, model, continuation, {},
                                       [&](std::size_t, const auto& token) { told.push_back(token.id); });
        QCOMPARE(told, ids);
        QVERIFY(results[0].truncated);
      }
    }
  }

  void sampling_depends_on_the_seed_alone() {
    write_mingpt(R"({"model": {"n_head": 3}})");
    const auto backend = cpu();
    const layers::SequenceModel model = load(*backend, *weights::GptCheckpoint::open(folder()));
    const auto draw = [&](std::uint64_t seed, std::int64_t count) {
      Ids ids;
      generate::continue_prompts(*backend, model, {{{1, 2}}, count, {1.5f, 0, seed}}, {},
                                 [&](std::size_t, const auto& token) { ids.push_back(token.id); });
      return ids;
    };
    const Ids long_text = draw(3, 40);
    QCOMPARE(long_text.size(), std::size_t{40});
    QCOMPARE(draw(3, 40), long_text);
    QVERIFY(draw(4, 40) != long_text);
    const Ids short_text = draw(3, 2);  // which ends within the context
    QVERIFY(std::equal(short_text.begin(), short_text.end(), long_text.begin()));
  }

  void a_stop_id_ends_a_text_within_and_beyond_the_context() {
    write_mingpt(R"({"model": {"n_head": 3}})");
    const auto backend = cpu();
    const layers::SequenceModel model = load(*backend, *weights::GptCheckpoint::open(folder()));
    const Ids prompt = ids_of(mingpt_, "prompt"), greedy = ids_of(mingpt_, "greedy");
    for (const int stop : {static_cast<int>(greedy[0]), static_cast<int>(greedy[20])}) {
      const auto end = std::ranges::find(greedy, stop);
      const auto results = generate::continue_prompts(*backend, model, {{prompt}, 50, {}}, {&stop, 1},
                                                      [](std::size_t, const auto&) {});
      QCOMPARE(static_cast<std::ptrdiff_t>(results[0].tokens.size()), end - greedy.begin());
      QVERIFY(!results[0].truncated);
    }
  }

  /// Within and beyond the context of 6, more of them than are computed side by side, greedy and drawn.
  void each_of_several_prompts_is_continued_as_if_it_were_alone() {
    write_mingpt(R"({"model": {"n_head": 3}})");
    const auto backend = cpu();
    const layers::SequenceModel model = load(*backend, *weights::GptCheckpoint::open(folder()));
    std::vector<Ids> prompts;
    for (std::int32_t i = 0; std::ssize(prompts) < backend->batching().decode_rows + 3; ++i)
      prompts.emplace_back(static_cast<std::size_t>(1 + i % 7), i % 5);
    const int stop = static_cast<int>(ids_of(mingpt_, "greedy")[20]);
    for (const generate::SamplingOptions& sampling : {generate::SamplingOptions{}, {1.5f, 0, 3}}) {
      const auto write = [&](const std::vector<Ids>& some) {
        std::vector<Ids> told(some.size());
        const auto results = generate::continue_prompts(
            *backend, model, {some, 12, sampling}, {&stop, 1},
            [&](std::size_t prompt, const auto& token) { told[prompt].push_back(token.id); });
        for (std::size_t i = 0; i < some.size(); ++i)
          if (results[i].tokens.size() != told[i].size()) qFatal("not all tokens were told");
        return told;
      };
      const std::vector<Ids> together = write(prompts);
      for (std::size_t i = 0; i < prompts.size(); ++i) QCOMPARE(together[i], write({prompts[i]})[0]);
      QVERIFY(together[0] != together[1]);
    }
  }

  void configurations_have_the_published_sizes_data() {
    QTest::addColumn<qint64>("parameters");
    QTest::newRow("gpt-nano") << qint64{2'503'392};
    QTest::newRow("gpt-micro") << qint64{7'259'008};
    QTest::newRow("gpt-mini") << qint64{12'368'064};
    QTest::newRow("gpt2") << qint64{124'439'808};
    QTest::newRow("gpt2-medium") << qint64{354'823'168};
    QTest::newRow("gpt2-large") << qint64{774'030'080};
    QTest::newRow("gpt2-xl") << qint64{1'557'611'200};
    QTest::newRow("gpt-tile-small") << qint64{3'424'704};
    QTest::newRow("gpt-tile-medium") << qint64{7'655'552};
    QTest::newRow("gpt-tile-large") << qint64{19'315'456};
  }
  void configurations_have_the_published_sizes() {
    QFETCH(qint64, parameters);
    const weights::GptConfig config = weights::named_gpt_config(QTest::currentDataTag());
    QCOMPARE(weights::RandomWeights(expected_tensors(config), 1).parameters(), parameters);
    QVERIFY(std::ranges::count(weights::gpt_names(), QTest::currentDataTag()) == 1);
  }

  void what_does_not_fit_is_refused_data() {
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const std::string& extra, const char* sentence) {
      QTest::newRow(name) << QString::fromStdString(with(extra)) << QString(sentence);
    };
    QTest::newRow("another family") << R"({"model_type": "glmasr"})"
                                    << "model_type should be \"gpt2\"";
    row("relu", R"(, "activation_function": "relu")", "activation_function should be");
    row("unscaled", R"(, "scale_attn_weights": false)", "scale_attn_weights should be true");
    row("scaled by layer", R"(, "scale_attn_by_inverse_layer_idx": true)", "should be false");
    row("heads", R"(, "n_head": 5)", "a divisor of n_embd (24)");
    row("layers", R"(, "n_layer": 3)", "12 are missing");
    row("its own head", R"(, "tie_word_embeddings": false)", "1 are missing");
    row("positions", R"(, "n_positions": 25)", "1 have another shape");
  }
  void what_does_not_fit_is_refused() {
    QFETCH(QString, config);
    QFETCH(QString, sentence);
    write(config.toStdString(), golden_weights(golden_, true, ""));
    const QString found = test::failure_of([&] { weights::GptCheckpoint::open(folder()); });
    QVERIFY2(found.contains(sentence), qPrintable(found));
  }

  void heads_of_mingpt_must_be_known() {
    write_mingpt("");
    const auto open = [&] { return test::failure_of([&] { weights::GptCheckpoint::open(folder()); }); };
    QVERIFY2(open().contains("2 layers and width 12"), qPrintable(open()));
    tests::write_file(folder() / "config.json", R"({"model": {"model_type": "gpt-nano"}})");
    QCOMPARE(open(), QString());  // three heads
    tests::write_file(folder() / "config.json", R"({"model": {"n_head": 5}})");
    QVERIFY2(open().contains("divides the width of 12, found 5"), qPrintable(open()));
    tests::write_file(folder() / "config.json", R"({"model": {"model_type": "gpt-pico"}})");
    QVERIFY2(open().contains("gpt-pico"), qPrintable(open()));
    QVERIFY(test::failure_of([] { weights::GptCheckpoint::open("/nosuch"); }).contains("found nothing"));
  }
};

QTEST_GUILESS_MAIN(GptTest)
#include "test_gpt.moc"
