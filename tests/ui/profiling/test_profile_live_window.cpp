// SPDX-License-Identifier: Apache-2.0
// The live costs in the main window: the menu, the shortcut, the settings, and room for all. With
// TILESCRIBE_PICTURES=FOLDER it also leaves pictures there.
#include <QAbstractButton>
#include <QAction>
#include <QDir>
#include <QMenuBar>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "tests/support/event_queue.h"
#include "tests/support/patience.h"
#include "tests/support/profile_frames.h"
#include "ui/profiling/costs_part.h"
#include "ui/profiling/live_figures.h"
#include "ui/profiling/live_panel.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_part.h"
#include "ui/queue/queue_view.h"
#include "ui/settings/settings.h"
#include "ui/theme/theme.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_part.h"
#include "ui/window/main_window.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

constexpr int least_transcript = 400;  // logical pixels: some fifty characters
constexpr int least_list = 256;

struct Opened {
  explicit Opened(const QString& settings_file, Theme& theme)
      : settings(settings_file),
        window(theme, settings),
        queue(model, window, settings),
        transcript(model, queue, window, settings),
        costs(window, settings) {}
  QAction* action(const char* name) { return window.findChild<QAction*>(QLatin1String(name)); }
  Settings settings;
  QueueModel model;
  MainWindow window;
  QueuePart queue;
  TranscriptPart transcript;
  CostsPart costs;
};

}  // namespace

class TestProfileLiveWindow : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { theme_ = std::make_unique<Theme>(*qApp); }
  void cleanupTestCase() { theme_.reset(); }
  void init() { QFile::remove(file()); }

  void the_shortcut_shows_and_hides_them_and_says_so() {
    Opened opened(file(), *theme_);
    QSignalSpy wanted(&opened.costs, &CostsPart::visibleChanged);
    opened.window.show();
    QVERIFY(QTest::qWaitForWindowActive(&opened.window, test::patience_ms));
    QVERIFY(!opened.costs.panel().isVisible() && !opened.costs.visible());
    QTest::keyClick(&opened.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(opened.costs.panel().isVisible() && opened.costs.visible());
    QVERIFY(opened.action("liveCosts")->isChecked());
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.takeFirst().at(0).toBool(), true);
    emit opened.costs.panel().closeClicked();
    QVERIFY(!opened.costs.panel().isVisible());
    QVERIFY(!opened.action("liveCosts")->isChecked());
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.takeFirst().at(0).toBool(), false);
  }

  void the_choice_is_remembered() {
    {
      Opened opened(file(), *theme_);
      opened.action("liveCosts")->trigger();
    }
    Opened again(file(), *theme_);
    QVERIFY(again.costs.visible());
    QVERIFY(again.action("liveCosts")->isChecked());
    again.action("liveCosts")->trigger();
    QVERIFY(!again.settings.live_costs.get());
  }

  void a_finished_run_can_be_opened_and_saved() {
    Opened opened(file(), *theme_);
    QSignalSpy open_last(&opened.costs, &CostsPart::lastRequested);
    QSignalSpy open_file(&opened.costs, &CostsPart::openRequested);
    QSignalSpy save(&opened.costs, &CostsPart::saveRequested);
    opened.action("openProfile")->trigger();
    QCOMPARE(open_file.count(), 1);
    QVERIFY(!opened.action("lastProfile")->isEnabled() && !opened.action("saveProfile")->isEnabled());
    LivePanel& panel = opened.costs.panel();
    panel.begin(QStringLiteral("a.wav"));
    panel.show_frame(test::fake_frame(1.0));
    QVERIFY(!opened.action("lastProfile")->isEnabled());
    panel.finish();
    opened.action("lastProfile")->trigger();
    opened.action("saveProfile")->trigger();
    QCOMPARE(open_last.count(), 1);
    QCOMPARE(save.count(), 1);
    emit panel.analyseRequested();
    QCOMPARE(open_last.count(), 2);
  }

  void all_have_room_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::newRow("900x600") << QSize(900, 600) << false;
    QTest::newRow("900x600 dark") << QSize(900, 600) << true;
    QTest::newRow("1280x800") << QSize(1280, 800) << false;
    QTest::newRow("1280x800 dark") << QSize(1280, 800) << true;
    QTest::newRow("1920x1080") << QSize(1920, 1080) << false;
    QTest::newRow("1920x1080 dark") << QSize(1920, 1080) << true;
    QTest::newRow("smallest") << QSize(1, 1) << false;
  }
  void all_have_room() {
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    Opened opened(file(), *theme_);
    theme_->apply(dark ? ThemeChoice::dark : ThemeChoice::light);
    opened.action("liveCosts")->trigger();
    opened.window.resize(size);
    opened.window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&opened.window, test::patience_ms));
    const auto picture = [&](const QString& state) {
      const QString folder = qEnvironmentVariable("TILESCRIBE_PICTURES");
      const QString name =
          QStringLiteral("window_%1_%2.png").arg(state, QLatin1String(QTest::currentDataTag()));
      if (!folder.isEmpty()) QVERIFY(opened.window.grab().save(QDir(folder).filePath(name)));
    };
    LivePanel& panel = opened.costs.panel();
    test::work_off_events();
    QVERIFY(panel.isVisible());  // beside the invitation, too
    picture(QStringLiteral("empty"));
    QueueItem item;
    item.path = QStringLiteral("/home/me/interview.wav");
    item.state = JobState::running;
    for (int i = 0; i < 14; ++i) {
      Segment segment;
      segment.start_s = i * 6.0;
      segment.end_s = segment.start_s + 5.5;
      segment.text = "So that is where the time of it went, as far as we could see.";
      item.document->append(segment);
    }
    opened.model.add(item);
    opened.queue.choose(item.id());
    panel.begin(QStringLiteral("interview.wav"));
    for (int i = 1; i < 300; ++i) panel.show_frame(test::fake_frame(i * 0.05));
    test::work_off_events();
    picture(QStringLiteral("running"));
    QVERIFY(panel.width() >= panel.minimumWidth());
    QVERIFY2(opened.transcript.panel().width() >= least_transcript,
             qPrintable(QString::number(opened.transcript.panel().width())));
    QVERIFY(opened.window.findChild<QueueView*>()->width() >= least_list);
    const QRect pane(panel.mapTo(&opened.window, QPoint()), panel.size());
    QVERIFY(opened.window.rect().contains(pane));
    if (size.width() > 1) QCOMPARE(opened.window.size(), size);
    auto* legend = panel.findChild<LiveLegend*>();
    QVERIFY(legend->height() >= legend->heightForWidth(legend->width()));  // all of it is seen
    // Nothing in the pane is wider than the pane, and no button's words are cut.
    auto* scroll = panel.findChild<QScrollArea*>(QStringLiteral("liveScroll"));
    QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
             qPrintable(QString::number(scroll->widget()->width())));
    for (const auto* button : opened.window.findChildren<QAbstractButton*>()) {
      QVERIFY(!button->isVisible() || button->width() >= button->sizeHint().width());
    }
    theme_->apply(ThemeChoice::light);
  }

 private:
  QString file() const { return folder_.filePath(QStringLiteral("settings.ini")); }

  QTemporaryDir folder_;
  std::unique_ptr<Theme> theme_;
};

QTEST_MAIN(TestProfileLiveWindow)
#include "test_profile_live_window.moc"
