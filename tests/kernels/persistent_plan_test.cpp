// SPDX-License-Identifier: Apache-2.0
// What a decode step as one kernel takes, and what lies where: plans of the host, without a GPU.
#define QT_NO_KEYWORDS  // a step has slots of its own
#include "kernels/ops/blocks/persistent_plan.h"

#include <QTest>

#include "kernels/check/cases/model_shapes.h"

using namespace tilescribe::kernels;

namespace {

constexpr Gpu h200{0, 132, 9, 227 * 1024, true};
constexpr Gpu without_wgmma{0, 132, 9, 227 * 1024};
constexpr Gpu a100{0, 108, 8, 163 * 1024};

}  // namespace

Q_DECLARE_METATYPE(BlocksSizes)

class PersistentPlanTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_step_as_one_kernel_data() {
    QTest::addColumn<BlocksSizes>("sizes");
    QTest::addColumn<bool>("taken");
    using namespace decoder;
    const BlocksSizes full{1, 28, width, hidden, heads, kv_heads, head_dim, head_dim};
    const auto row = [&full](const char* name, bool taken, auto change) {
      BlocksSizes sizes = full;
      change(sizes);
      QTest::newRow(name) << sizes << taken;
    };
    row("the full size", true, [](BlocksSizes&) {});
    row("half rotated", true, [](BlocksSizes& s) { s.rotary_dim = 64; });
    row("the longest x that fits", true, [](BlocksSizes& s) { s.hidden = 6656; });
    row("a longer one", false, [](BlocksSizes& s) { s.hidden = 7168; });
    row("two rows", false, [](BlocksSizes& s) { s.rows = 2; });
    row("no whole slices", false, [](BlocksSizes& s) { s.width = 1920; });
    row("a wider row", false, [](BlocksSizes& s) { s.width = 2560; });
    row("heads of 64", false, [](BlocksSizes& s) { s.head_dim = s.rotary_dim = 64; });
    row("8 heads on one", false, [](BlocksSizes& s) { s.kv_heads = 2; });
    row("more blocks than fit", false, [](BlocksSizes& s) { s.blocks = 65; });
  }
  void a_step_as_one_kernel() {
    QFETCH(BlocksSizes, sizes);
    QTEST(!persistent_configs(sizes, h200).empty(), "taken");
    QVERIFY(persistent_configs(sizes, a100).empty());
    QVERIFY(persistent_configs(sizes, without_wgmma).empty());
  }
  /// Nothing lies on anything else, in shared memory or in the workspace.
  void places_of_a_step_as_one_kernel() {
    using namespace decoder;
    const BlocksSizes sizes{1, 28, width, hidden, heads, kv_heads, head_dim, head_dim};
    const PersistentLayout layout = persistent_layout(sizes);
    QCOMPARE(layout.partials, std::size_t{3 * 16 * 8 * 256 * 2});  // stages · rows · slices · values · bf16
    QCOMPARE(layout.rotation - layout.partials, std::size_t{2 * 8 * 32 * 16});
    QCOMPARE(layout.attention - layout.rotation, std::size_t{64 * 8});
    QCOMPARE(layout.bytes - layout.x, std::size_t{6144 * 2});
    QVERIFY(layout.bytes <= h200.shared_bytes);
    const PersistentWorkspace at = persistent_workspace(sizes, 1000);
    QVERIFY(at.sums - at.finished >= std::size_t{8 * 4 * 4});  // chunks · kv heads · tag
    QVERIFY(at.weights - at.sums >= std::size_t{8 * 16 * 128 * 4});
    QVERIFY(at.queries - at.weights >= std::size_t{8 * 16 * 16});
    QVERIFY(at.x - at.queries >= std::size_t{24 * 64 * 8});
    QVERIFY(at.gated - at.x >= std::size_t{2 * 2048 * 8});
    QVERIFY(at.bytes - at.gated >= std::size_t{3072 * 8});
  }
};

QTEST_APPLESS_MAIN(PersistentPlanTest)
#include "persistent_plan_test.moc"
