// SPDX-License-Identifier: Apache-2.0
// The CPU backend's matrix products beside the library's own on the same shape, both on one thread.
#include <QtTest>
#include <algorithm>
#include <chrono>
#include <vector>

#include "kernels/backend/cpu/cpu_backend.h"
#include "tests/support/bf16_rows.h"

using namespace tilescribe::kernels;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double least_share = 0.7;  // of the library's speed
constexpr double least_time_s = 0.15;

// Operations a second of the best of several calls.
template <class Call>
double speed(double operations, Call&& call) {
  double best_s = 1e9, spent_s = 0.0;
  for (int i = 0; i < 3 || (spent_s < least_time_s && i < 200); ++i) {
    const auto begin = Clock::now();
    call();
    const double took_s = std::chrono::duration<double>(Clock::now() - begin).count();
    best_s = std::min(best_s, took_s);
    spent_s += took_s;
  }
  return operations / best_s;
}

// Small values in the given type.
std::vector<std::byte> values(DType type, std::int64_t count) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(count) * size_of(type));
  for (std::int64_t i = 0; i < count; ++i) {
    const float value = static_cast<float>((i * 37) % 101) / 101.0f - 0.5f;
    if (type == DType::f32) {
      reinterpret_cast<float*>(bytes.data())[i] = value;
    } else {
      reinterpret_cast<BFloat16*>(bytes.data())[i] = to_bfloat16(value);
    }
  }
  return bytes;
}

}  // namespace

class MatrixProductBench : public QObject {
  Q_OBJECT

 private slots:
  void encoder_shapes_data() {
    QTest::addColumn<bool>("bf16");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("in");
    QTest::addColumn<int>("out");
    for (const bool bf16 : {false, true}) {
      if (bf16 && !tilescribe::test::has_bf16_rows()) continue;
      for (const auto& [in, out] : {std::pair{384, 1536}, std::pair{1536, 384}, std::pair{1280, 5120}}) {
        QTest::addRow("1500 x %d x %d, %s", in, out, bf16 ? "bf16" : "f32") << bf16 << 1500 << in << out;
      }
    }
  }
  void encoder_shapes() {
    QFETCH(bool, bf16);
    QFETCH(int, rows);
    QFETCH(int, in);
    QFETCH(int, out);
    const DType type = bf16 ? DType::bf16 : DType::f32;
    CpuBackend backend(
        {.compute = bf16 ? CpuOptions::Compute::bf16 : CpuOptions::Compute::f32, .threads = 1});
    const std::string library = backend.has_product("onednn", type) ? "onednn" : "highway";

    std::vector<std::byte> weight = values(type, std::int64_t{out} * in);
    const WeightPart part{{weight.data(), type, {out, in}}, {}};
    const WeightHandle handle = backend.prepare(WeightRole::matrix, {&part, 1});
    const auto& packed = dynamic_cast<const PackedMatrix&>(*handle);
    QVERIFY(packed.dtype() == type);
    const std::vector<std::byte> x = values(type, std::int64_t{rows} * in);
    std::vector<float> ours(static_cast<std::size_t>(rows) * static_cast<std::size_t>(out)),
        bare(ours.size());

    const double operations = 2.0 * rows * in * out;
    double best_share = 0.0;
    for (int attempt = 0; attempt < 3 && best_share < least_share; ++attempt) {
      const double library_speed = speed(operations, [&] {
        backend.product(library).run({rows, out, in, x.data(), packed.panel(0), bare.data(), type}, 0);
      });
      // The tiles are copied to a dense result, as an op would write them.
      const double our_speed = speed(operations, [&] {
        backend.multiply(library, x.data(), type, rows, in, packed, [&](const ProductTile& tile, int) {
          for (std::int64_t r = 0; r < tile.rows; ++r) {
            std::copy_n(tile.values + r * tile.columns, tile.columns,
                        ours.data() + (tile.row + r) * out + tile.column);
          }
        });
      });
      const double share = our_speed / library_speed;
      qInfo("%s: %.0f GFLOP/s, the library alone %.0f: %.0f%%", QTest::currentDataTag(), our_speed / 1e9,
            library_speed / 1e9, 100.0 * share);
      best_share = std::max(best_share, share);
    }
    for (std::size_t i = 0; i < ours.size(); ++i) {
      QVERIFY(std::abs(ours[i] - bare[i]) <= 1e-3f * (1.0f + std::abs(bare[i])));
    }
    QVERIFY2(best_share >= least_share, qPrintable(QString::number(best_share)));
  }
};

QTEST_APPLESS_MAIN(MatrixProductBench)
#include "matrix_product_bench.moc"
