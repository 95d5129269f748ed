// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <array>
#include <vector>

#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/backend/host_weight.h"
#include "kernels/core/error.h"

using namespace tilescribe;
using namespace tilescribe::kernels;
using Floats = std::vector<float>;

namespace {

ConstTensorView view(const Floats& values, Shape shape) {
  return {values.data(), DType::f32, shape};
}

/// The sentence that widen refuses with; empty when it does not.
QString refusal(WeightRole role, std::span<const WeightPart> parts) {
  try {
    widen(role, parts);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class WidenTest : public QObject {
  Q_OBJECT

 private slots:
  void parts_are_stacked_and_a_missing_bias_is_zero() {
    const Floats q{1, 2, 3, 4}, k{5, 6}, v{7, 8}, q_bias{10, 20}, v_bias{30};
    const std::array parts{WeightPart{view(q, {2, 2}), view(q_bias, {2})}, WeightPart{view(k, {1, 2}), {}},
                           WeightPart{view(v, {1, 2}), view(v_bias, {1})}};
    const WidenedWeight wide = widen(WeightRole::matrix, parts);
    QCOMPARE(wide.out, std::int64_t{4});
    QCOMPARE(wide.in, std::int64_t{2});
    QCOMPARE(wide.values, (Floats{1, 2, 3, 4, 5, 6, 7, 8}));
    QCOMPARE(wide.bias, (Floats{10, 20, 0, 30}));
  }

  void no_bias_at_all_stays_none() {
    const Floats gate{1, 2}, up{3, 4};
    const std::array parts{WeightPart{view(gate, {2, 1}), {}}, WeightPart{view(up, {2, 1}), {}}};
    const WidenedWeight wide = widen(WeightRole::gate_up, parts);
    QCOMPARE(wide.out, std::int64_t{4});
    QCOMPARE(wide.values, (Floats{1, 2, 3, 4}));
    QVERIFY(wide.bias.empty());
  }

  void halves_and_bfloat16_become_float32() {
    const std::array<std::uint16_t, 2> half{0x3c00, 0xc000};   // 1, −2
    const std::array<std::uint16_t, 2> brain{0x3f80, 0xc040};  // 1, −3
    const std::array parts{WeightPart{{half.data(), DType::f16, {1, 2}}, {}},
                           WeightPart{{brain.data(), DType::bf16, {1, 2}}, {}}};
    QCOMPARE(widen(WeightRole::matrix, parts).values, (Floats{1, -2, 1, -3}));
  }

  void a_convolution_becomes_tap_major() {
    const Floats filters{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};  // [out 2, in 2, taps 3]
    const Floats bias{1, 2};
    const std::array parts{WeightPart{view(filters, {2, 2, 3}), view(bias, {2})}};
    const WidenedWeight wide = widen(WeightRole::convolution, parts);
    QCOMPARE(wide.in, std::int64_t{6});
    QCOMPARE(wide.values, (Floats{1, 4, 2, 5, 3, 6, 7, 10, 8, 11, 9, 12}));
    QCOMPARE(wide.bias, bias);
  }

  void a_vector_is_one_row_and_a_table_keeps_its_rows() {
    const Floats values{1, 2, 3, 4, 5, 6};
    const std::array vector{WeightPart{view(values, {6}), {}}};
    const WidenedWeight row = widen(WeightRole::vector, vector);
    QCOMPARE(row.out, std::int64_t{1});
    QCOMPARE(row.in, std::int64_t{6});
    const std::array table{WeightPart{view(values, {3, 2}), {}}};
    const WidenedWeight rows = widen(WeightRole::table, table);
    QCOMPARE(rows.out, std::int64_t{3});
    QCOMPARE(rows.in, std::int64_t{2});
    QCOMPARE(rows.values, values);
  }

  void what_does_not_fit_is_refused_with_its_shape() {
    const Floats values(24);
    const WeightPart two_by_three{view(values, {2, 3}), {}}, three_by_two{view(values, {3, 2}), {}},
        four_by_three{view(values, {4, 3}), {}};
    using Parts = std::vector<WeightPart>;
    QVERIFY(refusal(WeightRole::matrix, Parts{}).contains("at least 1 part, but has 0"));
    QVERIFY(refusal(WeightRole::matrix, Parts{two_by_three, three_by_two}).contains("3 columns"));
    QVERIFY(refusal(WeightRole::matrix, Parts{two_by_three, three_by_two}).contains("[3, 2]"));
    QVERIFY(refusal(WeightRole::matrix, Parts{two_by_three, four_by_three}).isEmpty());
    QVERIFY(refusal(WeightRole::gate_up, Parts{two_by_three}).contains("exactly 2 parts, but has 1"));
    QVERIFY(refusal(WeightRole::gate_up, Parts{two_by_three, four_by_three}).contains("[4, 3]"));
    QVERIFY(refusal(WeightRole::convolution, Parts{two_by_three}).contains("3 dimensions"));
    QVERIFY(refusal(WeightRole::vector, Parts{two_by_three}).contains("1 dimension,"));
    QVERIFY(refusal(WeightRole::table, Parts{two_by_three, two_by_three}).contains("exactly 1"));
    QVERIFY(refusal(WeightRole::matrix, Parts{{view(values, {0, 3}), {}}}).contains("none empty"));
    QVERIFY(refusal(WeightRole::matrix, Parts{{{}, {}}}).contains("none empty"));
    QVERIFY(refusal(WeightRole::matrix, Parts{{view(values, {2, 3}), view(values, {3})}})
                .contains("a bias of shape [2], but has [3]"));
    QVERIFY(refusal(WeightRole::vector, Parts{{view(values, {3}), view(values, {3})}}).contains("no bias"));
    const std::array<std::int32_t, 2> integers{};
    QVERIFY(refusal(WeightRole::matrix, Parts{{{integers.data(), DType::i32, {1, 2}}, {}}})
                .contains("f32, f16 or bf16, but has i32"));
    const std::array<std::int8_t, 2> bytes{};
    QVERIFY(refusal(WeightRole::matrix, Parts{{view(values, {2, 3}), {bytes.data(), DType::i8, {2}}}})
                .contains("f32, f16 or bf16, but has i8"));
  }

  void an_engine_refuses_a_type_before_it_packs() {
    const std::array<std::int32_t, 2> integers{};
    const std::array part{WeightPart{{integers.data(), DType::i32, {1, 2}}, {}}};
    for (const CpuOptions::Weights weights : {CpuOptions::Weights::stored, CpuOptions::Weights::int8}) {
      const std::unique_ptr<Backend> backend = make_cpu_backend({.threads = 1, .weights = weights});
      for (const WeightRole role : {WeightRole::matrix, WeightRole::table}) {
        try {
          backend->prepare(role, part);
          QFAIL("Integers became a weight.");
        } catch (const Error& error) {
          QVERIFY2(QString(error.what()).contains("f32, f16 or bf16, but has i32"), error.what());
        }
      }
    }
  }
};

QTEST_APPLESS_MAIN(WidenTest)
#include "widen_test.moc"
