// SPDX-License-Identifier: Apache-2.0
// An archive on a cluster of Slurm in this machine, whose daemons and workers are killed:
// archive_slurm/run.py.
#include <QProcess>
#include <QtTest>

class ArchiveSlurmTest : public QObject {
  Q_OBJECT

 private slots:
  void killed_and_undisturbed_are_the_same() {
    constexpr int patience_ms = 600'000;
    const QTemporaryDir folder;
    QProcess script;
    script.setProcessChannelMode(QProcess::MergedChannels);
    script.start("python3", {TILESCRIBE_SOURCE_DIR "/tests/app/cli/archive_slurm/run.py", TILESCRIBE_CLI,
                             folder.filePath("slurm")});
    QVERIFY(script.waitForFinished(patience_ms));
    const QByteArray said = script.readAll();
    qInfo("%s", said.constData());
    QCOMPARE(script.exitStatus(), QProcess::NormalExit);
    QVERIFY2(script.exitCode() == 0, said.constData());
    QVERIFY(said.contains("ok after "));
  }
};

QTEST_GUILESS_MAIN(ArchiveSlurmTest)
#include "test_archive_slurm.moc"
