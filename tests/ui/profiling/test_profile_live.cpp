// SPDX-License-Identifier: Apache-2.0
// The live page, fed as a profile feeds it. With TILESCRIBE_PICTURES=FOLDER it also leaves pictures there.
#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QSignalSpy>
#include <QtTest>
#include <algorithm>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

#include "tests/support/event_queue.h"
#include "tests/support/patience.h"
#include "tests/support/profile_frames.h"
#include "ui/profiling/live_bars.h"
#include "ui/profiling/live_charts.h"
#include "ui/profiling/live_figures.h"
#include "ui/profiling/live_panel.h"
#include "ui/profiling/profile_colors.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

constexpr double frame_s = 0.05;

/// Counts how often the widgets below another one are painted.
class PaintCount : public QObject {
 public:
  explicit PaintCount(QWidget& watched) {
    watched.installEventFilter(this);
    for (auto* child : watched.findChildren<QWidget*>()) child->installEventFilter(this);
  }
  int taken() { return std::exchange(count_, 0); }
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint) ++count_;
    if (event->type() == QEvent::LayoutRequest) ++layouts;
    return QObject::eventFilter(watched, event);
  }
  int layouts = 0;

 private:
  int count_ = 0;
};

void play(LivePanel& panel, double from_s, double to_s, const test::FakeRun& run = {}) {
  for (double at = from_s; at <= to_s; at += frame_s) panel.show_frame(test::fake_frame(at, run));
}

/// Processor time of this thread: the machine may be busy with other things.
double thread_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// All that a frame makes the thread do: the slot, and the painting that follows in the event loop.
double ms_of_frame(LivePanel& panel, const ProfileFrame& frame) {
  const double begin = thread_ms();
  panel.show_frame(frame);
  QCoreApplication::sendPostedEvents();
  QCoreApplication::processEvents();
  return thread_ms() - begin;
}

void keep_picture(QWidget& widget, const QString& name) {
  const QString folder = qEnvironmentVariable("TILESCRIBE_PICTURES");
  if (!folder.isEmpty()) QVERIFY(widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png"))));
}

}  // namespace

