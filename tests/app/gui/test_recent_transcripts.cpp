// SPDX-License-Identifier: Apache-2.0
// The list of kept transcripts: made from the folder once, in the background, and kept in memory from then
// on.
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "app/gui/transcript_store.h"
#include "tests/support/patience.h"

using namespace tilescribe;

namespace {

using test::patience_ms;

void put(const QTemporaryDir& folder, const QString& name, const QByteArray& content = "{}") {
  QFile file(folder.filePath(name));
  if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
    qFatal("could not create %s", qPrintable(file.fileName()));
}

std::shared_ptr<const Transcript> transcript(const std::string& source) {
  auto made = std::make_shared<Transcript>();
  made->source = source;
  made->segments.emplace_back().text = "Some words.";
  return made;
}

}  // namespace

class TestRecentTranscripts : public QObject {
  Q_OBJECT

 private slots:
  void what_an_earlier_run_kept_is_listed_newest_first() {
    const QTemporaryDir folder;
    for (int day = 10; day < 30; ++day)
      put(folder, QStringLiteral("202601%1-120000-000-talk %1.wav.json").arg(day));
    put(folder, QStringLiteral("notes.json"));
    put(folder, QStringLiteral("20260131-120000-000-talk.wav.txt"));
    put(folder, QStringLiteral("20260131-120000-000-a name only.wav.json"),
        {});  // as a killed program leaves it
    TranscriptStore store(folder.path());
    QSignalSpy changed(&store, &TranscriptStore::recentChanged);
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, patience_ms);
    QCOMPARE(store.recent().size(), 12);
    QVERIFY(store.recent().first().title.startsWith(QStringLiteral("talk 29.wav · ")));
    QVERIFY(store.recent().first().path.startsWith(folder.path()));
  }

  void what_is_kept_comes_first_and_the_folder_is_not_listed_again() {
    const QTemporaryDir folder;
    for (int day = 10; day < 22; ++day)
      put(folder, QStringLiteral("202601%1-120000-000-old.wav.json").arg(day));
    TranscriptStore store(folder.path());
    QSignalSpy changed(&store, &TranscriptStore::recentChanged);
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, patience_ms);
    put(folder,
        QStringLiteral("99990101-120000-000-somebody elses.wav.json"));  // only a listing would see it
    store.keep(transcript("/talks/one.wav"));
    store.keep(transcript("/talks/two.wav"));
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 3, patience_ms);
    const auto recent = store.recent();
    QCOMPARE(recent.size(), 12);
    QVERIFY(recent[0].title.startsWith(QStringLiteral("two.wav · ")));
    QVERIFY(recent[1].title.startsWith(QStringLiteral("one.wav · ")));
    QVERIFY(recent[2].title.startsWith(QStringLiteral("old.wav · ")));
    QVERIFY(QFile::exists(recent[0].path));
    QCOMPARE(recent[2].path, folder.filePath(QStringLiteral("20260121-120000-000-old.wav.json")));
  }

  void a_store_that_goes_at_once_is_no_trouble() {
    const QTemporaryDir folder;
    for (int day = 10; day < 30; ++day)
      put(folder, QStringLiteral("202601%1-120000-000-talk.wav.json").arg(day));
    { const TranscriptStore store(folder.path()); }
    QCoreApplication::processEvents();
  }
};

QTEST_GUILESS_MAIN(TestRecentTranscripts)
#include "test_recent_transcripts.moc"
