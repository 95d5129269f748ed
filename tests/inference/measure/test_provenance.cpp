// SPDX-License-Identifier: Apache-2.0
// What is known of the program and the machine that measure.
#include <QtTest>

#include "inference/api/provenance.h"

using namespace tilescribe;

class ProvenanceTest : public QObject {
  Q_OBJECT

 private slots:
  void theDriverSaysItsVersion_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("version");
    QTest::newRow("closed") << "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.82.07  Wed Aug 27 2025\n"
                               "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14)\n"
                            << "580.82.07";
    QTest::newRow("open")
        << "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  535.104  Release Build\n"
        << "535.104";
    QTest::newRow("only a compiler") << "NVRM version: unknown\nGCC version:  gcc version 12.2.0 (x)\n"
                                     << "";
    QTest::newRow("nothing") << ""
                             << "";
  }
  void theDriverSaysItsVersion() {
    QFETCH(QString, text);
    QFETCH(QString, version);
    QCOMPARE(QString::fromStdString(driver_version_in(text.toStdString())), version);
  }

  void theProgramKnowsItsCommit() {
    const Provenance now = provenance_now(-1);
    QVERIFY(now.program.starts_with("Tilescribe "));
    QVERIFY(!now.device.empty() && !now.facts.empty() && now.driver.empty());
    QVERIFY(QDateTime::fromString(QString::fromStdString(now.began), Qt::ISODate).isValid());
    // A source without its history has none.
    const QString commit = QString::fromStdString(now.commit);
    const bool known = QFile::exists(TILESCRIBE_SOURCE_DIR "/.git");
    QVERIFY2(QRegularExpression(known ? "^[0-9a-f]{40}( with changes)?$" : "^$").match(commit).hasMatch(),
             qPrintable(commit));
  }
};

QTEST_APPLESS_MAIN(ProvenanceTest)
#include "test_provenance.moc"
