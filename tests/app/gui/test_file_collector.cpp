// SPDX-License-Identifier: Apache-2.0
// What is dropped becomes files to transcribe: folders on a real disk, whatever is in them.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "app/gui/file_collector.h"

using namespace tilescribe;

namespace {

QString put(const QDir& folder, const QString& name) {
  QFile file(folder.filePath(name));
  folder.mkpath(QFileInfo(file).path());
  if (!file.open(QIODevice::WriteOnly)) qFatal("could not create %s", qPrintable(file.fileName()));
  return file.fileName();
}

std::vector<CollectedFile> collect(const QStringList& paths, const std::stop_token& stop = {}) {
  QList<QUrl> urls;
  for (const QString& path : paths) urls.append(QUrl::fromLocalFile(path));
  return collect_files(urls, stop);
}

/// Without the ones that have a problem.
QStringList paths_of(const std::vector<CollectedFile>& files) {
  QStringList paths;
  for (const CollectedFile& file : files) {
    if (file.problem.isEmpty()) paths.append(file.path);
  }
  return paths;
}

}  // namespace

class TestFileCollector : public QObject {
  Q_OBJECT

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void a_folder_gives_its_media_at_any_depth_sorted() {
    const QDir folder(folder_->path());
    QStringList expected;
    for (const char* name : {"b.wav", "a.MP3", "deep/er/still/c.Flac", "two.dots.m4a", "späte Ü.opus"})
      expected.append(put(folder, QString::fromUtf8(name)));
    for (const char* name :
         {"notes.txt", "wav", "song.wav.part", ".hidden.wav", ".folder/d.wav", "no ending"})
      put(folder, QString::fromUtf8(name));
    expected.sort();
    QCOMPARE(paths_of(collect({folder.path()})), expected);
  }

  void a_file_is_itself_whatever_its_name_and_even_if_it_is_gone() {
    const QDir folder(folder_->path());
    const QStringList given{put(folder, QStringLiteral("z.txt")), folder.filePath(QStringLiteral("gone.wav")),
                            put(folder, QStringLiteral("a.wav")), QStringLiteral("/dev/full")};
    QCOMPARE(paths_of(collect(given)), given);  // transcribing them says what is wrong
  }

  void a_folder_without_media_says_so() {
    const QDir folder(folder_->path());
    put(folder, QStringLiteral("inside/notes.txt"));
    const auto found = collect({folder.path()});
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY2(found[0].problem.contains(folder.path()), qPrintable(found[0].problem));
  }

  void an_address_is_no_file() {
    const auto found = collect_files({QUrl(QStringLiteral("https://example.org/talk.wav"))});
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY2(found[0].problem.contains(QStringLiteral("https://example.org/talk.wav")),
             qPrintable(found[0].problem));
  }

  void links_that_lead_in_circles_or_nowhere_end() {
    const QDir folder(folder_->path());
    const QString real = put(folder, QStringLiteral("real.wav"));
    QVERIFY(QFile::link(folder.path(), folder.filePath(QStringLiteral("again"))));
    QVERIFY(QFile::link(QStringLiteral("nowhere.wav"), folder.filePath(QStringLiteral("broken.wav"))));
    QCOMPARE(paths_of(collect({folder.path()})), QStringList{real});
  }

  void what_may_not_be_read_is_passed_by() {
    const QDir folder(folder_->path());
    const QString open = put(folder, QStringLiteral("open.wav"));
    const QString closed = put(folder, QStringLiteral("closed.wav"));
    QVERIFY(folder.mkdir(QStringLiteral("locked")));
    QVERIFY(QFile::setPermissions(closed, {}));
    QVERIFY(QFile::setPermissions(folder.filePath(QStringLiteral("locked")), {}));
    QStringList expected{open};
    if (::geteuid() == 0) expected.prepend(closed);  // whom permissions do not stop
    QCOMPARE(paths_of(collect({folder.path()})), expected);
    QFile::setPermissions(folder.filePath(QStringLiteral("locked")),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }

  void a_pipe_in_a_folder_holds_nothing_up() {
    const QDir folder(folder_->path());
    QCOMPARE(::mkfifo(qPrintable(folder.filePath(QStringLiteral("pipe.wav"))), 0600), 0);
    const QString file = put(folder, QStringLiteral("real.wav"));
    QCOMPARE(paths_of(collect({folder.path()})), QStringList{file});
  }

  void a_stop_before_the_walk_gives_nothing() {
    const QDir folder(folder_->path());
    const QStringList given{put(folder, QStringLiteral("a.wav")), folder.path()};
    QCOMPARE(collect(given).size(), std::size_t{2});
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(collect(given, stop.get_token()).empty());
  }

  /// The walk is asked to stop at another moment each time, until that falls into the middle of one.
  void a_stop_ends_a_walk_half_way() {
    constexpr std::size_t count = 4000;
    const QDir folder(folder_->path());
    for (std::size_t i = 0; i < count; ++i) put(folder, QStringLiteral("%1/%2.wav").arg(i % 40).arg(i));
    QElapsedTimer clock;
    clock.start();
    QCOMPARE(collect({folder.path()}).size(), count);
    const auto whole = std::chrono::nanoseconds(clock.nsecsElapsed());
    for (int part = 1; part < 200; ++part) {
      std::stop_source stop;
      std::jthread later([&] {
        std::this_thread::sleep_for(whole * (part % 20) / 20);
        stop.request_stop();
      });
      const std::size_t found = paths_of(collect({folder.path()}, stop.get_token())).size();
      if (found > 0 && found < count) return;
    }
    QFAIL("no walk was stopped half-way");
  }

  void a_profile_is_told_by_its_name() {
    QVERIFY(is_profile_name(QStringLiteral("/a/run.sqlite")));
    QVERIFY(is_profile_name(QStringLiteral("RUN.SQLite")));
    QVERIFY(!is_profile_name(QStringLiteral("/a.sqlite/run.wav")));
    QVERIFY(!is_profile_name(QStringLiteral("sqlite")));
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(TestFileCollector)
#include "test_file_collector.moc"
