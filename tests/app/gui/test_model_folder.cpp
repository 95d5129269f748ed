// SPDX-License-Identifier: Apache-2.0
// A model that can't be opened: refused where it is chosen, and never in the place of one that works.
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/event_spy.h"
#include "tests/support/gate.h"
#include "tests/support/patience.h"
#include "ui/settings/engine_dialog.h"

using namespace tilescribe;
using namespace tilescribe::ui;
using namespace tilescribe::test;

namespace {

constexpr auto sentence = "Expected tokenizer.json in the checkpoint folder /bad, found none.";

std::string saved_model(GuiFixture& gui) {
  return gui.settings.engine().model;
}

}  // namespace

class TestModelFolder : public QObject {
  Q_OBJECT

 private slots:
  void the_dialog_refuses_a_folder_that_is_no_model() {
    GuiFixture gui;
    gui.world.spoil_model("/bad", sentence, true);
    EngineDialog dialog({.model = "/bad"}, {});
    dialog.set_check(gui.controller->engine().part().check_model);
    dialog.show();
    auto* apply = dialog.findChild<QPushButton*>(QStringLiteral("apply"));
    QCOMPARE(apply->text(), QStringLiteral("Apply"));
    auto* problem = dialog.findChild<QLabel*>(QStringLiteral("modelProblem"));
    QVERIFY(!problem->isVisible());
    apply->click();
    QTRY_COMPARE(problem->text(), QString::fromLatin1(sentence));
    QVERIFY(problem->isVisible());
    QVERIFY(dialog.isVisible());
    QVERIFY(problem->height() >= problem->heightForWidth(problem->width()));
    // Another folder is another question.
    auto* folder = dialog.findChild<QLineEdit*>(QStringLiteral("modelFolder"));
    folder->setText(QStringLiteral("/good"));
    QVERIFY(!problem->isVisible());
    QVERIFY(apply->isEnabled());
    apply->click();
    QTRY_COMPARE(dialog.result(), int{QDialog::Accepted});
    QCOMPARE(dialog.options().model, std::string("/good"));
  }

  void an_answer_about_an_earlier_folder_is_no_answer() {
    EngineDialog dialog({.model = "/first"}, {});
    std::function<void(const Failure&)> answer;
    dialog.set_check(
        [&](const std::string&, const std::function<void(const Failure&)>& then) { answer = then; });
    dialog.show();
    dialog.accept();
    QVERIFY(answer);
    dialog.findChild<QLineEdit*>(QStringLiteral("modelFolder"))->setText(QStringLiteral("/second"));
    answer({});
    QVERIFY(dialog.isVisible());
    answer({Message::verbatim(sentence), ""});
    QVERIFY(!dialog.findChild<QLabel*>(QStringLiteral("modelProblem"))->isVisible());
  }

  void the_dialog_goes_back_to_the_demo_model() {
    EngineDialog dialog({.model = "/large"}, {});
    auto* demo = dialog.findChild<QPushButton*>(QStringLiteral("useDemo"));
    QVERIFY(demo->isEnabled());
    demo->click();
    QCOMPARE(dialog.options().model, std::string());
    QVERIFY(!demo->isEnabled());
    dialog.findChild<QLineEdit*>(QStringLiteral("modelFolder"))->setText(QStringLiteral("~/models/large"));
    QCOMPARE(QString::fromStdString(dialog.options().model),
             QDir::homePath() + QStringLiteral("/models/large"));
  }

  void what_works_is_kept() {
    GuiFixture gui;
    QTRY_COMPARE(gui.world.opened(), 1);
    emit gui.controller->engine().part().optionsChosen({.model = "/good"});
    QTRY_COMPARE(saved_model(gui), std::string("/good"));
    gui.world.spoil_model("/bad", sentence, false);
    test::EventSpy<EngineFailed> failed(gui.controller->service());
    emit gui.controller->engine().part().optionsChosen({.model = "/bad"});
    gui.drop({gui.file(QStringLiteral("waits.wav"))});
    QVERIFY(gui.wait_for_state(0, JobState::done));
    Banner* trouble = gui.banner("engine");
    QTRY_VERIFY(trouble->isVisible());
    QVERIFY2(trouble->text().startsWith(QString::fromLatin1(sentence)), qPrintable(trouble->text()));
    QVERIFY(trouble->text().contains(QStringLiteral("before is kept")));
    QCOMPARE(gui.world.opened(), 3);
    QCOMPARE(gui.world.last_options().model, std::string("/good"));
    QCOMPARE(saved_model(gui), std::string("/good"));
    QCOMPARE(failed.count(), 0);
    // Trying once more means the one that was asked for, as soon as it can be opened.
    gui.world.spoil_model("/bad", "It is still no model.", false);
    QTest::mouseClick(button(gui, "engineRetry"), Qt::LeftButton);
    QTRY_VERIFY(trouble->isVisible() && trouble->text().startsWith(QStringLiteral("It is still")));
    QTRY_COMPARE(gui.world.opened(), 4);
    QCOMPARE(saved_model(gui), std::string("/good"));
  }

  void another_choice_takes_the_refusal_back() {
    Gate reopening;
    int opened = 0;
    FakeWorld world;
    world.spoil_model("/bad", sentence, false);
    test::EnginesBy engines([&](const EngineOptions& options, const std::stop_token& stop) {
      if (options.model == "/good" && ++opened == 2) reopening.pass();
      return world.open(options, stop);
    });
    GuiFixture gui(true, {1100, 720}, &engines);
    emit gui.controller->engine().part().optionsChosen({.model = "/good"});
    QTRY_COMPARE(saved_model(gui), std::string("/good"));
    emit gui.controller->engine().part().optionsChosen({.model = "/bad"});
    QTRY_COMPARE(reopening.came(), 1);  // the one that worked
    Banner* trouble = gui.banner("engine");
    QTRY_VERIFY(trouble->isVisible());
    QTest::mouseClick(button(gui, "engineUseDemo"), Qt::LeftButton);
    QVERIFY(!trouble->isVisible());
    reopening.open();
    QTRY_COMPARE(saved_model(gui), std::string());
    QVERIFY(!trouble->isVisible());
    QVERIFY(!reopening.was_forced());
  }

  void one_click_leads_back_to_the_demo_model() {
    GuiFixture gui(false);
    gui.settings.set_engine({.model = "/bad"});
    gui.world.spoil_model("/bad", sentence, false);
    gui.controller->start(gui.settings.engine());
    Banner* trouble = gui.banner("engine");
    QTRY_VERIFY(trouble->isVisible());
    QCOMPARE(saved_model(gui), std::string("/bad"));
    QTest::mouseClick(button(gui, "engineUseDemo"), Qt::LeftButton);
    QTRY_COMPARE(gui.world.opened(), 1);
    QTRY_COMPARE(saved_model(gui), std::string());
    QVERIFY(!trouble->isVisible());
  }

  void a_recording_is_written_down_all_the_same() {
    GuiFixture gui;
    QTRY_COMPARE(gui.world.opened(), 1);
    QVERIFY(record(gui, 3.0));
    gui.world.spoil_model("/bad", sentence, false);
    emit gui.controller->engine().part().optionsChosen({.model = "/bad"});
    QTRY_COMPARE(gui.world.opened(), 2);
    const QString before = text(gui).fixed_text();
    gui.sound.hear(3.0);
    QTRY_VERIFY(text(gui).fixed_text().size() > before.size());
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    QVERIFY(gui.item(0).spoken);
  }
};

QTEST_MAIN(TestModelFolder)
#include "test_model_folder.moc"
