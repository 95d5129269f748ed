// SPDX-License-Identifier: Apache-2.0
// Nothing is cut off, nothing lies over anything else: in every state, at 900x600 and larger, at 100 % and
// (run a second time by ctest) at 200 % scale.
#include <QLabel>
#include <QTextBlock>
#include <QtTest>

#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/window_flaws.h"
#include "ui/queue/queue_view.h"
#include "ui/recording/record_page.h"
#include "ui/recording/recording_dialog.h"
#include "ui/settings/about_dialog.h"
#include "ui/settings/engine_dialog.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/failure_dialog.h"
#include "ui/widgets/wrapped_label.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using test::flaw_after_layout;
using test::GuiFixture;

class TestWindowLayout : public QObject {
  Q_OBJECT

 private slots:
  void every_state_fits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::newRow("900x600") << QSize(900, 600) << false;
    QTest::newRow("1280x800 dark") << QSize(1280, 800) << true;
    QTest::newRow("1920x1080") << QSize(1920, 1080) << false;
    QTest::newRow("smallest") << QSize(1, 1) << false;
  }
  void every_state_fits() {
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    GuiFixture gui(true, size);
    gui.theme->apply(dark ? ThemeChoice::dark : ThemeChoice::light);
    if (size.width() > 1) QCOMPARE(gui.window().size(), size);
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
    gui.world.script("bad.mp3", {.fail_after = 0});
    gui.world.script("half.mp3", {.fail_after = 4});
    gui.world.script("held.wav", {.hold_after = 3, .looped = 1});
    const QString long_name = QString(196, QLatin1Char('n')) + QStringLiteral(".wav");
    const auto check = [&](const char* state) {
      const QString flaw = flaw_after_layout(gui.window());
      if (!flaw.isEmpty()) QFAIL(qPrintable(QLatin1String(state) + QStringLiteral(": ") + flaw));
    };
    check("empty");
    gui.controller->open_sample(true);
    QVERIFY(gui.wait_for_state(0, JobState::done));
    check("first start");
    gui.drop({gui.file(QStringLiteral("bad.mp3")), gui.file(QStringLiteral("half.mp3")), gui.file(long_name),
              gui.file(QStringLiteral("held.wav")), gui.file(QStringLiteral("later.wav"))});
    QTRY_VERIFY(gui.queue().rowCount() == 6 && gui.item(4).transcript().segments.size() == 3);
    for (int row = 0; row < 6; ++row) {
      gui.choose(gui.item(row).id());
      check(qPrintable(file_name(gui.item(row).path)));
    }
    gui.action("find")->trigger();
    gui.action("removeFinished")->trigger();
    check("removed");
    gui.action("undo")->trigger();
    gui.controller->engine().part().set_opening({.model = "/m"});  // not the demo model: one button more
    gui.controller->engine().part().set_failure(
        {Message("Expected tokenizer.json in the checkpoint folder "
                 "/home/somebody/a/rather/long/path/to/models/of/all/kinds/glm-asr-nano-2512, found none."),
         "No such file."});
    check("engine failure");
    gui.theme->apply(ThemeChoice::light);
  }

  void every_state_of_a_recording_fits_data() { every_state_fits_data(); }
  void every_state_of_a_recording_fits() {
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    GuiFixture gui(false, size);
    gui.world.script_live({.run_s = 3.1, .too_slow = true});
    gui.controller->start({.model = "/large"});
    gui.theme->apply(dark ? ThemeChoice::dark : ThemeChoice::light);
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
    const auto check = [&](const char* state) {
      const QString flaw = flaw_after_layout(gui.window());
      if (!flaw.isEmpty()) QFAIL(qPrintable(QLatin1String(state) + QStringLiteral(": ") + flaw));
    };
    const auto phase = [&] { return gui.controller->recording().phase(); };
    gui.controller->unfinished().set_recordings({3, RecordingFile{}});
    gui.action("recordPage")->trigger();
    check("before");
    gui.action("record")->trigger();
    QTRY_COMPARE(phase(), RecordPhase::recording);
    gui.sound.hear(130.0);
    QTRY_VERIFY_WITH_TIMEOUT(gui.record_page().state().too_slow, 60'000);  // 130 s of sound
    check("too slow");
    gui.sound.vanish();
    QTRY_COMPARE(phase(), RecordPhase::waiting);
    check("trouble");
    gui.theme->apply(ThemeChoice::light);
  }

  void the_record_page_fits_beside_the_live_costs() {
    GuiFixture gui(true, {900, 600});
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
    gui.action("recordPage")->trigger();
    gui.action("liveCosts")->trigger();
    gui.window().resize(1, 1);  // as small as it gets
    const QString flaw = flaw_after_layout(gui.window());
    QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
    gui.action("record")->trigger();
    QTRY_COMPARE(gui.controller->recording().phase(), RecordPhase::recording);
    gui.sound.hear(130.0);
    QTRY_VERIFY_WITH_TIMEOUT(gui.record_page().state().elapsed_s > 100.0, 60'000);
    const QString later = flaw_after_layout(gui.window());
    QVERIFY2(later.isEmpty(), qPrintable(later));
  }

  /// A screen of 1920x1080 at 200 % has 960x540.
  void large_dialogs_fit_a_small_screen() {
    GuiFixture gui(true, {900, 500});
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
    gui.drop({gui.file(QStringLiteral("talk.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    for (const char* action : {"ownWords", "cleanUp", "replaceInAll", "export", "exportAll", "preferences",
                               "shortcuts", "engine", "about", "recordingSettings", "captionSettings"}) {
      QTRY_VERIFY2(gui.action(action)->isEnabled(), action);
      gui.action(action)->trigger();
      auto* dialog = test::shown_dialog<QDialog>();
      QVERIFY2(dialog != nullptr, action);
      const QSize least = dialog->minimumSizeHint().expandedTo(dialog->minimumSize());
      const QByteArray said = QByteArray(action) + " needs " + QByteArray::number(least.width()) + "x" +
                              QByteArray::number(least.height());
      QVERIFY2(least.width() <= 940 && least.height() <= 490, said);
      // The screen of the tests is narrower still.
      const QSize room = dialog->screen()->availableGeometry().size().expandedTo({940, 490});
      QVERIFY2(dialog->width() <= room.width() && dialog->height() <= room.height(), said);
      dialog->reject();
      QTRY_VERIFY2(test::shown_dialog<QDialog>() == nullptr, action);
    }
  }

  void a_long_name_is_elided_and_told_by_its_tool_tip() {
    GuiFixture gui(true, {900, 600});
    const QString name = QString(196, QLatin1Char('n')) + QStringLiteral(".wav");
    gui.drop({gui.file(name)});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    QCOMPARE(gui.window().size(), QSize(900, 600));
    QVERIFY(gui.queue().index(0).data(Qt::ToolTipRole).toString().contains(name));
    QVERIFY(gui.window().findChild<QueueView*>()->width() < 500);
    QTRY_COMPARE(gui.store().recent().size(), 1);  // its transcript could be kept
  }

  void dialogs_fit() {
    const ui::Theme theme(*qApp);
    ModelInfo model;
    model.name = "Tilescribe demo";
    model.path = "/usr/share/tilescribe/models/demo";
    model.parameters = 25'115'136;
    model.memory_bytes = 50'251'200;
    model.limits = Message("It knows English only.");
    const EngineInfo engine{
        .name = "CPU", .compute = "bf16", .threads = 2, .reason = Message("There is no GPU.")};
    AboutDialog about(&model, &engine);
    EngineDialog settings({}, test::fake_devices());
    RecordingDialog recording({},
                              {.shortcut = QStringLiteral("This desktop does not allow it, for a reason."),
                               .typing = QStringLiteral("Nor this.")});
    FailureDialog failure(
        QStringLiteral("talk.wav"),
        {Message("Expected audio, found none in a rather long sentence about it."), "lines\nof\ndetails"});
    for (QDialog* dialog : {static_cast<QDialog*>(&about), static_cast<QDialog*>(&settings),
                            static_cast<QDialog*>(&recording), static_cast<QDialog*>(&failure)}) {
      dialog->show();
      QVERIFY(QTest::qWaitForWindowExposed(dialog, test::patience_ms));
      const QString flaw = flaw_after_layout(*dialog);
      QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
    }
  }

  /// Every change is laid out in pages inside pages: a label that is measured anew each time costs
  /// milliseconds.
  void words_in_lines_are_measured_once() {
    GuiFixture gui;
    int found = 0;
    for (const QLabel* label : gui.window().findChildren<QLabel*>()) {
      if (!label->wordWrap()) continue;
      QVERIFY2(dynamic_cast<const WrappedLabel*>(label) != nullptr, qPrintable(label->objectName()));
      ++found;
    }
    QVERIFY(found > 5);
  }

  void text_column_keeps_a_readable_width() {
    GuiFixture gui(true, {1920, 1080});
    gui.drop({gui.file(QStringLiteral("a.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    auto& view = gui.panel().view();
    // The text is laid out for that width, although it came before the view was first shown.
    QTRY_COMPARE(view.document()->firstBlock().layout()->lineAt(0).width(),
                 view.viewport()->width() - 2 * view.document()->documentMargin());
    QVERIFY(view.viewport()->width() <= view.fontMetrics().averageCharWidth() * 100);
    QVERIFY(view.viewport()->width() >= view.fontMetrics().averageCharWidth() * 60);
  }
};

QTEST_MAIN(TestWindowLayout)
#include "test_window_layout.moc"
