// SPDX-License-Identifier: Apache-2.0
// The profiler's window, clicked through on profiles that were made up. With TILESCRIBE_SHOTS=FOLDER it
// leaves pictures of every page there.
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include <qcustomplot.h>

#include "tests/support/dialogs.h"
#include "tests/support/light_theme.h"
#include "tests/support/patience.h"
#include "tests/support/profiler_clicks.h"
#include "ui/profiling/profiler_window.h"
#include "ui/profiling/stage_bar.h"
#include "ui/profiling/timeline.h"
#include "ui/theme/theme.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;

class TestProfileWindow : public QObject {
  Q_OBJECT

 private slots:
  void an_empty_window_says_what_to_do() {
    ProfilerWindow window;
    window.show();
    for (int page = ProfilerWindow::OverviewTab; page <= ProfilerWindow::CompareTab; ++page) {
      window.show_page(static_cast<ProfilerWindow::Page>(page));
      QVERIFY(!window.grab().isNull());
    }
    QVERIFY(!text_of(window, "overviewMessage").isEmpty());
    QVERIFY(!text_of(window, "rooflineMessage").isEmpty());
    QVERIFY(!text_of(window, "comparisonMessage").isEmpty());
    QVERIFY(!child<QAction>(window, "saveProfile")->isEnabled());
  }

  void every_page_shows_every_profile_data() {
    QTest::addColumn<bool>("gpu");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::newRow("gpu light small") << true << false << QSize(1280, 800);
    QTest::newRow("gpu dark large") << true << true << QSize(1920, 1080);
    QTest::newRow("cpu dark small") << false << true << QSize(1280, 800);
    QTest::newRow("cpu light large") << false << false << QSize(1920, 1080);
  }
  void every_page_shows_every_profile() {
    QFETCH(bool, gpu);
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    theme_.apply(dark ? ThemeChoice::dark : ThemeChoice::light);
    ProfilerWindow window;
    window.resize(size);
    const auto session = made({.gpu = gpu});
    window.document().open(session, QStringLiteral("/tmp/run.sqlite"));
    window.show();
    QVERIFY(window.size() == size);  // nothing needs more room
    QVERIFY(window.windowTitle().startsWith(QStringLiteral("run.sqlite")));
    click_row_of_longest(window, *session);
    for (int page = ProfilerWindow::OverviewTab; page <= ProfilerWindow::CompareTab; ++page) {
      if (page == ProfilerWindow::CompareTab) {
        window.document().compare_with(made({.gpu = gpu, .slow_op = "linear", .slow_factor = 1.7}),
                                       QStringLiteral("/tmp/before.sqlite"));
      } else {
        window.show_page(static_cast<ProfilerWindow::Page>(page));
      }
      settle(window.document());
      QApplication::processEvents();
      const QPixmap picture = window.grab();
      QCOMPARE(picture.size(), size);
      keep(picture, QStringLiteral("%1_%2").arg(QString::fromLatin1(QTest::currentDataTag())).arg(page));
    }
    QVERIFY(!window.findChildren<QPushButton*>(QStringLiteral("showFinding")).empty());
    QVERIFY(text_of(window, "comparisonSummary").contains(QStringLiteral("before.sqlite")));
    QVERIFY(child<QTableView>(window, "comparisonTable")->model()->rowCount() > 1);
    theme_.apply(ThemeChoice::light);
  }

  /// A file from elsewhere may have any number of stages. Those that have no line are told together.
  void ten_thousand_stages_have_a_few_lines() {
    constexpr std::uint32_t stages = 10'000;
    const auto session = std::make_shared<ProfileSession>();
    for (std::uint32_t i = 0; i < stages; ++i) {
      session->kinds.push_back(
          {ProfileActivity::op, "stage " + std::to_string(i), "gemm", "v", {}, {}, "gemm"});
      ProfileRecord& record = session->records.emplace_back();
      record.kind = i;
      record.start_ns = 10 * std::int64_t{i};
      record.duration_ns = 10;
    }
    session->duration_ns = 10 * std::int64_t{stages};
    ProfilerWindow window;
    window.show();
    window.show_page(ProfilerWindow::OverviewTab);
    window.document().open(session);
    settle(window.document());
    const QString told = child<StageBar>(window, "stageBar")->accessibleDescription();
    QCOMPARE(told.count(QStringLiteral(", ")), 65);  // 64 stages, the others, idle
    QVERIFY2(told.contains(QStringLiteral("other 99")), qPrintable(told));
  }

