// SPDX-License-Identifier: Apache-2.0
// The queue outlasts the program: what waited comes back in its order, however the program ended.
#include <QProcess>
#include <QPushButton>
#include <QRandomGenerator>
#include <QtTest>
#include <filesystem>

#include <sys/file.h>
#include <sys/stat.h>

#include "app/paths.h"
#include "inference/api/unfinished.h"
#include "tests/support/gate.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/window/failure_banner.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::Gate;
using test::GuiFixture;
using test::take_over;
namespace fs = std::filesystem;

namespace {

using test::patience_ms;
using State = QueueRecord::State;

QString record_of(const GuiFixture& gui) {
  return gui.folder.filePath(QStringLiteral("transcripts/queue/waiting.json"));
}

/// The names of the files on disk; "*" is behind one that was begun.
QString names_on_disk(const QString& record) {
  QStringList names;
  const LoadedQueue now = load_queue_record(record);
  if (now.problem) return QString::fromStdString(english(*now.problem));
  for (const QueueRecord::Row& row : now.record.rows)
    names.append(QFileInfo(row.path).completeBaseName() +
                 (row.state == State::waiting ? QString() : QStringLiteral("*")));
  return names.join(QLatin1Char(' '));
}

QString names(GuiFixture& gui) {
  QStringList all;
  for (int row = 0; row < gui.queue().rowCount(); ++row)
    all.append(QFileInfo(gui.item(row).path).completeBaseName());
  return all.join(QLatin1Char(' '));
}

QList<QUrl> files(GuiFixture& gui, const char* called) {
  QList<QUrl> urls;
  for (const QString& name : QString::fromLatin1(called).split(QLatin1Char(' ')))
    urls.append(gui.file(name + QStringLiteral(".wav")));
  return urls;
}

unsigned mode_of(const QString& path) {
  struct stat about {};
  return ::stat(qPrintable(path), &about) == 0 ? about.st_mode & 0777U : 0U;
}

}  // namespace

class TestKeptQueue : public QObject {
  Q_OBJECT

