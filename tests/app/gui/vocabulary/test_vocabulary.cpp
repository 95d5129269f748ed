// SPDX-License-Identifier: Apache-2.0
// Words of the user's own in the window, by keyboard: profiles, what they do to files and recordings, and the
// comparison of two transcripts.
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include "inference/api/export.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/library_folder.h"
#include "tests/support/patience.h"
#include "ui/transcript/transcript_view.h"
#include "ui/vocabulary/compare_dialog.h"
#include "ui/vocabulary/words_dialog.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

const QString sentence = QString::fromStdString(fake_sentence(0));

QString segment_text(const QueueItem& item, int row) {
  return QString::fromStdString(item.transcript().segments.at(static_cast<std::size_t>(row)).text);
}

WordProfile profile(const char* name, const char* find, const char* with) {
  return {.name = name, .rules = {.replacements = {{.find = find, .with = with}}}};
}

/// Opens the dialog with its keys.
WordsDialog* open_words(GuiFixture& gui) {
  if (!make_active(&gui.window())) qFatal("the window is not active");
  QTest::keyClick(&gui.window(), Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
  auto* dialog = shown_dialog<WordsDialog>();
  if (dialog == nullptr || !make_active(dialog)) qFatal("no dialog");
  return dialog;
}

/// Types into the cell that is edited, and ends that.
void type_cell(const QString& text) {
  const QPointer<QLineEdit> editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
  if (editor == nullptr) qFatal("no cell is edited");
  editor->selectAll();
  QTest::keyClicks(editor, text);
  QTest::keyClick(editor, Qt::Key_Return);
  if (!QTest::qWaitFor([&] { return editor == nullptr; }, patience_ms)) qFatal("the cell is still edited");
}

bool make_done(GuiFixture& gui, const QString& name, int row = 0) {
  gui.drop({gui.file(name)});
  return make_active(&gui.window()) && gui.wait_for_state(row, JobState::done) &&
         QTest::qWaitFor([&] { return gui.panel().view().complete(); }, patience_ms);
}

}  // namespace

class TestVocabulary : public QObject {
  Q_OBJECT

 private slots:
  void a_profile_is_made_by_keyboard_and_changes_what_comes_next() {
    GuiFixture gui;
    QVERIFY(make_done(gui, QStringLiteral("before.wav")));
    WordsDialog* dialog = open_words(gui);
    QVERIFY(!part<QTableView>(dialog, "replacements")->isEnabled());  // none is chosen
    QTest::keyClick(dialog, Qt::Key_N, Qt::AltModifier);
    auto* name = part<QLineEdit>(dialog, "profileName");
    QTRY_VERIFY(name->hasFocus());
    QTest::keyClicks(name, QStringLiteral("Meetings"));
    auto* table = part<QTableView>(dialog, "replacements");
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Insert);
    type_cell(QStringLiteral("four sheets"));
    QTest::keyClick(table, Qt::Key_Right);
    QTest::keyClick(table, Qt::Key_F2);
    type_cell(QStringLiteral("4 sheets"));
    // What it changes in the transcript that is shown.
    auto* preview = part<DifferenceView>(dialog, "wordsPreview");
    QTRY_VERIFY_WITH_TIMEOUT(preview->toPlainText().contains(QStringLiteral("four 4 sheets")), patience_ms);
    QVERIFY(part<QLabel>(dialog, "wordsSum")->text().startsWith(QStringLiteral("2 of 10 segments change.")));
    QTest::keyClick(dialog, Qt::Key_E, Qt::AltModifier);
    QTRY_COMPARE_WITH_TIMEOUT(preview->textCursor().selectedText(), QStringLiteral("four"), patience_ms);
    press("applyWords");
    QCOMPARE(gui.settings.word_profile.get(), QStringLiteral("Meetings"));

