// SPDX-License-Identifier: Apache-2.0
// Preferences, the list of shortcuts, and what the start page shows of earlier work.
#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTreeView>
#include <QtTest>

#include "tests/app/gui/library/library_bench.h"
#include "tests/support/dialogs.h"
#include "tests/support/mnemonics.h"
#include "tests/support/patience.h"
#include "ui/recording/recording_dialog.h"
#include "ui/settings/engine_dialog.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/shell/actions.h"
#include "ui/transcript/transcript_view.h"
#include "ui/window/shortcuts_dialog.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;

namespace {

PreferencesDialog* open_preferences(GuiFixture& gui) {
  gui.action("preferences")->trigger();
  auto* dialog = shown_dialog<PreferencesDialog>();
  if (dialog == nullptr) qFatal("no preferences are shown");
  return dialog;
}

/// As a person does with the arrow keys.
void choose_entry(QComboBox& box, int index) {
  box.setFocus();
  QTest::keyClick(&box, Qt::Key_Home);
  for (int i = 0; i < index; ++i) QTest::keyClick(&box, Qt::Key_Down);
  QCOMPARE(box.currentIndex(), index);
}

QStringList rows_of(const QAbstractItemModel& model, int column, const QModelIndex& parent = {}) {
  QStringList texts;
  for (int row = 0; row < model.rowCount(parent); ++row)
    texts << model.index(row, column, parent).data().toString();
  return texts;
}

}  // namespace

class TestPreferences : public QObject {
  Q_OBJECT

 private slots:
  void theme_and_language_are_chosen_and_kept() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QTest::keyClick(&gui.window(), Qt::Key_Comma, Qt::ControlModifier);
    auto* dialog = shown_dialog<PreferencesDialog>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(doubled_in_dialog(*dialog), QStringList());
    auto* theme = dialog->findChild<QComboBox*>(QStringLiteral("themeChoice"));
    choose_entry(*theme, 2);
    QVERIFY(is_dark(QApplication::palette()));
    QVERIFY(gui.action("dark")->isChecked());
    QCOMPARE(gui.settings.theme.get(), ThemeChoice::dark);
    choose_entry(*theme, 1);
    QVERIFY(!is_dark(QApplication::palette()));
    QCOMPARE(gui.settings.theme.get(), ThemeChoice::light);

