// SPDX-License-Identifier: Apache-2.0
// The oracles against values worked out by hand.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <array>
#include <cmath>
#include <vector>

#include "kernels/backend/reference/reference_backend.h"
#include "kernels/ops/all_ops.h"

using namespace tilescribe;
using namespace tilescribe::kernels;
using Floats = std::vector<float>;

namespace {

constexpr float gelu_1 = 0.84134475f;  // Φ(1)
constexpr float silu_1 = 0.73105858f;  // 1/(1 + 1/e)

TensorView view(Floats& values, Shape shape) {
  return {values.data(), DType::f32, shape};
}

bool close(const Floats& found, const Floats& expected) {
  bool same = found.size() == expected.size();
  for (std::size_t i = 0; same && i < found.size(); ++i) same = std::abs(found[i] - expected[i]) < 2e-6f;
  if (!same) qWarning() << "found" << QList<float>(found.begin(), found.end()) << "expected" << expected;
  return same;
}

}  // namespace

class ReferencesTest : public QObject {
  Q_OBJECT

  std::unique_ptr<Backend> backend_ = make_reference_backend();
  std::vector<WeightHandle> kept_;

  const Weight* weight(WeightRole role, const std::vector<Floats>& matrices, Shape shape,
                       const Floats& bias = {}) {
    std::vector<WeightPart> parts;
    for (const Floats& matrix : matrices) {
      parts.push_back({{matrix.data(), DType::f32, shape}, {}});
      if (!bias.empty())
        parts.back().bias = {bias.data(), DType::f32, {static_cast<std::int64_t>(bias.size())}};
    }
    kept_.push_back(backend_->prepare(role, parts));
    return kept_.back().get();
  }
  const Weight* vector(const Floats& values) {
    return weight(WeightRole::vector, {values}, {static_cast<std::int64_t>(values.size())});
  }

 private Q_SLOTS:
  void layer_norm() {
    Floats x{1, 2, 3, 4}, out(4);
    reference(
        LayerNorm{view(out, {1, 4}), view(x, {1, 4}), vector({1, 1, 1, 2}), vector({0, 0, 0, 1}), 0.0f});
    const float step = 1.0f / std::sqrt(5.0f);  // half a unit over the deviation √1.25
    QVERIFY(close(out, {-3 * step, -step, step, 6 * step + 1}));
  }

  void layer_norm_of_a_constant_row_is_its_bias() {
    Floats x{7, 7}, out(2);
    reference(LayerNorm{view(out, {1, 2}), view(x, {1, 2}), vector({3, 3}), vector({5, -5})});
    QVERIFY(close(out, {5, -5}));
  }

  void rms_norm() {
    Floats x{3, 4, 0, 0}, out(4);
    reference(RmsNorm{view(out, {2, 2}), view(x, {2, 2}), vector({1, 2}), 0.0f});
    const float rms = std::sqrt(12.5f);
    QVERIFY(close({out[0], out[1]}, {3 / rms, 8 / rms}));
    QVERIFY(std::isnan(out[2]));  // 0/0: this is what eps is for
    reference(RmsNorm{view(out, {2, 2}), view(x, {2, 2}), vector({1, 2}), 1e-5f});
    QVERIFY(close({out[2], out[3]}, {0, 0}));
  }

  void linear_and_what_follows_it() {
    Floats x{1, 2, -1, 0}, y(4), residual{10, 20, 30, 40};
    const Weight* w = weight(WeightRole::matrix, {{1, 2, 0.5f, 0}}, {2, 2}, {-4, 0.5f});
    reference(Linear{view(y, {2, 2}), view(x, {2, 2}), w});
    QVERIFY(close(y, {1, 1, -5, 0}));
    reference(LinearResidual{view(residual, {2, 2}), view(x, {2, 2}), w});
    QVERIFY(close(residual, {11, 21, 25, 40}));
    reference(LinearGelu{view(y, {2, 2}), view(x, {2, 2}), w});
    QVERIFY(close(y, {gelu_1, gelu_1, -5 * 2.8665157e-7f, 0}));
  }

  void elementwise() {
    Floats x{1, -1, 0, 3}, y(4);
    reference(Gelu{view(y, {1, 4}), view(x, {1, 4})});
    QVERIFY(close(y, {gelu_1, gelu_1 - 1, 0, 2.9959503f}));
    Floats gate_up{1, 0, 2, 5, -1, 1, 3, 1}, gated(4);  // two rows of gate, gate, up, up
    reference(GatedSilu{view(gated, {2, 2}), view(gate_up, {2, 4})});
    QVERIFY(close(gated, {2 * silu_1, 0, 3 * (silu_1 - 1), silu_1}));
    reference(Add{view(y, {1, 4}), view(x, {1, 4})});
    QVERIFY(close(y, {gelu_1 + 1, gelu_1 - 2, 0, 5.9959503f}));
  }

