// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>
#include <fstream>

#include "tests/support/gui_fixture.h"
#include "ui/profiling/profiler_window.h"
#include "ui/queue/queue_view.h"
#include "ui/settings/about_dialog.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/banner.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::GuiFixture;

namespace {

Banner* banner(GuiFixture& gui, const char* role) {
  for (auto* found : gui.window().findChildren<Banner*>()) {
    if (found->property("role").toString() == QLatin1String(role)) return found;
  }
  return nullptr;
}

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
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window()));
    auto* open = gui.visible<QPushButton>(QStringLiteral("emptyOpen"));
    QVERIFY(open != nullptr);
    QCOMPARE(gui.window().focusWidget(), open);  // Enter opens files
    QVERIFY(!gui.action("export")->isEnabled());
    QVERIFY(!gui.action("copyAll")->isEnabled());
    const QUrl file = gui.file(QStringLiteral("chosen.wav"));
    gui.window().dialogs.files_to_open = [&](const QString&) { return QStringList{file.toLocalFile()}; };
    click(open);
    QCOMPARE(gui.item(0).path, file.toLocalFile());
    QCOMPARE(gui.settings.open_folder.get(), gui.folder.path());
  }

  void the_first_start_transcribes_the_sample_and_says_so() {
    GuiFixture gui;
    gui.controller->open_sample(true);
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(banner(gui, "sample")->isVisible());
    QVERIFY(banner(gui, "sample")->text().contains(QStringLiteral("comes with Tilescribe")));
    // One banner, which tells of the demo model too.
    QVERIFY(!banner(gui, "limits")->isVisible());
    QVERIFY(banner(gui, "sample")->text().contains(QStringLiteral("one word in four")));
    click(banner(gui, "sample")->findChild<QToolButton*>());
    for (const char* role : {"sample", "limits"}) QVERIFY(!banner(gui, role)->isVisible());
    QVERIFY(!gui.window().panel().view().toPlainText().isEmpty());
  }

  void the_demo_models_limits_are_said_and_stay_in_reach() {
    GuiFixture gui;
    Banner* limits = banner(gui, "limits");
    QTRY_VERIFY(limits->isVisible());
    for (const char* part : {"English only", "instructions have no effect", "one word in four"}) {
      QVERIFY(limits->text().contains(QLatin1String(part)));
    }
    click(limits->findChild<QToolButton*>());
    QVERIFY(!limits->isVisible());
    // Opening the engine again does not bring it back in this session; the chip still tells.
    gui.controller->service().open({});
    QTRY_COMPARE(gui.world.opened(), 2);
    QTRY_VERIFY(gui.visible<QToolButton>(QStringLiteral("modelChip")) != nullptr);
    QVERIFY(!limits->isVisible());
    QString told;
    QTimer::singleShot(200, this, [&] {
      QWidget* dialog = QApplication::activeModalWidget();
      for (const auto* label : dialog->findChildren<QLabel*>()) told += label->text();
      dialog->close();
    });
    click(gui.visible<QToolButton>(QStringLiteral("modelChip")));
    QVERIFY(told.contains(QStringLiteral("one word in four")));
  }

  void dismissed_limits_stay_away_until_another_model_was_used() {
    GuiFixture gui;
    Banner* limits = banner(gui, "limits");
    QTRY_VERIFY(limits->isVisible());
    click(limits->findChild<QToolButton*>());
    // The next start, with the same settings.
    QueueModel model;
    MainWindow again(model, *gui.theme, gui.settings);
    const auto opens = [&](const char* name, bool demo) {
      ModelInfo info;
      info.name = name;
      info.limits = Message("It knows little.");
      info.is_demo = demo;
      again.set_engine({}, info);
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
    QVERIFY(gui.queue().index(0).data(QueueModel::StateTextRole).toString().contains(QLatin1Char('%')));
    QTRY_VERIFY(gui.window().panel().view().toPlainText().contains(QStringLiteral("pencil")));

    click(button(gui, "transcriptCancel"));
    QVERIFY(gui.wait_for_state(0, JobState::cancelled));
    QCOMPARE(gui.item(0).transcript.segments.size(), std::size_t{3});
    QVERIFY(gui.wait_for_state(1, JobState::done));

    gui.window().choose(gui.item(1).id);
    const QString target = gui.folder.filePath(QStringLiteral("out.srt"));
    gui.window().dialogs.export_target = [&](const QString& suggestion) {
      // Suggested beside the recording, under its name.
      [&] { QCOMPARE(suggestion, gui.folder.filePath(QStringLiteral("second"))); }();
      return Dialogs::Target{target, ExportFormat::srt};
    };
    click(button(gui, "transcriptExport"));
    QTRY_VERIFY(QFile::exists(target));
    std::ifstream in(target.toStdString());
    const Transcript read = read_transcript(in, ExportFormat::srt);
    QCOMPARE(read.text(), gui.item(1).transcript.text());

    gui.drop({gui.file(QStringLiteral("broken.mp3"))});
    QVERIFY(gui.wait_for_state(2, JobState::failed));
    gui.window().choose(gui.item(2).id);
    auto* message = gui.visible<QLabel>(QStringLiteral("message"));
    QVERIFY(message != nullptr && message->text().startsWith(QStringLiteral("Expected audio data")));
    click(gui.visible<QPushButton>(QStringLiteral("messageDetails")));
    QCOMPARE(gui.failures_shown.size(), 1);
    QVERIFY(gui.failures_shown.first().details.find("libsndfile") != std::string::npos);
    click(gui.visible<QPushButton>(QStringLiteral("messageRetry")));
    QVERIFY(gui.wait_for_state(2, JobState::done));
    QVERIFY(gui.failures_shown.size() == 1);
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
      QVERIFY(!gui.queue().index(row).data(QueueModel::CanRetryRole).toBool());
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
    // A part that took drops itself would keep them from the window.
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QVERIFY(gui.window().acceptDrops());
    for (auto* part : gui.window().findChildren<QWidget*>()) {
      if (part->isVisible()) QVERIFY2(!part->acceptDrops(), part->metaObject()->className());
    }
  }

  void an_engine_failure_is_one_sentence_with_a_way_out() {
    GuiFixture gui(false);
    gui.world.fail_opening("Expected tokenizer.json in the checkpoint folder /m, found none.");
    gui.controller->start({.model = "/m"});
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    Banner* failure = banner(gui, "engine");
    QTRY_VERIFY(failure->isVisible());
    QVERIFY(failure->text().contains(QStringLiteral("tokenizer.json")));
    QCOMPARE(gui.item(0).state, JobState::waiting);
    click(button(gui, "engineDetails"));
    QCOMPARE(gui.failures_shown.size(), 1);
    gui.world.fail_opening({});
    EngineOptions offered;
    gui.window().dialogs.engine_options = [&](const EngineOptions& now) {
      offered = now;
      EngineOptions chosen = now;
      chosen.model = "/other";
      chosen.compute = Compute::f32;
      return std::optional(chosen);
    };
    click(button(gui, "engineChoose"));
    QCOMPARE(offered.model, std::string("/m"));
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
    QTRY_VERIFY(gui.queue().rowCount() == 2 && gui.item(0).transcript.segments.size() == 3);
    int asked = 0;
    bool answer = false;
    gui.window().dialogs.stop_and_quit = [&](int unfinished) {
      ++asked;
      [&] { QCOMPARE(unfinished, 2); }();
      return answer;
    };
    QVERIFY(!gui.window().close());
    QVERIFY(gui.window().isVisible());
    answer = true;
    QVERIFY(gui.window().close());
    QCOMPARE(asked, 2);
    const auto recent = gui.controller->store().recent();
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
    const QString text = gui.window().panel().view().toPlainText();
    click(gui.window().findChild<QueueView*>()->viewport());
    gui.action("remove")->trigger();
    QCOMPARE(gui.queue().rowCount(), 0);
    menu->actions().first()->trigger();
    QTRY_COMPARE(gui.queue().rowCount(), 1);
    QCOMPARE(gui.item(0).state, JobState::done);
    QCOMPARE(gui.window().panel().view().toPlainText(), text);
  }

  void a_failed_export_says_so() {
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    gui.window().dialogs.export_target = [&](const QString&) {
      return Dialogs::Target{gui.folder.filePath(QStringLiteral("no/such/folder/a.txt")), ExportFormat::txt};
    };
    gui.action("export")->trigger();
    QTRY_COMPARE(gui.failures_shown.size(), 1);
    QVERIFY(english(gui.failures_shown.first().message).find("a.txt") != std::string::npos);
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
    emit gui.window().cancelRequested(gui.item(3).id);
    QVERIFY(gui.wait_for_state(3, JobState::cancelled));
    QCOMPARE(status->text(), QStringLiteral("2 finished, 1 failed, 1 cancelled"));
    emit gui.window().retryRequested(gui.item(2).id);
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
    QueueModel model;
    MainWindow again(model, *gui.theme, gui.settings);
    QCOMPARE(again.size(), QSize(950, 640));
    QCOMPARE(again.panel().view().zoom(), 110);
    QVERIFY(again.findChild<QAction*>(QStringLiteral("dark"))->isChecked());
    gui.theme->apply(ThemeChoice::light);
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
