// SPDX-License-Identifier: Apache-2.0
// Weights in int8 on the CPU: how far each value is from what it was, and products with them.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "kernels/backend/cpu/block_product.h"
#include "kernels/backend/cpu/int8_product.h"
#include "kernels/backend/cpu/simd.h"
#include "kernels/ops/linear/linear.h"
#include "tests/support/bf16_rows.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

std::vector<float> normal_values(std::int64_t count, float scale, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0.0f, scale);
  std::vector<float> list(static_cast<std::size_t>(count));
  for (float& value : list) value = normal(random);
  return list;
}

/// A matrix in the memory of its values.
WeightPart part_of(const std::vector<float>& values, std::int64_t out) {
  return {{values.data(), DType::f32, {out, std::ssize(values) / out}}, {}};
}

Int8Matrix matrix_of(const std::vector<float>& values, std::int64_t out) {
  ThreadPool pool(2);
  const WeightPart part = part_of(values, out);
  return {WeightRole::matrix, {&part, 1}, pool};
}

/// The whole number stored for a value.
int whole_at(const Int8Matrix& matrix, std::int64_t row, std::int64_t i) {
  constexpr std::int64_t width = PanelLayout::width;
  return matrix.panel(row / width)[i * width + row % width];
}
double value_at(const Int8Matrix& matrix, std::int64_t row, std::int64_t i) {
  return double{matrix.scales()[row]} * whole_at(matrix, row, i);
}

/// The largest error of a row's values, over half of its scale.
double worst_error(const Int8Matrix& matrix, const std::vector<float>& values, std::int64_t row) {
  double worst = 0.0;
  for (std::int64_t i = 0; i < matrix.in(); ++i) {
    const double value = values[static_cast<std::size_t>(row * matrix.in() + i)];
    worst = std::max(worst, std::abs(value_at(matrix, row, i) - value));
  }
  return worst == 0.0 ? 0.0 : worst / (0.5 * double{matrix.scales()[row]});
}

constexpr double rounded = 1.0 + 1e-4;  // the quotient and the scale are float32

std::unique_ptr<Backend> int8_backend(bool bf16) {
  using Compute = CpuOptions::Compute;
  return make_cpu_backend(
      {.compute = bf16 ? Compute::bf16 : Compute::f32, .threads = 2, .weights = CpuOptions::Weights::int8});
}

}  // namespace

