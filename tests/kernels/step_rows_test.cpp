// SPDX-License-Identifier: Apache-2.0
// A row of a decode step has the same bits in a step of one row and of many: drafts are checked by steps of
// many rows, and must give what single ones give.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/ops/linear/linear.h"
#include "tests/support/bf16_rows.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

namespace {

constexpr std::int64_t most_rows = 36;  // up to 32, int8 weights are widened in other pieces

std::vector<float> values(std::int64_t count, float scale) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal(0.0f, scale);
  std::vector<float> list(static_cast<std::size_t>(count));
  for (float& value : list) value = to_float(to_bfloat16(normal(random)));
  return list;
}

}  // namespace

class StepRowsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_products_row_stands_alone_data() {
    QTest::addColumn<bool>("bf16");
    QTest::addColumn<QString>("weights");
    QTest::addColumn<int>("in");
    QTest::addColumn<int>("out");
    for (const auto& [in, out] : {std::pair{64, 96},
                                  {37, 10},
                                  {130, 65},
                                  {256, 512},
                                  {768, 256},
                                  {256, 1024},
                                  {2048, 704},
                                  {6144, 130}}) {
      QTest::addRow("f32, %d to %d", in, out) << false << "f32" << in << out;
      QTest::addRow("f32 with bf16 weights, %d to %d", in, out) << false << "bf16" << in << out;
      QTest::addRow("f32 with int8 weights, %d to %d", in, out) << false << "int8" << in << out;
      if (!test::has_bf16_rows()) continue;
      QTest::addRow("bf16, %d to %d", in, out) << true << "bf16" << in << out;
      QTest::addRow("bf16 with int8 weights, %d to %d", in, out) << true << "int8" << in << out;
    }
  }
  void a_products_row_stands_alone() {
    QFETCH(bool, bf16);
    QFETCH(QString, weights);
    QFETCH(int, in);
    QFETCH(int, out);
    CpuOptions options;
    options.compute = bf16 ? CpuOptions::Compute::bf16 : CpuOptions::Compute::f32;
    options.threads = 2;
    if (weights == "int8") options.weights = CpuOptions::Weights::int8;
    const std::unique_ptr<Backend> backend = make_cpu_backend(options);
    const std::vector<float> wide = values(std::int64_t{out} * in, 0.05f);
    std::vector<BFloat16> narrow(wide.size());
    std::ranges::transform(wide, narrow.begin(), [](float value) { return to_bfloat16(value); });
    const WeightPart part = weights == "bf16" ? WeightPart{{narrow.data(), DType::bf16, {out, in}}, {}}
                                              : WeightPart{{wide.data(), DType::f32, {out, in}}, {}};
    const WeightHandle weight = backend->prepare(WeightRole::matrix, {&part, 1});
    QCOMPARE(QString(name(weight->dtype()).data()), QString(weights == "int8" ? "i8" : weights));
    const std::vector<float> x = values(most_rows * in, 1.0f);
    const Tensor rows = backend->activations({most_rows, in});
    if (bf16) {
      std::vector<BFloat16> narrow_x(x.size());
      std::ranges::transform(x, narrow_x.begin(), [](float value) { return to_bfloat16(value); });
      backend->upload(rows, narrow_x.data());
    } else {
      backend->upload(rows, x.data());
    }
    const Tensor places = backend->tensor(DType::i32, {most_rows});
    backend->fill_zero(places);
    const auto multiply = [&](const Tensor& y, std::int64_t first, std::int64_t count) {
      const ConstTensorView step = places.view().rows(first, count);
      backend->run(Linear{.y = y,
                          .x = rows.rows(first, count),
                          .weight = weight.get(),
                          .rows = {.sequences = {}, .step = {step, step, 1}}});
    };
    const Tensor alone = backend->tensor(DType::f32, {most_rows, out});
    for (std::int64_t r = 0; r < most_rows; ++r) multiply(alone.rows(r, 1), r, 1);
    QString other;
    for (std::int64_t count = 2; count <= most_rows; ++count) {
      const Tensor together = backend->tensor(DType::f32, {count, out});
      multiply(together, 0, count);
      if (std::memcmp(together.view().data, alone.view().data, together.view().bytes()) != 0) {
        other += QString(" %1").arg(count);
      }
    }
    QVERIFY2(other.isEmpty(), qPrintable("rows:" + other));
  }
};

QTEST_APPLESS_MAIN(StepRowsTest)
#include "step_rows_test.moc"
