// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>
#include <fstream>

#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/profiling/profiler_window.h"
#include "ui/queue/queue_view.h"
#include "ui/settings/about_dialog.h"
#include "ui/settings/engine_dialog.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/failure_dialog.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

/// The visible button of this object name.
QPushButton* button(GuiFixture& gui, const char* name) {
  return gui.visible<QPushButton>(QLatin1String(name));
}

void click(QWidget* widget) {
  QTest::mouseClick(widget, Qt::LeftButton);
}

}  // namespace

class TestMainWindow : public QObject {
  Q_OBJECT

 private slots:
  void an_empty_window_invites() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), patience_ms));
    auto* open = gui.visible<QPushButton>(QStringLiteral("emptyOpen"));
    QVERIFY(open != nullptr);
    QCOMPARE(gui.window().focusWidget(), open);  // Enter opens files
    QVERIFY(!gui.action("export")->isEnabled());
    QVERIFY(!gui.action("copyAll")->isEnabled());
    const QUrl file = gui.file(QStringLiteral("chosen.wav"));
    click(open);
    choose_file(file.toLocalFile());
    QCOMPARE(gui.item(0).path, file.toLocalFile());
    QCOMPARE(gui.settings.open_folder.get(), gui.folder.path());
  }

  void the_first_start_transcribes_the_sample_and_says_so() {
    GuiFixture gui;
    gui.controller->open_sample(true);
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(gui.banner("sample")->isVisible());
    QVERIFY(gui.banner("sample")->text().contains(QStringLiteral("comes with Tilescribe")));
    // One banner, which tells of the demo model too.
    QVERIFY(!gui.banner("limits")->isVisible());
    QVERIFY(gui.banner("sample")->text().contains(QStringLiteral("one word in four")));
    click(gui.banner("sample")->findChild<QToolButton*>(QStringLiteral("dismiss")));
    for (const char* role : {"sample", "limits"}) QVERIFY(!gui.banner(role)->isVisible());
    QVERIFY(!gui.panel().view().toPlainText().isEmpty());
  }

  void the_demo_models_limits_are_said_and_stay_in_reach() {
    GuiFixture gui;
    Banner* limits = gui.banner("limits");
    QTRY_VERIFY(limits->isVisible());
    for (const char* part : {"English only", "instructions have no effect", "one word in four"}) {
      QVERIFY(limits->text().contains(QLatin1String(part)));
    }
    click(limits->findChild<QToolButton*>(QStringLiteral("dismiss")));
    QVERIFY(!limits->isVisible());
    // Opening the engine again does not bring it back in this session; the chip still tells.
    gui.controller->service().open({});
    QTRY_COMPARE(gui.world.opened(), 2);
    QTRY_VERIFY(gui.visible<QToolButton>(QStringLiteral("modelChip")) != nullptr);
    QVERIFY(!limits->isVisible());
    click(gui.visible<QToolButton>(QStringLiteral("modelChip")));
    QString told;
    for (const auto* label : shown_dialog<QMessageBox>()->findChildren<QLabel*>()) told += label->text();
    QVERIFY(told.contains(QStringLiteral("one word in four")));
  }

  void dismissed_limits_stay_away_until_another_model_was_used() {
    GuiFixture gui;
    Banner* limits = gui.banner("limits");
    QTRY_VERIFY(limits->isVisible());
    click(limits->findChild<QToolButton*>(QStringLiteral("dismiss")));
    // The next start, with the same settings.
    MainWindow again(*gui.theme, gui.settings);
    EnginePart part(again, gui.settings);
    const auto opens = [&](const char* name, bool demo) {
      ModelInfo info;
      info.name = name;
      info.limits = Message("It knows little.");
      info.is_demo = demo;
      part.set_engine({}, info);
      for (const auto* found : again.findChildren<Banner*>()) {
        if (found->property("role").toString() == QLatin1String("limits")) return !found->isHidden();
      }
      return false;
    };
    QVERIFY(!opens("demo", true));
    QVERIFY(!opens("large", false));
    QVERIFY(opens("demo", true));
  }

  void drop_two_cancel_one_export_the_other_retry_a_failed_one() {
    GuiFixture gui;
    gui.world.script("first.wav", {.hold_after = 3});
    gui.world.script("broken.mp3", {.fail_after = 0, .failures = 1});
    gui.drop({gui.file(QStringLiteral("first.wav")), gui.file(QStringLiteral("second.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::running));
    QTRY_VERIFY(gui.item(0).progress.fraction > 0.2);
    QCOMPARE(gui.item(1).state, JobState::waiting);
    QVERIFY(row_state_text(gui.item(0)).contains(QLatin1Char('%')));
    QTRY_VERIFY(gui.panel().view().toPlainText().contains(QStringLiteral("pencil")));

    click(button(gui, "transcriptCancel"));
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
    QCOMPARE(gui.item(0).transcript().segments.size(), std::size_t{3});
    QVERIFY(gui.wait_for_state(1, JobState::done));

    gui.choose(gui.item(1).id());
    const QString target = gui.folder.filePath(QStringLiteral("out.srt"));
    click(button(gui, "transcriptExport"));
    press("exportNow");
    // Suggested beside the recording, under its name.
    QCOMPARE(shown_dialog<QFileDialog>()->selectedFiles().first(),
             gui.folder.filePath(QStringLiteral("second")));
    choose_file(target);
    QTRY_VERIFY(QFile::exists(target));
    std::ifstream in(target.toStdString());
    const Transcript read = read_transcript(in, ExportFormat::srt);
    QCOMPARE(read.text(), gui.item(1).transcript().text());

    gui.drop({gui.file(QStringLiteral("broken.mp3"))});
    QVERIFY(gui.wait_for_state(2, JobState::failed));
    gui.choose(gui.item(2).id());
    auto* message = gui.visible<QLabel>(QStringLiteral("message"));
    QVERIFY(message != nullptr && message->text().startsWith(QStringLiteral("Expected audio data")));
    click(gui.visible<QPushButton>(QStringLiteral("messageDetails")));
    auto* details = shown_dialog<FailureDialog>();
    QVERIFY(details != nullptr);
    QVERIFY(details->findChild<QPlainTextEdit*>()->toPlainText().contains(QStringLiteral("libsndfile")));
    details->reject();
    click(gui.visible<QPushButton>(QStringLiteral("messageRetry")));
    QVERIFY(gui.wait_for_state(2, JobState::done));
  }

  void a_folder_gives_its_recordings_and_an_empty_one_an_error() {
    GuiFixture gui;
    QDir(gui.folder.path()).mkpath(QStringLiteral("talks/deep"));
    QDir(gui.folder.path()).mkpath(QStringLiteral("nothing"));
    gui.file(QStringLiteral("talks/b.wav"));
    gui.file(QStringLiteral("talks/notes.txt"));
    gui.file(QStringLiteral("talks/deep/a.MP3"));
    gui.drop({QUrl::fromLocalFile(gui.folder.filePath(QStringLiteral("talks"))),
              QUrl::fromLocalFile(gui.folder.filePath(QStringLiteral("nothing"))),
              QUrl(QStringLiteral("https://example.org/talk.mp3"))});
    QVERIFY(gui.wait_until_idle(4));
    QCOMPARE(file_name(gui.item(0).path), QStringLiteral("b.wav"));
    QCOMPARE(file_name(gui.item(1).path), QStringLiteral("a.MP3"));
    for (const int row : {2, 3}) {
      QCOMPARE(gui.item(row).state, JobState::failed);
      QVERIFY(english(gui.item(row).failure.message).starts_with("Expected"));
      QVERIFY(!retryable(gui.item(row)));
    }
  }

  void a_saved_profile_opens_in_the_profiler() {
    GuiFixture gui;
    gui.drop({QUrl::fromLocalFile(QStringLiteral(TILESCRIBE_TEST_DATA "/profiles/cpu-demo.sqlite"))});
    const auto profiler = []() -> QWidget* {
      for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (qobject_cast<ProfilerWindow*>(widget) != nullptr && widget->isVisible()) return widget;
      }
      return nullptr;
    };
    QTRY_VERIFY(profiler() != nullptr);
    QTRY_VERIFY(profiler()->windowTitle().contains(QStringLiteral("cpu-demo")));
    QCOMPARE(gui.queue().rowCount(), 0);
  }

  void files_can_be_dropped_on_every_part() {
    // A part that took drops itself would keep them from the window. The list of files takes its own rows
    // alone (test_queue).
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(gui.window().acceptDrops());
    for (auto* part : gui.window().findChildren<QWidget*>()) {
      const bool list = qobject_cast<QueueView*>(part) != nullptr ||
                        qobject_cast<QueueView*>(part->parentWidget()) != nullptr;
      if (part->isVisible() && !list) QVERIFY2(!part->acceptDrops(), part->metaObject()->className());
    }
  }

  void an_engine_failure_is_one_sentence_with_a_way_out() {
    GuiFixture gui(false);
    gui.world.fail_opening("Expected tokenizer.json in the checkpoint folder /m, found none.");
    gui.controller->start({.model = "/m"});
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    Banner* failure = gui.banner("engine");
    QTRY_VERIFY(failure->isVisible());
    QVERIFY(failure->text().contains(QStringLiteral("tokenizer.json")));
    QCOMPARE(gui.item(0).state, JobState::waiting);
    click(button(gui, "engineDetails"));
    shown_dialog<FailureDialog>()->reject();
    gui.world.fail_opening({});
    click(button(gui, "engineChoose"));
    auto* dialog = shown_dialog<EngineDialog>();
    auto* folder = dialog->findChild<QLineEdit*>(QStringLiteral("modelFolder"));
    QCOMPARE(folder->text(), QStringLiteral("/m"));
    folder->setText(QStringLiteral("/other"));
    auto* arithmetic = dialog->findChild<QComboBox*>(QStringLiteral("computeChoice"));
    arithmetic->setCurrentIndex(arithmetic->findData(static_cast<int>(Compute::f32)));
    dialog->accept();
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(!failure->isVisible());
    QVERIFY(gui.world.last_options().background);
    QCOMPARE(gui.settings.engine().model, std::string("/other"));
    QCOMPARE(gui.settings.engine().compute, Compute::f32);
    QCOMPARE(gui.visible<QToolButton>(QStringLiteral("engineChip"))->text(),
             QStringLiteral("CPU, f32, 2 threads"));
  }

  void nothing_is_lost_on_closing() {
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 3});
    gui.drop({gui.file(QStringLiteral("held.wav")), gui.file(QStringLiteral("later.wav"))});
    QTRY_VERIFY(gui.queue().rowCount() == 2 && gui.item(0).transcript().segments.size() == 3);
    QVERIFY(!gui.window().close());
    QCOMPARE(shown_dialog<QMessageBox>()->text(), QStringLiteral("2 files are not finished."));
    press("stay");
    QVERIFY(gui.window().isVisible());
    QVERIFY(!gui.window().close());
    press("stop");
    QVERIFY(!gui.window().isVisible());
    const auto recent = gui.store().recent();
    QCOMPARE(recent.size(), 1);
    std::ifstream in(recent.first().path.toStdString());
    QCOMPARE(read_transcript(in, ExportFormat::json).segments.size(), std::size_t{3});
  }

  void recent_transcripts_come_back() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("talk & more.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    auto* menu = gui.window().findChild<QMenu*>(QStringLiteral("recentMenu"));
    QTRY_COMPARE(menu->actions().size(), 1);
    QTRY_VERIFY(gui.panel().view().complete());
    const QString text = gui.panel().view().toPlainText();
    click(gui.window().findChild<QueueView*>()->viewport());
    gui.action("remove")->trigger();
    QCOMPARE(gui.queue().rowCount(), 0);
    menu->actions().first()->trigger();
    QTRY_COMPARE(gui.queue().rowCount(), 1);
    QCOMPARE(gui.item(0).state, JobState::done);
    QTRY_COMPARE(gui.panel().view().toPlainText(), text);
  }

  void a_failed_export_says_so() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    gui.action("export")->trigger();
    press("exportNow");
    choose_file(gui.folder.filePath(QStringLiteral("no/such/folder/a.txt")));
    QTRY_VERIFY(gui.banner("failure")->isVisible());
    QVERIFY(gui.banner("failure")->text().contains(QStringLiteral("a.txt")));
  }

  void a_disk_that_takes_nothing_is_one_banner_with_its_details() {
    GuiFixture gui(false);
    QVERIFY(
        QFile(gui.folder.filePath(QStringLiteral("transcripts"))).open(QIODevice::WriteOnly));  // no folder
    gui.controller->start({});
    gui.drop({gui.file(QStringLiteral("a.wav")), gui.file(QStringLiteral("b.wav"))});
    QVERIFY(gui.wait_until_idle(2));
    Banner* failure = gui.banner("failure");
    QTRY_VERIFY(failure->text().startsWith(QStringLiteral("Transcript could not be kept (2 times). ")));
    QVERIFY(failure->isVisible());
    gui.window().report(QStringLiteral("Another thing failed"), {Message("It was not there."), "errno 2"});
    QCOMPARE(failure->text(), QStringLiteral("Another thing failed. It was not there."));
    QVERIFY(shown_dialog<QDialog>() == nullptr);
    click(failure->findChild<QPushButton*>(QStringLiteral("failureDetails")));
    const QString details = shown_dialog<FailureDialog>()->findChild<QPlainTextEdit*>()->toPlainText();
    QVERIFY(details.startsWith(QStringLiteral("errno 2")));
    QCOMPARE(details.count(QStringLiteral("Transcript could not be kept")), 2);  // each with its reason
    // What was dismissed is not counted any more.
    click(failure->findChild<QToolButton*>(QStringLiteral("dismiss")));
    QVERIFY(!failure->isVisible());
    gui.window().report(QStringLiteral("Transcript could not be kept"), {Message("The disk is full."), ""});
    QCOMPARE(failure->text(), QStringLiteral("Transcript could not be kept. The disk is full."));
  }

  void the_row_buttons_act() {
    GuiFixture gui;
    gui.world.script("held.wav", {.hold_after = 1});
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::running));
    auto* list = gui.window().findChild<QueueView*>();
    const QModelIndex index = gui.queue().index(0);
    QStyleOptionViewItem option;
    option.initFrom(list);
    option.rect = list->visualRect(index);
    option.font = list->font();
    const auto buttons = QueueDelegate::buttons(option, index);
    QCOMPARE(buttons.size(), std::size_t{1});
    QCOMPARE(buttons.front().action, RowAction::cancel);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, buttons.front().rect.center());
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
  }

  void the_status_bar_counts_what_went_wrong() {
    GuiFixture gui;
    gui.world.script("bad.mp3", {.fail_after = 0, .failures = 1});
    gui.world.script("held.wav", {.hold_after = 2});
    const auto* status = gui.window().findChild<QLabel*>(QStringLiteral("overallText"));
    QCOMPARE(status->text(), QStringLiteral("Ready"));
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    QCOMPARE(status->text(), QStringLiteral("Finished"));
    gui.drop({gui.file(QStringLiteral("b.wav"))});
    QVERIFY(gui.wait_until_idle(2));
    QCOMPARE(status->text(), QStringLiteral("All 2 finished"));
    gui.drop({gui.file(QStringLiteral("bad.mp3"))});
    QVERIFY(gui.wait_until_idle(3));
    QCOMPARE(status->text(), QStringLiteral("2 finished, 1 failed"));
    gui.drop({gui.file(QStringLiteral("held.wav"))});
    QVERIFY(gui.wait_for_state(3, JobState::running));
    QCOMPARE(status->text(), QStringLiteral("2 of 4 finished, 1 failed"));
    gui.controller->queue().part().act(RowAction::cancel, gui.item(3).id());
    QVERIFY(gui.wait_for_state(3, JobState::cancelled));
    QCOMPARE(status->text(), QStringLiteral("2 finished, 1 failed, 1 cancelled"));
    gui.controller->queue().part().act(RowAction::retry, gui.item(2).id());
    QVERIFY(gui.wait_for_state(2, JobState::done));
    QCOMPARE(status->text(), QStringLiteral("3 finished, 1 cancelled"));
  }

  void settings_are_kept() {
    GuiFixture gui;
    gui.action("dark")->trigger();
    QVERIFY(is_dark(QApplication::palette()));
    gui.action("larger")->trigger();
    gui.window().resize(950, 640);
    QVERIFY(gui.window().close());
    MainWindow again(*gui.theme, gui.settings);
    QueueModel model;
    QueuePart queue(model, again, gui.settings);
    const TranscriptPart transcript(model, queue, again, gui.settings);
    QCOMPARE(again.size(), QSize(950, 640));
    QCOMPARE(transcript.zoom(), 110);
    QVERIFY(again.findChild<QAction*>(QStringLiteral("dark"))->isChecked());
    gui.theme->apply(ThemeChoice::light);
  }

  /// The line below the banners comes and goes with them.
  void without_banners_the_page_begins_below_the_menus() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
    gui.action("recordPage")->trigger();
    const auto above_page = [&] {
      return gui.record_page().mapTo(gui.window().centralWidget(), QPoint(0, 0)).y();
    };
    for (auto* banner : gui.window().findChildren<Banner*>()) banner->hide();
    QTRY_COMPARE(above_page(), 0);
    gui.window().report(QStringLiteral("Trouble"), {Message("Nothing went well."), {}});
    const QWidget* banner = gui.banner("failure");
    QTRY_VERIFY(above_page() > banner->geometry().bottom() + 10);
  }

  void about_names_what_the_program_links() {
    const AboutDialog about(nullptr, nullptr);
    const QString text = about.findChild<QLabel*>(QStringLiteral("aboutText"))->text();
    QVERIFY(text.contains(QStringLiteral("Qt 6")) && text.contains(QStringLiteral("LGPL-3.0")));
    QVERIFY(text.contains(QStringLiteral("QCustomPlot, which is under GPL-3.0")));
  }
};

QTEST_MAIN(TestMainWindow)
#include "test_main_window.moc"
