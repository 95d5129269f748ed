// SPDX-License-Identifier: Apache-2.0
// The CPU's kernels for small products are compiled without the sanitizers. Their operands are looked at
// instead: only AddressSanitizer's build runs this.
#include <QTest>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "kernels/backend/cpu/block_product.h"

using namespace tilescribe::kernels;

Q_DECLARE_METATYPE(const BlockKernel*)

namespace {

enum Operand { none, rows, panel, results };

/// A product whose operand lacks its last value.
template <class Value>
void multiply(const BlockKernel& kernel, Operand lacking) {
  constexpr std::int64_t m = 3, n = 32, k = 32;
  constexpr std::int64_t step = sizeof(float) / sizeof(Value);  // rows of a panel that stand together
  const auto size = [lacking](Operand operand, std::int64_t values) {
    return static_cast<std::size_t>(operand == lacking ? values - 1 : values);
  };
  const std::vector<Value> a(size(rows, m * k)), panels(size(panel, (k - step) * 64 + n * step));
  std::vector<float> c(size(results, m * n));
  kernel.begin();
  kernel.run({.m = m,
              .n = n,
              .k = k,
              .a = a.data(),
              .lda = k,
              .panels = panels.data(),
              .panel_stride = 0,
              .c = c.data(),
              .ldc = n});
  kernel.end();
}

}  // namespace

class CpuOperandsTest : public QObject {
  Q_OBJECT

 private slots:
  void what_is_too_small_is_reported_data() {
    QTest::addColumn<const BlockKernel*>("kernel");
    QTest::newRow("highway") << &highway_blocks;
    if (avx512_bf16_blocks.supported()) QTest::newRow("avx512_bf16") << &avx512_bf16_blocks;
    if (amx_blocks.supported()) QTest::newRow("amx") << &amx_blocks;
  }
  void what_is_too_small_is_reported() {
    QFETCH(const BlockKernel*, kernel);
    for (const Operand lacking : {none, rows, panel, results}) {
      const pid_t child = ::fork();
      QVERIFY(child >= 0);
      if (child == 0) {
        ::close(STDERR_FILENO);
        kernel->type == DType::f32 ? multiply<float>(*kernel, lacking)
                                   : multiply<std::uint16_t>(*kernel, lacking);
        ::_exit(0);
      }
      int status = 0;
      QCOMPARE(::waitpid(child, &status, 0), child);
      QCOMPARE(status == 0, lacking == none);
    }
  }
};

QTEST_APPLESS_MAIN(CpuOperandsTest)
#include "cpu_operands_test.moc"
