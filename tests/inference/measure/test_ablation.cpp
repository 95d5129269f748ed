// SPDX-License-Identifier: Apache-2.0
// Ablation: how sets of switches are read, and what becomes of runs in turn on transcribers without a model.
#include <QtTest>
#include <map>
#include <memory>

#include "inference/api/ablation.h"
#include "inference/api/transcriber.h"
#include "kernels/core/error.h"
#include "kernels/core/statistics.h"

using namespace tilescribe;

namespace {

/// A machine without time of its own: every run takes what its number of threads says.
struct FakeMachine {
  double now_s = 100.0;
  QStringList runs;    // the threads of each, in order
  double drift = 1.0;  // every run takes this many times as long as the one before
  double slower = 1.0;
  std::map<int, std::string> texts;  // by threads; else "one two three four"
};

class FakeTranscriber final : public Transcriber {
 public:
  FakeTranscriber(FakeMachine& machine, int threads) : machine_(machine), threads_(threads) {
    engine_.name = "Fake";
    engine_.compute = "f32";
    model_.name = "none";
  }
  const EngineInfo& engine() const override { return engine_; }
  const ModelInfo& model() const override { return model_; }
  Transcript transcribe(const std::filesystem::path&, const TranscribeOptions&, const TranscribeEvents&,
                        std::stop_token stop) override {
    if (threads_ == 13) throw Error("This one fails.");
    machine_.runs.append(QString::number(threads_));
    machine_.now_s += 0.1 * threads_ * machine_.slower;
    machine_.slower *= machine_.drift;
    Transcript transcript;
    transcript.duration_s = 3.5;
    transcript.cancelled = stop.stop_requested();
    Segment segment;
    const auto own = machine_.texts.find(threads_);
    segment.text = own != machine_.texts.end() ? own->second : "one two three four";
    transcript.segments.push_back(segment);
    return transcript;
  }
  std::unique_ptr<LiveSession> live(std::shared_ptr<const GrowingRecording>, const LiveOptions&,
                                    const LiveEvents&, const LiveCheckpoint&, std::stop_token) override {
    return nullptr;
  }

