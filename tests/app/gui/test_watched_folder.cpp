// SPDX-License-Identifier: Apache-2.0
// A folder whose new files are transcribed, and files that are skipped because the model has done them
// before.
#include <QtTest>
#include <filesystem>

#include "app/paths.h"
#include "inference/api/engine_names.h"
#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;
using test::take_over;
namespace fs = std::filesystem;

namespace {

using test::patience_ms;

constexpr int quiet_ms = 40, look_ms = 40;

void write(const QString& path, const QByteArray& content = "RIFF") {
  QFile file(path);
  if (!file.open(QIODevice::Append) || file.write(content) != content.size()) qFatal("no file is written");
}

QString names(GuiFixture& gui) {
  QStringList all;
  for (int row = 0; row < gui.queue().rowCount(); ++row)
    all.append(QFileInfo(gui.item(row).path).completeBaseName());
  return all.join(QLatin1Char(' '));
}

/// Waits until the folder was read twice more.
void wait_for_looks(GuiFixture& gui) {
  for (int i = 0; i < 2; ++i) {
    bool looked = false;
    QObject here;
    QObject::connect(&gui.controller->watched(), &WatchedFolder::looked, &here, [&] { looked = true; });
    QTRY_VERIFY_WITH_TIMEOUT(looked, patience_ms);
  }
}

}  // namespace

class TestWatchedFolder : public QObject {
  Q_OBJECT

  QTemporaryDir outside_;

  QString inbox(const QString& name = {}) {
    QDir().mkpath(outside_.filePath(QStringLiteral("inbox")));
    return outside_.filePath(QStringLiteral("inbox") +
                             (name.isEmpty() ? QString() : QLatin1Char('/') + name));
  }

 private slots:
  void cleanup() { QDir(inbox()).removeRecursively(); }