    auto* later = dialog->findChild<QLabel*>(QStringLiteral("languageLater"));
    QVERIFY(!later->isVisible());
    auto* language = dialog->findChild<QComboBox*>(QStringLiteral("languageChoice"));
    QCOMPARE(language->itemText(2), QStringLiteral("简体中文"));
    choose_entry(*language, 2);
    QVERIFY(later->isVisible());
    QCOMPARE(gui.settings.language.get(), Language::chinese);
    dialog->reject();
    dialog = open_preferences(gui);
    QCOMPARE(dialog->findChild<QComboBox*>(QStringLiteral("themeChoice"))->currentIndex(), 1);
    QCOMPARE(dialog->findChild<QComboBox*>(QStringLiteral("languageChoice"))->currentIndex(), 2);
  }

  void it_leads_to_the_other_dialogs_and_shows_what_they_changed() {
    GuiFixture gui;
    gui.settings.set_keep_texts_days(30);
    PreferencesDialog* dialog = open_preferences(gui);
    const auto says = [&](const char* text) {
      const auto labels = dialog->findChildren<QLabel*>();
      return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisible() && label->text() == QLatin1String(text);
      });
    };
    QVERIFY(says("The bundled demo model") && says("Kept for 30 days") && says("Kept forever"));
    press("preferences_engine");
    QVERIFY(shown_dialog<EngineDialog>() != nullptr);
    shown_dialog<EngineDialog>()->reject();
    press("preferences_recordingSettings");
    auto* recording = shown_dialog<RecordingDialog>();
    QVERIFY(recording != nullptr);
    auto* keep = recording->findChild<QComboBox*>(QStringLiteral("keepDays"));
    keep->setCurrentIndex(keep->findData(7));
    recording->accept();
    QEvent active(QEvent::WindowActivate);  // as a desktop does
    QCoreApplication::sendEvent(dialog, &active);
    QVERIFY(says("Kept for 7 days"));
    press("preferences_models");
    QTRY_VERIFY(shown_dialog<PreferencesDialog>() == nullptr);
    QVERIFY(gui.window().shows_page(QStringLiteral("models")));
  }

  void the_live_costs_are_one_switch() {
    GuiFixture gui;
    PreferencesDialog* dialog = open_preferences(gui);
    auto* shown = dialog->findChild<QCheckBox*>(QStringLiteral("preferencesCosts"));
    QVERIFY(!shown->isChecked() && !gui.action("liveCosts")->isChecked());
    shown->click();
    QVERIFY(gui.action("liveCosts")->isChecked() && gui.settings.live_costs.get());
    gui.action("liveCosts")->trigger();
    QVERIFY(!shown->isChecked());
  }

  void every_key_of_a_menu_is_listed_and_found() {
    GuiFixture gui;
    QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
    QTest::keyClick(&gui.window(), Qt::Key_F1);
    auto* dialog = shown_dialog<ShortcutsDialog>();
    QVERIFY(dialog != nullptr);
    auto* list = dialog->findChild<QTreeView*>(QStringLiteral("shortcutList"));
    const QAbstractItemModel& model = *list->model();
    const QAbstractItemModelTester tester(list->model(),
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    QStringList expected, listed;
    for (const QAction* menu : gui.window().menuBar()->actions()) {
      for (const QAction* action : menu->menu()->actions()) {
        if (!action->shortcut().isEmpty()) expected << bare_text(*action) + keys_of(*action);
      }
    }
    for (int group = 0; group < model.rowCount(); ++group) {
      const QModelIndex parent = model.index(group, 0);
      QVERIFY(list->isExpanded(parent));
      const QStringList texts = rows_of(model, 0, parent), keys = rows_of(model, 1, parent);
      for (int row = 0; row < texts.size(); ++row) {
        QVERIFY(!texts[row].contains(QLatin1Char('&')));
        listed << texts[row] + keys[row].section(QStringLiteral("  "), 0, 0);
      }
    }
    QVERIFY(expected.size() > 20);
    QCOMPARE(listed, expected);
    QVERIFY(listed.contains(QStringLiteral("PreferencesCtrl+,")));

    auto* search = dialog->findChild<QLineEdit*>(QStringLiteral("shortcutSearch"));
    QVERIFY(search->hasFocus() || !dialog->isActiveWindow());
    QTest::keyClicks(search, QStringLiteral("ctrl+shift+m"));
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(rows_of(model, 0, model.index(0, 0)), QStringList{QStringLiteral("Models")});
    QVERIFY(list->isExpanded(model.index(0, 0)));
    search->setText(QStringLiteral("playback"));  // all of a menu
    QCOMPARE(rows_of(model, 0), QStringList{QStringLiteral("Playback")});
    QVERIFY(model.rowCount(model.index(0, 0)) > 2);
    search->setText(QStringLiteral("nothing like it"));
    QCOMPARE(model.rowCount(), 0);
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(shown_dialog<ShortcutsDialog>() == nullptr);
  }

  void the_start_page_shows_the_newest_transcripts_and_opens_them() {
    LibraryBench bench;
    for (int day = 1; day <= 10; ++day)
      bench.files.text(day, "talk " + std::to_string(day) + ".wav",
                       {"Words of day " + std::to_string(day) + "."});
    bench.files.recording(20);  // without a text
    bench.start();
    bench.gui->window().show_home();
    auto* list = bench.gui->window().findChild<QListView*>(QStringLiteral("recentList"));
    QVERIFY(list != nullptr);
    QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 8, patience_ms);
    QVERIFY(list->isVisible());
    const QModelIndex first = list->model()->index(0, 0);
    QCOMPARE(first.data().toString(), QStringLiteral("talk 10.wav"));
    const QString said = first.data(Qt::AccessibleTextRole).toString();
    QVERIFY2(said.contains(QStringLiteral("10")) && said.endsWith(QStringLiteral("0:05")), qPrintable(said));
    list->setFocus();
    list->setCurrentIndex(list->model()->index(1, 0));
    QTest::keyClick(list, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(bench.gui->panel().view().toPlainText(), QStringLiteral("Words of day 9."),
                              patience_ms);
    QVERIFY(bench.gui->window().shows_page(page_id::transcript));
    bench.gui->action("removeFinished")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(list->isVisible(), patience_ms);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualRect(list->model()->index(0, 0)).center());
    QTRY_COMPARE_WITH_TIMEOUT(bench.gui->panel().view().toPlainText(), QStringLiteral("Words of day 10."),
                              patience_ms);
  }

  void what_was_just_transcribed_is_on_the_start_page_and_without_any_there_is_no_list() {
    GuiFixture gui;
    auto* list = gui.window().findChild<QListView*>(QStringLiteral("recentList"));
    QVERIFY(!list->isVisible());
    gui.drop({gui.file(QStringLiteral("new.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    gui.action("removeFinished")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(list->isVisible() && list->model()->rowCount() == 1, patience_ms);
    QCOMPARE(list->model()->index(0, 0).data().toString(), QStringLiteral("new.wav"));
  }
};

QTEST_MAIN(TestPreferences)
#include "test_preferences.moc"