class Int8Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_value_is_off_by_half_a_scale_at_most_data() {
    QTest::addColumn<int>("out");
    QTest::addColumn<int>("in");
    QTest::addColumn<double>("scale");
    for (const auto& [out, in] : {std::pair{1, 1}, {64, 32}, {65, 33}, {3, 1000}, {130, 7}, {200, 129}}) {
      for (const double scale : {1.0, 1e-30, 1e30, 1e-40, 2e-45})
        QTest::addRow("%d × %d, around %g", out, in, scale) << out << in << scale;
    }
  }
  void a_value_is_off_by_half_a_scale_at_most() {
    QFETCH(int, out);
    QFETCH(int, in);
    QFETCH(double, scale);
    std::vector<float> values = normal_values(std::int64_t{out} * in, 1.0f, 5);
    for (float& value : values) value = static_cast<float>(double{value} * scale);
    const Int8Matrix matrix = matrix_of(values, out);
    QVERIFY(matrix.dtype() == DType::i8);
    for (std::int64_t row = 0; row < out; ++row) {
      const double error = worst_error(matrix, values, row);
      QVERIFY2(error <= rounded, qPrintable(QString("row %1: %2").arg(row).arg(error)));
      int largest = 0;
      for (std::int64_t i = 0; i < in; ++i) largest = std::max(largest, std::abs(whole_at(matrix, row, i)));
      QVERIFY(largest <= 127);
      if (scale > 1e-37) QCOMPARE(largest, 127);  // nothing of the range is left out
    }
  }

  /// In 64 columns of a panel, rows and values of k that are not there are zero.
  void padding_is_zero() {
    const Int8Matrix matrix = matrix_of(normal_values(std::int64_t{70} * 33, 1.0f, 6), 70);
    QCOMPARE(matrix.padded_k(), std::int64_t{64});
    for (std::int64_t row = 0; row < 128; ++row) {
      for (std::int64_t i = row < 70 ? 33 : 0; i < 64; ++i) QCOMPARE(whole_at(matrix, row, i), 0);
    }
    QCOMPARE(matrix.bytes(), std::size_t{2 * 64 * 64 + 70 * 4});
  }

  void a_row_of_zeros_stays_zero() {
    std::vector<float> values = normal_values(std::int64_t{3} * 40, 1.0f, 7);
    std::fill_n(values.begin() + 40, 40, 0.0f);
    const Int8Matrix matrix = matrix_of(values, 3);
    QCOMPARE(matrix.scales()[1], 0.0f);
    for (std::int64_t i = 0; i < 40; ++i) QCOMPARE(whole_at(matrix, 1, i), 0);
    QVERIFY(worst_error(matrix, values, 2) <= rounded);
  }

  /// To the nearest whole number, ties to the even one; both ends of the range.
  void rounding() {
    std::vector<float> values(16, 0.0f);
    const std::vector<std::pair<float, int>> expected{
        {127.0f, 127}, {-127.0f, -127}, {0.5f, 0},     {1.5f, 2},  {2.5f, 2},
        {-0.5f, 0},    {-1.5f, -2},     {126.5f, 126}, {0.49f, 0}, {0.51f, 1}};
    std::ranges::transform(expected, values.begin(), [](const auto& one) { return one.first; });
    const Int8Matrix matrix = matrix_of(values, 1);
    QCOMPARE(matrix.scales()[0], 1.0f);
    for (std::size_t i = 0; i < expected.size(); ++i)
      QCOMPARE(whole_at(matrix, 0, static_cast<std::int64_t>(i)), expected[i].second);
  }

  void extreme_values() {
    constexpr float most = std::numeric_limits<float>::max(),
                    least = std::numeric_limits<float>::denorm_min();
    for (const float value : {most, least, 190.0f * least, std::numeric_limits<float>::min()}) {
      const std::vector<float> values{value, -value, value / 2.0f, 0.0f};
      const Int8Matrix matrix = matrix_of(values, 1);
      QVERIFY(std::isfinite(matrix.scales()[0]) && matrix.scales()[0] > 0.0f);
      const double error = worst_error(matrix, values, 0);
      QVERIFY2(error <= rounded, qPrintable(QString("%1: %2").arg(double{value}).arg(error)));
    }
    // One value of a row does not change the others' rows.
    std::vector<float> values = normal_values(std::int64_t{2} * 50, 1.0f, 8);
    values[3] = 1e30f;
    const Int8Matrix matrix = matrix_of(values, 2);
    QCOMPARE(whole_at(matrix, 0, 3), 127);
    QVERIFY(matrix.scales()[1] < 0.1f);
  }

  void values_that_are_not_finite_are_refused() {
    for (const float value :
         {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
          std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN()}) {
      for (const std::size_t place : {64, 66}) {  // in a whole vector, and behind the last
        std::vector<float> values(67, 1.0f);
        values[place] = value;
        try {
          static_cast<void>(matrix_of(values, 1));
          QFAIL("accepted");
        } catch (const Error& error) {
          QCOMPARE(
              std::string(error.what()),
              std::string(
                  "Weights that become int8 or fp8 must be finite, but row 0 of a matrix [1, 67] is not."));
        }
      }
    }
  }

  /// Whatever type they have, and wherever one part ends and the next begins.
  void parts_of_all_types_are_stacked() {
    constexpr std::int64_t in = 45, rows = 50;
    const std::vector<float> wide = normal_values(rows * in, 1.0f, 9);
    std::vector<BFloat16> bf16(wide.size());
    std::ranges::transform(wide, bf16.begin(), [](float value) { return to_bfloat16(value); });
    std::vector<Float16> f16(wide.size());
    for (std::size_t i = 0; i < f16.size(); ++i) f16[i].bits = static_cast<std::uint16_t>(0x3c00 + i % 512);
    const std::vector<float> bias(rows, 2.5f);
    std::vector<WeightPart> parts{part_of(wide, rows),
                                  {{bf16.data(), DType::bf16, {rows, in}}, {bias.data(), DType::f32, {rows}}},
                                  {{f16.data(), DType::f16, {rows, in}}, {}}};
    ThreadPool pool(2);
    const Int8Matrix matrix(WeightRole::matrix, parts, pool);
    std::vector<float> values = wide;
    for (const BFloat16 value : bf16) values.push_back(to_float(value));
    for (const Float16 value : f16) values.push_back(to_float(value));
    for (std::int64_t row = 0; row < 3 * rows; ++row) {
      QVERIFY(worst_error(matrix, values, row) <= rounded);
      QCOMPARE(matrix.bias()[row], row / rows == 1 ? 2.5f : 0.0f);
    }
    const std::vector<std::int32_t> integers(rows * in);
    parts[2].weight = {integers.data(), DType::i32, {rows, in}};
    QVERIFY_THROWS_EXCEPTION(Error, Int8Matrix(WeightRole::matrix, parts, pool));
    parts[2].weight = {integers.data(), DType::f32, {rows, in - 1}};
    QVERIFY_THROWS_EXCEPTION(Error, Int8Matrix(WeightRole::matrix, parts, pool));
  }

  void what_becomes_int8() {
    const auto cpu = int8_backend(false);
    const std::vector<float> values = normal_values(std::int64_t{4} * 6 * 3, 1.0f, 10);
    const auto stored_as = [&](WeightRole role, Shape shape, std::size_t parts = 1) {
      return cpu->prepare(role, std::vector<WeightPart>(parts, {{values.data(), DType::f32, shape}, {}}))
          ->dtype();
    };
    QVERIFY(stored_as(WeightRole::matrix, {4, 18}, 3) == DType::i8);
    QVERIFY(stored_as(WeightRole::gate_up, {4, 18}, 2) == DType::i8);
    QVERIFY(stored_as(WeightRole::convolution, {4, 6, 3}) == DType::f32);
    QVERIFY(stored_as(WeightRole::table, {4, 18}) == DType::f32);
    QVERIFY(stored_as(WeightRole::vector, {72}) == DType::f32);
    const auto narrow = make_cpu_backend(
        {.compute = CpuOptions::Compute::f32, .threads = 1, .weights = CpuOptions::Weights::bf16});
    const WeightPart part = part_of(values, 4);
    QVERIFY(narrow->prepare(WeightRole::matrix, {&part, 1})->dtype() == DType::bf16);
  }

  void a_products_error_data() {
    QTest::addColumn<bool>("bf16");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("in");
    QTest::addColumn<int>("out");
    for (const auto& [in, out] : {std::pair{1, 1}, {37, 10}, {130, 65}, {256, 512}, {700, 300}, {2048, 96}}) {
      for (const int rows : {1, 3, 8, 9, 33, 150}) {
        QTest::addRow("f32, %d × %d to %d", rows, in, out) << false << rows << in << out;
        if (test::has_bf16_rows())
          QTest::addRow("bf16, %d × %d to %d", rows, in, out) << true << rows << in << out;
      }
    }
  }
  /// Against the stored values, only the arithmetic's error: 2e-5 in f32, 1e-5 in bf16, whose products are
  /// exact. Against the values before, at most half a scale for each term.
  void a_products_error() {
    QFETCH(bool, bf16);
    QFETCH(int, rows);
    QFETCH(int, in);
    QFETCH(int, out);
    const auto cpu = int8_backend(bf16);
    const std::vector<float> values = normal_values(std::int64_t{in} * out, 0.05f, 11);
    std::vector<float> x = normal_values(std::int64_t{rows} * in, 1.0f, 12);
    for (float& value : x) value = to_float(to_bfloat16(value));
    const WeightPart part = part_of(values, out);
    const WeightHandle weight = cpu->prepare(WeightRole::matrix, {&part, 1});
    const auto& matrix = dynamic_cast<const Int8Matrix&>(*weight);
    const Tensor input = cpu->activations({rows, in}), y = cpu->tensor(DType::f32, {rows, out});
    simd::narrow(x.data(), std::ssize(x), input.view().dtype, input.view().data);
    cpu->run(Linear{.y = y, .x = input, .weight = weight.get()});
    double largest = 0.0, arithmetic = 0.0;
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t column = 0; column < out; ++column) {
        double stored = 0.0, before = 0.0, most_off = 0.0;
        for (std::int64_t i = 0; i < in; ++i) {
          const double value = x[static_cast<std::size_t>(row * in + i)];
          stored += value * value_at(matrix, column, i);
          before += value * double{values[static_cast<std::size_t>(column * in + i)]};
          most_off += std::abs(value) * 0.5 * double{matrix.scales()[column]};
        }
        const double found = y.view().as<float>()[row * out + column];
        largest = std::max(largest, std::abs(stored));
        arithmetic = std::max(arithmetic, std::abs(found - stored));
        QVERIFY(std::abs(stored - before) <= most_off * rounded);
      }
    }
    QVERIFY2(arithmetic <= 2e-5 * largest, qPrintable(QString::number(arithmetic / largest)));
  }

  /// Widened in registers or in memory: the same bits.
  void few_rows_in_registers() {
    if (!avx512_bf16_blocks.supported()) {
      qWarning("No product is run in registers: this CPU has no AVX512-BF16");
      return;
    }
    constexpr std::int64_t k = 96, width = PanelLayout::width, lda = 104, ldc = 80;
    const Int8Matrix matrix = matrix_of(normal_values(width * k, 1.0f, 13), width);
    const std::vector<float> x = normal_values(most_int8_rows * lda, 1.0f, 14);
    std::vector<std::uint16_t> a(x.size()), panel(static_cast<std::size_t>(k * width));
    simd::narrow(x.data(), std::ssize(x), DType::bf16, a.data());
    simd::widen_int8(matrix.panel(0), k, DType::bf16, panel.data());
    for (std::int64_t m = 1; m <= most_int8_rows; ++m) {
      for (const bool accumulate : {false, true}) {
        std::vector<float> found((most_int8_rows + 1) * ldc, 3.0f), expected = found;
        BlockProduct product{.m = m,
                             .n = width,
                             .k = k,
                             .a = a.data(),
                             .lda = lda,
                             .panels = panel.data(),
                             .panel_stride = 0,
                             .c = expected.data(),
                             .ldc = ldc,
                             .accumulate = accumulate};
        avx512_bf16_blocks.run(product);
        product.c = found.data();
        multiply_int8_rows(product, matrix.panel(0));
        QVERIFY2(std::memcmp(found.data(), expected.data(), found.size() * sizeof(float)) == 0,
                 qPrintable(QString("%1 rows").arg(m)));
      }
    }
  }
};

QTEST_APPLESS_MAIN(Int8Test)
#include "int8_test.moc"