 private:
  FakeMachine& machine_;
  int threads_;
  EngineInfo engine_;
  ModelInfo model_;
};

AblationTools tools(FakeMachine& machine) {
  return {.open = [&](const EngineOptions& engine) -> std::unique_ptr<Transcriber> {
            if (engine.threads == 99) throw Error("This one does not open.");
            return std::make_unique<FakeTranscriber>(machine, engine.threads);
          },
          .now_s = [&] { return machine.now_s; },
          .begins = {},
          .outputs = {}};
}

AblationResult ablate_on(FakeMachine& machine, const char* sets, int rounds,
                         const std::stop_token& stop = {}) {
  Ablation ablation;
  ablation.sets = read_ablation(sets, {}, {});
  ablation.rounds = rounds;
  return ablate(ablation, tools(machine), stop);
}

QString refusal(const char* sets) {
  try {
    static_cast<void>(read_ablation(sets, {}, {}));
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class AblationTest : public QObject {
  Q_OBJECT

 private slots:
  void setsAreRead() {
    EngineOptions engine;
    engine.threads = 7;
    const auto sets = read_ablation(
        "# comment\n\n  as it is :\r\n"
        "all: engine=cpu compute=f32  weights=int8 threads=2 fusion=off tuned=off variant-arch=sm_80 "
        "batch=3\n"
        "ops: linear=onednn attend=default linear_gelu=gemm_sm90/128x128-alternate linear-library=cublas "
        "model=/a/b\n",
        engine, {});
    QCOMPARE(sets.size(), 3U);
    QCOMPARE(sets[0].name, std::string("as it is"));
    QCOMPARE(sets[0].switches, std::string());
    QCOMPARE(sets[0].engine.threads, 7);
    QVERIFY(sets[0].engine.fusion);
    QCOMPARE(
        sets[1].switches,
        std::string(
            "engine=cpu compute=f32 weights=int8 threads=2 fusion=off tuned=off variant-arch=sm_80 batch=3"));
    QVERIFY(sets[1].engine.engine == Engine::cpu);
    QVERIFY(sets[1].engine.compute == Compute::f32);
    QVERIFY(sets[1].engine.weights == Weights::int8);
    QCOMPARE(sets[1].engine.threads, 2);
    QVERIFY(!sets[1].engine.fusion);
    QVERIFY(!sets[1].engine.tuned);
    QVERIFY(sets[1].engine.generic_kernels);
    QCOMPARE(sets[1].options.batch, 3);
    QCOMPARE(
        sets[2].engine.variants,
        (std::map<std::string, std::string>{
            {"linear", "onednn"}, {"attend", "default"}, {"linear_gelu", "gemm_sm90/128x128 alternate"}}));
    QVERIFY(sets[2].engine.linear_library == LinearLibrary::cublas);
    QCOMPARE(sets[2].engine.model, std::string("/a/b"));
    QCOMPARE(sets[2].engine.threads, 7);
  }

  void aKernelIsAFile() {
    const auto sets = read_ablation("a:\nb: rms_norm=course/my.cpp threads=2\nc: rms_norm=tile\n", {}, {});
    QCOMPARE(sets[1].kernel_op, std::string("rms_norm"));
    QCOMPARE(sets[1].kernel.string(), std::string("course/my.cpp"));
    QVERIFY(sets[1].engine.variants.empty() && sets[1].engine.threads == 2);
    QVERIFY(sets[2].kernel_op.empty() && sets[0].kernel_op.empty());
    QCOMPARE(refusal("a:\nb: rms_norm=x.cpp gelu=y.cpp\n"),
             QString("Line 2: A set can have one kernel of the user's own; found x.cpp and y.cpp."));
  }

  void aKernelIsOpenedInItsSet() {
    FakeMachine machine;
    Ablation ablation;
    ablation.sets = read_ablation("a: threads=1\nb: threads=2 gelu=my.cpp\n", {}, {});
    ablation.rounds = 2;
    AblationTools with = tools(machine);
    const AblationResult without = ablate(ablation, with);
    QCOMPARE(without.rows[1].seconds.size(), 0U);
    QCOMPARE(QString::fromStdString(english(without.rows[1].complaint)),
             QString("A kernel of the user's own runs in bench ablate only."));
    QStringList opened;
    with.open_kernel = [&](const std::filesystem::path& kernel, const std::string& op,
                           const EngineOptions& engine) {
      opened.append(QString::fromStdString(op + " " + kernel.string()));
      return with.open(engine);
    };
    machine.runs.clear();
    QVERIFY(ablate(ablation, with).rows[1].complaint.empty());
    QCOMPARE(opened, QStringList("gelu my.cpp"));
    QCOMPARE(machine.runs.join(' '), QString("1 2 1 2 1 2"));
  }

  void groupsAndSingleOpsAreRead() {
    const auto sets = read_ablation(
        "a: compute.encoder=f32 weights.head=int8 weights.text=bf16 compute.projector=bf16\n"
        "b: fusion=off fusion.norm_mlp=on fusion.linear_gelu=off\n",
        {}, {});
    const auto& groups = sets[0].engine.groups;
    QVERIFY(groups[0] == (GroupOptions{Compute::f32, Weights::automatic}));
    QVERIFY(groups[1] == (GroupOptions{Compute::bf16, Weights::automatic}));
    QVERIFY(groups[2] == (GroupOptions{Compute::automatic, Weights::bf16}));
    QVERIFY(groups[3] == (GroupOptions{Compute::automatic, Weights::int8}));
    QCOMPARE(sets[1].engine.fusions,
             (std::map<std::string, bool>{{"norm_mlp", true}, {"linear_gelu", false}}));
    QVERIFY(!sets[1].engine.fusion);
  }

  void eachSwitchIsASetOfItsOwn_data() {
    QTest::addColumn<int>("engine");
    QTest::addColumn<int>("compute");
    QTest::addColumn<bool>("bf16");
    QTest::addColumn<QStringList>("some");
    const auto row = [](const char* name, Engine engine, Compute compute, bool bf16,
                        const QStringList& some) {
      QTest::newRow(name) << static_cast<int>(engine) << static_cast<int>(compute) << bf16 << some;
    };
    row("bf16", Engine::cpu, Compute::bf16, true,
        {"compute.encoder=f32", "compute.projector=bf16", "weights.head=int8", "compute=f32",
         "weights=int8"});
    row("f32 of two", Engine::cpu, Compute::f32, true,
        {"compute.text=bf16", "weights.encoder=bf16", "weights.text=int8"});
    row("f32", Engine::cpu, Compute::f32, false, {"weights.encoder=bf16", "weights.projector=int8"});
    row("cuda", Engine::cuda, Compute::bf16, false,
        {"compute.projector=bf16", "weights.encoder=int8", "weights=int8"});
    row("baseline", Engine::cuda_baseline, Compute::tf32, false, {"compute.encoder=f32", "compute.head=f32"});
  }
  void eachSwitchIsASetOfItsOwn() {
    QFETCH(int, engine);
    QFETCH(int, compute);
    QFETCH(bool, bf16);
    QFETCH(QStringList, some);
    const std::string text = each_switch(
        {static_cast<Engine>(engine), static_cast<Compute>(compute), bf16, {"norm_mlp", "linear_gelu"}});
    some << ""
         << "fusion.norm_mlp=off"
         << "fusion.linear_gelu=off"
         << "fusion=off";
    QStringList found;
    for (const AblationSet& set : read_ablation(text, {}, {})) found += QString::fromStdString(set.switches);
    QCOMPARE(found.front(), QString());
    for (const QString& one : some) QVERIFY2(found.contains(one), qPrintable(found.join('|')));
    QCOMPARE(found.contains("compute.text=bf16"), bf16 && static_cast<Compute>(compute) == Compute::f32);
  }

  void theExactEngineIsThatOfTheSameDeviceInFloat32() {
    EngineOptions own;
    own.model = "/a";
    own.weights = Weights::int8;
    own.groups[2].compute = Compute::bf16;
    own.threads = 3;
    EngineOptions exact = in_float32(own, Engine::cpu);
    QVERIFY(exact.engine == Engine::cpu && exact.compute == Compute::f32);
    QVERIFY(exact.weights == Weights::automatic && exact.groups == EngineOptions().groups);
    QCOMPARE(exact.model, own.model);
    QCOMPARE(exact.threads, 3);
    QVERIFY(in_float32(own, Engine::cuda).engine == Engine::cuda_baseline);
  }

  void inPairsTheFirstIsMeasuredAnewBesideEach() {
    FakeMachine machine;
    Ablation ablation;
    ablation.sets = read_ablation("a: threads=1\nb: threads=2\nc: threads=99\nd: threads=4\n", {}, {});
    ablation.rounds = 2;
    ablation.in_pairs = true;
    const AblationResult result = ablate(ablation, tools(machine));
    QCOMPARE(machine.runs, (QStringList{"1", "2", "1", "2", "1", "2", "1", "4", "1", "4", "1", "4"}));
    QCOMPARE(result.rows[0].seconds.size(), 4U);
    QVERIFY(std::abs(result.rows[0].mean_s - 0.1) < 1e-9);
    QVERIFY(std::abs(result.rows[1].difference_percent.value() - 100.0) < 1e-6);
    QVERIFY(!result.rows[2].complaint.empty());
    QVERIFY(std::abs(result.rows[3].difference_percent.value() - 300.0) < 1e-6);
    QCOMPARE(result.rows[3].same_text, std::optional(true));
  }

  /// A set's outputs are as wrong as its threads say, and follow the exact engine's tokens.
  void errorsAreThoseAgainstTheExactEngine() {
    FakeMachine machine;
    Ablation ablation;
    ablation.sets = read_ablation("a:\nb: threads=2\nc: threads=13\n", {}, {});
    ablation.rounds = 2;
    ablation.exact = in_float32({}, Engine::cpu);
    ablation.exact->threads = 77;
    AblationTools own = tools(machine);
    std::vector<std::vector<int>> followed;
    own.outputs = [&](const EngineOptions& engine, const std::filesystem::path&,
                      const std::vector<int>& along) {
      followed.push_back(along);
      if (engine.threads == 13) throw Error("No outputs.");
      const float wrong = engine.threads == 2 ? 0.5f : 0.0f;
      ModelOutputs outputs;
      outputs.encoder = {1.0f, -4.0f};
      outputs.projector = {1.0f + wrong, -4.0f};
      outputs.logits = {1.0f, -4.0f + 2 * wrong};
      if (engine.threads == 77) outputs.tokens = {5, 6};
      return outputs;
    };
    const AblationResult result = ablate(ablation, own);
    QCOMPARE(followed, (std::vector<std::vector<int>>{{}, {5, 6}, {5, 6}, {5, 6}}));
    QCOMPARE(result.rows[0].logits_error, std::optional(0.0));
    QCOMPARE(result.rows[1].encoder_error, std::optional(0.0));
    QCOMPARE(result.rows[1].projector_error, std::optional(0.125));
    QCOMPARE(result.rows[1].logits_error, std::optional(0.25));
    QCOMPARE(english(result.rows[2].complaint), std::string("No outputs."));
    QVERIFY(!result.rows[2].logits_error && result.rows[2].seconds.empty());
    QVERIFY(std::isinf(largest_difference({1.0f}, {1.0f, 2.0f})));
    QVERIFY(std::isinf(largest_difference({NAN}, {1.0f})));
  }

  void whatIsWrongIsNamedWithItsLine_data() {
    QTest::addColumn<QString>("sets");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("one") << "a:\n"
                         << "Expected at least two sets of switches, one a line; found 1.";
    QTest::newRow("colon") << "a:\nb\n"
                           << "Line 2: Expected “NAME: SWITCH=VALUE …”, found no colon.";
    QTest::newRow("name") << "\n : fusion=off\n"
                          << "Line 2: Expected a name before the colon, found none.";
    QTest::newRow("equals") << "a: fusion\n"
                            << "Line 1: Expected SWITCH=VALUE, found “fusion”.";
    QTest::newRow("value") << "a: fusion=\n"
                           << "Line 1: Expected SWITCH=VALUE, found “fusion=”.";
    QTest::newRow("choice") << "a: fusion=maybe\n"
                            << "Line 1: fusion expects on or off; found “maybe”.";
    QTest::newRow("number") << "a: threads=two\n"
                            << "Line 1: threads expects a whole number from 0 to 1024; found “two”.";
    QTest::newRow("switch")
        << "a: frob=1\n"
        << "Line 1: There is no switch “frob”: there are engine, compute, weights, compute.GROUP and "
           "weights.GROUP (encoder, projector, text or head), threads, "
           "fusion, fusion.OP, tuned, linear-library, variant-arch, model, batch and the names of ops.";
    QTest::newRow("group") << "a: compute.body=f32\n"
                           << "Line 1: A layer group expects encoder, projector, text or head; found “body”.";
    QTest::newRow("type of a group") << "a: weights.text=f32\n"
                                     << "Line 1: weights.text expects auto, bf16, int8 or fp8; found “f32”.";
    QTest::newRow("fused op") << "a: fusion.linear=2\n"
                              << "Line 1: fusion.linear expects on or off; found “2”.";
    QTest::newRow("twice") << "a:\na: fusion=off\n"
                           << "Line 2: The name “a” was used before.";
  }
  void whatIsWrongIsNamedWithItsLine() {
    QFETCH(QString, sets);
    QFETCH(QString, sentence);
    QCOMPARE(refusal(qPrintable(sets)), sentence);
  }

  void runsAreInTurnAndTheFirstRoundIsNotTimed() {
    FakeMachine machine;
    const AblationResult result = ablate_on(machine, "a: threads=1\nb: threads=2\nc: threads=3\n", 2);
    QCOMPARE(machine.runs, (QStringList{"1", "2", "3", "1", "2", "3", "1", "2", "3"}));
    QCOMPARE(result.model, std::string("none"));
    QCOMPARE(result.audio_s, 3.5);
    QCOMPARE(result.rows[2].seconds.size(), 2U);
    QVERIFY(std::abs(result.rows[2].mean_s - 0.3) < 1e-9);
    QVERIFY(!result.rows[0].difference_percent);
    QVERIFY(!result.rows[0].same_text);
    QVERIFY(std::abs(result.rows[1].difference_percent.value() - 100.0) < 1e-6);
  }

  // Each run takes 2 % longer than the one before, so the means of 20 rounds say little, and each round's
  // difference nearly all.
  void aDriftCancels() {
    FakeMachine machine;
    machine.drift = 1.02;
    const AblationResult result = ablate_on(machine, "a: threads=10\nb: threads=11\n", 20);
    const AblationRow& b = result.rows[1];
    QVERIFY(std::abs(b.difference_percent.value() - 12.2) < 1e-6);  // 10 %, and the drift of one run
    QVERIFY(b.interval_percent.value() < 1e-6);
    QVERIFY(b.differs);
    QVERIFY(b.interval_s > 0.1 * b.mean_s);  // of the means alone
  }

  void equalSetsDoNotDiffer() {
    FakeMachine machine;
    const AblationResult result = ablate_on(machine, "a: threads=4\nb: threads=4\n", 3);
    QVERIFY(!result.rows[1].differs);
    QCOMPARE(result.rows[1].same_text, std::optional(true));
  }

  void aTextThatDiffersIsCounted() {
    FakeMachine machine;
    machine.texts[2] = "one two tree four";
    const AblationResult result = ablate_on(machine, "a: threads=1\nb: threads=2\n", 2);
    QCOMPARE(result.rows[1].same_text, std::optional(false));
    QCOMPARE(result.rows[1].word_difference, 0.25);
    machine.texts[2] = "One two three four";  // the same words, but not the same text
    const AblationRow row = ablate_on(machine, "a: threads=1\nb: threads=2\n", 2).rows[1];
    QCOMPARE(row.same_text, std::optional(false));
    QCOMPARE(row.word_difference, 0.0);
  }

  void aSetThatFailsLeavesTheOthers() {
    FakeMachine machine;
    const AblationResult result =
        ablate_on(machine, "a: threads=1\nb: threads=13\nc: threads=99\nd: threads=2\n", 2);
    QCOMPARE(english(result.rows[1].complaint), std::string("This one fails."));
    QCOMPARE(english(result.rows[2].complaint), std::string("This one does not open."));
    QVERIFY(!result.rows[1].difference_percent);
    QVERIFY(std::abs(result.rows[3].difference_percent.value() - 100.0) < 1e-6);
    QVERIFY_THROWS_EXCEPTION(Error, ablate_on(machine, "a: threads=13\nb: threads=1\n", 2));
  }

  void aStopRequestEndsIt() {
    FakeMachine machine;
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_THROWS_EXCEPTION(Cancelled,
                             ablate_on(machine, "a: threads=1\nb: threads=2\n", 2, stop.get_token()));
    QCOMPARE(machine.runs.size(), 1);
  }

  void estimates() {
    const Estimate three = estimate(std::array{1.0, 2.0, 3.0});
    QCOMPARE(three.mean, 2.0);
    QVERIFY(std::abs(three.half_width - 4.303 / std::sqrt(3.0)) < 1e-9);
    QVERIFY(three.differs_from(4.6) && !three.differs_from(4.4) && !three.differs_from(-0.4));
    QVERIFY(std::isinf(estimate(std::array{1.0}).half_width));
    QVERIFY(!estimate(std::array{1.0}).differs_from(100.0));
    QVERIFY(std::isinf(estimate({}).half_width));
    // Of tables: 2.0595 for 25, 2.0003 for 60, 1.9840 for 100.
    QVERIFY(std::abs(student_quantile(25) - 2.0595) < 0.005);
    QVERIFY(std::abs(student_quantile(60) - 2.0003) < 0.005);
    QVERIFY(std::abs(student_quantile(100) - 1.9840) < 0.005);
    for (std::size_t n = 1; n < 200; ++n) QVERIFY(student_quantile(n) >= student_quantile(n + 1));
  }
};

QTEST_APPLESS_MAIN(AblationTest)
#include "test_ablation.moc"
