// SPDX-License-Identifier: Apache-2.0
// Every tile kernel, compiled for the host, against its op's reference: the very source that the GPU runs.
#define QT_NO_KEYWORDS  // `slots` is a name of ours
#include <QTest>
#include <set>

#include "kernels/check/check_ops.h"
#include "tests/kernels/tile_host_backend.h"

using namespace tilescribe;
using namespace tilescribe::kernels;
using tile::Precision;

Q_DECLARE_METATYPE(Precision)

class TileKernelsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void check_all_data() {
    QTest::addColumn<Precision>("precision");
    QTest::newRow("fp32") << Precision::fp32;
    QTest::newRow("tf32") << Precision::tf32;
    QTest::newRow("bf16") << Precision::bf16;
  }
  void check_all() {
    QFETCH(Precision, precision);
    TileHostBackend backend(precision);
    QStringList wrong;
    std::set<std::string> reached, registered;
    for (const OpEntry* op : backend.registry().ops()) {
      if (op->name() == ConvertCache::op_name && !backend.has_float8_cache()) continue;
      for (const VariantLabel& variant : op->variants(TileHostBackend::backend_name))
        registered.insert(std::string(op->name()) + "/" + variant.name);
    }
    for (const CheckedOp& op : checked_ops()) {
      for (const CheckResult& row : op.check(backend, 11, {})) {
        reached.insert(row.op + "/" + row.variant);
        if (!row.passed) {
          wrong += QString::fromStdString(row.op + "/" + row.variant + " " + row.problem + ": ") +
                   QString("error %1, tolerance %2. ").arg(row.error).arg(row.tolerance) +
                   QString::fromStdString(english(row.message));
        }
      }
      backend.forget();
    }
    QVERIFY2(wrong.empty(), qPrintable(wrong.join('\n')));
    QVERIFY(reached == registered);
  }
};

QTEST_APPLESS_MAIN(TileKernelsTest)
#include "tile_kernels_test.moc"