  void new_files_are_taken_once_they_are_complete() {
    write(inbox(QStringLiteral("old.wav")));
    GuiFixture gui;
    WatchedFolder& watched = gui.controller->watched();
    watched.set_pace(patience_ms * 10, look_ms);
    gui.action("watchFolder")->trigger();
    auto* dialog = test::shown_dialog<QFileDialog>(QStringLiteral("watchDialog"));
    QVERIFY(dialog != nullptr);
    emit dialog->fileSelected(inbox());
    dialog->reject();
    QCOMPARE(gui.settings.watched_folder.get(), inbox());
    QVERIFY(gui.action("stopWatching")->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(watched.seen().size(), 1, patience_ms);  // what was there stays as it is

    write(inbox(QStringLiteral("new.wav")));
    write(inbox(QStringLiteral("notes.txt")));
    write(inbox(QStringLiteral("empty.wav")), {});
    wait_for_looks(gui);
    write(inbox(QStringLiteral("new.wav")));
    wait_for_looks(gui);
    QCOMPARE(gui.queue().rowCount(), 0);  // it may still grow
    watched.set_pace(quiet_ms, look_ms);
    QVERIFY(gui.wait_until_idle(1));
    QCOMPARE(names(gui), QStringLiteral("new"));
    QCOMPARE(gui.item(0).state, JobState::done);

    // One that has changed is new; nothing else is taken twice.
    write(inbox(QStringLiteral("old.wav")));
    QVERIFY(gui.wait_until_idle(2));
    wait_for_looks(gui);
    QCOMPARE(names(gui), QStringLiteral("new old"));
    // One that waits already is not taken twice, and which folder it is stands over the list.
    gui.controller->queue().part().set_paused(true);
    write(inbox(QStringLiteral("twice.wav")));
    gui.drop({QUrl::fromLocalFile(inbox(QStringLiteral("twice.wav")))});
    QTRY_VERIFY_WITH_TIMEOUT(watched.seen().contains(QStringLiteral("twice.wav")), patience_ms);
    QTRY_VERIFY_WITH_TIMEOUT(gui.controller->queue().finding().isEmpty(), patience_ms);
    QCOMPARE(names(gui), QStringLiteral("new old twice"));
    auto* row = gui.window().findChild<QWidget*>(QStringLiteral("watchRow"));
    QVERIFY(row->isVisible());
    gui.action("stopWatching")->trigger();
    QVERIFY(gui.settings.watched_folder.get().isEmpty());
    QVERIFY(!gui.action("stopWatching")->isEnabled());
    QVERIFY(!row->isVisible());
  }

  void nothing_is_transcribed_twice_across_restarts() {
    GuiFixture first(false);
    first.settings.watched_folder.set(inbox());
    write(inbox(QStringLiteral("before.wav")));
    first.controller->start({});
    first.controller->watched().set_pace(quiet_ms, look_ms);
    QTRY_COMPARE_WITH_TIMEOUT(first.controller->watched().seen().size(), 1, patience_ms);
    write(inbox(QStringLiteral("a.wav")));
    QVERIFY(first.wait_until_idle(1));
    first.quit();

    write(inbox(QStringLiteral("b.wav")));  // while it does not run
    GuiFixture second(false);
    take_over(first, second);
    second.settings.watched_folder.set(inbox());
    second.controller->start({});
    second.controller->watched().set_pace(quiet_ms, look_ms);
    QVERIFY(second.wait_until_idle(1));
    wait_for_looks(second);
    QCOMPARE(names(second), QStringLiteral("b"));
    QCOMPARE(second.controller->watched().seen().size(), 3);
  }

  void a_folder_that_disappears_is_one_banner() {
    GuiFixture gui(false);
    gui.settings.watched_folder.set(inbox());
    gui.controller->watched().set_pace(quiet_ms, look_ms);
    gui.controller->start({});
    wait_for_looks(gui);
    QVERIFY(!gui.banner("watch")->isVisible());
    QVERIFY(QDir().rename(inbox(), outside_.filePath(QStringLiteral("away"))));
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("watch")->isVisible(), patience_ms);
    QVERIFY(gui.banner("watch")->text().contains(outside_.filePath(QStringLiteral("inbox"))));
    QVERIFY(
        QDir().rename(outside_.filePath(QStringLiteral("away")), outside_.filePath(QStringLiteral("inbox"))));
    QTRY_VERIFY_WITH_TIMEOUT(!gui.banner("watch")->isVisible(), patience_ms);
    write(inbox(QStringLiteral("late.wav")));
    QVERIFY(gui.wait_until_idle(1));
    QDir(inbox()).removeRecursively();
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("watch")->isVisible(), patience_ms);
    QTest::mouseClick(gui.visible<QPushButton>(QStringLiteral("watchStop")), Qt::LeftButton);
    QVERIFY(!gui.banner("watch")->isVisible());
    QVERIFY(gui.settings.watched_folder.get().isEmpty());
  }

  void what_this_model_has_done_is_skipped() {
    GuiFixture first;
    const QList<QUrl> files{first.file(QStringLiteral("a.wav")), first.file(QStringLiteral("b.wav"))};
    first.drop({files[0]});
    QVERIFY(first.wait_until_idle(1));
    QTRY_COMPARE(first.store().recent().size(), 1);
    // Here it is in the list already.
    first.action("skipDone")->trigger();
    QVERIFY(first.settings.skips_done.get());
    first.drop(files);
    QVERIFY(first.wait_until_idle(2));
    QCOMPARE(names(first), QStringLiteral("a b"));
    first.drop({files[0]});
    QTRY_COMPARE(first.chosen(), first.item(0).id());
    first.store().flush();

    GuiFixture second(false);
    take_over(first, second);
    second.settings.skips_done.set(true);
    second.drop(files);  // before a model is open
    second.controller->start({});
    QVERIFY(second.wait_until_idle(2));
    for (const int row : {0, 1}) {
      QVERIFY(second.item(row).skipped);
      QTRY_COMPARE(second.item(row).document->plain_text(), first.item(row).document->plain_text());
    }
    QCOMPARE(second.world.first_window("a.wav"), -1);
    QVERIFY(row_state_text(second.item(0)).startsWith(QStringLiteral("Already transcribed by this model")));
    second.store().flush();
    QVERIFY(second.store().recent().isEmpty());  // nothing is kept twice
    second.choose(second.item(1).id());
    QVERIFY(second.visible<QPushButton>(QStringLiteral("transcriptRetry")) != nullptr);
    second.action("retry")->trigger();
    QVERIFY(second.wait_until_idle(3));
    QVERIFY(!second.item(2).skipped);
    QCOMPARE(second.world.first_window("b.wav"), 0);
  }

  void a_text_that_is_gone_is_no_reason_to_skip() {
    GuiFixture gui;
    const QUrl file = gui.file(QStringLiteral("a.wav"));
    gui.controller->queue().open(
        {{file.toLocalFile(), {}, gui.folder.filePath(QStringLiteral("transcripts/gone.json"))}});
    QVERIFY(gui.item(0).skipped);
    QTRY_VERIFY_WITH_TIMEOUT(!gui.item(0).skipped, patience_ms);
    QVERIFY(gui.wait_until_idle(1));
    QVERIFY(gui.item(0).document->size() > 0);
  }

  void another_arithmetic_or_another_file_is_not_skipped() {
    GuiFixture first;
    const QUrl file = first.file(QStringLiteral("a.wav"));
    first.drop({file});
    QVERIFY(first.wait_until_idle(1));
    first.store().flush();

    GuiFixture second(false);
    take_over(first, second);
    second.settings.skips_done.set(true);
    second.world.describe_by(
        [](const EngineOptions&, EngineInfo& engine, ModelInfo&) { engine.compute = "f32"; });
    second.controller->start({});
    second.drop({file});
    QVERIFY(second.wait_until_idle(1));
    QVERIFY(!second.item(0).skipped);

    GuiFixture third(false);
    take_over(first, third);
    third.settings.skips_done.set(true);
    // It is another file since then.
    const auto later = fs::file_time_type::clock::now() + std::chrono::seconds(10);
    fs::last_write_time(native_path(file.toLocalFile()), later);
    third.controller->start({});
    third.drop({file});
    QVERIFY(third.wait_until_idle(1));
    QVERIFY(!third.item(0).skipped);
  }

  void a_transcript_tells_its_maker() {
    for (const auto& [compute, weights] :
         {std::pair{"bf16", ""}, std::pair{"bf16", "int8"}, std::pair{"f32", ""}}) {
      for (const int threads : {0, 1, 8}) {
        EngineInfo engine;
        engine.name = threads > 0 ? "CPU" : "NVIDIA H200, cuda";
        engine.compute = compute;
        engine.weights = weights;
        engine.threads = threads;
        Transcript transcript;
        transcript.model = "demo";
        transcript.engine = engine.summary();
        QCOMPARE(maker_of(transcript).arithmetic, engine.arithmetic());
        QCOMPARE(maker_of(transcript).model, std::string("demo"));
      }
    }
    QVERIFY(maker_of({}).arithmetic.empty());
  }
};

QTEST_MAIN(TestWatchedFolder)
#include "test_watched_folder.moc"
