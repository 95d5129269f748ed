// SPDX-License-Identifier: Apache-2.0
// What ops count of their weights: the bytes that the backend stores, whatever it computes in.
#define QT_NO_KEYWORDS  // a cache has slots of its own
#include <QtTest>
#include <memory>
#include <vector>

#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/ops/all_ops.h"
#include "kernels/ops/rope/tuned_rotations.h"

using namespace tilescribe::kernels;

namespace {

// Whole panels, so that nothing is padded.
constexpr std::int64_t width = 128, hidden = 256, rows = 3;

}  // namespace

class CostTest : public QObject {
  Q_OBJECT

  std::unique_ptr<Backend> backend_ = make_cpu_backend({.compute = CpuOptions::Compute::f32, .threads = 1});
  std::vector<Tensor> tensors_;
  std::vector<WeightHandle> weights_;
  DType stored_ = DType::f32;

  TensorView tensor(Shape shape) { return tensors_.emplace_back(backend_->tensor(DType::f32, shape)); }
  const Weight* weight(WeightRole role, Shape shape, int parts = 1) {
    const std::vector<std::byte> zeros(static_cast<std::size_t>(shape.elements()) * size_of(stored_));
    const WeightPart part{{zeros.data(), stored_, shape}, {}};
    return weights_.emplace_back(backend_->prepare(role, std::vector(static_cast<std::size_t>(parts), part)))
        .get();
  }
  std::int64_t size() const { return static_cast<std::int64_t>(size_of(stored_)); }

 private Q_SLOTS:
  void init() {
    tensors_.clear();
    weights_.clear();
  }

  void weights_count_as_they_are_stored_data() {
    QTest::addColumn<bool>("bf16");
    QTest::newRow("f32") << false;
    QTest::newRow("bf16") << true;
  }
  void weights_count_as_they_are_stored() {
    QFETCH(bool, bf16);
    stored_ = bf16 ? DType::bf16 : DType::f32;
    const TensorView x = tensor({rows, width}), y = tensor({rows, hidden});
    const Weight* const wide = weight(WeightRole::matrix, {hidden, width});
    const Weight* const narrow = weight(WeightRole::matrix, {width, hidden});
    // The CPU keeps bf16 and computes in f32.
    QCOMPARE(stored({wide}), (StoredWeights{stored_, hidden * width * size()}));

    const std::int64_t in_and_out = 4 * rows * (width + hidden), matrix = hidden * width * size();
    QCOMPARE(cost(Linear{y, x, wide}.problem()).bytes, in_and_out + matrix);
    QCOMPARE(cost(LinearGelu{y, x, wide}.problem()).bytes, in_and_out + matrix);
    QCOMPARE(cost(LinearResidual{x, y, narrow}.problem()).bytes, in_and_out + matrix);

    const NormMlp mlp{.x = x, .norm = {}, .fc1 = wide, .fc2 = narrow};
    QCOMPARE(mlp.problem().weights, (StoredWeights{stored_, 2 * matrix}));
    QCOMPARE(cost(mlp.problem()).bytes, 2 * 4 * rows * width + 2 * matrix);
    const NormGatedMlp gated{
        .x = x, .norm = {}, .gate_up = weight(WeightRole::gate_up, {hidden, width}, 2), .down = narrow};
    QCOMPARE(cost(gated.problem()).bytes, 2 * 4 * rows * width + 3 * matrix);

    NormLogits logits;
    logits.logits = y;
    logits.x = x;
    logits.head = wide;
    QCOMPARE(cost(logits.problem()).bytes, in_and_out + matrix);

    NormQkvRopeAppend qkv;  // two heads of 64 and a key and a value head
    qkv.q = tensor({rows, width});
    qkv.kv = {tensor({1, 1, rows, 64}), tensor({1, 1, rows, 64})};
    qkv.x = x;
    qkv.qkv = wide;
    qkv.heads = 2;
    qkv.rope.rotary_dim = 48;
    QCOMPARE(qkv.problem().rotary_dim, std::int64_t{48});
    QCOMPARE(cost(qkv.problem()).bytes, in_and_out + matrix);

    ConvGelu conv;
    conv.y = tensor({rows, hidden});
    conv.x = tensor({rows + 2, width});
    conv.weight = weight(WeightRole::convolution, {hidden, width, ConvGelu::taps});
    QCOMPARE(cost(conv.problem()).bytes, in_and_out + stored({conv.weight}).bytes);
  }

  void weights_in_int8_count_with_their_scales() {
    const auto cpu = make_cpu_backend(
        {.compute = CpuOptions::Compute::f32, .threads = 1, .weights = CpuOptions::Weights::int8});
    const std::vector<float> zeros(hidden * width);
    const WeightPart part{{zeros.data(), DType::f32, {hidden, width}}, {}};
    const WeightHandle matrix = cpu->prepare(WeightRole::matrix, {&part, 1});
    constexpr std::int64_t bytes = hidden * width + 4 * hidden;
    QCOMPARE(stored({matrix.get()}), (StoredWeights{DType::i8, bytes}));
    const TensorView x = tensor({rows, width}), y = tensor({rows, hidden});
    QCOMPARE(cost(Linear{y, x, matrix.get()}.problem()).bytes, 4 * rows * (width + hidden) + bytes);
  }

  /// Rows that are looked up are read as the table has them; rows of audio are float32.
  void an_embedding_counts_the_rows_that_it_reads() {
    stored_ = DType::bf16;
    const Weight* const table = weight(WeightRole::table, {100, width});
    const std::vector<std::int32_t> ids(5);
    Embed embed{.out = tensor({5, width}),
                .ids = ConstTensorView{ids.data(), DType::i32, {5}},
                .table = table,
                .audio = tensor({2, width}),
                .audio_first = 1};
    QCOMPARE(cost(embed.problem()).bytes, 5 * 4 * width + 2 * 4 * width + 3 * (2 * width + 4));
    embed.audio = {};
    QCOMPARE(cost(embed.problem()).bytes, 5 * 4 * width + 5 * (2 * width + 4));
  }

  void rotations_that_the_tuned_products_take() {
    for (const std::int64_t dims : {0, 16, 32, 64}) QVERIFY(tiles_rotate(64, dims));
    for (const std::int64_t dims : {2, 24, 48, 62, 128}) QVERIFY(!tiles_rotate(64, dims));
    QVERIFY(tiles_rotate(128, 128));
    QVERIFY(!tiles_rotate(128, 96));
    QVERIFY(!tiles_rotate(96, 32));
    QVERIFY(skinny_rotates(64, 48));
    QVERIFY(!skinny_rotates(64, 40));
    QVERIFY(!skinny_rotates(40, 16));
    QVERIFY(!skinny_rotates(64, 80));
    // A check runs what they leave to others, on every engine.
    int left = 0;
    for (const auto& problem : check_problems(Op<NormQkvRopeAppend>{}))
      left += problem.rotary_dim > 0 && !tiles_rotate(problem.head_dim, problem.rotary_dim) ? 1 : 0;
    QVERIFY(left >= 2);
  }
};

QTEST_APPLESS_MAIN(CostTest)
#include "cost_test.moc"
