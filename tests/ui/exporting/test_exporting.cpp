// SPDX-License-Identifier: Apache-2.0
// The export dialog by itself: what it shows, what it chooses, and its keys.
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

#include "tests/support/patience.h"
#include "ui/exporting/cue_model.h"
#include "ui/exporting/export_dialog.h"
#include "ui/exporting/name_pattern.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

std::vector<Segment> hasty() {
  return {
      {.start_s = 0.0, .end_s = 2.0, .text = "The first of five."},
      {.start_s = 3.0, .end_s = 3.4, .text = "This one is spoken far too fast for anybody to read along."},
      {.start_s = 3.4, .end_s = 3.8, .text = "And so is the next one, which comes at once behind it all."},
      {.start_s = 3.8, .end_s = 4.2, .text = "Nobody has ever read as much as this in only one second."},
      {.start_s = 4.2, .end_s = 6.0, .text = "And a last one."}};
}

CueModel::Cues cues_of(const CueRules& rules) {
  return std::make_shared<const std::vector<Cue>>(lay_out_cues(hasty(), rules));
}

template <class Widget>
Widget& child(const QDialog& dialog, const char* name) {
  auto* found = dialog.findChild<Widget*>(QLatin1String(name));
  if (found == nullptr) qFatal("no %s", name);
  return *found;
}

ExportSettings as(ExportFormat format, CuePreset preset = CuePreset::plain) {
  ExportSettings settings;
  settings.format = format;
  settings.options.cues = cue_rules(preset);
  return settings;
}

}  // namespace

class TestExporting : public QObject {
  Q_OBJECT

 private slots:
  void names() {
    const NamedFile file{QStringLiteral("talk/one"), QDate(2026, 11, 23), 7};
    QCOMPARE(name_by_pattern(QStringLiteral("{name}"), file), QStringLiteral("talk-one"));
    QCOMPARE(name_by_pattern(QStringLiteral("{date} {number} {name}"), file),
             QStringLiteral("2026-11-23 007 talk-one"));
    QCOMPARE(name_by_pattern(QStringLiteral("  "), file), QStringLiteral("007"));
    QCOMPARE(name_by_pattern(QStringLiteral("..{name}"), file), QStringLiteral("talk-one"));
    QCOMPARE(name_by_pattern(QStringLiteral("{name}"), {QStringLiteral("{date}"), file.date, 1}),
             QStringLiteral("{date}"));
    QVERIFY(name_by_pattern(QString(400, QChar(u'你')), file).toUtf8().size() <= 200);
    QCOMPARE(unknown_place(QStringLiteral("{name} {what}")), QStringLiteral("{what}"));
    QVERIFY(unknown_place(QStringLiteral("{name}{date}{number} {open")).isEmpty());
  }

