// SPDX-License-Identifier: Apache-2.0
// Types of single groups of layers, and single fusions, in the demo model on the CPU.
#include <QtTest>

#include "inference/api/ablation.h"
#include "inference/api/engine_names.h"
#include "inference/api/transcriber.h"
#include "inference/pipeline/group_types.h"
#include "kernels/core/error.h"

using namespace tilescribe;

namespace {

const std::filesystem::path audio = TILESCRIBE_SOURCE_DIR "/resources/audio/short.wav";

EngineOptions cpu(Compute compute = Compute::f32) {
  EngineOptions options;
  options.engine = Engine::cpu;
  options.compute = compute;
  return options;
}

ModelOutputs outputs(const EngineOptions& options, const ModelOutputs& exact = {}) {
  return model_outputs(options, audio, exact.tokens, {});
}

struct Errors {
  Errors(const ModelOutputs& found, const ModelOutputs& exact)
      : encoder(largest_difference(found.encoder, exact.encoder)),
        projector(largest_difference(found.projector, exact.projector)),
        logits(largest_difference(found.logits, exact.logits)) {}
  double encoder, projector, logits;
};

QString refusal(Engine engine, LayerGroup group, const GroupOptions& options) {
  EngineOptions all;
  all.groups[static_cast<std::size_t>(group)] = options;
  try {
    model_types(all, engine);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class AblationModelTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    exact_ = outputs(cpu());
    QVERIFY(exact_.engine == Engine::cpu && exact_.compute == Compute::f32);
    QVERIFY(exact_.tokens.size() > 3 && exact_.tokens.size() <= 16);
    QCOMPARE(exact_.logits.size() % (exact_.tokens.size() + 1), 0U);
  }

  void theSameChoicesGiveTheSameBits() {
    const ModelOutputs again = outputs(cpu(), exact_);
    QCOMPARE(again.encoder, exact_.encoder);
    QCOMPARE(again.projector, exact_.projector);
    QCOMPARE(again.logits, exact_.logits);
    QCOMPARE(again.tokens, exact_.tokens);
  }

  /// What comes before a group keeps its bits, and what comes from it is a little wrong.
  void aGroupInInt8ChangesWhatComesFromIt_data() {
    QTest::addColumn<int>("group");
    for (const auto& [group, name] : layer_group_names) QTest::newRow(name.data()) << static_cast<int>(group);
  }
  void aGroupInInt8ChangesWhatComesFromIt() {
    QFETCH(int, group);
    EngineOptions options = cpu();
    options.groups[static_cast<std::size_t>(group)].weights = Weights::int8;
    const Errors errors(outputs(options, exact_), exact_);
    const auto first = static_cast<LayerGroup>(group);
    QCOMPARE(errors.encoder > 0.0, first == LayerGroup::encoder);
    QCOMPARE(errors.projector > 0.0, first <= LayerGroup::projector);
    QVERIFY(errors.logits > 1e-6 && errors.logits < 0.2);
  }

  void inFloat32AFusionChangesOnlyRounding() {
    QVERIFY(!exact_.fused.empty());
    for (const std::string& op : exact_.fused) {
      EngineOptions options = cpu();
      options.fusions[op] = false;
      const ModelOutputs found = outputs(options, exact_);
      // In decode steps attention has no composition.
      QCOMPARE(std::ranges::find(found.fused, op) == found.fused.end(), op != "attend");
      QVERIFY2(Errors(found, exact_).logits < 1e-4, op.c_str());
    }
    EngineOptions none = cpu();
    none.fusion = false;
    QCOMPARE(outputs(none, exact_).fused, std::vector<std::string>{"attend"});
    none.fusions["linear_residual"] = true;
    QCOMPARE(outputs(none, exact_).fused, (std::vector<std::string>{"attend", "linear_residual"}));
  }

  /// On a CPU with bf16, each group alone; on any other, a sentence says why not.
  void aGroupInBf16() {
    EngineOptions options = cpu();
    options.groups[static_cast<std::size_t>(LayerGroup::text)].compute = Compute::bf16;
    if (!cpu_has_bf16()) {
      QVERIFY(refusal(Engine::cpu, LayerGroup::text, {Compute::bf16, {}}).contains("AVX512-BF16"));
      return;
    }
    const Errors text(outputs(options, exact_), exact_);
    QCOMPARE(text.projector, 0.0);
    QVERIFY(text.logits > 1e-5 && text.logits < 0.1);

    EngineOptions projector = cpu();
    projector.groups[static_cast<std::size_t>(LayerGroup::projector)].compute = Compute::bf16;
    QVERIFY(Errors(outputs(projector, exact_), exact_).projector > 1e-5);

    // The other way round: all but one group in bf16.
    EngineOptions encoder = cpu(Compute::bf16);
    encoder.groups[static_cast<std::size_t>(LayerGroup::encoder)].compute = Compute::f32;
    const Errors all(outputs(cpu(Compute::bf16), exact_), exact_), but_one(outputs(encoder, exact_), exact_);
    QVERIFY(all.encoder > 1e-5);
    QCOMPARE(but_one.encoder, 0.0);
    QVERIFY(but_one.logits > 0.0);
  }

  void aConfigurationThatNothingHasFailsTheTranscription() {
    EngineOptions options = cpu();
    options.variants["linear_gelu"] = "default/64x64";
    const auto transcriber = open_transcriber(options);
    QString complaint;
    try {
      transcriber->transcribe(audio, {}, {}, {});
    } catch (const Error& error) {
      complaint = error.what();
    }
    QCOMPARE(complaint,
             "Nothing ran as default/64x64: for the problems of linear_gelu that came, default has "
             "no configurations.");
  }

  void whatAnEngineCanNotDoIsSaid() {
    QVERIFY(refusal(Engine::cpu, LayerGroup::head, {Compute::tf32, {}})
                .contains("The engine cpu can't compute the head in tf32."));
    QVERIFY(refusal(Engine::cuda, LayerGroup::encoder, {Compute::f32, {}})
                .contains("The engine cuda can't compute the encoder in f32."));
    QCOMPARE(refusal(Engine::cuda, LayerGroup::projector, {Compute::bf16, Weights::int8}), QString());
    QVERIFY(refusal(Engine::cuda_baseline, LayerGroup::text, {{}, Weights::int8}).contains("cuda-baseline"));
    const model::ModelTypes types = model_types(
        [] {
          EngineOptions options;
          options.groups[0].compute = Compute::tf32;
          return options;
        }(),
        Engine::cuda_baseline);
    QCOMPARE(types.encoder.arithmetic.rounds_to_tf32, std::optional(true));
    QVERIFY(!types.text.arithmetic.rounds_to_tf32);
  }

 private:
  ModelOutputs exact_;
};

QTEST_GUILESS_MAIN(AblationModelTest)
#include "test_ablation_model.moc"
