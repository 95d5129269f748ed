// SPDX-License-Identifier: Apache-2.0
// Dialogs by keys alone: opened through the menus' letters, gone through by the letters of their fields, and
// ended with Return.
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSpinBox>
#include <QtTest>

#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/mnemonics.h"
#include "tests/support/patience.h"
#include "ui/library/library_dialogs.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

Qt::Key key_of(QChar letter) {
  return static_cast<Qt::Key>(letter.toUpper().unicode());
}

/// Presses Alt and the letter of a menu, and then the letter of an entry of it.
void open_by_letters(GuiFixture& gui, const char* name) {
  gui.window().activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(&gui.window(), patience_ms));
  const QAction* action = gui.action(name);
  QTRY_VERIFY2(action->isEnabled(), name);
  for (const QAction* title : gui.window().menuBar()->actions()) {
    if (!title->menu()->actions().contains(action)) continue;
    QVERIFY2(!mnemonic_of(title->text()).isNull() && !mnemonic_of(action->text()).isNull(), name);
    QTest::keyClick(&gui.window(), key_of(mnemonic_of(title->text())), Qt::AltModifier);
    QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
    QTest::keyClick(QApplication::activePopupWidget(), key_of(mnemonic_of(action->text())));
    return;
  }
  QFAIL(name);
}

void type(const QString& text) {
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(QApplication::focusWidget(), text);
}

/// Goes to the field whose label has this letter.
void go_to(QDialog& dialog, Qt::Key letter) {
  QTest::keyClick(QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : &dialog, letter,
                  Qt::AltModifier);
}

template <class Dialog>
Dialog* opened(GuiFixture& gui, const char* action) {
  open_by_letters(gui, action);
  auto* dialog = shown_dialog<Dialog>();
  if (dialog == nullptr) return nullptr;
  const bool has_keys =
      QTest::qWaitFor([&] { return dialog->isAncestorOf(QApplication::focusWidget()); }, patience_ms);
  return has_keys ? dialog : nullptr;
}

/// The labels whose letter does not lead to the field beside them, where that can be used.
QStringList labels_that_lead_nowhere(QDialog& dialog) {
  QStringList wrong = doubled_in_dialog(dialog);
  int labels = 0;
  for (const auto* label : dialog.findChildren<QLabel*>()) {
    if (label->buddy() == nullptr || !label->isVisible() || !label->buddy()->isEnabled()) continue;
    ++labels;
    const QChar letter = mnemonic_of(label->text());
    dialog.setFocus();  // a field for keys would take them
    if (!letter.isNull()) go_to(dialog, key_of(letter));
    if (letter.isNull() || !label->buddy()->hasFocus()) wrong << label->text();
  }
  if (labels == 0) wrong << QStringLiteral("there are no labels");
  return wrong;
}

}  // namespace

class TestDialogKeys : public QObject {
  Q_OBJECT

 private slots:
  void a_folder_to_watch_is_typed() {
    const QTemporaryDir outside;
    GuiFixture gui;
    auto* dialog = opened<QFileDialog>(gui, "watchFolder");
    QVERIFY(dialog != nullptr);
    type(outside.path());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(gui.settings.watched_folder.get(), outside.path());
    QTRY_VERIFY(shown_dialog<QFileDialog>() == nullptr);
  }

  void all_files_are_exported_data() {
    QTest::addColumn<int>("format");
    for (const ExportFormat format : {ExportFormat::txt, ExportFormat::srt})
      QTest::addRow("%s", std::string(extension(format)).c_str()) << static_cast<int>(format);
  }
  void all_files_are_exported() {
    QFETCH(int, format);
    const QTemporaryDir outside;
    GuiFixture gui;
    ui::ExportSettings how;
    how.format = static_cast<ExportFormat>(format);
    gui.settings.set_exporting(how);
    gui.drop({gui.file(QStringLiteral("one.wav")), gui.file(QStringLiteral("two.wav"))});
    QVERIFY(gui.wait_until_idle(2));
    auto* dialog = opened<QDialog>(gui, "exportAll");
    QVERIFY(dialog != nullptr);
    QCOMPARE(labels_that_lead_nowhere(*dialog).join(QLatin1Char('|')), QString());
    go_to(*dialog, Qt::Key_E);
    type(outside.path());
    go_to(*dialog, Qt::Key_M);
    type(QStringLiteral("{number} of two"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(QDir(outside.path()).entryList(QDir::Files).size(), 2);
    QVERIFY(QDir(outside.path()).entryList(QDir::Files).first().startsWith(QStringLiteral("001 of two.")));
    gui.store().flush();
  }

  void every_letter_leads_to_its_field_data() {
    QTest::addColumn<QByteArray>("action");
    for (const char* action : {"engine", "recordingSettings", "cleanUp", "replaceInAll"})
      QTest::newRow(action) << QByteArray(action);
  }
  void every_letter_leads_to_its_field() {
    QFETCH(QByteArray, action);
    GuiFixture gui;
    gui.drop({gui.file(QStringLiteral("one.wav"))});
    QVERIFY(gui.wait_until_idle(1));
    auto* dialog = opened<QDialog>(gui, action.constData());
    QVERIFY(dialog != nullptr);
    QCOMPARE(labels_that_lead_nowhere(*dialog).join(QLatin1Char('|')), QString());
  }

  void captions_are_made_larger() {
    GuiFixture gui;
    auto* dialog = opened<QDialog>(gui, "captionSettings");
    QVERIFY(dialog != nullptr);
    QCOMPARE(labels_that_lead_nowhere(*dialog).join(QLatin1Char('|')), QString());
    go_to(*dialog, Qt::Key_Z);
    type(QStringLiteral("60"));
    go_to(*dialog, Qt::Key_A);  // the other page
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::AltModifier);
    QVERIFY(dialog->findChild<QSpinBox*>(QStringLiteral("audienceSize"))->hasFocus());
    type(QStringLiteral("80"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(gui.settings.captions().overlay.size, 60);
    QCOMPARE(gui.settings.captions().audience.size, 80);
    QVERIFY(!dialog->isVisible());
  }

  void transcripts_are_kept_for_thirty_days() {
    GuiFixture gui;
    gui.action("libraryPage")->trigger();
    auto* dialog = opened<ui::KeepingDialog>(gui, "libraryKeeping");
    QVERIFY(dialog != nullptr);
    QCOMPARE(labels_that_lead_nowhere(*dialog).join(QLatin1Char('|')), QString());
    go_to(*dialog, Qt::Key_K);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(gui.settings.keep_texts_days(), 30);
    QVERIFY(!dialog->isVisible());
  }
};

QTEST_MAIN(TestDialogKeys)
#include "test_dialog_keys.moc"