  void the_model_keeps_its_rules() {
    CueModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.next_broken(-1), -1);
    const CueRules rules = cue_rules(CuePreset::netflix);
    model.set(cues_of(rules), rules);
    QVERIFY(model.rowCount() >= 3);
    QVERIFY(model.broken() > 0);
    const int row = model.next_broken(-1);
    QVERIFY(row >= 0);
    QVERIFY(
        model.index(row, CueModel::Problem).data().toString().contains(QStringLiteral("Too fast to read")));
    QCOMPARE(model.index(0, CueModel::Start).data().toString(), QStringLiteral("0:00:00.0"));
    QVERIFY(
        model.index(0, CueModel::Text).data().toString().startsWith(QStringLiteral("The first of five.")));
    QCOMPARE(model.index(0, CueModel::Problem).data().toString(), QString());
    model.set(cues_of({}), {});
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(model.broken(), 0);
  }

  void a_preset_sets_its_figures_and_a_figure_makes_rules_of_ones_own() {
    ExportDialog dialog(as(ExportFormat::srt), {});
    dialog.show();
    auto& preset = child<QComboBox>(dialog, "cuePreset");
    auto& width = child<QDoubleSpinBox>(dialog, "lineWidth");
    QCOMPARE(preset.currentIndex(), 0);
    QCOMPARE(width.text(), QStringLiteral("No limit"));
    QSignalSpy wanted(&dialog, &ExportDialog::previewWanted);
    preset.setCurrentIndex(1);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(width.value(), 42.0);
    QCOMPARE(child<QDoubleSpinBox>(dialog, "shortest").value(), 0.833);
    QVERIFY(dialog.chosen().options.cues == cue_rules(CuePreset::netflix));
    width.setValue(40);
    QCOMPARE(preset.currentIndex(), 3);
    QCOMPARE(dialog.chosen().options.cues.line_width, 40);
    width.setValue(42);
    QCOMPARE(preset.currentIndex(), 1);
    preset.setCurrentIndex(0);
    QVERIFY(dialog.chosen().options.cues == CueRules{});
    for (const CuePreset each : {CuePreset::plain, CuePreset::netflix, CuePreset::bbc})
      QVERIFY(ExportDialog(as(ExportFormat::vtt, each), {}).chosen() == as(ExportFormat::vtt, each));
  }

  void the_preview_marks_what_breaks_a_rule() {
    ExportDialog dialog(as(ExportFormat::srt, CuePreset::netflix), {});
    QSignalSpy wanted(&dialog, &ExportDialog::previewWanted);
    dialog.show();
    QCOMPARE(wanted.count(), 1);
    const CueRules rules = wanted.first().first().value<CueRules>();
    dialog.show_cues(cues_of({}), {});  // of other rules
    auto& table = child<QTableView>(dialog, "cuePreview");
    QCOMPARE(table.model()->rowCount(), 0);
    auto& next = child<QPushButton>(dialog, "nextProblem");
    QVERIFY(!next.isVisible() && table.isColumnHidden(CueModel::Problem));  // none is known yet
    dialog.show_cues(cues_of(rules), rules);
    const auto& model = *qobject_cast<CueModel*>(table.model());
    QVERIFY(child<QLabel>(dialog, "cueSum").text().contains(QStringLiteral("a rule")));
    QVERIFY(next.isVisible() && !table.isColumnHidden(CueModel::Problem));
    QTest::mouseClick(&next, Qt::LeftButton);
    QCOMPARE(table.currentIndex().row(), model.next_broken(-1));
    dialog.show_cues(cues_of(rules), rules);
  }

  void what_no_subtitle_can_keep_is_one_sentence() {
    ExportDialog dialog(as(ExportFormat::srt, CuePreset::netflix), {});
    QSignalSpy wanted(&dialog, &ExportDialog::previewWanted);
    dialog.show();
    const CueRules rules = cue_rules(CuePreset::netflix);
    dialog.show_cues(cues_of(rules), rules);
    auto& shortest = child<QDoubleSpinBox>(dialog, "shortest");
    auto& longest = child<QDoubleSpinBox>(dialog, "longest");
    auto& sum = child<QLabel>(dialog, "cueSum");
    auto& apply = child<QPushButton>(dialog, "exportNow");
    const auto& model = *child<QTableView>(dialog, "cuePreview").model();
    QVERIFY(apply.isEnabled() && model.rowCount() > 0);
    const auto asked = wanted.count();
    shortest.setValue(8.25);
    QCOMPARE(sum.text(),
             QStringLiteral("The shortest subtitle can't be longer than the longest: 8.25 s and 7 s."));
    QVERIFY(!apply.isEnabled() && model.rowCount() == 0);
    QVERIFY(!child<QPushButton>(dialog, "nextProblem").isVisible());
    dialog.show_cues(cues_of(rules), dialog.chosen().options.cues);  // of a question that was asked before
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(wanted.count(), asked);
    // Text has no subtitles, so nothing stands against it.
    auto& format = child<QComboBox>(dialog, "exportFormat");
    format.setCurrentIndex(format.findData(static_cast<int>(ExportFormat::txt)));
    QVERIFY(apply.isEnabled());
    format.setCurrentIndex(format.findData(static_cast<int>(ExportFormat::srt)));
    QVERIFY(!apply.isEnabled());
    longest.setValue(0.0);  // no limit
    QVERIFY(apply.isEnabled());
    QCOMPARE(wanted.count(), asked + 1);
    longest.setValue(8.25);
    QVERIFY(apply.isEnabled());
    const CueRules own = dialog.chosen().options.cues;
    dialog.show_cues(cues_of(own), own);
    QVERIFY(model.rowCount() > 0 && sum.text().contains(QStringLiteral("subtitle")));
  }

  void each_format_shows_its_own_fields() {
    ExportDialog dialog(as(ExportFormat::json), {});
    dialog.show();
    auto& format = child<QComboBox>(dialog, "exportFormat");
    QCOMPARE(format.count(), static_cast<int>(all_export_formats.size()));
    const auto choose = [&](ExportFormat one) {
      format.setCurrentIndex(format.findData(static_cast<int>(one)));
    };
    QVERIFY(!child<QComboBox>(dialog, "cuePreset").isVisible() &&
            !child<QComboBox>(dialog, "textLayout").isVisible());
    choose(ExportFormat::vtt);
    QVERIFY(child<QComboBox>(dialog, "cuePreset").isVisible() &&
            child<QTableView>(dialog, "cuePreview").isVisible());
    choose(ExportFormat::docx);
    QVERIFY(child<QComboBox>(dialog, "textLayout").isVisible() &&
            !child<QTableView>(dialog, "cuePreview").isVisible());
    QVERIFY(!child<QDoubleSpinBox>(dialog, "paragraphPause").isVisible());
    child<QComboBox>(dialog, "textLayout").setCurrentIndex(static_cast<int>(TextLayout::paragraphs));
    QVERIFY(child<QDoubleSpinBox>(dialog, "paragraphPause").isVisible());
    QVERIFY(dialog.chosen().options.text == TextLayout::paragraphs);
  }

  void many_files_have_a_folder_and_names() {
    ExportDialog dialog(as(ExportFormat::srt), {3, QStringLiteral("/tmp/out"), QStringLiteral("talk")});
    dialog.show();
    auto& apply = child<QPushButton>(dialog, "exportNow");
    auto& pattern = child<QLineEdit>(dialog, "namePattern");
    auto& example = child<QLabel>(dialog, "nameExample");
    QCOMPARE(dialog.folder(), QStringLiteral("/tmp/out"));
    QVERIFY(example.text().contains(QStringLiteral("talk.srt")));
    pattern.setText(QStringLiteral("{number} {speaker}"));
    QVERIFY(!apply.isEnabled() && example.text().startsWith(QStringLiteral("{speaker}")));
    pattern.setText(QStringLiteral("{number} {name}"));
    QVERIFY(apply.isEnabled() && example.text().contains(QStringLiteral("001 talk.srt")));
    child<QLineEdit>(dialog, "exportFolder").clear();
    QVERIFY(!apply.isEnabled());
  }

  void keys_alone_choose_and_export() {
    ExportDialog dialog(as(ExportFormat::srt), {});
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog, test::patience_ms));
    auto& preset = child<QComboBox>(dialog, "cuePreset");
    QTest::keyClick(&dialog, Qt::Key_R, Qt::AltModifier);
    QTRY_VERIFY(preset.hasFocus());
    QTest::keyClick(&preset, Qt::Key_Down);
    QCOMPARE(preset.currentIndex(), 1);
    QTest::keyClick(&preset, Qt::Key_Tab);
    auto& width = child<QDoubleSpinBox>(dialog, "lineWidth");
    QVERIFY(width.hasFocus());
    width.selectAll();
    QTest::keyClicks(&width, QStringLiteral("39"));
    QTest::keyClick(&width, Qt::Key_Tab);
    QCOMPARE(dialog.chosen().options.cues.line_width, 39);
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    QTest::keyClick(&preset, Qt::Key_Return);
    QCOMPARE(accepted.count(), 1);
  }
};

QTEST_MAIN(TestExporting)
#include "test_exporting.moc"
