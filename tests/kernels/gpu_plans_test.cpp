// SPDX-License-Identifier: Apache-2.0
// Which kernels a GPU takes for attention and norms of GLM-ASR-Nano's shapes: plans of the host, without a
// GPU.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include <QTest>

#include "kernels/check/cases/model_shapes.h"
#include "kernels/ops/attention/decode_attention_plan.h"
#include "kernels/ops/attention/flash_plan.h"
#include "kernels/ops/norm/norm_plan.h"
#include "tests/kernels/planned_gpus.h"

using namespace tilescribe::kernels;
using namespace tilescribe::test;

class GpuPlansTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void attention_of_sequences() {
    const auto takes = [](std::int64_t heads, std::int64_t kv_heads, std::int64_t head_dim,
                          const Gpu& gpu = h200) {
      const FlashSizes sizes{heads, kv_heads, head_dim};
      return std::pair(flash_sm80_takes(sizes), flash_sm90_takes(sizes, gpu));
    };
    using Takes = std::pair<bool, bool>;
    constexpr std::int64_t heads = encoder::width / encoder::head_dim;
    QVERIFY(takes(heads, heads, encoder::head_dim) == Takes(true, true));
    QVERIFY(takes(decoder::heads, decoder::kv_heads, decoder::head_dim) == Takes(true, true));
    QVERIFY(takes(decoder::heads, decoder::kv_heads, decoder::head_dim, a100) == Takes(true, false));
    QVERIFY(takes(4, 4, 32) == Takes(true, false));
    QVERIFY(takes(12, 4, 64) == Takes(true, false));  // three query heads
    QVERIFY(takes(128, 2, 64) == Takes(true, true));
    QVERIFY(takes(128, 1, 64) == Takes(true, false));
    QVERIFY(takes(9, 4, 64) == Takes(false, false));
    QVERIFY(takes(4, 4, 96) == Takes(false, false));
    QVERIFY(takes(4, 0, 64) == Takes(false, false));
  }

  void norms() {
    QCOMPARE(layer_norm_quads(encoder::width), 10);
    QCOMPARE(layer_norm_quads(512), 4);
    QCOMPARE(layer_norm_quads(516), 10);
    QCOMPARE(layer_norm_quads(decoder::width), 16);
    QVERIFY(layer_norm_quads(decoder::width + 4) == 0 && layer_norm_quads(510) == 0);
    QVERIFY(rms_norm_takes(decoder::width, DType::bf16));
    QVERIFY(!rms_norm_takes(decoder::width, DType::f32));
    QVERIFY(!rms_norm_takes(decoder::width + 4, DType::bf16));
    // In E4M3: whole pieces of 64 values that fit into registers.
    QVERIFY(layer_norm_rounds(encoder::width) && rms_norm_rounds(decoder::width));
    QVERIFY(!layer_norm_rounds(encoder::width + 32) && !rms_norm_rounds(decoder::width + 8));
    QVERIFY(!layer_norm_rounds(2 * decoder::width) && rms_norm_rounds(2 * decoder::width));
    QVERIFY(!rms_norm_rounds(2 * decoder::width + 64));
  }

  void attention_of_a_step() {
    const auto configs = [](std::int64_t keys, const Gpu& gpu) {
      return names(
          decode_attention_configs({64, decoder::heads, decoder::kv_heads, decoder::head_dim, keys}, gpu));
    };
    QCOMPARE(configs(128, h200), QString("no cluster; workspace"));
    QCOMPARE(configs(129, h200), QString("cluster of 2; workspace"));
    QCOMPARE(configs(decoder::context + 1, h200), QString("cluster of 4; workspace"));
    QCOMPARE(configs(1024, h200), QString("cluster of 8; workspace"));
    QCOMPARE(configs(1025, h200), QString("workspace"));
    QCOMPARE(configs(1, a100), QString("workspace"));
    QCOMPARE(configs(decoder::context + 1, small_gpu), QString("workspace"));
    QCOMPARE(configs(0, h200), QString());
    for (const DecodeAttentionSizes& none : {DecodeAttentionSizes{1, 16, 4, 96, 10},
                                             {1, 36, 4, 64, 10},
                                             {1, 9, 4, 64, 10},
                                             {1, 16, 0, 64, 10},
                                             {4097, 2, 2, 64, 10},
                                             {0, 16, 4, 64, 10}})
      QVERIFY(decode_attention_configs(none, h200).empty());
  }

  void workspace_of_a_step() {
    // A counter for each of 8192 pairs; per row, head and chunk of 128 keys head_dim sums and two weights.
    QCOMPARE(decode_attention_workspace({3, 16, 4, 128, 257}),
             std::size_t{4 * 8192 + 3 * 16 * 3 * (128 + 2) * 4});
    QCOMPARE(decode_attention_workspace({1, 2, 1, 32, 128}), std::size_t{4 * 8192 + 2 * (32 + 2) * 4});
  }
};

QTEST_APPLESS_MAIN(GpuPlansTest)
#include "gpu_plans_test.moc"