  void convolution_sees_one_frame_to_each_side() {
    Floats x{0, 1, 2, 4, 8, 0};  // four frames in their margin
    const Weight* w = weight(WeightRole::convolution, {{100, 10, 1000}}, {1, 1, 3});
    Floats y(4);
    reference(ConvGelu{view(y, {4, 1}), view(x, {6, 1}), w, 1});
    QVERIFY(close(y, {2010, 4120, 8240, 480}));  // GELU leaves large values alone
    Floats halved(2);
    reference(ConvGelu{view(halved, {2, 1}), view(x, {6, 1}), w, 2});
    QVERIFY(close(halved, {2010, 8240}));
  }

  void rope_turns_the_first_half_with_the_second() {
    // Two rows of one sequence: one query head, one key head, one value head, 4 wide each.
    Floats qkv{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    Floats q(8), k(2 * 12, -1), v(2 * 12, -1);
    const std::array sequence{Sequence{.slot = 1, .first_row = 0, .rows = 2, .position = 0}};
    RopeAppend op{view(q, {2, 4}),         {view(k, {2, 1, 3, 4}), view(v, {2, 1, 3, 4})}, view(qkv, {2, 12}),
                  {.sequences = sequence}, {.rotary_dim = 4, .theta = 10000.0f},           1};
    reference(op);
    const float c = std::cos(1.0f), s = std::sin(1.0f), c2 = std::cos(0.01f), s2 = std::sin(0.01f);
    QVERIFY(close(q, {1, 2, 3, 4, c - 3 * s, 2 * c2 - 4 * s2, 3 * c + s, 4 * c2 + 2 * s2}));
    const Floats keys{5, 6, 7, 8, 5 * c - 7 * s, 6 * c2 - 8 * s2, 7 * c + 5 * s, 8 * c2 + 6 * s2};
    QVERIFY(close({k.begin() + 12, k.begin() + 20}, keys));
    QVERIFY(close({v.begin() + 12, v.begin() + 20}, {9, 10, 11, 12, 9, 10, 11, 12}));
    QVERIFY(close({k.begin(), k.begin() + 12}, Floats(12, -1)));  // the other slot
    QVERIFY(close({v.begin() + 20, v.end()}, Floats(4, -1)));     // beyond the sequence

    op.rope.rotary_dim = 2;  // partial: the rest of the head stays
    reference(op);
    QVERIFY(close({q.begin() + 4, q.end()}, {c - 2 * s, 2 * c + s, 3, 4}));
  }

  void softmax() {
    const float third = std::log(3.0f);
    Floats x{0, third, 1000, 1001, -1e30f, 5};
    reference(Softmax{view(x, {3, 2})});
    QVERIFY(close(x, {0.25f, 0.75f, 1 - silu_1, silu_1, 0, 1}));
    Floats causal{7, 9, 9, 0, third, 9};
    reference(Softmax{view(causal, {2, 3}), 1, true});
    QVERIFY(close(causal, {1, 0, 0, 0.25f, 0.75f, 0}));
  }

  void one_key_gives_its_value() {
    Floats q{3, -4}, k{0.5f, 2}, v{6, 7}, out(2);
    const std::array sequence{Sequence{}};
    reference(Attend{view(out, {1, 2}),
                     view(q, {1, 2}),
                     {view(k, {1, 1, 1, 2}), view(v, {1, 1, 1, 2})},
                     {.sequences = sequence},
                     true,
                     1});
    QVERIFY(close(out, {6, 7}));
  }

  void attention_is_causal_scaled_and_grouped() {
    // Four dimensions, so the scale is ½; both query heads read the one key head. Key 2 scores 2·ln 3 before
    // the scale with head 0 and nothing with head 1.
    const float score = 2 * std::log(3.0f);
    Floats q{1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};  // two rows of two heads
    Floats k{0, 0, 0, 0, score, 0, 0, 0}, v{8, 0, 0, 0, 16, 0, 0, 4};
    Floats out(16);
    const std::array sequence{Sequence{.rows = 2}};
    Attend op{view(out, {2, 8}),
              view(q, {2, 8}),
              {view(k, {1, 1, 2, 4}), view(v, {1, 1, 2, 4})},
              {.sequences = sequence},
              true,
              2};
    reference(op);
    QVERIFY(close(out, {8, 0, 0, 0, 8, 0, 0, 0, 14, 0, 0, 3, 12, 0, 0, 2}));
    op.causal = false;
    reference(op);
    QVERIFY(close(out, {14, 0, 0, 3, 12, 0, 0, 2, 14, 0, 0, 3, 12, 0, 0, 2}));

    const Attend::Problem problem = op.problem();
    QCOMPARE(problem.keys, std::int64_t{4});
    QCOMPARE(problem.longest, std::int64_t{2});
    QVERIFY(describe(problem) == "rows=2 longest=2 keys=4 heads=2 kv_heads=1 head_dim=4 full f32");
  }

  void one_heads_products() {
    Floats q{9, 9, 1, 2, 9, 9}, k{3, 4, 5, 6}, scores(2);
    reference(AttentionScores{view(scores, {1, 2}), view(q, {1, 6}), view(k, {2, 2}), 1, 0.5f});
    QVERIFY(close(scores, {5.5f, 8.5f}));
    Floats weights{0.25f, 0.75f}, out(6, -1);
    reference(AttentionOutput{view(out, {1, 6}), view(weights, {1, 2}), view(k, {2, 2}), 1});
    QVERIFY(close(out, {-1, -1, 4.5f, 5.5f, -1, -1}));
  }

  void norm_mlp() {
    Floats x{1, -1};
    const Norm norm{NormKind::layer, vector({1, 1}), vector({0, 0}), 0.0f};
    reference(NormMlp{view(x, {1, 2}), norm, weight(WeightRole::matrix, {{1, 0}}, {1, 2}),
                      weight(WeightRole::matrix, {{1, 2}}, {2, 1}, {0, 1})});
    QVERIFY(close(x, {1 + gelu_1, 2 * gelu_1}));
  }

  void norm_gated_mlp() {
    Floats x{2};
    const Norm norm{NormKind::rms, vector({1}), nullptr, 0.0f};
    reference(NormGatedMlp{view(x, {1, 1}), norm, weight(WeightRole::gate_up, {{1}, {3}}, {1, 1}),
                           weight(WeightRole::matrix, {{2}}, {1, 1})});
    QVERIFY(close(x, {2 + 6 * silu_1}));
  }

  void embedding_takes_audio_rows_in_order() {
    const Weight* table = weight(WeightRole::table, {{0, 1, 10, 11, 20, 21}}, {3, 2});
    std::vector<std::int32_t> ids{2, 1, 0, 1};
    Floats audio{50, 51, 60, 61}, out(8);
    const ConstTensorView list{ids.data(), DType::i32, {4}};
    reference(Embed{view(out, {4, 2}), list, table, view(audio, {2, 2}), 1});
    QVERIFY(close(out, {20, 21, 50, 51, 60, 61, 10, 11}));
    reference(Embed{view(out, {4, 2}), list, table, {}});
    QVERIFY(close(out, {20, 21, 10, 11, 0, 1, 10, 11}));
  }

  void logits_of_chosen_rows() {
    Floats x{3, 4, 100, 100, 4, -3}, logits(4);
    const std::vector<std::int32_t> rows{2, 0};
    const Norm norm{NormKind::rms, vector({1, 1}), nullptr, 0.0f};
    reference(NormLogits{view(logits, {2, 2}), view(x, {3, 2}), rows, norm,
                         weight(WeightRole::matrix, {{1, 0, 0, 2}}, {2, 2})});
    const float rms = std::sqrt(12.5f);
    QVERIFY(close(logits, {4 / rms, -6 / rms, 3 / rms, 8 / rms}));
  }

  void argmax_takes_the_first_of_equals() {
    Floats logits{1, 3, 3, -5, 0, 0, std::log(2.0f), 0}, probabilities(2);
    std::vector<std::int32_t> ids(2);
    reference(Argmax{{ids.data(), DType::i32, {2}}, view(probabilities, {2}), view(logits, {2, 4})});
    QCOMPARE(ids, (std::vector<std::int32_t>{1, 2}));
    QVERIFY(close({probabilities[1]}, {0.4f}));
    QVERIFY(close({probabilities[0]}, {static_cast<float>(1 / (2 + std::exp(-2.0) + std::exp(-8.0)))}));
  }

  void a_step_ends_where_it_ran() {
    // Rows: goes on; meets the stop token; spends its budget; idle.
    Floats logits{0, 1, 0, 0, 0, 9, 5, 0, 0, 0, 0, 7}, probabilities(8, -1);  // [4, 3]; a ring of 2 entries
    std::vector<std::int32_t> ids{8, 8, 8, 8}, positions{3, 5, 6, -1}, budgets{9, 9, 1, 1}, count{1},
        steps{1, 0};
    std::vector<std::int32_t> ring(8, 7), stops{2};
    const auto integers = [](std::vector<std::int32_t>& values, Shape shape) {
      return TensorView{values.data(), DType::i32, shape};
    };
    ArgmaxStop op;
    op.ids = integers(ids, {4});
    op.positions = integers(positions, {4});
    op.budgets = integers(budgets, {4});
    op.count = integers(count, {1});
    op.ring = {integers(ring, {2, 4}), view(probabilities, {2, 4}), integers(steps, {2})};
    op.logits = view(logits, {4, 3});
    op.stop_ids = integers(stops, {1});
    reference(op);
    using Ids = std::vector<std::int32_t>;
    QCOMPARE(ids, (Ids{1, 2, 0, 8}));
    QCOMPARE(positions, (Ids{4, -1, -1, -1}));
    QCOMPARE(budgets, (Ids{8, 8, 0, 1}));
    QCOMPARE(count, Ids{2});
    QCOMPARE(steps, (Ids{1, 2}));  // the second entry holds step 2
    QCOMPARE(ring, (Ids{7, 7, 7, 7, 1, 2, 0, -1}));
    QCOMPARE(probabilities[3], -1.0f);
    QCOMPARE(probabilities[7], 0.0f);
    QVERIFY(probabilities[5] > 0.99f);
  }
};

QTEST_APPLESS_MAIN(ReferencesTest)
#include "references_test.moc"
