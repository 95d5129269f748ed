// SPDX-License-Identifier: Apache-2.0
// Which configuration a GPU's products take for GLM-ASR-Nano's shapes: plans of the host, without a GPU.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>

#include "kernels/check/cases/model_shapes.h"
#include "kernels/ops/linear/product_plan.h"
#include "tests/kernels/planned_gpus.h"

using namespace tilescribe::kernels;
using namespace tilescribe::test;

namespace {

/// No two configurations have a name or an index in common.
bool distinct(const Configs& configs) {
  for (std::size_t i = 0; i < configs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (configs[i].name == configs[j].name || configs[i].index == configs[j].index) return false;
    }
  }
  return true;
}

ProductSizes product(std::int64_t rows, std::int64_t n, std::int64_t k, Epilogue epilogue) {
  ProductSizes sizes;
  sizes.rows = rows;
  sizes.n = n;
  sizes.k = k;
  sizes.epilogue = epilogue;
  return sizes;
}
ProductSizes windows_of(std::int64_t windows, ProductSizes sizes) {
  sizes.batches = windows;
  return sizes;
}
ProductSizes qkv(std::int64_t rows, std::int64_t n, std::int64_t k, std::int64_t head_dim) {
  ProductSizes sizes = product(rows, n, k, Epilogue::qkv_rope);
  sizes.head_dim = head_dim;
  sizes.rotary_dim = head_dim / 2;
  return sizes;
}
ProductSizes narrowed(ProductSizes sizes, DType stored = DType::i8) {
  sizes.stored = stored;
  return sizes;
}
ProductSizes normed(ProductSizes sizes) {
  sizes.normed = true;
  return sizes;
}

constexpr std::int64_t encoder_qkv = 3 * encoder::width;
constexpr std::int64_t decoder_qkv = (decoder::heads + 2 * decoder::kv_heads) * decoder::head_dim;

}  // namespace

Q_DECLARE_METATYPE(ProductSizes)

class GpuProductPlansTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void tiles_of_many_rows_data() {
    QTest::addColumn<ProductSizes>("sizes");
    QTest::addColumn<QString>("sm_90");
    QTest::addColumn<QString>("sm_80");
    using enum Epilogue;
    const auto row = [](const char* name, const ProductSizes& sizes, const char* sm_90, const char* sm_80) {
      QTest::newRow(name) << sizes << QString(sm_90) << QString(sm_80);
    };
    using namespace encoder;
    row("convolution 1", product(frames, width, 3 * mels, gelu_bf16), "128x256", "128x128");
    row("convolution 2", product(positions, width, 3 * width, gelu_f32), "128x128", "128x128");
    row("encoder: queries, keys, values", qkv(positions, encoder_qkv, width, head_dim), "128x192", "128x128");
    row("encoder: output", product(positions, width, width, residual_f32), "128x128", "128x128");
    row("encoder: fc1", product(positions, hidden, width, gelu_bf16), "128x256", "128x128");
    row("encoder: fc2", product(positions, width, hidden, residual_f32), "128x128", "128x128");
    row("16 windows: convolution 1", windows_of(16, product(frames, width, 3 * mels, gelu_bf16)), "128x256",
        "128x128");
    row("16 windows: convolution 2", windows_of(16, product(positions, width, 3 * width, gelu_f32)),
        "128x256", "128x128");
    row("16 windows: queries, keys, values", qkv(16 * positions, encoder_qkv, width, head_dim), "128x256",
        "128x128");
    row("16 windows: output", product(16 * positions, width, width, residual_f32), "128x192", "128x128");
    row("16 windows: fc2", product(16 * positions, width, hidden, residual_f32), "128x256", "128x128");
    row("projector 1", product(projector::rows, projector::inner, projector::in, gelu_bf16), "128x96",
        "128x128");
    row("projector 2", product(projector::rows, decoder::width, projector::inner, store_f32),
        "56x128 swapped", "64x64");
    row("prompt: queries, keys, values", qkv(decoder::prompt, decoder_qkv, decoder::width, decoder::head_dim),
        "80x128 swapped", "128x128");
    row("prompt: output", product(decoder::prompt, decoder::width, decoder::width, residual_f32),
        "56x128 swapped", "64x64");
    row("prompt: gate and up", product(decoder::prompt, 2 * decoder::hidden, decoder::width, gated_silu_bf16),
        "200x192 swapped", "128x128");
    row("prompt: down", product(decoder::prompt, decoder::width, decoder::hidden, residual_f32),
        "56x128 swapped", "64x64");
    row("16 prompts: queries, keys, values",
        qkv(16 * decoder::prompt, decoder_qkv, decoder::width, decoder::head_dim), "128x256", "128x128");
    row("16 prompts: output", product(16 * decoder::prompt, decoder::width, decoder::width, residual_f32),
        "128x256", "128x128");
    row("16 prompts: gate and up",
        product(16 * decoder::prompt, 2 * decoder::hidden, decoder::width, gated_silu_bf16), "128x256",
        "128x128");
    row("16 prompts: down", product(16 * decoder::prompt, decoder::width, decoder::hidden, residual_f32),
        "128x256", "128x128");
    row("a short prompt: down", product(58, decoder::width, decoder::hidden, residual_f32), "104x64 swapped",
        "64x64");
    // Shapes that no tile takes.
    row("no eights", product(390, 2044, 2048, store_f32), "none", "none");
    row("half a pair of gates", product(390, 2 * 96, 2048, gated_silu_bf16), "none", "none");
    row("heads of 32", qkv(390, 3072, 2048, 32), "none", "none");
    row("a norm inside", normed(product(390, 2048, 2048, store_f32)), "none", "none");
  }
  void tiles_of_many_rows() {
    QFETCH(ProductSizes, sizes);
    const Configs wgmma = gemm_sm90_configs(sizes, h200), mma = gemm_sm80_configs(sizes);
    QTEST(first(wgmma), "sm_90");
    QTEST(first(mma), "sm_80");
    QVERIFY(distinct(wgmma) && distinct(mma));
    QCOMPARE(wgmma.empty(), mma.empty());
    QCOMPARE(gemm_sm90_configs(narrowed(sizes, DType::f8), h200).size(), wgmma.size());
    for (const Config& config : wgmma) {
      const GemmTile tile = gemm_tile(config);
      const char* const kind = tile.swapped ? " swapped" : tile.alternate ? " alternate" : "";
      QCOMPARE(first({config}), QString("%1x%2%3").arg(tile.rows).arg(tile.columns).arg(kind));
      QVERIFY(!tile.alternate || tile.columns <= 128);
      QVERIFY(tile.swapped ? tile.rows % 8 == 0 && tile.columns % 64 == 0 : tile.rows == 128);
      if (sizes.epilogue == Epilogue::qkv_rope) {
        // Whole heads, or if swapped whole rotations.
        const std::int64_t whole = tile.swapped ? sizes.rotary_dim : sizes.head_dim;
        QCOMPARE(tile.columns % whole, std::int64_t{0});
      }
    }
  }

  /// With half as many steps, a warpgroup's writing hides less behind the other's products.
  void tiles_of_many_rows_in_float8() {
    using namespace encoder;
    const auto tile = [](const ProductSizes& sizes) {
      return first(gemm_sm90_configs(narrowed(sizes, DType::f8), h200));
    };
    QCOMPARE(tile(qkv(16 * positions, encoder_qkv, width, head_dim)), QString("128x256"));
    QCOMPARE(tile(product(16 * positions, width, width, Epilogue::residual_f32)), QString("128x192"));
    QCOMPARE(tile(product(16 * positions, width, hidden, Epilogue::residual_f32)), QString("128x256"));
    QCOMPARE(tile(product(positions, width, hidden, Epilogue::residual_f32)), QString("128x128"));
  }

  /// Tiles read scales of rows past the last, too, up to their end.
  void scales_of_rounded_rows_reach_to_a_tiles_end() {
    using enum Epilogue;
    for (const ProductSizes& shape :
         {product(1, 2048, 6144, residual_f32), product(1, 12288, 2048, gated_silu_bf16),
          qkv(1, decoder_qkv, decoder::width, decoder::head_dim)}) {
      for (const Config& config : gemm_sm90_configs(narrowed(shape, DType::f8), h200)) {
        const std::int64_t of_tile = gemm_tile(config).rows;
        for (std::int64_t rows = 1; rows <= 1600; ++rows) {
          const std::int64_t end = (rows + of_tile - 1) / of_tile * of_tile;
          QVERIFY2(scales_of_rows(rows) >= end, qPrintable(first({config}) + QString(", %1").arg(rows)));
        }
      }
    }
  }

  void swapped_tiles() {
    using enum Epilogue;
    const auto swapped = [](const ProductSizes& sizes) {
      QStringList list;
      for (const Config& config : gemm_sm90_configs(sizes, h200)) {
        if (gemm_tile(config).swapped) list += first({config});
      }
      list.sort();
      return list.join("; ");
    };
    const QString plain = "104x64 swapped; 56x128 swapped; 80x128 swapped";
    QCOMPARE(swapped(product(390, 2048, 2048, store_bf16)), plain);
    QCOMPARE(swapped(product(1, 16, 8, gelu_f32)), plain);
    QCOMPARE(swapped(product(390, 2056, 2048, store_bf16)), QString());  // not whole sixteens of columns
    QCOMPARE(swapped(windows_of(2, product(390, 2048, 2048, store_bf16))), QString());
    QCOMPARE(swapped(product(390, 256, 2048, gated_silu_bf16)), QString("200x192 swapped"));
    QCOMPARE(swapped(qkv(390, decoder_qkv, decoder::width, 128)), QString("80x128 swapped"));
    ProductSizes unrotated = qkv(390, decoder_qkv, decoder::width, 128);
    unrotated.rotary_dim = 0;
    QCOMPARE(swapped(unrotated), QString("80x128 swapped"));
  }

  void tiles_follow_the_number_of_multiprocessors() {
    const ProductSizes output =
        product(encoder::positions, encoder::width, encoder::width, Epilogue::residual_f32);
    QCOMPARE(first(gemm_sm90_configs(output, a100)), QString("128x192"));
    QCOMPARE(first(gemm_sm90_configs(output, small_gpu)), QString("128x256"));
    QCOMPARE(gemm_sm90_configs(output, h200).size(), 11U);
    QCOMPARE(names(gemm_sm80_configs(qkv(32, decoder_qkv, decoder::width, 128))), QString("128x128"));
    QCOMPARE(names(gemm_sm80_configs(qkv(32, encoder_qkv, encoder::width, 64))), QString("64x64; 128x128"));
  }

  void products_of_a_step_data() {
    QTest::addColumn<ProductSizes>("sizes");
    QTest::addColumn<QString>("on_h200");
    QTest::addColumn<QString>("elsewhere");
    const auto rows_of = [](const char* name, const ProductSizes& shape,
                            std::initializer_list<std::pair<int, const char*>> expected) {
      for (const auto& [rows, config] : expected) {
        ProductSizes sizes = shape;
        sizes.rows = rows;
        const bool norm_fused = sizes.normed && rows <= 2;
        const QString small = rows > 8     ? "small four tiles"
                              : norm_fused ? "small one tile, norm"
                                           : "small one tile";
        QTest::addRow("%s, %d rows", name, rows) << sizes << QString(config) << small;
      }
    };
    using namespace decoder;
    using enum Epilogue;
    rows_of("queries, keys, values", normed(qkv(0, decoder_qkv, width, head_dim)),
            {{1, "one tile, norm"},
             {2, "one tile, norm"},
             {3, "one tile, streamed"},
             {8, "one tile, streamed"},
             {9, "two tiles"},
             {16, "two tiles"},
             {17, "four tiles, shared x"},
             {32, "four tiles, shared x"},
             {33, "eight tiles"},
             {64, "eight tiles"}});
    rows_of("output", product(0, width, width, residual_f32),
            {{1, "one tile"},
             {2, "one tile"},
             {3, "one tile, streamed"},
             {8, "one tile, streamed"},
             {16, "two tiles, narrow"},
             {32, "four tiles, narrow"},
             {64, "eight tiles"}});
    rows_of("gate and up", normed(product(0, 2 * hidden, width, gated_silu_bf16)),
            {{1, "one tile, norm"},
             {2, "one tile, norm"},
             {8, "one tile, streamed"},
             {16, "two tiles"},
             {17, "32 rows, wgmma"},
             {32, "32 rows, wgmma"},
             {33, "64 rows, wgmma"},
             {64, "64 rows, wgmma"}});
    rows_of("down", product(0, width, hidden, residual_f32),
            {{1, "one tile"},
             {2, "one tile, streamed"},
             {8, "one tile, streamed"},
             {16, "two tiles, narrow"},
             {32, "four tiles, narrow"},
             {64, "eight tiles"}});
    rows_of("logits", normed(product(0, vocabulary, width, store_f32)),
            {{1, "one tile, norm"},
             {2, "one tile, norm"},
             {8, "one tile, streamed"},
             {16, "two tiles"},
             {32, "32 rows, wgmma"},
             {64, "64 rows, wgmma"}});
    rows_of("output in int8", narrowed(product(0, width, width, residual_f32)),
            {{1, "small one tile"}, {2, "small one tile"}, {8, "small one tile"}, {16, "two tiles, narrow"}});
    rows_of("gate and up in int8", narrowed(normed(product(0, 2 * hidden, width, gated_silu_bf16))),
            {{1, "one tile"}, {2, "one tile"}, {8, "one tile, streamed"}, {16, "two tiles"}});
    rows_of("logits in int8", narrowed(normed(product(0, vocabulary, width, store_f32))),
            {{1, "one tile, norm"}, {8, "one tile, streamed"}});
  }
  void products_of_a_step() {
    QFETCH(ProductSizes, sizes);
    QTEST(first(skinny_configs(sizes, h200)), "on_h200");
    QTEST(names(skinny_configs(sizes, a100)), "elsewhere");
    QTEST(names(skinny_configs(sizes, small_gpu)), "elsewhere");
    QVERIFY(distinct(skinny_configs(sizes, h200)));
  }

  void what_a_step_can_not_take() {
    using enum Epilogue;
    QVERIFY(!skinny_configs(product(64, 2048, 2048, store_bf16), h200).empty());
    QVERIFY(skinny_configs(product(65, 2048, 2048, store_bf16), h200).empty());
    QVERIFY(skinny_configs(product(0, 2048, 2048, store_bf16), h200).empty());
    QVERIFY(skinny_configs(product(1, 2044, 2048, store_bf16), h200).empty());
    QVERIFY(skinny_configs(product(1, 2048, 2044, store_bf16), h200).empty());
    QVERIFY(skinny_configs(product(1, 2048, 2048, gelu_f32), h200).empty());
    QVERIFY(skinny_configs(product(1, 2056, 2048, gated_silu_bf16), h200).empty());
    QVERIFY(skinny_configs(qkv(1, 3 * 72, 72, 72), h200).empty());
    QVERIFY(skinny_configs(windows_of(2, product(1, 2048, 2048, store_f32)), h200).empty());
  }

  void what_wgmma_takes_of_a_step() {
    using enum Epilogue;
    const auto with_wgmma = [](const ProductSizes& sizes, const Gpu& gpu = h200) {
      return names(skinny_configs(sizes, gpu)).contains("wgmma");
    };
    QVERIFY(with_wgmma(product(17, 64, 1024, residual_f32)));  // not the preferred one, but a candidate
    QVERIFY(with_wgmma(product(64, 128, 2048, gated_silu_bf16)));
    QVERIFY(!with_wgmma(product(16, 64, 1024, store_f32)));
    QVERIFY(!with_wgmma(product(17, 72, 1024, store_f32)));
    QVERIFY(!with_wgmma(product(17, 64, 1536, store_f32)));
    QVERIFY(!with_wgmma(qkv(17, decoder_qkv, decoder::width, decoder::head_dim)));
    // x does not fit beside the ring.
    QVERIFY(with_wgmma(product(32, 64, 4096, store_f32)) && !with_wgmma(product(33, 64, 4096, store_f32)));
    QVERIFY(!with_wgmma(product(17, 64, 5120, store_f32)));
    Gpu other = h200;
    other.wgmma = false;
    QVERIFY(!with_wgmma(product(17, 64, 1024, store_f32), other));
  }

  void addresses_and_strides() {
    alignas(16) float values[8] = {};
    Product given;
    given.rows = given.n = given.k = given.x_row_stride = given.y_row_stride = 64;
    given.x = given.w = given.y = values;
    QVERIFY(tiles_reach(given) && skinny_reaches(given));
    const auto with = [&](auto change) {
      Product changed = given;
      change(changed);
      return std::pair(tiles_reach(changed), skinny_reaches(changed));
    };
    using Reached = std::pair<bool, bool>;
    QVERIFY(with([&](Product& p) { p.x = values + 1; }) == Reached(false, false));
    QVERIFY(with([&](Product& p) { p.w = values + 2; }) == Reached(false, false));
    QVERIFY(with([&](Product& p) { p.bias = values + 2; }) == Reached(false, false));
    QVERIFY(with([&](Product& p) { p.y = values + 2; }) == Reached(false, false));
    QVERIFY(with([&](Product& p) { p.x_row_stride = 72; }) == Reached(true, false));
    QVERIFY(with([&](Product& p) { p.x_row_stride = 68; }) == Reached(false, false));
    QVERIFY(with([&](Product& p) { p.y_row_stride = 68; }) == Reached(true, false));
    QVERIFY(with([&](Product& p) { p.x = nullptr; }) == Reached(true, false));
    const auto norm_inside = [&](Product& p) {
      p.x = nullptr;
      p.residual = p.gain = values;
      p.rows = 2;
    };
    QVERIFY(with(norm_inside).second);
    QVERIFY(!with([&](Product& p) {
               norm_inside(p);
               p.gain = values + 1;
             }).second);
    QVERIFY(!with([&](Product& p) {
               norm_inside(p);
               p.rows = 3;  // normed before the product, and no memory for it
             }).second);
    QVERIFY(with([&](Product& p) {
              norm_inside(p);
              p.rows = 3;
              p.normed = values;
            }).second);
    const ProductSizes sizes = given.sizes();
    QVERIFY(sizes.rows == 64 && sizes.n == 64 && sizes.k == 64 && sizes.batches == 1 && !sizes.normed);
  }
};

QTEST_APPLESS_MAIN(GpuProductPlansTest)
#include "gpu_product_plans_test.moc"