 private slots:
  void a_record_reads_back_and_is_the_users_alone() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("queue/waiting.json"));
    QVERIFY(load_queue_record(path).record == QueueRecord() && !load_queue_record(path).problem);
    QueueRecord record;
    record.asked = {"{\"prompt\":\"b\"}", "{\"prompt\":\"ä\"}"};
    record.rows = {{QStringLiteral("/a/\"talk\" \n ä.wav"), State::waiting, 1},
                   {QStringLiteral("/a/b.wav"), State::running, 0},
                   {QStringLiteral("/a/c.wav"), State::waiting, 1},
                   {QStringLiteral("/a/d.wav"), State::found}};
    record.paused = true;
    record.folder = QStringLiteral("/inbox");
    record.seen = {{QStringLiteral("x.wav"), {(qint64{1} << 53) - 1, 1'795'494'000'123}}};
    const QString at = QStringLiteral("20260131-142530-123");
    QVERIFY(!save_queue_record(path, record, at));
    QVERIFY(load_queue_record(path).record == record);
    QCOMPARE(load_queue_record(path).at, at);
    QCOMPARE(mode_of(path), 0600U);
    QCOMPARE(mode_of(folder.filePath(QStringLiteral("queue"))), 0700U);
    QVERIFY(!save_queue_record(path, {}, at));
    QVERIFY(load_queue_record(path).record == QueueRecord());
    QCOMPARE(mode_of(path), 0600U);
    for (const char* content : {"{\"version\":1,\"files\":[", "[]", "{}", "{\"version\":2}"}) {
      QFile damaged(path);
      QVERIFY(damaged.open(QIODevice::WriteOnly));
      damaged.write(content);
      damaged.close();
      QVERIFY2(load_queue_record(path).problem, content);
    }
  }

  void what_waits_comes_back_in_its_order() {
    GuiFixture first;
    QVERIFY(QTest::qWaitForWindowExposed(&first.window(), patience_ms));
    first.controller->queue().part().set_paused(true);
    first.drop(files(first, "a b c d"));
    QTRY_COMPARE_WITH_TIMEOUT(first.queue().rowCount(), 4, patience_ms);
    first.choose(first.item(3).id());
    first.action("moveFirst")->trigger();
    first.choose(first.item(2).id());
    first.action("cancel")->trigger();  // b is not wanted any more
    QTRY_COMPARE_WITH_TIMEOUT(names_on_disk(record_of(first)), QStringLiteral("d a c"), patience_ms);
    first.quit();
    QCOMPARE(names_on_disk(record_of(first)), QStringLiteral("d a c"));

    GuiFixture second(false);
    take_over(first, second);
    second.controller->start({});
    QTRY_COMPARE_WITH_TIMEOUT(names(second), QStringLiteral("d a c"), patience_ms);
    QVERIFY(second.controller->queue().part().paused());
    QCOMPARE(second.queue().overall().active, 3);
    QStringList taken;
    second.controller->service().on<JobStarted>(&second.window(), [&](const JobStarted& started) {
      taken.append(QFileInfo(second.queue().item(started.id)->path).completeBaseName());
    });
    second.action("pauseQueue")->trigger();
    QVERIFY(second.wait_until_idle(3));
    QCOMPARE(taken.join(QLatin1Char(' ')), QStringLiteral("d a c"));
    QTRY_COMPARE_WITH_TIMEOUT(names_on_disk(record_of(second)), QString(), patience_ms);
    QVERIFY(!load_queue_record(record_of(second)).record.paused);
  }

  /// The disk is slow at the start: a file is there, and runs, before the record is read.
  void what_came_before_the_record_is_noted_after_it() {
    GuiFixture gui(false);
    gui.world.script("held.wav", {.segments = 10, .hold_after = 4});
    const auto reading = std::make_shared<Gate>();
    gui.store().run({}, [reading]() -> std::function<void()> {
      reading->pass();
      return [] {};
    });
    gui.controller->start({});
    gui.drop(files(gui, "held"));
    QVERIFY(gui.wait_for_state(0, JobState::running));
    reading->open();
    QTRY_COMPARE_WITH_TIMEOUT(names_on_disk(record_of(gui)), QStringLiteral("held*"), patience_ms);
    QVERIFY(!reading->was_forced());
  }

  /// A file in whose text the program was killed is offered with that text, and is not in the queue besides.
  void a_begun_file_is_continued_and_the_others_wait() {
    GuiFixture first;
    first.world.script("held.wav", {.segments = 10, .hold_after = 4});
    first.drop(files(first, "held a b"));
    QTRY_COMPARE_WITH_TIMEOUT(names_on_disk(record_of(first)), QStringLiteral("held* a b"), patience_ms);
    const fs::path unfinished = native_path(first.folder.filePath(QStringLiteral("transcripts/unfinished")));
    QTRY_VERIFY_WITH_TIMEOUT(fs::exists(unfinished) && !fs::is_empty(unfinished), patience_ms);

    GuiFixture second(false);
    take_over(first, second);
    second.controller->start({});
    QTRY_VERIFY_WITH_TIMEOUT(second.banner("unfinished")->isVisible(), patience_ms);
    QVERIFY(second.wait_until_idle(2));
    QCOMPARE(names(second), QStringLiteral("a b"));

    // In the first second nothing of it is on disk: then it waits again.
    GuiFixture third(false);
    take_over(first, third);
    fs::remove_all(native_path(third.folder.filePath(QStringLiteral("transcripts/unfinished"))));
    third.controller->start({});
    QVERIFY(third.wait_until_idle(3));
    QCOMPARE(names(third).split(QLatin1Char(' ')).size(), 3);
    QVERIFY(!third.banner("unfinished")->isVisible());
    for (int row = 0; row < 3; ++row) QCOMPARE(third.item(row).state, JobState::done);
  }

  /// What the end of the program stops is offered at the next start, with its text so far.
  void what_runs_at_the_end_is_not_lost() {
    for (const int written : {4, 0}) {
      GuiFixture first;
      first.world.script("held.wav", {.segments = 10, .hold_after = written});
      first.drop(files(first, "held a b"));
      QVERIFY(first.wait_for_state(0, JobState::running));
      QTRY_COMPARE_WITH_TIMEOUT(first.item(0).transcript().segments.size(), std::size_t(written),
                                patience_ms);
      QTRY_COMPARE_WITH_TIMEOUT(first.world.first_window("held.wav"), 0, patience_ms);
      // Nothing is written before the record is read.
      QTRY_COMPARE_WITH_TIMEOUT(names_on_disk(record_of(first)), QStringLiteral("held* a b"), patience_ms);
      first.quit();
      QCOMPARE(first.item(0).state, JobState::cancelled);
      QCOMPARE(names_on_disk(record_of(first)), QStringLiteral("held* a b"));
      QCOMPARE(first.store().recent().size(), written > 0 ? 1 : 0);

      GuiFixture second(false);
      take_over(first, second);
      second.controller->start({});
      QVERIFY(second.wait_until_idle(2));
      QTRY_VERIFY_WITH_TIMEOUT(second.banner("unfinished")->isVisible(), patience_ms);
      QTest::mouseClick(second.visible<QPushButton>(QStringLiteral("unfinishedAccept")), Qt::LeftButton);
      QVERIFY(second.wait_until_idle(3));
      QCOMPARE(second.world.first_window("held.wav") > 0, written > 0);
      QCOMPARE(second.item(2).state, JobState::done);
    }
  }

  void what_its_user_has_given_up_stays_so() {
    GuiFixture gui;
    gui.world.script("held.wav", {.segments = 10, .hold_after = 4});
    gui.drop(files(gui, "held a"));
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 2, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(gui.item(0).transcript().segments.size(), std::size_t{4}, patience_ms);
    gui.controller->queue().part().set_paused(true);
    gui.controller->queue().part().act(RowAction::cancel, gui.item(0).id());
    QTRY_VERIFY_WITH_TIMEOUT(names_on_disk(record_of(gui)).endsWith(QStringLiteral("a")), patience_ms);
    gui.quit();
    QCOMPARE(names_on_disk(record_of(gui)), QStringLiteral("a"));
    const fs::path unfinished = native_path(gui.folder.filePath(QStringLiteral("transcripts/unfinished")));
    QVERIFY(!fs::exists(unfinished) || fs::is_empty(unfinished));
  }

  /// Killed after its text was kept, and before that was noted: it is not transcribed twice.
  void what_was_finished_last_is_not_done_twice() {
    const QString noted = kept_stamp(QDateTime::currentDateTime());
    QTest::qWait(5);  // so that the text's name has a later time
    GuiFixture first;
    first.drop(files(first, "a"));
    QVERIFY(first.wait_until_idle(1));
    QTRY_COMPARE(first.store().recent().size(), 1);
    first.store().flush();
    QueueRecord late;
    late.rows = {{first.item(0).path, State::running}};
    GuiFixture second(false);
    take_over(first, second);
    QVERIFY(!save_queue_record(record_of(second), late, noted));
    second.controller->start({});
    QVERIFY(second.wait_until_idle(1));
    QVERIFY(second.item(0).skipped);
    QCOMPARE(second.world.first_window("a.wav"), -1);
    QTRY_COMPARE(second.item(0).document->plain_text(), first.item(0).document->plain_text());
  }

  /// The same where it was noted as waiting, since several files became done in that second. What was opened
  /// again after it was done waits.
  void what_was_done_since_it_was_noted_is_not_done_twice() {
    GuiFixture first;
    first.drop(files(first, "again"));
    QVERIFY(first.wait_until_idle(1));
    QTRY_COMPARE(first.store().recent().size(), 1);
    QTest::qWait(5);  // so that the text's name has an earlier time
    const QString noted = kept_stamp(QDateTime::currentDateTime());
    first.drop(files(first, "a b"));
    QVERIFY(first.wait_until_idle(3));
    QTRY_COMPARE(first.store().recent().size(), 3);
    first.store().flush();
    QueueRecord late;
    for (const int row : {1, 0, 2}) late.rows.push_back({first.item(row).path});
    GuiFixture second(false);
    take_over(first, second);
    QVERIFY(!save_queue_record(record_of(second), late, noted));
    second.controller->start({});
    QVERIFY(second.wait_until_idle(3));
    QStringList all;
    for (int row = 0; row < 3; ++row)
      all.append(QFileInfo(second.item(row).path).completeBaseName() +
                 (second.item(row).skipped ? QStringLiteral(" (skipped)") : QString()));
    all.sort();
    QCOMPARE(all.join(QLatin1Char(' ')), QStringLiteral("a (skipped) again b (skipped)"));
  }

  void a_damaged_record_is_set_aside() {
    GuiFixture gui(false);
    QVERIFY(!save_queue_record(record_of(gui), {}, kept_stamp(QDateTime::currentDateTime())));
    QFile damaged(record_of(gui));
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write("{\"version\":1,\"fil");
    damaged.close();
    gui.controller->start({});
    auto* failure = gui.window().findChild<FailureBanner*>();
    QTRY_VERIFY_WITH_TIMEOUT(failure->isVisible(), patience_ms);
    QVERIFY2(failure->text().contains(QStringLiteral("waiting.json.damaged-1")), qPrintable(failure->text()));
    QVERIFY(QFileInfo::exists(record_of(gui) + QStringLiteral(".damaged-1")));
    gui.controller->queue().part().set_paused(true);
    gui.drop(files(gui, "a"));
    QTRY_COMPARE_WITH_TIMEOUT(names_on_disk(record_of(gui)), QStringLiteral("a"), patience_ms);
  }

  /// A file stands where the folder of the transcripts belongs.
  void a_folder_that_cannot_be_made_is_said_in_a_whole_sentence() {
    GuiFixture gui(false);
    const QString folder = gui.folder.filePath(QStringLiteral("transcripts"));
    QVERIFY(!QFileInfo::exists(folder));
    QFile file(folder);
    QVERIFY(file.open(QIODevice::WriteOnly));
    gui.controller->start({});
    const auto* failure = gui.window().findChild<FailureBanner*>();
    QTRY_VERIFY_WITH_TIMEOUT(failure->isVisible(), patience_ms);
    QCOMPARE(
        failure->text(),
        QStringLiteral("The files that waited could not be read. The folder for transcripts, '%1/queue', "
                       "can't be made: Not a directory.")
            .arg(folder));
    gui.drop(files(gui, "a"));
    QVERIFY(gui.wait_until_idle(1));  // and the text is there all the same
    QCOMPARE(gui.item(0).state, JobState::done);
  }

  void of_two_programs_the_first_keeps_its_queue() {
    GuiFixture gui(false);
    QueueRecord first;
    first.rows = {{QStringLiteral("/a/b.wav")}};
    QVERIFY(!save_queue_record(record_of(gui), first, kept_stamp(QDateTime::currentDateTime())));
    QFile lock(record_of(gui) + QStringLiteral(".lock"));
    QVERIFY(lock.open(QIODevice::ReadWrite));
    QCOMPARE(::flock(lock.handle(), LOCK_EX | LOCK_NB), 0);
    gui.controller->start({});
    gui.drop(files(gui, "mine"));
    QVERIFY(gui.wait_until_idle(1));
    gui.quit();
    QVERIFY(load_queue_record(record_of(gui)).record == first);
  }

  /// One that was told to quit and is still at it, as after a quick start.
  void a_program_that_ends_leaves_its_queue_to_the_next() {
    GuiFixture gui(false);
    QueueRecord first;
    first.rows = {{gui.file(QStringLiteral("waited.wav")).toLocalFile()}};
    first.paused = true;
    QVERIFY(!save_queue_record(record_of(gui), first, kept_stamp(QDateTime::currentDateTime())));
    {
      QFile lock(record_of(gui) + QStringLiteral(".lock"));
      QVERIFY(lock.open(QIODevice::ReadWrite));
      QCOMPARE(::flock(lock.handle(), LOCK_EX | LOCK_NB), 0);
      gui.controller->start({});
      gui.controller->queue().part().set_paused(true);
      gui.drop(files(gui, "mine"));
      QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 1, patience_ms);
      QVERIFY(gui.controller->queue().closing_question()->more.startsWith(
          QStringLiteral("Files that wait are not in the queue again")));
    }
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 2, patience_ms);
    QTRY_COMPARE_WITH_TIMEOUT(names_on_disk(record_of(gui)).split(QLatin1Char(' ')).size(), 2, patience_ms);
    QVERIFY(gui.controller->queue().closing_question()->more.startsWith(
        QStringLiteral("Files that wait are in the queue again")));
  }

  /// Whenever it is killed: what was noted stays, and what is noted can be read.
  void no_kill_loses_a_waiting_file() {
    QTemporaryDir home;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), home.filePath(QStringLiteral("config")));
    environment.insert(QStringLiteral("XDG_DATA_HOME"), home.filePath(QStringLiteral("data")));
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), home.path());
    const QString record = home.filePath(QStringLiteral("data/tilescribe/transcripts/queue/waiting.json"));
    QRandomGenerator random(16);
    QString noted;
    for (int run = 0; run < 8; ++run) {
      const QString name = QStringLiteral("f%1").arg(run);
      QProcess process;
      process.setProcessEnvironment(environment);
      // Without an engine, all files wait.
      process.start(QStringLiteral(TILESCRIBE_FAKE), {QStringLiteral("--model"), QStringLiteral("noengine"),
                                                      home.filePath(name + QStringLiteral(".wav"))});
      QVERIFY(process.waitForStarted());
      const QString expected = noted.isEmpty() ? name : noted + QLatin1Char(' ') + name;
      if (run % 2 == 0) {
        // At any moment, also before the file is noted.
        QTest::qWait(static_cast<int>(random.bounded(1500U)));
      } else {
        QTRY_VERIFY_WITH_TIMEOUT(names_on_disk(record).split(QLatin1Char(' ')).contains(name), patience_ms);
      }
      process.kill();
      QVERIFY(process.waitForFinished());
      QCOMPARE(process.exitStatus(), QProcess::CrashExit);
      const QString now = names_on_disk(record);
      if (run % 2 == 1 || now != noted) QCOMPARE(now, expected);
      noted = now;
    }
    QVERIFY(noted.split(QLatin1Char(' ')).size() >= 4);
  }
};

QTEST_MAIN(TestKeptQueue)
#include "test_kept_queue.moc"
