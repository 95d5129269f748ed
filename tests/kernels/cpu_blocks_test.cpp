// SPDX-License-Identifier: Apache-2.0
// The CPU's kernels for small products, and attention built on them: a row's bits are its own.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/backend/cpu/block_product.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/ops/attention/attention.h"
#include "kernels/ops/linear/linear.h"
#include "tests/support/bf16_rows.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

struct Values {
  std::mt19937 random{7};
  void fill(const TensorView& t) {
    std::normal_distribution<float> normal(0.0f, 1.0f);
    for (std::int64_t i = 0; i < t.elements(); ++i) {
      if (t.dtype == DType::f32) {
        t.as<float>()[i] = normal(random);
      } else {
        t.as<BFloat16>()[i] = to_bfloat16(normal(random));
      }
    }
  }
};

float value(const TensorView& t, std::int64_t i) {
  return t.dtype == DType::f32 ? t.as<float>()[i] : to_float(t.as<BFloat16>()[i]);
}

}  // namespace

class CpuBlocksTest : public QObject {
  Q_OBJECT

  static void types(bool bf16) {
    QTest::addColumn<bool>("bf16");
    QTest::newRow("f32") << false;
    if (bf16) QTest::newRow("bf16") << true;
  }
  static std::unique_ptr<Backend> backend(bool bf16) {
    using Compute = CpuOptions::Compute;
    return make_cpu_backend({.compute = bf16 ? Compute::bf16 : Compute::f32, .threads = 2});
  }

 private Q_SLOTS:
  void products_data() {
    QTest::addColumn<const BlockKernel*>("kernel");
    QTest::newRow("highway") << &highway_blocks;
    if (avx512_bf16_blocks.supported()) QTest::newRow("avx512_bf16") << &avx512_bf16_blocks;
    if (amx_blocks.supported()) QTest::newRow("amx") << &amx_blocks;
    if (!avx512_bf16_blocks.supported()) qWarning("No row for AVX512-BF16 is run: this CPU has none");
    if (!amx_blocks.supported()) qWarning("No row for AMX is run: this CPU has none");
  }
  /// Rows from 1 to 70, columns over the border of a panel, strides wider than rows, added or not. Nothing
  /// beyond the result is written.
  void products() {
    QFETCH(const BlockKernel*, kernel);
    const auto cpu = backend(false);
    constexpr std::int64_t n = 96, k = 64, lda = 72, ldc = 100, most_rows = 70;
    const Tensor a = cpu->tensor(kernel->type, {most_rows, lda}), b = cpu->tensor(kernel->type, {n, k});
    Values values;
    values.fill(a.view());
    values.fill(b.view());
    const Tensor panels = cpu->tensor(kernel->type, {2, k * PanelLayout::width});
    for (std::int64_t p = 0; p < 2; ++p)
      pack_panel(b.view().data, kernel->type, k, p * PanelLayout::width, n, k, kernel->type,
                 panels.view().rows(p, 1).data);
    std::vector<double> expected(most_rows * n, 0.0);
    for (std::int64_t row = 0; row < most_rows; ++row) {
      for (std::int64_t column = 0; column < n; ++column) {
        for (std::int64_t i = 0; i < k; ++i)
          expected[static_cast<std::size_t>(row * n + column)] +=
              double{value(a.view(), row * lda + i)} * double{value(b.view(), column * k + i)};
      }
    }
    kernel->begin();
    for (std::int64_t m = 1; m <= most_rows; ++m) {
      for (const bool accumulate : {false, true}) {
        constexpr float before = 3.0f;
        std::vector<float> c((most_rows + 1) * ldc, before);
        kernel->run({.m = m,
                     .n = n,
                     .k = k,
                     .a = a.view().data,
                     .lda = lda,
                     .panels = panels.view().data,
                     .panel_stride = k * PanelLayout::width,
                     .c = c.data(),
                     .ldc = ldc,
                     .accumulate = accumulate});
        double error = 0.0;
        for (std::int64_t i = 0; i < std::ssize(c); ++i) {
          const std::int64_t row = i / ldc, column = i % ldc;
          const bool inside = row < m && column < n;
          const double sum = inside ? expected[static_cast<std::size_t>(row * n + column)] : 0.0;
          const double wanted = inside && !accumulate ? sum : sum + double{before};
          error = std::max(error, std::abs(double{c[static_cast<std::size_t>(i)]} - wanted));
        }
        QVERIFY2(error < 1e-4, qPrintable(QString("%1 rows: error %2").arg(m).arg(error)));
      }
    }
    kernel->end();
  }

