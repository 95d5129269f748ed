// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QtTest>

#include "tests/app/gui/library/library_bench.h"
#include "tests/support/dialogs.h"
#include "tests/support/patience.h"
#include "ui/vocabulary/replace_dialog.h"

namespace tilescribe::test {

/// A window over a library, driven by keys.
struct Bench : LibraryBench {
  std::filesystem::path file(const char* name) const { return folder("transcripts") / name; }
  static std::string text_in(const std::filesystem::path& path) {
    return load_transcript(path, ExportFormat::json).text();
  }

  /// Opens the dialog by its keys.
  ui::ReplaceDialog* open() const {
    if (!make_active(&gui->window())) qFatal("the window is not active");
    QTest::keyClick(&gui->window(), Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = shown_dialog<ui::ReplaceDialog>();
    if (dialog == nullptr || !make_active(dialog)) qFatal("no dialog");
    return dialog;
  }
  /// The same, with what is to be replaced.
  ui::ReplaceDialog* search(const QString& find, const QString& with) const {
    ui::ReplaceDialog* dialog = open();
    type(part<QLineEdit>(dialog, "everywhereText"), find);
    QTest::keyClick(dialog, Qt::Key_W, Qt::AltModifier);
    type(qobject_cast<QLineEdit*>(dialog->focusWidget()), with);
    return dialog;
  }
  /// QTest has keys for Latin letters alone.
  static void type(QLineEdit* field, const QString& text) {
    if (field == nullptr) qFatal("no field");
    QString::fromLatin1(text.toLatin1()) == text ? QTest::keyClicks(field, text) : field->insert(text);
  }
  using LibraryBench::type;
  static void find(QDialog* dialog) { QTest::keyClick(dialog, Qt::Key_I, Qt::AltModifier); }
  static void replace(QDialog* dialog) { QTest::keyClick(dialog, Qt::Key_R, Qt::AltModifier); }
  /// The button is there once the last replacement has been looked for, which is after its result is shown.
  static void take_back(QDialog* dialog) {
    const auto* button = part<QPushButton>(dialog, "takeBackReplacement");
    if (!QTest::qWaitFor([&] { return button->isVisible() && button->isEnabled(); }, patience_ms))
      qFatal("there is nothing to take back");
    QTest::keyClick(dialog, Qt::Key_T, Qt::AltModifier);
  }
  static void close(QDialog* dialog) {
    QTest::keyClick(dialog, Qt::Key_Escape);
    if (!QTest::qWaitFor([] { return shown_dialog<ui::ReplaceDialog>() == nullptr; }, patience_ms))
      qFatal("the dialog stays");
  }
  static QString sum(QDialog* dialog) { return part<QLabel>(dialog, "everywhereSum")->text(); }
  static QString outcome(QDialog* dialog) {
    const auto* label = part<QLabel>(dialog, "everywhereOutcome");
    return label->isVisible() ? label->text() : QString();
  }
  static QAbstractItemModel& found(QDialog* dialog) {
    return *part<QTreeView>(dialog, "everywhereFound")->model();
  }
  /// A document that is in the list of files, and done.
  void open_first() const {
    gui->controller->transcripts().open(window_path_of(file(first)));
    if (!QTest::qWaitFor([&] { return gui->queue().rowCount() == 1 && gui->item(0).document->size() > 0; },
                         patience_ms))
      qFatal("it is not opened");
  }
  static QString window_path_of(const std::filesystem::path& path) { return QFile::decodeName(path.c_str()); }

  static constexpr const char* first = "20260101-120000-000-one.wav.json";
  static constexpr const char* second = "20260102-120000-000-two.wav.json";
  static constexpr const char* third = "20260103-120000-000-three.wav.json";

  /// Three texts.
  void fill() const {
    files.text(1, "one.wav", {"The harbor is old.", "A Harbor and a harbor.", "Nothing here."});
    files.text(2, "two.wav", {"harbor"});
    files.text(3, "three.wav", {"No ships."});
  }
};

}  // namespace tilescribe::test
