// SPDX-License-Identifier: Apache-2.0
// Kept transcripts and exports on a real disk: names, permissions, and what goes wrong. The list of recent
// ones is in test_recent_transcripts.cpp.
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>

#include <sys/inotify.h>
#include <unistd.h>

#include "app/gui/transcript_store.h"
#include "tests/support/full_disk.h"
#include "tests/support/patience.h"

using namespace tilescribe;

namespace {

using test::patience_ms;

std::shared_ptr<const Transcript> transcript(const std::string& source,
                                             const std::string& text = "Some words.") {
  const auto made = std::make_shared<Transcript>();
  made->source = source;
  made->segments.emplace_back().text = text;
  return made;
}

QStringList names(const QString& folder) {
  return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                                QDir::Name);
}

QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A store in `kept` of a folder, and what it signals.
struct Bench {
  QTemporaryDir folder;
  QString kept = folder.filePath(QStringLiteral("kept"));
  TranscriptStore store{kept};
  int loads = 0;  // its signal carries a reference, which no spy can keep
  QMetaObject::Connection counting =
      QObject::connect(&store, &TranscriptStore::loaded, &store, [this] { ++loads; });
  QSignalSpy exported{&store, &TranscriptStore::exported};
  QSignalSpy failed{&store, &TranscriptStore::failed};

  /// Everything that was asked for is done, and was signalled.
  void settle() {
    store.flush();
    QCoreApplication::processEvents();
  }
  std::string sentence(int index) const { return english(failed.at(index).at(1).value<Failure>().message); }
};

}  // namespace

class TestTranscriptStore : public QObject {
  Q_OBJECT