  /// No page keeps the paper of the theme before.
  void a_switch_of_the_theme_reaches_every_page() {
    ProfilerWindow window;
    window.document().open(made());
    window.document().compare_with(made({.slow_op = "linear", .slow_factor = 1.7}),
                                   QStringLiteral("/tmp/b.sqlite"));
    window.show();
    for (const ThemeChoice theme : {ThemeChoice::dark, ThemeChoice::light}) {
      window.show_page(theme == ThemeChoice::dark ? ProfilerWindow::RooflineTab : ProfilerWindow::CompareTab);
      theme_.apply(theme);
      const ThemeColors& colors = theme_colors(theme == ThemeChoice::dark);
      for (int page = ProfilerWindow::OverviewTab; page <= ProfilerWindow::CompareTab; ++page) {
        window.show_page(static_cast<ProfilerWindow::Page>(page));
        settle(window.document());
        QApplication::processEvents();
        for (const auto* plot : window.findChildren<QCustomPlot*>()) {
          if (!plot->isVisible()) continue;
          const QImage picture = const_cast<QCustomPlot*>(plot)->grab().toImage();
          QCOMPARE(picture.pixelColor(1, 1), colors.base);
          QCOMPARE(plot->xAxis->tickLabelColor(), colors.secondary);
        }
      }
    }
  }

  void the_table_groups_and_searches() {
    ProfilerWindow window;
    window.document().open(made());
    window.show();
    window.show_page(ProfilerWindow::TimelineTab);
    settle(window.document());
    auto* rows = child<QTableView>(window, "kernelTable")->model();
    auto* grouping = child<QComboBox>(window, "kernelGrouping");
    const int kernels = rows->rowCount();
    grouping->setCurrentIndex(grouping->findData(static_cast<int>(ProfileGrouping::stage)));
    settle(window.document());
    QVERIFY(rows->rowCount() > 1 && rows->rowCount() < kernels);
    grouping->setCurrentIndex(0);
    settle(window.document());
    auto* search = child<QLineEdit>(window, "kernelSearch");
    search->setText(QStringLiteral("LINEAR"));  // by op, though kernels have names of their own
    QVERIFY(rows->rowCount() > 0 && rows->rowCount() < kernels);
    search->setText(QStringLiteral("no such kernel"));
    QCOMPARE(rows->rowCount(), 0);
    search->clear();
    QCOMPARE(rows->rowCount(), kernels);
  }

  void a_finding_leads_to_its_kernel() {
    ProfilerWindow window;
    window.document().open(made({.overlap = false, .slow_op = "linear", .slow_factor = 20.0}));
    window.show();
    settle(window.document());
    const auto shows = window.findChildren<QPushButton*>(QStringLiteral("showFinding"));
    QVERIFY(!shows.isEmpty());
    shows.front()->click();
    QVERIFY(!window.document().selection().empty());
    QCOMPARE(child<QTabWidget>(window, "profilerTabs")->currentIndex(),
             static_cast<int>(ProfilerWindow::TimelineTab));
    window.show_page(ProfilerWindow::OverviewTab);
    child<QPushButton>(window, "longestGap")->click();
    QVERIFY(window.document().selection().range.has_value());
  }

