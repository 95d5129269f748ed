// SPDX-License-Identifier: Apache-2.0
// The window stays smooth while a very fast model talks: 1000 events a second, and somebody scrolling.
#include <QElapsedTimer>
#include <QEventLoop>
#include <QScrollBar>
#include <QThread>
#include <QTimer>
#include <QtTest>

#include "tests/support/event_loop_probe.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using test::ProbedApplication;
using namespace std::chrono_literals;

namespace {

void run_loop(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

ProbedApplication& probe() {
  return *static_cast<ProbedApplication*>(QCoreApplication::instance());
}

// The best one counts: a machine that was busy a moment ago, or is shared, holds single events up.
constexpr int attempts = 3;

bool smooth(const test::LoopReport& report) {
  return report.share_within(50.0) >= 0.995 && report.worst_event_cpu_ms <= 50.0;
}

}  // namespace

class TestLatency : public QObject {
  Q_OBJECT

 private slots:
  void the_probe_sees_a_sleeping_round() {
    probe().start();
    QTimer::singleShot(20, this, [] { QThread::msleep(80); });
    run_loop(200);
    const auto report = probe().stop();
    QVERIFY2(report.worst_round_ms() >= 79.0 && report.worst_round_ms() < 500.0, qPrintable(report.text()));
    QVERIFY2(report.worst_event_cpu_ms < 50.0, qPrintable(report.text()));  // asleep: no processor time
  }

  void the_probe_sees_a_busy_event() {
    probe().start();
    QMetaObject::invokeMethod(
        this,
        [] {
          QElapsedTimer clock;
          clock.start();
          volatile double sum = 0;
          while (clock.elapsed() < 120) sum = sum + 1;
        },
        Qt::QueuedConnection);
    run_loop(250);
    const auto report = probe().stop();
    QVERIFY2(report.worst_event_cpu_ms >= 30.0, qPrintable(report.text()));
    QVERIFY2(report.worst_round_ms() >= 119.0, qPrintable(report.text()));
  }

  void the_probe_does_not_count_waiting() {
    probe().start();
    QTimer tick;
    tick.start(60);
    run_loop(300);
    const auto report = probe().stop();
    QVERIFY2(report.rounds_ms.size() >= 4, qPrintable(report.text()));
    QVERIFY2(report.worst_round_ms() < 50.0, qPrintable(report.text()));
  }

  void the_window_stays_smooth_under_a_thousand_events_a_second() {
    for (int attempt = 1; attempt <= attempts; ++attempt) {
      test::GuiFixture gui;
      gui.world.script_all({.audio_s = 36'000, .segments = 20'000, .step = 1ms, .looped = 7});
      QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
      gui.drop({gui.file(QStringLiteral("a.wav")), gui.file(QStringLiteral("b.wav")),
                gui.file(QStringLiteral("c.wav"))});
      QVERIFY(gui.wait_for_state(0, ui::JobState::running));
      auto& view = gui.panel().view();
      view.find_text(QStringLiteral("the"), false, false);  // with a search open, too
      QTimer user;
      int turn = 0;
      QObject::connect(&user, &QTimer::timeout, &view, [&] {
        QScrollBar* bar = view.verticalScrollBar();
        bar->setValue(++turn % 40 < 20 ? bar->maximum() : bar->value() - 3);
      });
      user.start(10);
      run_loop(500);
      probe().start();
      run_loop(5000);
      const auto report = probe().stop();
      qInfo("%s", qPrintable(report.text()));
      QVERIFY(gui.item(0).transcript().segments.size() > 300);
      QVERIFY2(report.rounds_ms.size() > 200, qPrintable(report.text()));
      if (!smooth(report) && attempt < attempts) continue;
      QVERIFY2(smooth(report), qPrintable(report.text()));
      return;
    }
  }

  void switching_to_a_huge_transcript_stays_smooth() {
    for (int attempt = 1; attempt <= attempts; ++attempt) {
      test::GuiFixture gui;
      ui::QueueItem huge;
      huge.path = QStringLiteral("huge.wav");
      huge.state = ui::JobState::done;
      for (int i = 0; i < 10'000; ++i) {
        Segment segment;
        segment.start_s = i * 3.0;
        segment.end_s = i * 3.0 + 3.0;
        segment.text = test::fake_sentence(i);
        huge.document->append(segment);
      }
      ui::QueueItem small;
      small.path = QStringLiteral("small.wav");
      gui.queue().add(std::move(small));
      const ui::DocumentId id = huge.id();
      gui.queue().add(std::move(huge));
      run_loop(300);
      probe().start();
      gui.choose(id);
      auto& view = gui.panel().view();
      QTimer resize;
      int step = 0;
      QObject::connect(&resize, &QTimer::timeout, &view,
                       [&] { gui.window().resize(1000 + 10 * (++step % 20), 700); });
      resize.start(100);
      // Scrolling meanwhile, which also makes enough rounds for a share of them to mean something.
      QTimer scroll;
      QObject::connect(&scroll, &QTimer::timeout, &view,
                       [&] { view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() + 1); });
      scroll.start(10);
      run_loop(3000);
      const auto report = probe().stop();
      qInfo("%s", qPrintable(report.text()));
      QVERIFY(view.complete());
      if (!smooth(report) && attempt < attempts) continue;
      QVERIFY2(smooth(report), qPrintable(report.text()));
      return;
    }
  }
};

int main(int argc, char** argv) {
  ProbedApplication application(argc, argv);
  TestLatency test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_latency.moc"
