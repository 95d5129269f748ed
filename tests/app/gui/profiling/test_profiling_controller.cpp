// SPDX-License-Identifier: Apache-2.0
// Profiles opened, compared and saved by the whole program on a real disk, and what goes wrong there.
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QtTest>

#include "tests/support/dialogs.h"
#include "tests/support/full_disk.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/profile_sessions.h"
#include "ui/profiling/profiler_window.h"
#include "ui/widgets/banner.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

QString put_profile(GuiFixture& gui, const QString& name, std::uint64_t seed = 1) {
  const QString path = gui.folder.filePath(name);
  save_profile(synthetic_profile({.windows = 1, .tokens = 4, .seed = seed}), path.toStdString(),
               ProfileFormat::session);
  return path;
}

ui::ProfilerWindow& profiler(GuiFixture& gui) {
  return gui.controller->profiling().profiler();
}

/// Why the last file could not be opened or written; empty: nothing is said.
QString trouble(GuiFixture& gui) {
  const auto* banner = profiler(gui).findChild<ui::Banner*>();
  return banner->isVisible() ? banner->text() : QString();
}

bool shows(GuiFixture& gui, const QString& name) {
  return QTest::qWaitFor([&] { return profiler(gui).windowTitle().contains(name); }, patience_ms);
}

}  // namespace

class TestProfilingController : public QObject {
  Q_OBJECT

 private slots:
  void a_dropped_profile_is_opened_and_is_no_file_to_transcribe() {
    GuiFixture gui;
    gui.drop({QUrl::fromLocalFile(put_profile(gui, QStringLiteral("first.sqlite")))});
    QVERIFY(shows(gui, QStringLiteral("first")));
    QVERIFY(profiler(gui).isVisible());
    QCOMPARE(gui.queue().rowCount(), 0);
    QVERIFY(!gui.controller->profiling().last());  // it is not what was measured here
  }

  void of_several_the_last_one_is_shown() {
    GuiFixture gui;
    for (const char* name : {"one.sqlite", "two.sqlite", "three.sqlite"})
      gui.controller->profiling().open(put_profile(gui, QLatin1String(name)));
    QVERIFY(shows(gui, QStringLiteral("three")));
  }

  void what_can_not_be_read_is_named_and_what_is_shown_stays_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("gone") << QByteArray();
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("nonsense") << QByteArray("nonsense");
    QTest::newRow("only its beginning") << QByteArray("SQLite format 3\0", 16);
    QTest::newRow("cut off") << QByteArray("cut");
  }
  void what_can_not_be_read_is_named_and_what_is_shown_stays() {
    QFETCH(QByteArray, bytes);
    GuiFixture gui;
    gui.controller->profiling().open(put_profile(gui, QStringLiteral("good.sqlite")));
    QVERIFY(shows(gui, QStringLiteral("good")));
    const QString path = gui.folder.filePath(QStringLiteral("bad.sqlite"));
    if (bytes == "cut") {
      QVERIFY(QFile::copy(gui.folder.filePath(QStringLiteral("good.sqlite")), path));
      QVERIFY(QFile::resize(path, QFileInfo(path).size() / 2));
    } else if (!bytes.isNull()) {
      QFile file(path);
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    gui.controller->profiling().open(path);
    QTRY_VERIFY_WITH_TIMEOUT(!trouble(gui).isEmpty(), patience_ms);
    QVERIFY2(trouble(gui).contains(QStringLiteral("bad.sqlite")), qPrintable(trouble(gui)));
    QVERIFY(profiler(gui).windowTitle().contains(QStringLiteral("good")));
  }

  void a_folder_is_no_profile() {
    GuiFixture gui;
    gui.controller->profiling().open(gui.folder.path());
    QTRY_VERIFY_WITH_TIMEOUT(profiler(gui).isVisible(), patience_ms);
    QVERIFY2(trouble(gui).contains(gui.folder.path()), qPrintable(trouble(gui)));
  }

  void a_full_disk_leaves_the_older_file_and_says_so() {
    GuiFixture gui;
    const QString path = put_profile(gui, QStringLiteral("run.sqlite"));
    gui.controller->profiling().open(put_profile(gui, QStringLiteral("other.sqlite"), 2));
    QVERIFY(shows(gui, QStringLiteral("other")));
    const QStringList before = QDir(gui.folder.path()).entryList(QDir::Files | QDir::Hidden);
    const qint64 size = QFileInfo(path).size();
    QString sentence;
    {
      const FullDisk full;
      emit profiler(gui).saveRequested(profiler(gui).document().session(), path, ProfileFormat::session);
      QTRY_VERIFY_WITH_TIMEOUT(!trouble(gui).isEmpty(), patience_ms);
      sentence = trouble(gui);
    }
    QVERIFY2(sentence.contains(QStringLiteral("run.sqlite")), qPrintable(sentence));
    QCOMPARE(QFileInfo(path).size(), size);
    QCOMPARE(QDir(gui.folder.path()).entryList(QDir::Files | QDir::Hidden), before);
  }

  void what_is_being_saved_as_the_program_ends_is_saved() {
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("late.sqlite"));
    {
      GuiFixture gui;
      gui.controller->profiling().open(put_profile(gui, QStringLiteral("shown.sqlite")));
      QVERIFY(shows(gui, QStringLiteral("shown")));
      emit profiler(gui).saveRequested(profiler(gui).document().session(), path, ProfileFormat::session);
      QVERIFY(gui.window().close());
    }
    QVERIFY(open_profile(path.toStdString()).taken != 0);
  }

  void what_is_being_opened_as_the_program_ends_is_not_shown() {
    GuiFixture gui;
    const QString path = put_profile(gui, QStringLiteral("late.sqlite"));
    gui.controller->profiling().open(path);
    QVERIFY(gui.window().close());
    for (int round = 0; round < 10; ++round) QCoreApplication::processEvents();
    for (const QWidget* widget : QApplication::topLevelWidgets())
      QVERIFY(!(widget->isVisible() && widget->windowTitle().contains(QStringLiteral("late"))));
  }

  void nothing_is_saved_where_nothing_is_shown() {
    GuiFixture gui;
    profiler(gui).ask_save(ProfileFormat::session);
    QVERIFY(shown_dialog<QFileDialog>() == nullptr);
  }
};

QTEST_MAIN(TestProfilingController)
#include "test_profiling_controller.moc"
