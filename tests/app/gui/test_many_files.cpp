// SPDX-License-Identifier: Apache-2.0
// Thousands of files at once: what they cost grows with their number, not with its square.
#include <QLabel>
#include <QSignalSpy>
#include <QtTest>
#include <ctime>

#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;

namespace {

constexpr int many = 5000;
using test::patience_ms;

/// Processor time of the window's thread: other work on the machine does not count.
double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// What a second may become in this build.
constexpr double slower() {
#ifdef __SANITIZE_ADDRESS__
  return 10.0;
#else
  return 1.0;
#endif
}

}  // namespace

class TestManyFiles : public QObject {
  Q_OBJECT

 private slots:
  void a_folder_of_thousands_is_there_within_a_second() {
    GuiFixture gui(false);
    gui.world.fail_opening("Expected a model, found none.");  // so that the files wait
    gui.controller->start({});
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), patience_ms));
    QDir(gui.folder.path()).mkpath(QStringLiteral("talks"));
    for (int i = 0; i < many; ++i) gui.file(QStringLiteral("talks/%1.wav").arg(i, 5, 10, QLatin1Char('0')));
    QSignalSpy inserted(&gui.queue(), &QueueModel::rowsInserted);
    const double before = thread_seconds();
    gui.drop({QUrl::fromLocalFile(gui.folder.filePath(QStringLiteral("talks")))});
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), many, patience_ms);
    gui.window().grab();  // painted, too
    const double added = thread_seconds() - before;
    qInfo("%d files added in %.3f s of the window's thread", many, added);
    QVERIFY2(added < 1.0 * slower(), qPrintable(QString::number(added)));
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(gui.queue().overall().active, many);
    QCOMPARE(gui.window().findChild<QLabel*>(QStringLiteral("overallText"))->text(),
             QStringLiteral("0 of %1 finished").arg(many));

    // All of them come to their end, with the window there.
    const double ending = thread_seconds();
    for (int row = 0; row < many; ++row) {
      const DocumentId id = gui.queue().item_at(row)->id();
      gui.queue().set_started(id);
      gui.queue().set_progress(id, {.fraction = 0.5});
      gui.queue().set_finished(id, {});
    }
    const double ended = thread_seconds() - ending;
    qInfo("all ended in %.3f s", ended);
    QVERIFY2(ended < 3.0 * slower(), qPrintable(QString::number(ended)));
    QCOMPARE(gui.queue().overall().done, many);

    // Every second one goes, and comes back.
    QSignalSpy removed(&gui.queue(), &QueueModel::rowsRemoved);
    std::vector<DocumentId> half;
    for (int row = 0; row < many; row += 2) half.push_back(gui.queue().item_at(row)->id());
    const double removing = thread_seconds();
    auto taken = gui.queue().take(half);
    QCOMPARE(gui.queue().rowCount(), many / 2);
    gui.queue().put_back(std::move(taken));
    const double back = thread_seconds() - removing;
    qInfo("half of them removed and brought back in %.3f s", back);
    QVERIFY2(back < 1.0 * slower(), qPrintable(QString::number(back)));
    QCOMPARE(removed.count(), 1);
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(gui.queue().item_at(0)->id(), half.front());
  }

  void a_mixture_comes_in_its_order() {
    GuiFixture gui(false);
    gui.world.fail_opening("Expected a model, found none.");
    gui.controller->start({});
    gui.drop({gui.file(QStringLiteral("a.wav")), QUrl(QStringLiteral("https://example.org/talk.mp3")),
              gui.file(QStringLiteral("b.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 3, patience_ms);
    QCOMPARE(gui.item(0).state, JobState::waiting);
    QCOMPARE(gui.item(1).state, JobState::failed);
    QCOMPARE(file_name(gui.item(2).path), QStringLiteral("b.wav"));
  }
};

QTEST_MAIN(TestManyFiles)
#include "test_many_files.moc"
