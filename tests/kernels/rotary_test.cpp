// SPDX-License-Identifier: Apache-2.0
// Rotary embeddings over sizes of heads and shares of a head that turn: the oracle against the rotation
// worked out as one of complex numbers, and what runs against the oracle.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>
#include <complex>
#include <vector>

#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/check/check_op.h"
#include "kernels/ops/all_ops.h"
#include "tests/kernels/tile_host_backend.h"

using namespace tilescribe;
using namespace tilescribe::kernels;
using tile::Precision;

namespace {

constexpr std::uint64_t seed = 23;
constexpr std::int64_t rows = 19, heads = 4, kv_heads = 2;

/// Queries of one row, [heads·head_dim], by complex numbers: value j and value j + rotary_dim/2 are one.
std::vector<float> turned(const RopeAppend& op, const Sequence& sequence, std::int64_t row) {
  const std::int64_t head_dim = op.kv.head_dim(), half = op.rope.rotary_dim / 2;
  const std::int64_t width = op.qkv.shape[1];
  const float* values = op.qkv.as<float>() + (sequence.first_row + row) * width;
  std::vector<float> out(values, values + heads * head_dim);
  for (std::int64_t head = 0; head < heads; ++head) {
    for (std::int64_t j = 0; j < half; ++j) {
      const std::int64_t at = head * head_dim + j;
      const double frequency =
          std::pow(double{op.rope.theta}, -static_cast<double>(j) / static_cast<double>(half));
      const std::complex<double> value(double{values[at]}, double{values[at + half]});
      const std::complex<double> result =
          value * std::polar(1.0, static_cast<double>(sequence.position + row) * frequency);
      out[static_cast<std::size_t>(at)] = static_cast<float>(result.real());
      out[static_cast<std::size_t>(at + half)] = static_cast<float>(result.imag());
    }
  }
  return out;
}

/// Runs one case as an engine does, and says how it differs from the oracle; empty where it does not.
template <class T>
QString difference(const typename T::Problem& problem, Backend& backend) {
  CaseBuilder builder(backend, seed);
  const T op = build_case(problem, builder);
  backend.run(op);
  backend.synchronize();
  const Comparison found = compare(builder.results(), reference_results<T>(problem, seed));
  if (found.complaint.empty() && found.error <= builder.tolerance()) return {};
  return QString("%1: error %2. %3")
      .arg(describe(problem).c_str())
      .arg(found.error)
      .arg(english(found.complaint).c_str());
}

}  // namespace

class RotaryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void heads_and_shares_data() {
    QTest::addColumn<qint64>("head_dim");
    QTest::addColumn<qint64>("rotary_dim");
    for (const qint64 head_dim : {16, 32, 64, 80, 96, 128}) {
      for (const double share : {0.125, 0.25, 0.5, 0.75, 1.0}) {
        const auto rotary_dim = static_cast<qint64>(share * static_cast<double>(head_dim));
        QTest::addRow("%g of %d", share, static_cast<int>(head_dim)) << head_dim << rotary_dim;
      }
    }
  }
  void heads_and_shares() {
    QFETCH(qint64, head_dim);
    QFETCH(qint64, rotary_dim);
    RopeAppend::Problem problem;
    static_cast<QkvProblem&>(problem) = {
        rows, 0, heads, kv_heads, head_dim, DType::f32, RowsOf::sequences, rotary_dim};
    NormQkvRopeAppend::Problem merged{problem, NormKind::rms};
    merged.width = 48;

    const std::unique_ptr<Backend> host = make_reference_backend();
    CaseBuilder builder(*host, seed);
    const RopeAppend op = build_case(problem, builder);
    QCOMPARE(op.rope.rotary_dim, rotary_dim);
    reference(op);
    for (const Sequence& sequence : op.rows.sequences) {
      for (std::int64_t row = 0; row < sequence.rows; ++row) {
        const std::vector<float> expected = turned(op, sequence, row);
        const float* found = op.q.as<float>() + (sequence.first_row + row) * heads * head_dim;
        for (std::size_t i = 0; i < expected.size(); ++i) {
          QVERIFY2(std::abs(found[i] - expected[i]) < 1e-5f,
                   qPrintable(QString("row %1, value %2: %3, expected %4")
                                  .arg(sequence.first_row + row)
                                  .arg(i)
                                  .arg(double{found[i]})
                                  .arg(double{expected[i]})));
        }
      }
    }

    const std::unique_ptr<Backend> cpu =
        make_cpu_backend({.compute = CpuOptions::Compute::f32, .threads = 1});
    QCOMPARE(difference<RopeAppend>(problem, *cpu), QString());
    QCOMPARE(difference<NormQkvRopeAppend>(merged, *cpu), QString());
    for (const Precision precision : {Precision::fp32, Precision::bf16}) {
      TileHostBackend tiles(precision);
      QCOMPARE(difference<RopeAppend>(problem, tiles), QString());
    }
  }
};

QTEST_APPLESS_MAIN(RotaryTest)
#include "rotary_test.moc"