  void all_keys_are_named_on_request() {
    ProfilerWindow window;
    window.document().open(made());
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, patience_ms));
    child<QAction>(window, "page1")->trigger();
    QCOMPARE(QApplication::focusWidget(), window.findChild<Timeline*>());
    child<QAction>(window, "profilerKeys")->trigger();
    child<QAction>(window, "profilerKeys")->trigger();  // the same one again
    QCOMPARE(window.findChildren<QDialog*>(QStringLiteral("keysDialog")).size(), 1);
    auto* keys = child<QDialog>(window, "keysDialog");
    QVERIFY(keys->isVisible());
    const QString text = text_of(window, "keysText");
    for (const char* key : {"Left, right", "N, P", "Home, End", "Ctrl+0"}) {
      QVERIFY2(text.contains(QLatin1String(key)), key);
    }
    keep(keys->grab(), QStringLiteral("keys"));
  }

  void files_are_asked_for_and_passed_on() {
    ProfilerWindow window;
    window.document().open(made());
    QSignalSpy opened(&window, &ProfilerWindow::openRequested);
    QSignalSpy compared(&window, &ProfilerWindow::compareRequested);
    QSignalSpy saved(&window, &ProfilerWindow::saveRequested);
    const QString there = QStringLiteral(TILESCRIBE_TEST_DATA "/profiles/cpu-demo.sqlite");
    child<QAction>(window, "openProfile")->trigger();
    choose_file(there);
    QCOMPARE(opened.takeFirst().front().toString(), there);
    child<QPushButton>(window, "chooseComparison")->click();
    choose_file(there);
    QCOMPARE(compared.takeFirst().front().toString(), there);
    const QTemporaryDir folder;
    for (const auto& [ending, format] :
         {std::pair{".sqlite", ProfileFormat::session}, std::pair{".json", ProfileFormat::trace},
          std::pair{".csv", ProfileFormat::table}, std::pair{".HTML", ProfileFormat::report}}) {
      const QString path = folder.filePath(QStringLiteral("b") + QLatin1String(ending));
      child<QAction>(window, "exportProfile")->trigger();
      choose_file(path);
      const auto asked = saved.takeFirst();
      QCOMPARE(asked.at(1).toString(), path);
      QVERIFY(asked.at(2).value<ProfileFormat>() == format);
    }
    // Without an ending, the chosen filter gives it.
    child<QAction>(window, "saveProfile")->trigger();
    QVERIFY(shown_dialog<QFileDialog>()->selectedFiles().first().endsWith(QStringLiteral(".sqlite")));
    choose_file(folder.filePath(QStringLiteral("c")), shown_dialog<QFileDialog>()->nameFilters().back());
    QCOMPARE(saved.takeFirst().at(1).toString(), folder.filePath(QStringLiteral("c.csv")));
    child<QAction>(window, "saveProfile")->trigger();
    shown_dialog<QFileDialog>()->reject();
    QVERIFY(saved.isEmpty());
    window.show_error(QStringLiteral("It could not be written."));
    QVERIFY(!window.findChild<QFrame*>(QStringLiteral("banner"))->isHidden());
  }

  void one_row_none_and_very_long_names_fit() {
    auto session = std::make_shared<ProfileSession>();
    ProfilerWindow window;
    window.resize(1280, 800);
    window.show();
    window.document().open(session);  // nothing in it at all
    look_at_all_pages(window);
    session = std::make_shared<ProfileSession>();
    session->duration_ns = 2'000'000;
    session->setting.audio = std::string(400, 'a').append(".wav");
    session->setting.engine = Message::verbatim(std::string(300, 'e'));
    ProfileKind kind;
    kind.activity = ProfileActivity::kernel;
    kind.stage = "decode";
    kind.op = "linear";
    kind.kernel = "void " + std::string(3000, 'k') + "<(int)4>(float*)";
    kind.short_name = std::string(3000, 'k');
    session->kinds = {kind};
    session->records = {{.start_ns = 500'000, .duration_ns = 1'000'000, .stream = 7}};
    ProfileTotal total;
    total.calls = 1;
    total.own_ns = total.busy_ns = total.least_ns = total.most_ns = 1'000'000;
    total.squares = 1e12;
    total.histogram.add(1'000'000);
    session->totals = {total};
    session->taken = 1;
    window.document().open(session);
    look_at_all_pages(window);
    QCOMPARE(child<QTableView>(window, "kernelTable")->model()->rowCount(), 1);
    window.show_page(ProfilerWindow::TimelineTab);
    settle(window.document());
    click_row(window, 0);
    QCOMPARE(window.document().selection().kinds.size(), std::size_t{1});
    look_at_all_pages(window);
    QCOMPARE(window.size(), QSize(1280, 800));
  }

 private:
  static void click_row_of_longest(ProfilerWindow& window, const ProfileSession& session) {
    window.show_page(ProfilerWindow::TimelineTab);
    settle(window.document());
    QApplication::processEvents();
    click_row(window, 0);
    QVERIFY(!window.document().selection().kinds.empty());
    QVERIFY(*window.document().selection().kinds.begin() < session.kinds.size());
  }

  static void look_at_all_pages(ProfilerWindow& window) {
    for (int page = ProfilerWindow::OverviewTab; page <= ProfilerWindow::CompareTab; ++page) {
      window.show_page(static_cast<ProfilerWindow::Page>(page));
      settle(window.document());
      QApplication::processEvents();
      QVERIFY(!window.grab().isNull());
    }
  }

  static void keep(const QPixmap& picture, QString name) {
    const QString folder = qEnvironmentVariable("TILESCRIBE_SHOTS");
    if (folder.isEmpty()) return;
    QVERIFY(picture.save(
        QDir(folder).filePath(name.replace(QLatin1Char(' '), QLatin1Char('_')) + QStringLiteral(".png"))));
  }

  LightTheme theme_;
};

QTEST_MAIN(TestProfileWindow)
#include "test_profile_window.moc"
