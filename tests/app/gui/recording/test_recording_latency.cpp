// SPDX-License-Identifier: Apache-2.0
// The window stays smooth while somebody records, reads, scrolls, and files are transcribed beside it.
#include <QEventLoop>
#include <QScrollBar>
#include <QTimer>
#include <QtTest>
#include <thread>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/event_loop_probe.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;
using ui::RecordPhase;

namespace {

void run_loop(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

}  // namespace

class TestRecordingLatency : public QObject {
  Q_OBJECT

 private slots:
  void the_window_stays_smooth_while_recording_and_transcribing() {
    GuiFixture gui;
    gui.world.script_all({.audio_s = 36'000, .segments = 20'000, .step = std::chrono::microseconds(1000)});
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), patience_ms));
    gui.drop({gui.file(QStringLiteral("a.wav")), gui.file(QStringLiteral("b.wav"))});
    QVERIFY(gui.wait_for_state(0, ui::JobState::running));
    gui.sound.set_speed(60.0);  // two hundred words a second
    press_record_keys(gui);
    QTRY_VERIFY(text(gui).has_text());
    gui.action("smallWindow")->trigger();
    QTimer user;
    int turn = 0;
    QObject::connect(&user, &QTimer::timeout, &text(gui), [&] {
      QScrollBar* bar = text(gui).verticalScrollBar();
      bar->setValue(++turn % 40 < 20 ? bar->maximum() : bar->value() - 3);
    });
    user.start(10);
    QTimer shake;  // levels that change at every look, and trouble that comes and goes
    QObject::connect(&shake, &QTimer::timeout, &text(gui), [&] {
      gui.sound.set_level({.peak = static_cast<float>(turn % 100) / 100.0f, .rms = 0.1f});
      if (turn % 100 == 0) gui.sound.vanish();
      if (turn % 100 == 50) gui.sound.come_back();
    });
    shake.start(20);
    run_loop(500);
    auto& probe = *static_cast<ProbedApplication*>(QCoreApplication::instance());
    const qsizetype before = text(gui).fixed_text().size();
    probe.start();
    run_loop(6000);
    const auto report = probe.stop();
    const qsizetype grown = text(gui).fixed_text().size() - before;
    qInfo("%s; %d characters came", qPrintable(report.text()), static_cast<int>(grown));
    QVERIFY2(grown > 1500, qPrintable(QString::number(grown)));
    QVERIFY2(report.rounds_ms.size() > 300, qPrintable(report.text()));
    QVERIFY2(report.share_within(50.0) >= 0.995, qPrintable(report.text()));
    QVERIFY2(report.worst_event_cpu_ms <= 50.0, qPrintable(report.text()));
    user.stop();
    shake.stop();
    gui.sound.come_back();
    press_record_keys(gui);
    QTRY_COMPARE_WITH_TIMEOUT(phase(gui), RecordPhase::idle, 20'000);
  }

  void starting_and_stopping_never_wait_for_the_device() {
    GuiFixture gui;
    gui.sound.on_device([] { std::this_thread::sleep_for(std::chrono::milliseconds(600)); });
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), patience_ms));
    run_loop(300);
    auto& probe = *static_cast<ProbedApplication*>(QCoreApplication::instance());
    probe.start();
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::recording);
    gui.sound.hear(2.0);
    press_record_keys(gui);
    QTRY_COMPARE(phase(gui), RecordPhase::idle);
    const auto report = probe.stop();
    QVERIFY2(report.worst_round_ms() < 400.0, qPrintable(report.text()));
  }
};

int main(int argc, char** argv) {
  ProbedApplication application(argc, argv);
  TestRecordingLatency test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_recording_latency.moc"
