// SPDX-License-Identifier: Apache-2.0
// A decoder of the GPT-2 family, put together from the layers: learned positions, LayerNorm and products
// with biases, queries, keys and values in one published matrix, a GELU by tanh, a head that is the
// embedding. Held to what transformers computes (tests/data/golden/make_gpt2.py).
#define QT_NO_KEYWORDS  // the model has slots of its own
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "inference/generate/generator.h"
#include "inference/model/gpt.h"
#include "inference/weights/safetensors.h"
#include "kernels/backend/cpu/cpu_backend.h"

namespace {

using namespace tilescribe;
using Ids = std::vector<std::int32_t>;

/// The weights of a safetensors file, as they are called there.
class FileWeights final : public weights::WeightSource {
 public:
  explicit FileWeights(const weights::SafetensorsFile& file) : file_(file) {}
  bool has(std::string_view name) const override { return file_.has(name); }
  weights::SourceTensor tensor(std::string_view name) const override {
    const auto& shape = file_.entry(name).shape;
    return {kernels::DType::f32, {shape.begin(), shape.end()}, file_.bytes(name).data(), {}};
  }
  void release(std::string_view) const override {}
  std::int64_t parameters() const override { return 0; }

 private:
  const weights::SafetensorsFile& file_;
};

/// The CPU, given work as a GPU is: rows that end stay in the steps for a while, idle.
class AheadBackend final : public kernels::CpuBackend {
 public:
  AheadBackend()
      : CpuBackend({.compute = kernels::CpuOptions::Compute::f32, .threads = 1, .background = false}) {}
  kernels::Batching batching() const override {
    return {.prefill_rows = 8, .decode_rows = 2, .steps_ahead = 4, .recorded_steps = true};
  }
};

weights::GptConfig golden_config() {
  weights::GptConfig config;
  config.layers = 2;
  config.heads = 3;
  config.width = 24;
  config.ffn = 96;
  config.context = 24;
  config.vocab = 53;
  return config;
}

}  // namespace

class OtherFamilyTest : public QObject {
  Q_OBJECT

  const weights::SafetensorsFile golden_{TILESCRIBE_TEST_DATA "/golden/gpt2.safetensors"};
  const FileWeights source_{golden_};
  AheadBackend backend_;
  const layers::SequenceModel model_ = model::load_gpt(backend_, golden_config(), source_, {}).decoder;

  Ids ids(const std::string& name) const {
    const std::vector<std::int64_t> stored = golden_.integers(name + "_ids");
    return {stored.begin(), stored.end()};
  }

  /// The largest difference between row `at` of the golden logits and what was found.
  double error(const std::string& name, std::int64_t at, const kernels::Tensor& found) {
    std::vector<float> logits(static_cast<std::size_t>(model_.vocabulary()));
    backend_.download(logits.data(), found);
    const std::vector<float> all = golden_.floats(name + "_logits");
    double largest = 0.0;
    for (std::size_t i = 0; i < logits.size(); ++i) {
      const float wanted = all[static_cast<std::size_t>(at) * logits.size() + i];
      largest = std::max(largest, static_cast<double>(std::abs(logits[i] - wanted)));
    }
    return largest;
  }

 private Q_SLOTS:
  void prompts_of_any_length_give_the_golden_logits() {
    for (const std::string name : {"short", "long"}) {
      const Ids whole = ids(name);
      for (std::size_t length = 1; length <= whole.size(); ++length) {
        const layers::KvCache cache = model_.make_cache(backend_, 1, 24);
        const layers::Prompt prompt[] = {{0, std::span(whole).first(length), 0, {}}};
        const double off =
            error(name, static_cast<std::int64_t>(length) - 1, model_.prefill(backend_, cache, prompt));
        QVERIFY2(off < 1e-5, qPrintable(QString("%1 after %2 tokens").arg(off).arg(length)));
      }
    }
  }

  /// Two sequences together, in the steps that generation takes; one ends before the other.
  void generation_goes_on_as_in_the_golden_file() {
    std::vector<generate::Request> requests(2);
    const Ids wanted[] = {ids("short"), ids("long")};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t prompt = i == 0 ? 3 : 11;
      requests[i].prompt.assign(wanted[i].begin(), wanted[i].begin() + static_cast<std::ptrdiff_t>(prompt));
      requests[i].max_new_tokens = static_cast<std::int64_t>(wanted[i].size() - prompt);
      requests[i].guard_loops = false;
    }
    const auto results = generate::generate(backend_, model_, requests, {}, {}, {});
    for (std::size_t i = 0; i < 2; ++i) {
      Ids found = requests[i].prompt;
      for (const generate::GeneratedToken& token : results[i].tokens) found.push_back(token.id);
      QCOMPARE(found, wanted[i]);
    }
  }
};

QTEST_GUILESS_MAIN(OtherFamilyTest)
#include "test_other_family.moc"
