// SPDX-License-Identifier: Apache-2.0
// The window on a real sound server, the real recorder and the real engine: what is played becomes text on
// the record page while the page stays quick, and a finished file in the end.
#include <QEventLoop>
#include <QTimer>
#include <QtTest>

#include "inference/api/transcriber.h"
#include "inference/api/word_errors.h"
#include "tests/support/event_loop_probe.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/sound_server.h"
#include "tests/support/speech_recording.h"
#include "ui/recording/live_text_view.h"
#include "ui/recording/record_page.h"

using namespace tilescribe;
using namespace tilescribe::ui;

namespace {

constexpr double round_limit_ms = 50.0;

}  // namespace

class TestLiveWindow : public QObject {
  Q_OBJECT

 private slots:
  void what_is_played_becomes_text_and_a_file() {
    const QTemporaryDir folder;
    test::SoundServer server;
    const test::Speech speech = test::joined_speech(40.0, 1.0);
    const QString played = folder.filePath("speech.wav"), dropped = folder.filePath("file.wav");
    test::write_speech(played.toStdString(), speech.samples);
    test::write_speech(dropped.toStdString(), speech.samples, 10);
    Capture capture;
    test::GuiFixture gui(false, {1100, 720}, test::real_engines(), &capture);
    EngineOptions engine;
    engine.threads = 2;
    gui.controller->start(engine);
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
    gui.action("record")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(gui.controller->recording().phase(), RecordPhase::recording, 10'000);
    LiveTextView& text = gui.record_page().text();

    // A file is transcribed beside it: live text goes before it.
    gui.drop({QUrl::fromLocalFile(dropped)});
    server.start_playing(played, "ts_mic");
    auto& application = *static_cast<test::ProbedApplication*>(qApp);
    application.start();
    bool shown_while_played = false;
    QString before;
    bool only_grew = true;
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < static_cast<qint64>(speech.seconds() * 1000.0)) {
      QEventLoop loop;
      QTimer::singleShot(100, &loop, &QEventLoop::quit);
      loop.exec();
      shown_while_played = shown_while_played || !text.provisional_text().isEmpty();
      only_grew = only_grew && text.fixed_text().startsWith(before);
      before = text.fixed_text();
    }
    const test::LoopReport report = application.stop();
    qInfo("%s", qPrintable(report.text()));
    QVERIFY(shown_while_played);
    QVERIFY(only_grew);
    QVERIFY(before.size() > static_cast<qsizetype>(speech.text.size() / 2));
    QVERIFY2(report.worst_event_cpu_ms <= round_limit_ms, qPrintable(report.worst_event));
    QVERIFY(report.share_within(round_limit_ms) >= 0.99);

    clock.restart();
    gui.action("record")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(server.recordings() == 0, 5'000);  // the microphone is let go at once
    QVERIFY2(clock.elapsed() < 2'000, qPrintable(QString::number(clock.elapsed())));
    QTRY_COMPARE_WITH_TIMEOUT(gui.controller->recording().phase(), RecordPhase::idle, 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(gui.queue().rowCount() == 2 && gui.queue().overall().active == 0, 60'000);
    for (int row = 0; row < 2; ++row) {
      const QueueItem& item = gui.item(row);
      QCOMPARE(item.state, JobState::done);
      const bool is_file = item.path == dropped;
      if (is_file) continue;
      const WordErrors errors = word_errors(speech.text, item.document->plain_text().toStdString());
      QVERIFY2(errors.rate() < 0.05, qPrintable(item.document->plain_text()));
      QVERIFY(QFile::exists(item.path));
    }
  }
};

int main(int argc, char** argv) {
  test::ProbedApplication application(argc, argv);
  TestLiveWindow test;
  return QTest::qExec(&test, argc, argv);
}

#include "test_live_window.moc"
