// SPDX-License-Identifier: Apache-2.0
// A session of a million records in the whole window: from the file's choice until everything is painted.
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <ctime>

#include "inference/api/profile_store.h"
#include "tests/support/light_theme.h"
#include "tests/support/patience.h"
#include "tests/support/profiler_clicks.h"

using namespace tilescribe;
using namespace tilescribe::test;
using namespace tilescribe::ui;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr double most_s = 40.0;
constexpr int tries = 1;
#else
constexpr double most_s = 2.0;
constexpr int tries = 3;
#endif

/// Processor time of the program, and time by the clock: the first tells what opening takes where other
/// programs run, too.
class Watch {
 public:
  Watch() : began_(std::clock()) { wall_.start(); }
  double processor_s() const { return static_cast<double>(std::clock() - began_) / CLOCKS_PER_SEC; }
  double wall_s() const { return static_cast<double>(wall_.nsecsElapsed()) * 1e-9; }

 private:
  std::clock_t began_;
  QElapsedTimer wall_;
};

}  // namespace

class TestProfileOpenSpeed : public QObject {
  Q_OBJECT

 private slots:
  void a_million_records_open_in_two_seconds_data() {
    QTest::addColumn<bool>("gpu");
    QTest::newRow("GPU") << true;
    QTest::newRow("CPU") << false;
  }
  void a_million_records_open_in_two_seconds() {
    QFETCH(bool, gpu);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("million.sqlite"));
    {
      SyntheticProfile options;
      options.gpu = gpu;
      options.records = 1'000'000;
      const ProfileSession session = synthetic_profile(options);
      QVERIFY(session.records.size() > 950'000);
      save_profile(session, path.toStdString(), ProfileFormat::session);
    }
    double best_s = HUGE_VAL;
    for (int i = 0; i < tries; ++i) {
      ProfilerWindow window;
      window.resize(1920, 1080);
      window.show();
      QVERIFY(QTest::qWaitForWindowExposed(&window, patience_ms));
      connect(&window, &ProfilerWindow::openRequested, &window, [&window](const QString& file) {
        const Watch reading;
        auto session = std::make_shared<const ProfileSession>(open_profile(file.toStdString()));
        qInfo("  read in %.2f s of processor time", reading.processor_s());
        window.document().open(std::move(session), file);
      });
      const Watch opening;
      emit window.openRequested(path);
      settle(window.document());
      QVERIFY(!window.grab().isNull());
      const double took_s = opening.processor_s();
      best_s = std::min(best_s, took_s);
      qInfo("open and painted in %.2f s of processor time, %.2f s by the clock", took_s, opening.wall_s());
      for (const auto page : {ProfilerWindow::TimelineTab, ProfilerWindow::RooflineTab,
                              ProfilerWindow::FlameTab, ProfilerWindow::OverviewTab}) {
        const Watch turning;
        window.show_page(page);
        settle(window.document());
        QVERIFY(!window.grab().isNull());
        qInfo("  page %d painted in %.3f s", static_cast<int>(page), turning.processor_s());
        QVERIFY(turning.processor_s() < most_s / 4.0);
      }
      const Watch choosing;
      ProfileSelection selection;
      selection.stage = "decode";
      window.document().select(selection);
      settle(window.document());
      QVERIFY(!window.grab().isNull());
      qInfo("  a stage chosen in %.3f s", choosing.processor_s());
    }
    QVERIFY2(best_s < most_s, qPrintable(QString::number(best_s)));
  }

 private:
  LightTheme theme_;
};

QTEST_MAIN(TestProfileOpenSpeed)
#include "test_profile_open_speed.moc"