class TestProfileLive : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { theme_ = std::make_unique<Theme>(*qApp); }
  void init() { theme_->apply(ThemeChoice::light); }
  void cleanupTestCase() { theme_.reset(); }

  void says_what_to_do_while_there_is_nothing() {
    LivePanel panel;
    panel.resize(460, 700);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    QStringList texts;
    for (auto* label : panel.findChildren<QLabel*>()) {
      if (label->isVisible()) texts.append(label->text());
    }
    QVERIFY(texts.contains(QStringLiteral("Transcribe something to see what each kernel costs.")));
    QVERIFY(!panel.findChild<LiveFigures*>()->isVisible());
    keep_picture(panel, QStringLiteral("panel_empty"));
  }

  void why_nothing_is_measured_stands_there_until_the_next_run() {
    LivePanel panel;
    panel.resize(460, 700);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    auto* banner = panel.findChild<Banner*>();
    QVERIFY(!banner->isVisible());
    panel.fail(QStringLiteral("The profiler of the GPU is taken by another program."));
    QVERIFY(banner->isVisible());
    QVERIFY(banner->text().contains(QStringLiteral("taken by another program")));
    QVERIFY(banner->text().contains(QStringLiteral("text is not affected")));
    keep_picture(panel, QStringLiteral("panel_failed"));
    panel.begin(QStringLiteral("interview.wav"));
    QVERIFY(!banner->isVisible());
    // In the middle of a run: its figures stay, but there is nothing to open.
    QSignalSpy over(&panel, &LivePanel::finished);
    play(panel, frame_s, 3.0);
    panel.fail(QStringLiteral("The device was lost."));
    panel.finish();
    QVERIFY(banner->isVisible());
    QVERIFY(panel.findChild<LiveFigures*>()->isVisible());
    QVERIFY(!panel.findChild<QAbstractButton*>(QStringLiteral("analyse"))->isEnabled());
    QCOMPARE(over.count(), 0);
    keep_picture(panel, QStringLiteral("panel_lost"));
  }

  /// A file that can't be read leaves nothing to look at, and takes nothing away.
  void a_run_that_measured_nothing_leaves_the_last_one() {
    LivePanel panel;
    panel.resize(460, 700);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    auto* figures = panel.findChild<LiveFigures*>();
    QSignalSpy over(&panel, &LivePanel::finished);
    panel.begin(QStringLiteral("broken.wav"));
    panel.discard();
    QVERIFY(!figures->isVisible());  // as at the start
    panel.begin(QStringLiteral("good.wav"));
    play(panel, frame_s, 6.0);
    panel.finish();
    const QString speed = figures->cells()[0].value;
    QVERIFY(speed != QStringLiteral("–"));
    panel.begin(QStringLiteral("broken.wav"));
    QCOMPARE(figures->cells()[0].value, QStringLiteral("–"));
    panel.show_frame(test::fake_frame(0.01));
    panel.discard();
    QCOMPARE(figures->cells()[0].value, speed);
    QVERIFY(!panel.history().samples().empty());
    QVERIFY(panel.findChild<ElidedLabel*>(QStringLiteral("liveRun"))
                ->text()
                .contains(QStringLiteral("good.wav")));
    QVERIFY(panel.findChild<QAbstractButton*>(QStringLiteral("analyse"))->isEnabled());
    QCOMPARE(over.count(), 1);
    panel.show_frame(test::fake_frame(0.01));  // of another run, which has not begun
    QCOMPARE(figures->cells()[0].value, speed);
    panel.begin(QStringLiteral("next.wav"));
    play(panel, frame_s, 3.0);
    panel.finish(QStringLiteral("broken off"));
    QVERIFY(panel.findChild<ElidedLabel*>(QStringLiteral("liveRun"))
                ->text()
                .contains(QStringLiteral("broken off")));
  }

  void shows_the_run_and_keeps_it_when_it_is_over_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light") << false << QSize(520, 760);
    QTest::newRow("dark") << true << QSize(520, 760);
    QTest::newRow("narrow") << false << QSize(360, 620);
  }
  void shows_the_run_and_keeps_it_when_it_is_over() {
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    theme_->apply(dark ? ThemeChoice::dark : ThemeChoice::light);
    LivePanel panel;
    QSignalSpy analyse(&panel, &LivePanel::analyseRequested);
    QSignalSpy over(&panel, &LivePanel::finished);
    panel.resize(size);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    panel.begin(QStringLiteral("interview.wav"));
    auto* open = panel.findChild<QAbstractButton*>(QStringLiteral("analyse"));
    QVERIFY(!open->isEnabled());
    play(panel, frame_s, 17.4);
    const ProfileFrame last = test::fake_frame(17.5);
    panel.show_frame(last);
    test::work_off_events();
    keep_picture(panel, QStringLiteral("panel_running_%1").arg(QLatin1String(QTest::currentDataTag())));

    auto* figures = panel.findChild<LiveFigures*>();
    QCOMPARE(figures->cells()[0].value, QStringLiteral("13.7×"));  // 8 windows of 30 s in 17.5 s
    QCOMPARE(figures->cells()[2].value, QStringLiteral("0:17"));
    QCOMPARE(figures->cells()[3].value, QStringLiteral("1.6 %"));
    const auto meters = panel.findChildren<LiveMeter*>();
    QCOMPARE(meters.size(), 2);
    const double idle =
        static_cast<double>(last.waiting_ns + last.launch_ns) / static_cast<double>(last.at_ns);
    QVERIFY(std::abs(meters[0]->parts()[0].share + meters[0]->parts()[1].share - idle) < 1e-6);
    QCOMPARE(meters[1]->figure(), QStringLiteral("6.30 GB of 83.0 GB"));
    const auto& rows = panel.bars().kernels().rows();
    for (std::size_t i = 1; i < rows.size(); ++i) QVERIFY(rows[i - 1].own_ns >= rows[i].own_ns);
    QCOMPARE(panel.findChild<LiveLegend*>()->cells().size(), 7);

    panel.finish();
    QCOMPARE(over.count(), 1);
    QVERIFY(open->isEnabled());
    open->click();
    QCOMPARE(analyse.count(), 1);
    QCOMPARE(figures->cells()[0].value, QStringLiteral("13.7×"));
    for (std::size_t i = 1; i < rows.size(); ++i) QVERIFY(rows[i - 1].own_ns >= rows[i].own_ns);
    test::work_off_events();
    keep_picture(panel, QStringLiteral("panel_over_%1").arg(QLatin1String(QTest::currentDataTag())));

    panel.begin(QStringLiteral("next.wav"));
    QVERIFY(!open->isEnabled());
    QVERIFY(panel.bars().kernels().rows().empty());
    QCOMPARE(figures->cells()[0].value, QStringLiteral("–"));
  }

  void memory_that_is_not_known_is_not_shown() {
    LivePanel panel;
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    panel.show_frame(test::fake_frame(1.0, {.memory = false}));
    QVERIFY(!panel.findChildren<LiveMeter*>()[1]->isVisible());
    panel.show_frame(test::fake_frame(1.1));
    QVERIFY(panel.findChildren<LiveMeter*>()[1]->isVisible());
  }

  void a_frame_is_cheap() {
    LivePanel panel;
    panel.resize(520, 760);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    panel.begin(QStringLiteral("long.wav"));
    play(panel, frame_s, 120.0);  // series as long as they get
    test::work_off_events();
    std::vector<double> times;
    for (int i = 1; i <= 400; ++i) times.push_back(ms_of_frame(panel, test::fake_frame(120.0 + i * frame_s)));
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2];
    qInfo(
        "a frame takes %.2f ms in the median, %.2f ms at the 95th percentile, %.2f ms at worst; %zu samples",
        median, times[times.size() * 95 / 100], times.back(), panel.history().samples().size());
    QVERIFY2(median <= 4.0, qPrintable(QString::number(median)));
    QVERIFY2(times[times.size() * 95 / 100] <= 12.0, "a frame with a chart");
  }

  void nothing_is_painted_that_did_not_change() {
    LivePanel panel;
    panel.resize(520, 760);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    play(panel, frame_s, 6.0);
    test::work_off_events();
    PaintCount paints(panel);
    const ProfileFrame frame = test::fake_frame(6.0);
    panel.show_frame(frame);
    test::work_off_events();
    paints.taken();
    for (int i = 0; i < 10; ++i) panel.show_frame(frame);
    test::work_off_events();
    QCOMPARE(paints.taken(), 0);
    paints.layouts = 0;
    play(panel, 6.05, 8.0);
    test::work_off_events();
    QVERIFY(paints.taken() > 0);
    QCOMPARE(paints.layouts, 0);  // figures change, what they stand in does not
  }

  void nothing_happens_while_it_is_hidden() {
    LivePanel panel;
    panel.resize(520, 760);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    play(panel, frame_s, 2.0);
    test::work_off_events();
    panel.hide();
    test::work_off_events();
    PaintCount paints(panel);
    auto* figures = panel.findChild<LiveFigures*>();
    const QString before = figures->cells()[2].value;
    play(panel, 2.05, 9.0);
    test::work_off_events();
    QCOMPARE(paints.taken(), 0);
    QCOMPARE(figures->cells()[2].value, before);
    panel.show();  // and nothing of the run is missing
    QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
    QTRY_COMPARE(figures->cells()[2].value, QStringLiteral("9.0 s"));
    QVERIFY(panel.history().samples().size() > 80);
    panel.hide();
    panel.finish();
    QVERIFY(panel.findChild<QAbstractButton*>(QStringLiteral("analyse"))->isEnabled());
  }

  void names_read_well_on_their_bars() {
    for (const bool dark : {false, true}) {
      const ThemeColors& colors = theme_colors(dark);
      for (const std::string_view stage : stage_names) {
        const double ratio = contrast(colors.text, LiveBars::fill(stage, dark));
        QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("%1: %2").arg(stage_label(stage)).arg(ratio)));
      }
    }
  }

  void the_time_axis_moves_seldom() {
    QCOMPARE(LiveChart::time_axis_end_s(0.0, false), 5.0);
    QCOMPARE(LiveChart::time_axis_end_s(17.5, true), 17.5);
    double last = 0.0;
    int moves = 0;
    for (double at = 0.0; at < 7200.0; at += 1.0) {
      const double end = LiveChart::time_axis_end_s(at, false);
      QVERIFY(end >= at && end >= last);
      moves += end > last ? 1 : 0;
      last = end;
    }
    QVERIFY(moves < 20);
  }

 private:
  std::unique_ptr<Theme> theme_;
};

QTEST_MAIN(TestProfileLive)
#include "test_profile_live.moc"
