// SPDX-License-Identifier: Apache-2.0
// Painting never waits for inference: a minute of real work by the real engine on every core of a small
// machine, while somebody scrolls, types into the search and looks from file to file.
#include <QEventLoop>
#include <QFile>
#include <QLineEdit>
#include <QScrollBar>
#include <QTimer>
#include <QtTest>

#include "inference/api/transcriber.h"
#include "tests/support/event_loop_probe.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/patience.h"
#include "tests/support/speech_recording.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

using namespace tilescribe;
using test::ProbedApplication;

namespace {

constexpr int work_ms = 60'000;
constexpr double round_limit_ms = 50.0;
constexpr double event_limit_ms = 50.0;
constexpr int threads = 2;

void run_loop(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

/// What somebody does who cannot wait: all of it in the event loop, as input comes.
class Impatience {
 public:
  explicit Impatience(test::GuiFixture& gui) : gui_(gui) {
    const auto every = [this](QTimer& timer, int ms, auto&& act) {
      QObject::connect(&timer, &QTimer::timeout, &gui_.window(), act);
      timer.start(ms);
    };
    every(scroll_, 16, [this] { scroll(); });
    every(type_, 120, [this] { type(); });
    every(look_, 2'500, [this] { look(); });
  }

  int keys_typed() const { return typed_; }

 private:
  void scroll() {
    QScrollBar* bar = gui_.panel().view().verticalScrollBar();
    // Up a page or two, then down to the end, again and again.
    bar->setValue(++scrolled_ % 40 == 0 ? bar->maximum() : bar->value() - 1);
  }
  void type() {
    static const QString words = QStringLiteral("the window and the end ");
    auto& bar = gui_.panel().find_bar();
    if (!bar.isVisible()) return bar.open();
    auto* line = bar.findChild<QLineEdit*>();
    if (typed_ % words.size() == 0) line->clear();
    QTest::keyClick(line, words.at(typed_ % words.size()).toLatin1());
    ++typed_;
  }
  void look() {
    ++looked_;
    gui_.choose(gui_.item(looked_ % gui_.queue().rowCount()).id());
  }

  test::GuiFixture& gui_;
  QTimer scroll_;
  QTimer type_;
  QTimer look_;
  int scrolled_ = 0;
  int typed_ = 0;
  int looked_ = 0;
};

double seconds_of_text(test::GuiFixture& gui) {
  double sum = 0.0;
  for (int row = 0; row < gui.queue().rowCount(); ++row) {
    const auto& segments = gui.item(row).transcript().segments;
    if (!segments.empty()) sum += segments.back().end_s;
  }
  return sum;
}

}  // namespace

class TestRealtimeWindow : public QObject {
  Q_OBJECT

 private slots:
  void the_window_stays_smooth_during_a_minute_of_real_work() {
    test::GuiFixture gui(false, {1280, 800}, test::real_engines());
    const QString first = gui.folder.filePath(QStringLiteral("talk 1.wav"));
    const test::Speech speech = test::joined_speech(150.0);
    test::write_speech(first.toStdString(), speech.samples, 4);
    QList<QUrl> files{QUrl::fromLocalFile(first)};
    // More than any machine gets through in the time: ten hours of speech.
    for (int i = 2; i <= 60; ++i) {
      const QString link = gui.folder.filePath(QStringLiteral("talk %1.wav").arg(i));
      QVERIFY(QFile::link(first, link));
      files.append(QUrl::fromLocalFile(link));
    }
    EngineOptions options;
    options.threads = threads;
    gui.controller->start(options);
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), test::patience_ms));
    gui.drop(files);
    QTRY_VERIFY_WITH_TIMEOUT(gui.queue().rowCount() == files.size(), 5'000);
    QTRY_VERIFY_WITH_TIMEOUT(!gui.item(0).transcript().segments.empty(), 60'000);

    auto& probe = *static_cast<ProbedApplication*>(QCoreApplication::instance());
    const Impatience somebody(gui);
    const double before_s = seconds_of_text(gui);
    probe.start();
    run_loop(work_ms);
    const auto report = probe.stop();
    const double heard_s = seconds_of_text(gui) - before_s;
    qInfo("%s; %.0f s of speech in %d s, %d keys typed", qPrintable(report.text()), heard_s, work_ms / 1000,
          somebody.keys_typed());

    QVERIFY(gui.queue().overall().active > 0);  // there was work to the end
    QVERIFY2(heard_s > work_ms / 1000.0, qPrintable(QString::number(heard_s)));
    QVERIFY(somebody.keys_typed() > 100);
    QVERIFY2(report.rounds_ms.size() > 2'000, qPrintable(report.text()));
    QVERIFY2(report.share_within(round_limit_ms) >= 0.995, qPrintable(report.text()));
    QVERIFY2(report.worst_event_cpu_ms <= event_limit_ms, qPrintable(report.text()));
    gui.quit();
  }
};

int main(int argc, char** argv) {
  ProbedApplication application(argc, argv);
  TestRealtimeWindow test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_realtime_window.moc"
