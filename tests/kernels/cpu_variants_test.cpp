// SPDX-License-Identifier: Apache-2.0
// Every variant of every op that the CPU backend has, against its reference.
#include <QTest>
#include <set>

#include "kernels/backend/cpu/block_product.h"
#include "kernels/backend/cpu/cpu_backend.h"
#include "kernels/check/check_ops.h"
#include "tests/support/bf16_rows.h"

using namespace tilescribe;
using namespace tilescribe::kernels;

class CpuVariantsTest : public QObject {
  Q_OBJECT

  std::set<std::string> reached_;  // "op/variant"

  void check_all(Backend& backend) {
    QStringList wrong;
    for (const CheckedOp& op : checked_ops()) {
      const std::vector<CheckResult> rows = op.check(backend, 5, {});
      // Only caches in E4M3 are converted, which the CPU does not have.
      if (rows.empty() && op.name != "convert_cache")
        wrong += QString::fromStdString(std::string(op.name) + ": no variant was run");
      for (const CheckResult& row : rows) {
        reached_.insert(row.op + "/" + row.variant);
        if (!row.passed)
          wrong += QString::fromStdString(row.op + "/" + row.variant + " " + row.problem + ": ") +
                   QString("error %1, tolerance %2. ").arg(row.error).arg(row.tolerance) +
                   QString::fromStdString(english(row.message));
      }
    }
    QVERIFY2(wrong.empty(), qPrintable(wrong.join('\n')));
  }

 private slots:
  void check_all_cpu_variants_data() {
    QTest::addColumn<bool>("bf16");
    QTest::addColumn<int>("threads");
    QTest::addColumn<bool>("int8");
    QTest::newRow("f32 on 2 threads") << false << 2 << false;
    QTest::newRow("f32 with int8 weights") << false << 2 << true;
    if (!test::has_bf16_rows()) return;
    QTest::newRow("bf16 on 2 threads") << true << 2 << false;
    QTest::newRow("bf16 with int8 weights") << true << 2 << true;
  }
  void check_all_cpu_variants() {
    QFETCH(bool, bf16);
    QFETCH(int, threads);
    QFETCH(bool, int8);
    CpuOptions options;
    options.compute = bf16 ? CpuOptions::Compute::bf16 : CpuOptions::Compute::f32;
    options.threads = threads;
    if (int8) options.weights = CpuOptions::Weights::int8;
    const std::unique_ptr<Backend> backend = make_cpu_backend(options);
    QVERIFY(backend->activation_dtype() == (bf16 ? DType::bf16 : DType::f32));
    check_all(*backend);
  }

  /// No variant is left without a check, but for those of oneDNN and of instructions that are absent.
  void no_variant_is_left_out() {
    const std::string absent = english(cpu_facts().library_reason);
    if (!absent.empty()) qWarning("No variant of oneDNN is run: %s", absent.c_str());
    const std::unique_ptr<Backend> backend = make_cpu_backend({.threads = 1});
    const bool has_amx = test::has_bf16_rows() && amx_blocks.supported();
    if (!has_amx) qWarning("No variant for AMX is run: this CPU has none");
    for (const OpEntry* op : backend->registry().ops()) {
      const std::vector<VariantLabel> variants = op->variants("cpu");
      QVERIFY(!variants.empty());
      for (const VariantLabel& variant : variants) {
        const std::string which = std::string(op->name()) + "/" + variant.name;
        const auto is_of = [&](const char* word) { return variant.name.find(word) != std::string::npos; };
        const bool expected = (absent.empty() || !is_of("onednn")) && (has_amx || !is_of("amx")) &&
                              (test::has_bf16_rows() || !is_of("bf16"));
        QVERIFY2(reached_.contains(which) || !expected, which.c_str());
      }
    }
  }
};

QTEST_APPLESS_MAIN(CpuVariantsTest)
#include "cpu_variants_test.moc"
