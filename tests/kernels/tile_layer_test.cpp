// SPDX-License-Identifier: Apache-2.0
// The tile layer's own operations on the host, and what its memory guard catches.
#define QT_NO_KEYWORDS  // `slots` is a name of ours
#include <QProcess>
#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "kernels/core/dtype.h"
#include "kernels/ops/argmax/argmax_tile.h"
#include "kernels/ops/elementwise/elementwise_tile.h"
#include "kernels/ops/embedding/embedding_tile.h"
#include "kernels/ops/rope/rope_tile.h"
#include "kernels/tile/mma.h"
#include "kernels/tile/online_softmax.h"
#include "kernels/tile/run_on_host.h"

using namespace tilescribe;
namespace tile = kernels::tile;
using tile::Precision;
using Floats = std::vector<float>;

namespace {

using Small = tile::Tile<float, 4, 32>;

Floats counting(std::size_t count) {
  Floats values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  return values;
}

tile::Matrix<const float> seen(const Floats& values, int rows, int cols) {
  return {values.data(), rows, cols, cols};
}

/// Stores a 4 × 32 tile at (row, col) of a matrix that claims `rows` rows.
struct StoreKernel {
  struct Args {
    tile::Matrix<float> to;
    int row, col;
  };
  static tile::Grid grid(const Args&) { return {}; }
  static void run(tile::Block, const Args& a) { store(a.to, tile::filled<Small>(7.0f), a.row, a.col); }
};

template <Precision precision>
float product_of(float a, float b) {
  Floats left(16, 0.0f), right(8, 0.0f);
  left[0] = a;
  right[0] = b;
  struct {
    tile::Staged<tile::Operand<precision>, 16, 16> left;
    tile::Staged<tile::Operand<precision>, 32, 16> right;
  } shared;
  auto sum = tile::filled<tile::Accumulator<16, 32, 1>>(0.0f);
  stage(shared.left, seen(left, 1, 16), 0, 0);
  stage(shared.right, seen(right, 1, 8), 0, 0);
  tile::mma<precision>(sum, shared.left, transposed(shared.right));
  return sum.at(0, 0);
}

/// What the compiler complains about when it reads `source` behind the tile layer's headers as NVRTC would,
/// without any header of the system; empty: nothing.
QString as_nvrtc_reads(const std::string& source) {
  QStringList arguments{"-std=c++20", "-fsyntax-only",       "-nostdinc", "-nostdinc++", "-w",
                        "-I",         TILESCRIBE_SOURCE_DIR, "-x",        "c++",         "-"};
#ifdef __clang__
  arguments.prepend("--target=nvptx64-nvidia-cuda");  // it checks the device's inline assembly
#endif
  QProcess compiler;
  compiler.start(TILESCRIBE_CXX, arguments);
  compiler.write(("#include \"tests/kernels/nvrtc_words.h\"\n" + source + "\n").c_str());
  compiler.closeWriteChannel();
  if (!compiler.waitForFinished()) return "The compiler did not end: " + compiler.errorString();
  const bool passed = compiler.exitStatus() == QProcess::NormalExit && compiler.exitCode() == 0;
  return passed ? QString() : "It complains. " + QString::fromUtf8(compiler.readAllStandardError());
}

}  // namespace

class TileLayerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void loads_fill_what_lies_outside_and_stores_leave_it_alone() {
    const Floats x = counting(3 * 5);
    const auto loaded = tile::load<Small>(seen(x, 3, 5), 1, 2, -1.0f);
    QCOMPARE(loaded.at(0, 0), 8.0f);
    QCOMPARE(loaded.at(1, 2), 15.0f);
    QCOMPARE(loaded.at(1, 3), -1.0f);
    QCOMPARE(loaded.at(2, 0), -1.0f);
    QCOMPARE(tile::load<Small>(seen(x, 3, 5), -1, 0, -1.0f).at(0, 0), -1.0f);
    Floats y(3 * 5, 0.0f);
    store(tile::Matrix<float>{y.data(), 3, 5, 5}, loaded, 2, 4);
    QCOMPARE(std::accumulate(y.begin(), y.end(), 0.0f), 8.0f);
    QCOMPARE(y.back(), 8.0f);
  }

  void expressions_broadcast_rows_and_columns() {
    const Floats x = counting(4 * 32), row = counting(32), column = counting(4);
    const auto a = tile::load<Small>(seen(x, 4, 32), 0, 0);
    const auto by_column = tile::load<tile::PerColumn<Small>>(seen(row, 1, 32), 0, 0);
    const auto by_row = tile::load<tile::PerRow<Small>>(seen(column, 4, 1), 0, 0);
    const auto out = (a - 1.0f) * by_row + by_column / 2.0f;
    QCOMPARE(out.at(2, 3), (68.0f - 1.0f) * 3.0f + 2.0f);
    QCOMPARE((by_row * by_column).at(3, 31), 128.0f);  // an outer product
    const auto places = map_at([](int r, int c, float v) { return v - static_cast<float>(32 * r + c); }, a);
    for (const float value : places.held) QCOMPARE(value, 1.0f);
  }

  void reductions_along_rows() {
    const auto a = tile::load<Small>(seen(counting(4 * 32), 4, 32), 0, 0);
    QCOMPARE(sum_rows(a).held[0], 32.0f * 33.0f / 2.0f);
    QCOMPARE(max_rows(a).held[3], 128.0f);
  }

  void operands_are_rounded_as_the_device_rounds_them() {
    const float step = std::ldexp(1.0f, -10);               // of TF32 at 1
    QCOMPARE(tile::to_tf32(1.0f + step / 2), 1.0f + step);  // ties away from zero
    QCOMPARE(tile::to_tf32(-1.0f - step / 2), -1.0f - step);
    QCOMPARE(tile::to_tf32(1.0f + 0.49f * step), 1.0f);
    QVERIFY(std::isinf(tile::to_tf32(tile::infinity)) && std::isnan(tile::to_tf32(tile::not_a_number)));
    QCOMPARE(tile::convert<float>(tile::to_bf16(1.0f + std::ldexp(1.0f, -8))), 1.0f);  // ties to even
    const float fine = 1.0f + std::ldexp(1.0f, -20);
    QCOMPARE(product_of<Precision::fp32>(fine, 3.0f), fine * 3.0f);
    QCOMPARE(product_of<Precision::tf32>(fine, 3.0f), 3.0f);
    QCOMPARE(product_of<Precision::bf16>(1.0f + step, 3.0f), 3.0f);
  }

  void float8_is_the_hosts() {
    for (unsigned bits = 0; bits < 0x10000u; ++bits) {
      const float value = kernels::to_float(kernels::BFloat16{static_cast<std::uint16_t>(bits)});
      QCOMPARE(tile::to_float8(value).bits, kernels::to_float8(value).bits);
    }
    QCOMPARE(tile::to_float8(1.064f).bits,
             kernels::to_float8(1.0625f).bits);  // rounded to bf16 first: then a tie
    for (unsigned bits = 0; bits < 0x100u; ++bits) {
      const auto byte = static_cast<std::uint8_t>(bits);
      const float here = tile::convert<float>(tile::Float8{byte}),
                  there = kernels::to_float(kernels::Float8{byte});
      QVERIFY(here == there || (std::isnan(here) && std::isnan(there)));
    }
  }

  void online_softmax_of_pieces_is_the_softmax() {
    using Scores = tile::Accumulator<16, 32, 1>;
    tile::OnlineSoftmax<Scores> softmax;
    double total = 0.0;
    auto masked = tile::filled<Scores>(-tile::infinity);  // a first piece without any key
    softmax.next(masked);
    QCOMPARE(masked.at(0, 0), 0.0f);
    QCOMPARE(softmax.sum.held[0], 0.0f);
    for (int piece = 0; piece < 3; ++piece) {
      auto scores = map_at([&](int, int col, float) { return static_cast<float>(piece * 32 + col) * 0.7f; },
                           tile::filled<Scores>(0.0f));
      for (const float score : scores.held) total += std::exp2(double{score});
      softmax.next(scores);
    }
    QCOMPARE(softmax.largest.held[5], 95 * 0.7f);
    const double relative = total / 16.0 / std::exp2(double{95 * 0.7f});
    QVERIFY(std::abs(double{softmax.sum.held[5]} - relative) < 1e-5 * relative);
  }

  void banded_order_meets_every_tile_once() {
    for (const auto& [rows, cols] : {std::pair(1, 1), {3, 5}, {8, 2}, {19, 7}}) {
      std::vector<int> met(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
      for (int i = 0; i < rows * cols; ++i) {
        const tile::TilePlace place = tile::banded(i, rows, cols);
        QVERIFY(place.row >= 0 && place.row < rows && place.col >= 0 && place.col < cols);
        const int number = place.row * cols + place.col;
        ++met[static_cast<std::size_t>(number)];
      }
      QVERIFY(std::ranges::count(met, 1) == rows * cols);
    }
  }

  void gelu_by_tanh() {
    for (const double x : {-6.0, -1.0, 0.0, 0.5, 3.0}) {
      const double inner = std::sqrt(2.0 / M_PI) * (x + 0.044715 * x * x * x);
      const auto found = double{tile::GeluTanh{}(static_cast<float>(x))};
      QVERIFY(std::abs(found - 0.5 * x * (1.0 + std::tanh(inner))) < 1e-6);
    }
  }

  void what_the_contracts_exclude_gives_nan_not_a_fault() {
    const Floats table = counting(2 * 3), audio = counting(3);
    const std::array<int, 4> ids{1, 9, 9, 2};  // audio stands in the second row; neither 9 nor 2 is a row
    Floats out(4 * 3);
    tile::HostMemoryGuard guard;
    guard.allow(table.data(), table.size() * 4, false);
    guard.allow(audio.data(), audio.size() * 4, false);
    guard.allow(ids.data(), sizeof(ids), false);
    guard.allow(out.data(), out.size() * 4, true);
    tile::run_on_host<tile::EmbedKernel<float, false>>(
        {{out.data(), 4, 3, 3}, tile::as_row(ids.data(), 4), seen(table, 2, 3), seen(audio, 1, 3), 1});
    QCOMPARE(out[2], 6.0f);
    QCOMPARE(out[3], 1.0f);
    QVERIFY(std::isnan(out[6]) && std::isnan(out[9]));

    const Floats logits(5, tile::not_a_number);
    int id = -5;
    float probability = 0.0f;
    guard.allow(logits.data(), logits.size() * 4, false);
    guard.allow(&id, sizeof(id), true);
    guard.allow(&probability, sizeof(probability), true);
    tile::run_on_host<tile::ArgmaxKernel>(
        {tile::as_column(&id, 1), tile::as_column(&probability, 1), seen(logits, 1, 5)});
    QCOMPARE(id, 4);
    QVERIFY(std::isnan(probability));
  }

  /// What a kernel is written in: no thread, no barrier, and no header that NVRTC would not have.
  void kernels_speak_of_tiles_only() {
    int kernels = 0;
    const std::filesystem::path ops = std::filesystem::path(TILESCRIBE_SOURCE_DIR) / "kernels/ops";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(ops)) {
      if (!entry.path().filename().string().ends_with("_tile.h")) continue;
      ++kernels;
      const QString complaint = as_nvrtc_reads("#include \"" + entry.path().string() + "\"");
      QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    }
    QVERIFY(kernels > 0);
  }

  void other_words_are_found_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("found");
    const auto row = [](const char* line, bool found) { QTest::newRow(line) << QString(line) << found; };
    row("inline float f(float x) { return tilescribe::kernels::tile::exp(x); }", false);
    row("#include <cmath>", true);
    row("#include <cuda_bf16.h>", true);
    row("#include \"kernels/core/error.h\"", true);
    row("#include \"kernels/tile/run_on_host.h\"", true);
    row("inline unsigned f() { return threadIdx.x; }", true);
    row("inline int f() { return tilescribe::kernels::tile::lane_index(); }", true);
    row("inline void f() { tilescribe::kernels::tile::barrier(); }", true);
    row("inline void f() { __syncthreads(); }", true);
    row("inline float f(float x) { return __shfl_xor_sync(~0u, x, 1); }", true);
    row("inline void f() { __shared__ int word; }", true);
    row("inline void f() { asm(\"\"); }", true);
    row("#if TILE_ON_GPU\n#endif", true);
    row("#ifdef __CUDA_ARCH__\n#endif", true);
  }
  void other_words_are_found() {
    QFETCH(QString, line);
    QFETCH(bool, found);
    const QString complaint = as_nvrtc_reads(line.toStdString());
    QVERIFY2(!complaint.isEmpty() == found, qPrintable(complaint));
  }

  /// Planted faults: a matrix that claims more than was allocated, and one that may only be read.
  void the_guard_catches_stores_out_of_bounds() {
    Floats memory(2 * 32);
    const auto run = [&](int rows, bool writable) {
      tile::HostMemoryGuard guard;
      guard.allow(memory.data(), memory.size() * sizeof(float), writable);
      tile::run_on_host<StoreKernel>({{memory.data(), rows, 32, 32}, 0, 0});
    };
    run(2, true);  // the rest of the tile is cut off
    QCOMPARE(memory.back(), 7.0f);
    QVERIFY_EXCEPTION_THROWN(run(3, true), tile::OutsideMemory);
    QVERIFY_EXCEPTION_THROWN(run(2, false), tile::OutsideMemory);
    tile::HostMemoryGuard guard;
    guard.allow(memory.data(), memory.size() * sizeof(float), true);
    QVERIFY_EXCEPTION_THROWN(tile::load<Small>(tile::Matrix<float>{memory.data(), 2, 32, 64}, 0, 0),
                             tile::OutsideMemory);
  }
};

QTEST_APPLESS_MAIN(TileLayerTest)
#include "tile_layer_test.moc"