 private slots:
  void what_is_kept_is_the_users_alone_and_read_back() {
    Bench bench;
    bench.store.keep(transcript("/talks/one.wav", "Grüße, \"Welt\".\nZwei Zeilen."));
    bench.settle();
    QCOMPARE(bench.store.recent().size(), 1);
    const QString path = bench.store.recent().first().path;
    const QFile::Permissions others =
        QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(path) & others));
    QVERIFY(!(QFile::permissions(bench.kept) & others));
    Transcript read;
    connect(&bench.store, &TranscriptStore::loaded, this,
            [&](const QString&, Transcript& loaded) { read = std::move(loaded); });
    bench.store.load(path);
    bench.settle();
    QCOMPARE(bench.loads, 1);
    QVERIFY(!read.segments.empty());
    QCOMPARE(read.segments.front().text, std::string("Grüße, \"Welt\".\nZwei Zeilen."));
    QCOMPARE(bench.failed.count(), 0);
  }

  void what_an_older_version_left_open_is_closed() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("20260131-120000-000-talk.wav.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther));
    TranscriptStore store(folder.path());
    store.flush();
    QVERIFY(!(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther)));
  }

  void nothing_said_keeps_no_file_but_does_what_comes_afterwards() {
    Bench bench;
    const auto silence = std::make_shared<Transcript>();
    silence->source = "a.wav";
    std::atomic<int> done{0};
    bench.store.keep(silence);
    bench.store.keep(silence, [&] { ++done; });
    bench.settle();
    QCOMPARE(done.load(), 1);
    QVERIFY(names(bench.folder.path()).isEmpty());
  }

  void texts_of_one_name_in_one_millisecond_all_stay_in_order() {
    constexpr int count = 60;
    Bench bench;
    for (int i = 0; i < count; ++i) bench.store.keep(transcript("a.wav", "Text " + std::to_string(i) + "."));
    bench.settle();
    QCOMPARE(bench.failed.count(), 0);
    const QStringList kept = names(bench.kept);
    QCOMPARE(kept.size(), count);
    for (int i = 0; i < count; ++i)
      QVERIFY(
          content(QDir(bench.kept).filePath(kept[i])).contains(QStringLiteral("Text %1.").arg(i).toUtf8()));
    QCOMPARE(bench.store.recent().first().path, QDir(bench.kept).filePath(kept.last()));
  }

  void two_programs_at_once_overwrite_nothing() {
    constexpr int count = 200;
    Bench bench;
    TranscriptStore other(bench.kept);
    for (int i = 0; i < count; ++i) {
      bench.store.keep(transcript("a.wav", "Mine."));
      other.keep(transcript("a.wav", "Theirs."));
    }
    bench.settle();
    other.flush();
    QCOMPARE(bench.failed.count(), 0);
    const QStringList kept = names(bench.kept);
    QCOMPARE(kept.size(), 2 * count);
    const auto mine = std::count_if(kept.begin(), kept.end(), [&](const QString& name) {
      return content(QDir(bench.kept).filePath(name)).contains("Mine.");
    });
    QCOMPARE(mine, count);
  }

  /// A program that was killed in between left an empty file under the text's name (found by test_ui_kills).
  void nothing_is_written_under_the_final_name() {
    Bench bench;
    bench.store.keep(transcript("first.wav"));
    bench.settle();
    const int watch = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    QVERIFY(::inotify_add_watch(watch, qPrintable(bench.kept), IN_CLOSE_WRITE | IN_MODIFY) >= 0);
    bench.store.keep(transcript("talk.wav"));
    bench.settle();
    QByteArray events(65536, '\0');
    events.truncate(::read(watch, events.data(), static_cast<std::size_t>(events.size())));
    ::close(watch);
    QVERIFY(events.contains(".tilescribe-"));
    QVERIFY(!events.contains("talk.wav"));
    QCOMPARE(names(bench.kept).size(), 2);
  }

  void any_name_can_be_kept_data() {
    QTest::addColumn<QByteArray>("source");
    QTest::newRow("longer than a file's name may be") << QByteArray("ä").repeated(300) + ".wav";
    QTest::newRow("two lines") << QByteArray("a\nb.wav");
    QTest::newRow("a folder") << QByteArray("/talks/");
    QTest::newRow("upwards") << QByteArray("..");
    QTest::newRow("no UTF-8") << QByteArray("\xff\xfe.wav");
    QTest::newRow("none") << QByteArray();
  }
  void any_name_can_be_kept() {
    QFETCH(QByteArray, source);
    Bench bench;
    bench.store.keep(transcript(source.toStdString()));
    bench.settle();
    QVERIFY2(bench.failed.isEmpty(), bench.failed.isEmpty() ? "" : bench.sentence(0).c_str());
    QCOMPARE(names(bench.kept).size(), 1);
    QCOMPARE(bench.store.recent().size(), 1);
    bench.store.load(bench.store.recent().first().path);
    bench.settle();
    QCOMPARE(bench.loads, 1);
  }

  void a_full_disk_leaves_what_was_kept_and_no_half_file() {
    Bench bench;
    bench.store.keep(transcript("old.wav"));
    const QString target = bench.folder.filePath(QStringLiteral("talk.srt"));
    bench.store.save(transcript("old.wav", "Old."), target, ExportFormat::txt);
    bench.settle();
    const QStringList before = names(bench.kept);
    std::atomic<bool> settled{false};
    {
      const test::FullDisk full;
      bench.store.keep(transcript("new.wav"), [&] { settled = true; });
      bench.store.save(transcript("new.wav", "New."), target, ExportFormat::txt);
      bench.settle();
    }
    QCOMPARE(bench.failed.count(), 2);
    QVERIFY2(bench.sentence(0).find("File too large") != std::string::npos, bench.sentence(0).c_str());
    QVERIFY2(bench.sentence(1).find(target.toStdString()) != std::string::npos, bench.sentence(1).c_str());
    QVERIFY(!settled);  // else an unfinished text or a recording would count as kept
    QCOMPARE(names(bench.kept), before);
    QCOMPARE(content(target), QByteArray("Old.\n"));
    QCOMPARE(names(bench.folder.path()), (QStringList{"kept", "talk.srt"}));
    QCOMPARE(bench.store.recent().size(), 1);

    bench.store.keep(transcript("new.wav"), [&] { settled = true; });  // there is room again
    bench.settle();
    QVERIFY(settled);
    QCOMPARE(names(bench.kept).size(), 2);
  }

  // Half a text of somebody's is not left lying about, nor taken from a program that writes it now.
  void what_killed_programs_left_is_removed() {
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("notes")));
    const QString old = folder.filePath(QStringLiteral(".tilescribe-17.tmp"));
    const QString old_notes = folder.filePath(QStringLiteral("notes/.tilescribe-18.tmp"));
    const QString young = folder.filePath(QStringLiteral(".tilescribe-19.tmp"));
    const QString hidden = folder.filePath(QStringLiteral(".mine.tmp"));
    for (const QString& path : {old, old_notes, young, hidden}) {
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"text\":") > 0);
    }
    for (const QString& path : {old, old_notes, hidden}) {
      std::filesystem::last_write_time(
          path.toStdString(), std::filesystem::file_time_type::clock::now() - std::chrono::minutes(61));
    }
    TranscriptStore store(folder.path());
    store.flush();
    QVERIFY(!QFile::exists(old) && !QFile::exists(old_notes));
    QVERIFY(QFile::exists(young) && QFile::exists(hidden));
  }

  void one_export_of_many_that_fails_keeps_no_other_from_being_written() {
    Bench bench;
    QSignalSpy all(&bench.store, &TranscriptStore::exportedAll);
    const auto short_one = transcript("a.wav"), long_one = transcript("b.wav", std::string(5000, 'x'));
    const QString out = bench.folder.filePath(QStringLiteral("out"));
    const auto name = [](const char* text) { return QString::fromLatin1(text); };
    {
      const test::FullDisk full(1000);
      bench.store.save_all(
          {{short_one, {}, name("one")}, {long_one, {}, name("two")}, {short_one, {}, name("three")}}, out,
          ExportFormat::txt, {});
      bench.settle();
    }
    QCOMPARE(names(out), (QStringList{"one.txt", "three.txt"}));
    QCOMPARE(all.count(), 1);
    QCOMPARE(all.first().at(0).toInt(), 2);
    QCOMPARE(bench.failed.count(), 1);
    QVERIFY2(bench.sentence(0).find("two.txt: File too large") != std::string::npos,
             bench.sentence(0).c_str());

    // Of several all are named, or the first of very many.
    std::vector<TranscriptStore::Export> exports;
    for (int i = 1; i <= 8; ++i) exports.push_back({i == 4 ? short_one : long_one, {}, QString::number(i)});
    {
      const test::FullDisk full(1000);
      bench.store.save_all({exports[0], exports[1]}, out, ExportFormat::txt, {});
      bench.store.save_all(exports, out, ExportFormat::txt, {});
      bench.settle();
    }
    QCOMPARE(bench.failed.count(), 3);
    const std::string first = "The first of them: The transcript could not be saved as " +
                              QDir(out).filePath(QStringLiteral("1.txt")).toStdString() + ": File too large.";
    QCOMPARE(bench.sentence(1), "These files are missing: 1.txt, 2.txt. " + first);
    QCOMPARE(bench.sentence(2),
             "These files are missing: 1.txt, 2.txt, 3.txt, 5.txt, 6.txt and 2 others. " + first);
    QCOMPARE(all.count(), 2);  // the one of the eight; of the two there was none
    QCOMPARE(all.last().at(0).toInt(), 1);
    QCOMPARE(names(out), (QStringList{"4.txt", "one.txt", "three.txt"}));
  }

  void a_folder_that_can_not_be_made_is_named() {
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("in the way")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    TranscriptStore store(folder.filePath(QStringLiteral("in the way/kept")));
    QSignalSpy failed(&store, &TranscriptStore::failed);
    store.keep(transcript("a.wav"), [] { QFAIL("it was not kept"); });
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, patience_ms);
    const std::string said = english(failed.at(0).at(1).value<Failure>().message);
    QVERIFY2(said.find("in the way") != std::string::npos, said.c_str());
  }

  void what_can_not_be_read_is_named_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("no JSON") << QByteArray("nonsense");
    QTest::newRow("cut off") << QByteArray("{\"format\": \"tilescribe-transcript\", \"version\": 1, \"seg");
    QTest::newRow("something else") << QByteArray("[1, 2, 3]");
    QTest::newRow("zeros") << QByteArray(4096, '\0');
  }
  void what_can_not_be_read_is_named() {
    QFETCH(QByteArray, bytes);
    Bench bench;
    const QString path = bench.folder.filePath(QStringLiteral("20260131-120000-000-talk.wav.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    bench.store.load(path);
    bench.settle();
    QCOMPARE(bench.failed.count(), 1);
    QCOMPARE(bench.loads, 0);
    QVERIFY2(bench.sentence(0).find("talk.wav.json") != std::string::npos, bench.sentence(0).c_str());
    QCOMPARE(content(path), bytes);
  }

  void what_is_no_longer_there_is_named() {
    Bench bench;
    QDir(bench.folder.path()).mkdir(QStringLiteral("folder.json"));
    QFile::link(QStringLiteral("nowhere"), bench.folder.filePath(QStringLiteral("link.json")));
    int failures = 0;
    for (const char* name : {"gone.json", "folder.json", "link.json"}) {
      bench.store.load(bench.folder.filePath(QLatin1String(name)));
      bench.settle();
      QCOMPARE(bench.failed.count(), ++failures);
      QVERIFY2(bench.sentence(failures - 1).find(name) != std::string::npos,
               bench.sentence(failures - 1).c_str());
    }
  }

  void exports_do_not_overwrite_what_is_no_file() {
    Bench bench;
    bench.store.save(transcript("a.wav"), QStringLiteral("/dev/full"), ExportFormat::txt);
    bench.store.save(transcript("a.wav"), bench.folder.path(), ExportFormat::txt);
    bench.store.save(transcript("a.wav"), bench.folder.filePath(QStringLiteral("no/a.txt")),
                     ExportFormat::txt);
    bench.settle();
    QCOMPARE(bench.failed.count(), 3);
    QCOMPARE(bench.exported.count(), 0);
    QVERIFY(names(bench.folder.path()).isEmpty());
  }

  void what_is_being_kept_as_the_store_goes_is_kept() {
    const QTemporaryDir folder;
    std::atomic<int> settled{0};
    {
      TranscriptStore store(folder.path());
      for (int i = 0; i < 20; ++i) store.keep(transcript("a.wav"), [&] { ++settled; });
    }
    QCOMPARE(settled.load(), 20);
    QCOMPARE(names(folder.path()).size(), 20);
    QCoreApplication::processEvents();  // nothing is signalled any more
  }
};

QTEST_GUILESS_MAIN(TestTranscriptStore)
#include "test_transcript_store.moc"
