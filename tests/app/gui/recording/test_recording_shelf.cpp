// SPDX-License-Identifier: Apache-2.0
// The kept recordings of a real folder: which are offered again, which are removed, and what else may lie
// there.
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "app/gui/recording/recording_shelf.h"
#include "kernels/core/error.h"
#include "tests/support/gate.h"
#include "tests/support/patience.h"
#include "tests/support/speech_recording.h"

using namespace tilescribe;

namespace {

using Found = std::vector<RecordingFile>;

/// A second of sound in a folder; `unfinished`: with the mark that its text is owed.
QString put(const QDir& folder, const QString& name, bool unfinished) {
  const QString path = folder.filePath(name);
  test::write_speech(path.toStdString(), std::vector<float>(16'000, 0.25F));
  QFile mark(path + QStringLiteral(".unfinished"));
  if (unfinished && !mark.open(QIODevice::WriteOnly))
    qFatal("could not create %s", qPrintable(mark.fileName()));
  return path;
}

QString name_of(const QDateTime& when) {
  return when.toString(QStringLiteral("yyyy-MM-dd HH-mm-ss")) + QStringLiteral(".wav");
}

/// A shelf over a folder, and what it found.
struct Bench {
  explicit Bench(const QString& folder, Capture* capture = nullptr)
      : shelf(capture != nullptr ? *capture : machine, folder.toStdString()) {}

  /// What is unfinished, newest first; nothing where nothing was signalled.
  QStringList tidy(int keep_days) {
    QSignalSpy found(&shelf, &RecordingShelf::unfinishedFound);
    shelf.tidy(keep_days);
    shelf.finish();
    QCoreApplication::processEvents();
    QStringList names;
    for (const QList<QVariant>& signal : found) {
      for (const RecordingFile& file : signal.at(0).value<Found>())
        names.append(QString::fromStdString(file.file.filename().string()));
    }
    return names;
  }

  Capture machine;
  RecordingShelf shelf;
};

/// A machine whose disk is held up, or fails.
class TroubledCapture : public Capture {
 public:
  test::Gate gate;
  bool fails = false;
  Found recordings(const std::filesystem::path& folder) override {
    if (fails) throw Error("The disk does not answer.");
    gate.pass();
    return Capture::recordings(folder);
  }
};

}  // namespace

class TestRecordingShelf : public QObject {
  Q_OBJECT

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void what_has_no_text_yet_is_offered_newest_first() {
    const QDir folder(folder_->path());
    put(folder, QStringLiteral("2026-01-02 03-04-05.wav"), true);
    put(folder, QStringLiteral("2026-01-02 03-04-06.wav"), false);
    put(folder, QStringLiteral("2026-02-02 03-04-05.wav"), true);
    Bench bench(folder.path());
    QCOMPARE(bench.tidy(0), (QStringList{QStringLiteral("2026-02-02 03-04-05.wav"),
                                         QStringLiteral("2026-01-02 03-04-05.wav")}));
  }

  void two_of_one_second_are_both_offered() {
    const QDir folder(folder_->path());
    put(folder, QStringLiteral("2026-01-02 03-04-05.wav"), true);
    put(folder, QStringLiteral("2026-01-02 03-04-05 (2).wav"), true);
    QCOMPARE(Bench(folder.path()).tidy(0).size(), 2);
  }

  void nothing_unfinished_is_no_news() {
    const QDir folder(folder_->path());
    put(folder, QStringLiteral("2026-01-02 03-04-05.wav"), false);
    put(folder, QStringLiteral("holiday.wav"), false);
    QVERIFY(Bench(folder.path()).tidy(0).isEmpty());
  }

  void a_folder_that_is_none_is_no_news_and_is_not_made() {
    const QDir folder(folder_->path());
    QFile file(folder.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const char* name : {"gone", "file", "file/inside"})
      QVERIFY(Bench(folder.filePath(QLatin1String(name))).tidy(7).isEmpty());
    QCOMPARE(folder.entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{QStringLiteral("file")});
  }

  void only_what_is_old_finished_and_ours_is_removed() {
    const QDir folder(folder_->path());
    const QDateTime now = QDateTime::currentDateTime();
    const QString old = put(folder, name_of(now.addDays(-8)), false);
    const QString owed = put(folder, name_of(now.addDays(-9)), true);
    const QString young = put(folder, name_of(now.addDays(-6)), false);
    const QString foreign = put(folder, QStringLiteral("holiday.wav"), false);
    QCOMPARE(Bench(folder.path()).tidy(0).size(), 1);
    QVERIFY(QFile::exists(old));  // 0 days: nothing is removed
    QCOMPARE(Bench(folder.path()).tidy(7), QStringList{QFileInfo(owed).fileName()});
    QVERIFY(!QFile::exists(old));
    QVERIFY(QFile::exists(owed) && QFile::exists(young) && QFile::exists(foreign));
  }

  void what_can_not_be_read_is_offered_all_the_same() {
    const QDir folder(folder_->path());
    const QString name = QStringLiteral("2026-01-02 03-04-05.wav");
    QFile spoilt(put(folder, name, true));
    QVERIFY(spoilt.open(QIODevice::WriteOnly) && spoilt.write(QByteArray(4096, '\0')) == 4096);
    spoilt.close();
    QVERIFY(folder.mkdir(QStringLiteral("2026-01-03 03-04-05.wav")));
    QVERIFY(
        QFile::link(QStringLiteral("nowhere"), folder.filePath(QStringLiteral("2026-01-04 03-04-05.wav"))));
    QFile heard_nothing(put(folder, QStringLiteral("2026-01-05 03-04-05.wav"), true));
    QVERIFY(heard_nothing.resize(0));
    QCOMPARE(Bench(folder.path()).tidy(0), QStringList{name});
    QCOMPARE(QFileInfo(spoilt).size(), 4096);
  }

  void the_folder_is_closed_to_others() {
    QVERIFY(QFile::setPermissions(folder_->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner |
                                                       QFile::ReadGroup | QFile::ReadOther |
                                                       QFile::ExeOther));
    Bench(folder_->path()).tidy(0);
    QVERIFY(!(QFile::permissions(folder_->path()) & (QFile::ReadGroup | QFile::ReadOther | QFile::ExeOther)));
  }

  void it_knows_its_own_files() {
    const Bench bench(folder_->path());
    QVERIFY(bench.shelf.holds(folder_->filePath(QStringLiteral("a.wav"))));
    QVERIFY(!bench.shelf.holds(folder_->filePath(QStringLiteral("inside/a.wav"))));
    QVERIFY(!bench.shelf.holds(folder_->path() + QStringLiteral("2/a.wav")));
    QVERIFY(!bench.shelf.holds(QStringLiteral("a.wav")));
    QVERIFY(!bench.shelf.holds(folder_->path()));
  }

  void a_disk_that_fails_is_no_news() {
    TroubledCapture capture;
    capture.fails = true;
    put(folder_->path(), QStringLiteral("2026-01-02 03-04-05.wav"), true);
    QVERIFY(Bench(folder_->path(), &capture).tidy(0).isEmpty());
  }

  void a_shelf_that_goes_while_it_looks_tells_nothing() {
    TroubledCapture capture;
    put(folder_->path(), QStringLiteral("2026-01-02 03-04-05.wav"), true);
    int told = 0;
    {
      Bench bench(folder_->path(), &capture);
      connect(&bench.shelf, &RecordingShelf::unfinishedFound, this, [&] { ++told; });
      bench.shelf.tidy(0);
      QTRY_COMPARE(capture.gate.came(), 1);
      capture.gate.open();
    }
    QCoreApplication::processEvents();
    QCOMPARE(told, 0);
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(TestRecordingShelf)
#include "test_recording_shelf.moc"
