// SPDX-License-Identifier: Apache-2.0
// Every text on screen comes from a translation: lupdate finds all texts, each gets an accent on every
// letter, and then no page, dialog or state shows a word without one.
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QtTest>
#include <memory>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/known_data.h"
#include "tests/support/known_proposal.h"
#include "tests/support/patience.h"
#include "tests/support/profile_frames.h"
#include "tests/support/profiler_clicks.h"
#include "tests/support/pseudo_window.h"
#include "ui/profiling/live_panel.h"
#include "ui/profiling/profiler_window.h"
#include "ui/profiling/views.h"
#include "ui/recording/source_picker.h"
#include "ui/recording/source_popup.h"
#include "ui/settings/engine_dialog.h"
#include "ui/transcript/find_bar.h"
#include "ui/widgets/failure_dialog.h"

using namespace tilescribe;
using namespace tilescribe::test;

class TestTranslations : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    const QString problem =
        windows_.find_texts(QStringLiteral(TILESCRIBE_LUPDATE), QStringLiteral(TILESCRIBE_CMAKE),
                            QStringLiteral(TILESCRIBE_SOURCE_DIR));
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    theme_ = std::make_unique<ui::Theme>(*qApp);
  }

  void cleanupTestCase() { theme_.reset(); }

  void init() { windows_.begin(); }
  void cleanup() {
    const QStringList wrong = windows_.end();
    for (const QString& each : wrong) qWarning("%s", qPrintable(each));
    QVERIFY(wrong.isEmpty());
  }

  void every_plural_has_its_english_forms() {
    const ui::Translations translations;
    QTranslator english;
    QVERIFY(english.load(QStringLiteral(":/translations/tilescribe_en.qm")));
    QStringList without;
    for (auto each = windows_.found().begin(); each != windows_.found().end(); ++each) {
      if (each.key().first == QLatin1String("Messages")) continue;  // ui/words knows their English plurals
      const QByteArray context = each.key().first.toUtf8(), text = each.key().second.toUtf8();
      const bool there = !english.translate(context, text, nullptr, 1).isEmpty() &&
                         !english.translate(context, text, nullptr, 2).isEmpty();
      if (there != each.value()) without << each.key().second;
    }
    QCOMPARE(without, QStringList());
    const auto files = [](int n) { return ui::QueuePart::tr("%n file(s)", nullptr, n); };
    QCOMPARE(files(1), QStringLiteral("1 file"));
    QCOMPARE(files(3), QStringLiteral("3 files"));
  }

  void letters_get_accents_and_the_rest_stays() {
    QCOMPARE(accented(QStringLiteral("&Open %1 of %n…")), QStringLiteral("⟦&Óþéñ %1 óƒ %n…⟧"));
    QCOMPARE(accented(QStringLiteral("<a href=\"keep\">in</a>&nbsp;(*.wav)")),
             QStringLiteral("⟦<a href=\"keep\">íñ</a>&nbsp;(*.wav)⟧"));
    QCOMPARE(plain_words(QStringLiteral("⟦Óþéñ Transcript <b>ƒ</b> now⟧")),
             QStringList({QStringLiteral("Transcript"), QStringLiteral("now")}));
  }

  void the_empty_window_and_its_dialogs() {
    GuiFixture gui(false);
    look(gui, "before the start");
    gui.controller->start({});
    QVERIFY(QTest::qWaitFor([&] { return gui.world.opened() == 1; }, patience_ms));
    look(gui, "empty");
    for (const char* action : {"engine", "recordingSettings", "captionSettings", "about", "model", "open",
                               "openProfile", "preferences", "shortcuts", "ownWords"})
      look_at_dialog(gui, action);
    gui.desktop.state->limit = QStringLiteral("¬");
    look_at_dialog(gui, "recordingSettings");
    gui.world.spoil_model("/models/broken", "The engine is out of order.", false);
    emit gui.controller->engine().part().optionsChosen({.model = "/models/broken"});
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("engine")->isVisible(), patience_ms);
    look(gui, "engine refused");
    gui.world.spoil_model("/7", "The engine is out of order.", true);
    gui.action("engine")->trigger();
    auto* dialog = shown_dialog<ui::EngineDialog>();
    QVERIFY(dialog != nullptr);
    dialog->findChild<QLineEdit*>(QStringLiteral("modelFolder"))->setText(QStringLiteral("/7"));
    dialog->accept();
    QTRY_VERIFY(dialog->findChild<QLabel*>(QStringLiteral("modelProblem"))->isVisible());
    look(*dialog, "a folder without a model");
    dialog->reject();
    ui::FailureDialog with(accented(QString()), {Message::verbatim("The engine is out of order."),
                                                 "tokenizer.json: no such file"});
    look(with, "failure");
    ui::FailureDialog without(accented(QString()), {Message::verbatim("The engine is out of order."), ""});
    look(without, "failure without details");
  }

  /// Also those that nobody has thought of here.
  void every_page() {
    GuiFixture gui;
    QVERIFY(gui.window().page_ids().size() >= 5);
    for (const QString& id : gui.window().page_ids()) {
      gui.window().show_page(id);
      look(gui, qPrintable(id));
    }
  }

  void no_engine() {
    GuiFixture gui(false);
    gui.world.fail_opening("The engine is out of order.");
    gui.controller->start({});
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("engine")->isVisible(), patience_ms);
    gui.drop({gui.file(QStringLiteral("1.wav"))});
    QVERIFY(gui.wait_for_state(0, ui::JobState::waiting));
    look(gui, "no engine");
  }

  void files_in_every_state() {
    GuiFixture gui;
    gui.world.script("3.wav", {.fail_after = 0});
    gui.world.script("4.wav", {.hold_after = 2});
    gui.world.script("2.wav", {.looped = 1});
    gui.drop({gui.file(QStringLiteral("1.wav")), gui.file(QStringLiteral("2.wav")),
              gui.file(QStringLiteral("3.wav")), gui.file(QStringLiteral("4.wav")),
              gui.file(QStringLiteral("5.wav")), QUrl::fromLocalFile(gui.folder.path()),
              QUrl(QStringLiteral("https://[::1]/7.wav"))});
    QVERIFY(gui.wait_for_state(3, ui::JobState::running));
    QTRY_VERIFY_WITH_TIMEOUT(!gui.item(3).transcript().segments.empty(), patience_ms);
    look_at_rows(gui);
    look_at_dialog(gui, "quit");
    gui.action("find")->trigger();
    auto* search = gui.window().findChild<ui::FindBar*>()->findChild<QLineEdit*>();
    for (const char* text : {"e", "ø"}) {
      search->setText(QString::fromLatin1(text));
      look(gui, "search");
    }
    gui.choose(gui.item(3).id());
    gui.action("cancel")->trigger();
    QVERIFY(gui.wait_for_state(3, ui::JobState::cancelled));
    QVERIFY(gui.wait_for_state(4, ui::JobState::done));
    look_at_rows(gui);
    gui.choose(gui.item(0).id());
    for (const char* action : {"copyAll", "replace", "removeFinished", "undo", "remove"}) {
      gui.action(action)->trigger();
      look(gui, action);
    }
    for (const ExportFormat format : all_export_formats) {
      ui::ExportSettings how;
      how.format = format;
      how.options.text = TextLayout::paragraphs;
      gui.settings.set_exporting(how);
      look_at_dialog(gui, "export");
      look_at_dialog(gui, "exportAll");
    }
    names_ = {QStringLiteral("http://localhost:11434/v1")};
    QVERIFY(see_clean_up(*gui.action("cleanUp"), [this](QWidget& seen, const char* as) { look(seen, as); }));
    gui.action("export")->trigger();
    press("exportNow");
    choose_file(gui.file(QStringLiteral("1.txt")).toLocalFile());
    auto* replace = shown_dialog<QMessageBox>();
    QVERIFY(replace != nullptr);
    look(*replace, "replace");
    replace->reject();
    shown_dialog<QFileDialog>()->reject();
    for (int times = 0; times < 2; ++times) {
      gui.window().report(accented(QStringLiteral("lost")), {Message::verbatim("¬"), ""});
      look(gui, "failures");
    }
  }

  void an_offer_of_what_was_not_finished() {
    GuiFixture gui(false);
    for (int i = 1; i < 3; ++i) {
      gui.sound.leave({.file = recording_file(gui, i), .duration_s = 723.0, .unfinished = true});
    }
    gui.controller->start({});
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("unfinished")->isVisible(), patience_ms);
    look(gui, "unfinished");
  }

  void a_recording_from_its_beginning_to_its_end() {
    GuiFixture gui;
    gui.action("recordPage")->trigger();
    look(gui, "record page");
    auto& popup = gui.record_page().picker().popup();
    QTest::mouseClick(&gui.record_page().picker(), Qt::LeftButton);
    look(popup, "sources");
    popup.hide();
    gui.world.script_live({.run_s = 3.4, .too_slow = true});
    gui.settings.set_captions({.overlay = {.size = 16, .lines = 4}});  // sentences stand there whole
    gui.action("captionSettings")->trigger();
    shown_dialog<QDialog>()->accept();
    QVERIFY(record(gui, 7.0));
    for (const char* action : {"smallWindow", "captions"}) gui.action(action)->trigger();
    look(gui, "recording");
    look_at_dialog(gui, "quit");
    look_at_other_windows("recording");
    gui.action("pause")->trigger();
    QTRY_COMPARE(phase(gui), ui::RecordPhase::paused);
    look(gui, "paused");
    gui.action("pause")->trigger();
    gui.sound.vanish();
    QTRY_COMPARE(phase(gui), ui::RecordPhase::waiting);
    look(gui, "waiting");
    gui.sound.come_back();
    gui.sound.mute();
    QTRY_COMPARE(phase(gui), ui::RecordPhase::recording);
    look(gui, "muted");
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), ui::RecordPhase::idle, patience_ms);
    look(gui, "recorded");
    look_at_other_windows("recorded");
  }

  void trouble_with_the_sound() {
    GuiFixture gui;
    gui.action("recordPage")->trigger();
    gui.sound.refuse("The sound server refused.");
    press_record_keys(gui);
    QTRY_VERIFY_WITH_TIMEOUT(gui.sound.started() == 0 && phase(gui) == ui::RecordPhase::idle, patience_ms);
    look(gui, "refused");
    gui.sound.refuse("");
    gui.sound.set_problem("No microphone was found.");
    QTRY_VERIFY(gui.visible<QLabel>(QStringLiteral("message")) != nullptr);
    look(gui, "no microphone");
  }

  void live_costs() {
    GuiFixture gui;
    ui::LivePanel& panel = gui.controller->profiling().part().panel();
    gui.action("liveCosts")->trigger();
    look(gui, "no costs");
    names_ = data_of_costs(fake_frame(10.0));
    panel.begin(QStringLiteral("1.wav"));
    for (double at_s = 0.0; at_s < 10.0; at_s += 0.5) panel.show_frame(fake_frame(at_s));
    ProfileFrame sampled = fake_frame(11.0);
    sampled.detail_every = 4;
    sampled.lost = 3;
    panel.show_frame(sampled);
    look(gui, "costs");
    panel.finish();
    look(gui, "costs of a run that is over");
    panel.fail(QStringLiteral("The profile is broken."));
    look(gui, "costs that are lost");
  }

  void the_profiler() {
    for (const bool gpu : {true, false}) {
      ui::ProfilerWindow window;
      window.resize(1280, 900);
      window.show();
      look_at_pages(window, "no profile");
      const auto session = made({.windows = 2, .layers = 3, .tokens = 10, .gpu = gpu});
      const auto before = made(
          {.windows = 2, .layers = 3, .tokens = 10, .gpu = gpu, .slow_op = "linear", .slow_factor = 1.7});
      names_ = data_of_profile(*session, *before);
      window.document().open(session, QStringLiteral("/1.sqlite"));
      look(window, "while it is computed");
      look_at_pages(window, "a profile");
      window.document().compare_with(before, QStringLiteral("/2.sqlite"));
      ProfileSelection selection;
      selection.range = ProfileSelection::Range{0, session->duration_ns / 2};
      selection.stage = "decode";
      selection.layer = 2;
      selection.kinds = {0, 1, 2};
      window.document().select(selection);
      look_at_pages(window, "a selection");
      window.document().select({});
      for (auto* box : window.findChildren<QComboBox*>()) {
        for (int i = 0; i < box->count(); ++i) {
          box->setCurrentIndex(i);
          settle(window.document());
          look(window, "a grouping");
        }
      }
      window.show_error(QStringLiteral("The profile is broken."));
      look(window, "an error");
    }
    const std::unique_ptr<QDialog> keys(ui::make_keys_dialog({}, nullptr));
    keys->show();
    look(*keys, "keys");
  }

  void the_models() {
    GuiFixture gui;
    gui.models.install(FakeModels::full("/7", ModelOrigin::downloaded));
    gui.models.set_part({1, 2, {}});
    gui.action("models")->trigger();
    QTRY_VERIFY(gui.visible<QPushButton>(QStringLiteral("removeModel")) != nullptr);
    look(gui, "models");
    QTRY_VERIFY(gui.visible<QPushButton>(QStringLiteral("removeModel")) != nullptr);  // it is read again
    gui.visible<QPushButton>(QStringLiteral("removeModel"))->click();
    look(*shown_dialog<QMessageBox>(), "remove a model");
  }

 private:
  void look(GuiFixture& gui, const char* state) { windows_.look(gui, state); }
  void look(QWidget& window, const char* state) { windows_.look(window, state); }
  void look_at_dialog(GuiFixture& gui, const char* action) {
    QVERIFY2(windows_.look_at_dialog(gui, action), action);
  }

  void look_at_rows(GuiFixture& gui) {
    for (int row = 0; row < gui.queue().rowCount(); ++row) {
      gui.choose(gui.item(row).id());
      look(gui, "a file");
    }
  }

  void look_at_pages(ui::ProfilerWindow& window, const char* state) {
    for (int page = ui::ProfilerWindow::OverviewTab; page <= ui::ProfilerWindow::CompareTab; ++page) {
      window.show_page(static_cast<ui::ProfilerWindow::Page>(page));
      settle(window.document());
      look(window, state);
    }
  }

  /// The small window, and the tray's menu.
  void look_at_other_windows(const char* state) {
    for (QWidget* window : QApplication::topLevelWidgets()) look(*window, state);
  }

  PseudoWindow windows_;
  QStringList& names_ = windows_.names;
  std::unique_ptr<ui::Theme> theme_;
};

QTEST_MAIN(TestTranslations)
#include "test_translations.moc"