  void attention_of_a_row_data() { types(test::has_bf16_rows()); }
  /// The last rows of a sequence of 333, computed alone as continuations of any length, have the same bits as
  /// in the whole.
  void attention_of_a_row() {
    QFETCH(bool, bf16);
    const auto cpu = backend(bf16);
    constexpr std::int64_t rows = 333, heads = 4, kv_heads = 2, head_dim = 64, width = heads * head_dim;
    const DType type = cpu->activation_dtype();
    const Tensor q = cpu->tensor(type, {rows, width}), whole = cpu->tensor(type, {rows, width});
    const Tensor k = cpu->tensor(type, {1, kv_heads, rows, head_dim}),
                 v = cpu->tensor(type, {1, kv_heads, rows, head_dim});
    Values values;
    for (const Tensor* t : {&q, &k, &v}) values.fill(t->view());
    const auto attend = [&](const TensorView& out, std::int64_t first) {
      const Sequence sequence{.slot = 0,
                              .first_row = 0,
                              .rows = static_cast<std::int32_t>(rows - first),
                              .position = static_cast<std::int32_t>(first)};
      Attend op;
      op.out = out;
      op.q = q.view().rows(first, rows - first);
      op.kv = {k.view(), v.view()};
      op.rows = {.sequences = {&sequence, 1}};
      op.causal = true;
      op.heads = heads;
      cpu->run(op);
    };
    attend(whole.view(), 0);
    for (const std::int64_t first : {1, 100, 256, 270, 300, 320, 331, 332}) {
      const Tensor part = cpu->tensor(type, {rows - first, width});
      attend(part.view(), first);
      const TensorView expected = whole.view().rows(first, rows - first);
      QVERIFY2(std::memcmp(part.view().data, expected.data, expected.bytes()) == 0,
               qPrintable(QString("from row %1 on").arg(first)));
    }
  }

  void facts_name_what_multiplies_data() { types(test::has_bf16_rows()); }
  /// What the facts name is what the engine takes, for few rows and for many.
  void facts_name_what_multiplies() {
    QFETCH(bool, bf16);
    const CpuFacts facts = cpu_facts();
    const auto cpu = backend(bf16);
    for (const std::int64_t rows : {1, 300}) {
      const Linear::Problem problem{{rows, 256, 384, cpu->activation_dtype()}};
      const std::string& library = cpu->plan<Linear>(problem).variant->name;
      QCOMPARE(static_cast<CpuBackend&>(*cpu).product(library).description(),
               bf16 ? facts.bf16_products : facts.f32_products);
    }
    QCOMPARE(facts.bf16, !facts.bf16_products.empty());
  }

  void product_of_a_row_data() { types(test::has_bf16_rows() && amx_blocks.supported()); }
  /// With our own kernel for bf16: a row's product has the same bits whether 1, 8 or 200 rows are multiplied.
  void product_of_a_row() {
    QFETCH(bool, bf16);
    const auto cpu = backend(bf16);
    const DType type = cpu->activation_dtype();
    constexpr std::int64_t rows = 200, in = 256, out = 320;
    const Tensor weights = cpu->tensor(type, {out, in}), x = cpu->tensor(type, {rows, in});
    Values values;
    values.fill(weights.view());
    values.fill(x.view());
    const WeightPart part{weights.view(), {}};
    const WeightHandle weight = cpu->prepare(WeightRole::matrix, {&part, 1});
    const Tensor whole = cpu->tensor(DType::f32, {rows, out});
    cpu->run(Linear{.y = whole.view(), .x = x.view(), .weight = weight.get()});
    for (const std::int64_t count : {1, 8, 33}) {
      const Tensor y = cpu->tensor(DType::f32, {count, out});
      cpu->run(Linear{.y = y.view(), .x = x.view().rows(rows - count, count), .weight = weight.get()});
      const TensorView expected = whole.view().rows(rows - count, count);
      QVERIFY2(std::memcmp(y.view().data, expected.data, expected.bytes()) == 0,
               qPrintable(QString("%1 rows").arg(count)));
    }
  }
};

QTEST_APPLESS_MAIN(CpuBlocksTest)
#include "cpu_blocks_test.moc"