    QVERIFY(make_done(gui, QStringLiteral("after.wav"), 1));
    QCOMPARE(segment_text(gui.item(0), 0), sentence);
    QCOMPARE(segment_text(gui.item(1), 0),
             QString(sentence).replace(QStringLiteral("four"), QStringLiteral("4")));
    QCOMPARE(QString::fromStdString(gui.item(1).transcript().segments[0].heard), sentence);
    // What the model wrote comes back, and goes again with an undo.
    gui.action("restoreHeard")->trigger();
    QCOMPARE(segment_text(gui.item(1), 0), sentence);
    gui.action("undoEdit")->trigger();
    QVERIFY(segment_text(gui.item(1), 0).contains(QStringLiteral("4 sheets")));
    // They are there after the next start, for the user alone.
    const Settings again(gui.settings.path());
    QCOMPARE(again.word_profiles().size(), std::size_t{1});
    QVERIFY(again.word_profiles()[0] == gui.settings.word_profiles()[0]);
    QCOMPARE(mode_of(gui.settings.path().toStdString()), 0600U);
    gui.settings.zoom.set(120);
    QTRY_COMPARE_WITH_TIMEOUT(Settings(gui.settings.path()).zoom.get(), 120, patience_ms);
    QCOMPARE(mode_of(gui.settings.path().toStdString()), 0600U);
  }

  void a_job_takes_the_profile_of_when_it_began() {
    GuiFixture gui;
    WordsDialog* dialog = open_words(gui);
    dialog->add({profile("A", "four", "4"), profile("B", "four", "FOUR")});
    QCOMPARE(dialog->chosen(), QStringLiteral("A"));
    press("applyWords");
    gui.world.script("held.wav", {.segments = 3, .hold_after = 1});
    gui.drop({gui.file(QStringLiteral("held.wav")), gui.file(QStringLiteral("waits.wav"))});
    QTRY_COMPARE_WITH_TIMEOUT(gui.item(0).document->size(), 1, patience_ms);
    dialog = open_words(gui);
    part<QComboBox>(dialog, "wordProfile")->setCurrentText(QStringLiteral("B"));
    press("applyWords");
    gui.drop({gui.file(QStringLiteral("later.wav"))});
    gui.controller->service().cancel(gui.item(0).id());
    QVERIFY(gui.wait_for_state(2, JobState::done));
    QVERIFY(segment_text(gui.item(0), 0).contains(QStringLiteral(" 4 sheets")));
    QVERIFY(segment_text(gui.item(1), 0).contains(QStringLiteral(" 4 sheets")));
    QVERIFY(segment_text(gui.item(2), 0).contains(QStringLiteral(" FOUR sheets")));
  }

  void live_text_goes_through_the_rules() {
    GuiFixture gui;
    WordsDialog* dialog = open_words(gui);
    dialog->add({profile("Live", "four sheets of paper", "paper")});
    press("applyWords");
    QVERIFY(record(gui, 9.0));
    const QString changed =
        QString(sentence).replace(QStringLiteral("four sheets of paper"), QStringLiteral("paper"));
    QTRY_VERIFY_WITH_TIMEOUT(text(gui).fixed_text().contains(changed), patience_ms);
    QVERIFY(!text(gui).toPlainText().contains(QStringLiteral("four")));
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(gui.queue().rowCount(), 1, patience_ms);
    QCOMPARE(segment_text(gui.item(0), 0), changed);
    QCOMPARE(QString::fromStdString(gui.item(0).transcript().segments[0].heard), sentence);
  }

  void rules_are_applied_to_what_is_there_in_one_step() {
    GuiFixture gui;
    QVERIFY(make_done(gui, QStringLiteral("talk.wav")));
    WordsDialog* dialog = open_words(gui);
    dialog->add({profile("A", "the", "THE")});
    auto* apply = part<QPushButton>(dialog, "applyToText");
    QTRY_VERIFY_WITH_TIMEOUT(apply->isEnabled(), patience_ms);
    const QString before = gui.item(0).document->plain_text();
    QTest::keyClick(dialog, Qt::Key_T, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(gui.item(0).document->plain_text() != before, patience_ms);
    QVERIFY(!gui.item(0).document->plain_text().contains(QStringLiteral(" the ")));
    QTRY_COMPARE_WITH_TIMEOUT(part<QLabel>(dialog, "wordsSum")->text(), QStringLiteral("Nothing changes."),
                              patience_ms);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(gui.settings.word_profiles().empty());  // the profile was not wanted
    gui.action("undoEdit")->trigger();
    QCOMPARE(gui.item(0).document->plain_text(), before);
    QVERIFY(!gui.item(0).document->undo_stack().canUndo());
  }

  /// The dialog names it, whatever is shown by then.
  void rules_are_applied_to_the_text_that_was_shown_first() {
    GuiFixture gui;
    QVERIFY(make_done(gui, QStringLiteral("other.wav")) && make_done(gui, QStringLiteral("talk.wav"), 1));
    gui.choose(gui.item(1).id());
    QTRY_VERIFY_WITH_TIMEOUT(gui.panel().view().complete(), patience_ms);
    WordsDialog* dialog = open_words(gui);
    dialog->add({profile("A", "the", "THE")});
    auto* apply = part<QPushButton>(dialog, "applyToText");
    QTRY_VERIFY_WITH_TIMEOUT(apply->isEnabled(), patience_ms);
    gui.choose(gui.item(0).id());
    const QString before = gui.item(1).document->plain_text(), other = gui.item(0).document->plain_text();
    apply->click();
    QTRY_VERIFY_WITH_TIMEOUT(gui.item(1).document->plain_text() != before, patience_ms);
    QCOMPARE(gui.item(0).document->plain_text(), other);
    gui.controller->queue().part().act(RowAction::remove, gui.item(1).id());
    emit dialog->applyRequested(dialog->profiles().front().rules);  // there is nothing left to change
    QTest::qWait(100);
    QCOMPARE(gui.item(0).document->plain_text(), other);
  }

  void of_two_windows_neither_takes_the_others_profiles() {
    GuiFixture gui;
    gui.settings.set_word_profiles({profile("A", "a", "b"), profile("B", "c", "d")});
    gui.make_controller();
    gui.controller->start({});
    WordsDialog* dialog = open_words(gui);
    dialog->add({profile("Mine", "e", "f")});
    // Another program replaces the file, which two settings of one program would share.
    const QString file = gui.folder.filePath(QStringLiteral("settings.ini"));
    const QString others = gui.folder.filePath(QStringLiteral("others.ini"));
    Settings(others).set_word_profiles(
        {profile("A", "a", "new"), profile("Mine", "x", "y"), profile("Theirs", "g", "h")});
    QVERIFY(QFile::remove(file) && QFile::rename(others, file));
    press("applyWords");
    QStringList names;
    for (const WordProfile& one : gui.settings.word_profiles())
      names << QString::fromStdString(one.name + ":" + one.rules.replacements.front().with);
    names.sort();
    // B was removed there.
    QCOMPARE(names.join(QLatin1Char(' ')), QStringLiteral("A:new Mine 2:y Mine:f Theirs:h"));
  }

  void quitting_asks_before_it_loses_profiles() {
    GuiFixture gui;
    WordsDialog* dialog = open_words(gui);
    QVERIFY(!gui.controller->vocabulary().closing_question());
    dialog->add({profile("A", "a", "b")});
    gui.window().close();
    auto* question = shown_dialog<QMessageBox>(QStringLiteral("closingQuestion"));
    QVERIFY(question != nullptr);
    QVERIFY(question->text().contains(QStringLiteral("Words of your own")));
    press("stay");
    press("applyWords");
    QVERIFY(!gui.controller->vocabulary().closing_question());
    QCOMPARE(gui.settings.word_profiles().size(), std::size_t{1});
  }

  void a_wrong_rule_is_said_and_not_taken() {
    GuiFixture gui;
    WordsDialog* dialog = open_words(gui);
    dialog->add({{.name = "A", .rules = {.replacements = {{.find = "a(", .regular = true}}}}});
    auto* problem = part<QLabel>(dialog, "wordsProblem");
    QVERIFY(problem->isVisible());
    QVERIFY(problem->text().contains(QStringLiteral("wrong at character 3")));
    QVERIFY(!part<QPushButton>(dialog, "applyWords")->isEnabled());
    auto* table = part<QTableView>(dialog, "replacements");
    table->setFocus();
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Delete);
    QVERIFY(!problem->isVisible());
    QVERIFY(part<QPushButton>(dialog, "applyWords")->isEnabled());
  }

  void the_demo_model_and_others_are_told_apart() {
    GuiFixture gui(false);
    gui.world.describe_by([](const EngineOptions& options, EngineInfo&, ModelInfo& model) {
      model.is_demo = options.model.empty();
    });
    gui.controller->start({});
    WordsDialog* dialog = open_words(gui);
    dialog->add({{.name = "A", .instruction = "Write.", .hotwords = {"Tilescribe", "智谱"}}});
    auto* note = part<QLabel>(dialog, "wordsDemoNote");
    QTRY_VERIFY_WITH_TIMEOUT(note->isVisible(), patience_ms);
    QCOMPARE(part<QLineEdit>(dialog, "wordsHotwords")->text(), QStringLiteral("Tilescribe, 智谱"));
    part<QLineEdit>(dialog, "wordsHotwords")->setText(QStringLiteral("Ada，Grace"));
    QVERIFY(dialog->profiles()[0].hotwords == (std::vector<std::string>{"Ada", "Grace"}));
    gui.controller->service().open({.model = "other"});
    QTRY_VERIFY_WITH_TIMEOUT(!note->isVisible(), patience_ms);
  }

  void profiles_go_to_a_file_and_come_back() {
    GuiFixture gui;
    WordsDialog* dialog = open_words(gui);
    dialog->add({profile("A", "a", "b")});
    const QString file = gui.folder.filePath(QStringLiteral("mine.json"));
    press("exportWords");
    choose_file(file);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file), patience_ms);
    QVERIFY(load_word_profiles(file.toStdString()) == std::vector<WordProfile>{profile("A", "a", "b")});
    press("importWords");
    choose_file(file);
    QTRY_COMPARE_WITH_TIMEOUT(dialog->profiles().size(), std::size_t{2}, patience_ms);
    QCOMPARE(dialog->chosen(), QStringLiteral("A 2"));  // nothing is written over
    press("deleteProfile");
    QCOMPARE(dialog->profiles().size(), std::size_t{1});
    // One that is none.
    QVERIFY(QFile::exists(gui.file(QStringLiteral("none.json")).toLocalFile()));
    press("importWords");
    choose_file(gui.folder.filePath(QStringLiteral("none.json")));
    QTRY_VERIFY_WITH_TIMEOUT(gui.banner("failure")->isVisible(), patience_ms);
  }

  void two_transcripts_are_compared() {
    GuiFixture gui;
    gui.world.script("a.wav", {.segments = 1, .says = {{.text = "The cat sat on a mat."}}});
    gui.world.script("b.wav", {.segments = 2,
                               .says = {{.text = "The cat sat"},
                                        {.start_s = 30.0, .end_s = 60.0, .text = "on the mat, again."}}});
    QVERIFY(make_done(gui, QStringLiteral("a.wav")));
    QVERIFY(!gui.action("compareTexts")->isEnabled());
    QVERIFY(make_done(gui, QStringLiteral("b.wav"), 1));
    QTest::keyClick(&gui.window(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = shown_dialog<CompareDialog>();
    QVERIFY(dialog != nullptr);
    auto* view = part<DifferenceView>(dialog, "comparison");
    QTRY_COMPARE_WITH_TIMEOUT(view->toPlainText(),
                              QStringLiteral("0:00  The cat sat\n0:30  on a the mat, again."), patience_ms);
    const QString sum = part<QLabel>(dialog, "compareSum")->text();
    QVERIFY2(sum.startsWith(QStringLiteral("2 words differ, 33")), qPrintable(sum));
    QTest::keyClick(dialog, Qt::Key_F3);
    QTRY_COMPARE_WITH_TIMEOUT(view->textCursor().selectedText(), QStringLiteral("a"), patience_ms);
    QVERIFY(view->textCursor().charFormat().fontStrikeOut());
    QTest::keyClick(dialog, Qt::Key_F3);
    QTRY_COMPARE_WITH_TIMEOUT(view->textCursor().selectedText(), QStringLiteral("the"), patience_ms);
    QTest::keyClick(dialog, Qt::Key_F3, Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(view->textCursor().selectedText(), QStringLiteral("a"), patience_ms);
    // With itself.
    part<QComboBox>(dialog, "compareBefore")->setCurrentIndex(1);
    QTRY_COMPARE_WITH_TIMEOUT(part<QLabel>(dialog, "compareSum")->text(),
                              QStringLiteral("All 7 words are the same."), patience_ms);
  }

  /// By keys alone, from the first model's text to the difference.
  void another_model_transcribes_it_again_and_the_two_are_compared() {
    GuiFixture gui;
    gui.world.script("a.wav", {.segments = 1, .says = {{.text = "The cat sat on a mat."}}});
    QVERIFY(make_done(gui, QStringLiteral("a.wav")));
    gui.world.describe_by(
        [](const EngineOptions&, EngineInfo&, ModelInfo& model) { model.name = "Another model"; });
    emit gui.controller->engine().part().optionsChosen({.model = "/models/another"});
    QTRY_COMPARE_WITH_TIMEOUT(gui.world.opened(), 2, patience_ms);
    gui.world.script("a.wav", {.segments = 1, .says = {{.text = "The cat sat on the mat."}}});
    QTest::keyClick(&gui.window(), Qt::Key_F5);
    QVERIFY(gui.wait_until_idle(2));
    QCOMPARE(gui.item(0).document->plain_text(), QStringLiteral("The cat sat on a mat."));
    QCOMPARE(gui.item(1).transcript().model, std::string("Another model"));
    QTest::keyClick(&gui.window(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = shown_dialog<CompareDialog>();
    QVERIFY(dialog != nullptr);
    const auto* first = part<QComboBox>(dialog, "compareBefore");
    const auto* second = part<QComboBox>(dialog, "compareAfter");
    QCOMPARE(first->currentData().value<DocumentId>(), gui.item(0).id());
    QCOMPARE(second->currentData().value<DocumentId>(), gui.item(1).id());
    QVERIFY(second->currentText().contains(QStringLiteral("Another model")));
    QTRY_COMPARE_WITH_TIMEOUT(part<DifferenceView>(dialog, "comparison")->toPlainText(),
                              QStringLiteral("0:00  The cat sat on a the mat."), patience_ms);
    QVERIFY(part<QLabel>(dialog, "compareSum")->text().startsWith(QStringLiteral("1 word differs")));
  }

  /// The same model again, after its words or its options have changed.
  void two_texts_of_one_file_and_model_have_numbers() {
    GuiFixture gui;
    for (int row = 0; row < 2; ++row) {
      gui.world.script("a.wav", {.segments = 1, .says = {{.text = "The cat sat on a mat."}}});
      if (row == 0) QVERIFY(make_done(gui, QStringLiteral("a.wav")));
      if (row == 1) QTest::keyClick(&gui.window(), Qt::Key_F5);
      QVERIFY(gui.wait_until_idle(row + 1));
    }
    gui.action("compareTexts")->trigger();
    auto* dialog = shown_dialog<CompareDialog>();
    QVERIFY(dialog != nullptr);
    const auto* first = part<QComboBox>(dialog, "compareBefore");
    const QString title = first->itemText(0).chopped(4);
    QVERIFY2(title.startsWith(QStringLiteral("a.wav")), qPrintable(title));
    QCOMPARE(first->itemText(0), title + QStringLiteral(" (1)"));
    QCOMPARE(first->itemText(1), title + QStringLiteral(" (2)"));
  }
};

QTEST_MAIN(TestVocabulary)
#include "test_vocabulary.moc"
