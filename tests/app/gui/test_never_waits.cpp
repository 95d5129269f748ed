// SPDX-License-Identifier: Apache-2.0
// The GUI thread never waits for a model, a disk or a device: each of them is held up in turn, while somebody
// opens files, records, stops, cancels and closes the window. What counts is the time in which a round of the
// event loop neither computes nor could. Closing waits for other threads' last words, so it is measured on a
// machine that does nothing else.
#include <QEventLoop>
#include <QTimer>
#include <QtTest>
#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <thread>

#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/event_loop_probe.h"
#include "tests/support/gate.h"
#include "tests/support/patience.h"

using namespace tilescribe;
using namespace tilescribe::test;

namespace {

constexpr double longest_wait_ms = 50.0;

/// Does a step in the event loop, as an event.
void do_in_loop(const std::function<void()>& step) {
  QEventLoop loop;
  QTimer::singleShot(0, &loop, [&] {
    step();
    loop.quit();
  });
  loop.exec();
}

/// Lets the event loop run until this holds. False: it took too long.
bool loop_until(const std::function<bool()>& condition) {
  QEventLoop loop;
  QTimer look, end;
  QObject::connect(&look, &QTimer::timeout, &loop, [&] {
    if (condition()) loop.quit();
  });
  QObject::connect(&end, &QTimer::timeout, &loop, &QEventLoop::quit);
  look.start(5);
  end.start(patience_ms);
  loop.exec();
  return condition();
}

/// What is held up, and how to come there.
struct Phase {
  std::function<void(GuiFixture&, Gate&)> before = [](GuiFixture&, Gate&) {};  // the program starts
  std::function<void(GuiFixture&, Gate&)> after = [](GuiFixture&, Gate&) {};   // it has started
  /// It is still held up while the window closes, which stops it or leaves it behind. Else it ends only by
  /// itself, and closing waits for that.
  bool held_while_closing = false;
};

const std::map<QByteArray, Phase>& phases() {
  static const std::map<QByteArray, Phase> all{
      {"a model is opened",
       {.before =
            [](GuiFixture& gui, Gate& gate) {
              gui.world.on_opening(
                  [&](const EngineOptions&, const std::stop_token& stop) { gate.pass(stop); });
            },
        .held_while_closing = true}},
      {"a model is freed",
       {.after =
            [](GuiFixture& gui, Gate& gate) {
              QVERIFY(loop_until([&] { return gui.world.opened() == 1; }));
              gui.world.on_freeing([&](const EngineOptions&) { gate.pass(); });
              emit gui.controller->engine().part().optionsChosen({.model = "/models/other"});
            }}},
      {"a model's folder is looked into",
       {.after =
            [](GuiFixture& gui, Gate& gate) {
              gui.lab.checking = [&] { gate.pass(); };
              gui.controller->engine().part().check_model("/models/other", [](const Failure&) {});
            },
        .held_while_closing = true}},
      {"an op of a file runs",
       {.after =
            [](GuiFixture& gui, Gate& gate) {
              gui.world.script("held.wav",
                               {.op = [&](int, const std::stop_token& stop) { gate.pass(stop); }});
              gui.drop({gui.file(QStringLiteral("held.wav"))});
            },
        .held_while_closing = true}},
      {"a spoken word is decoded",
       {.after =
            [](GuiFixture& gui, Gate& gate) {
              gui.world.script_live({.word = [&](const std::stop_token& stop) { gate.pass(stop); }});
              press_record_keys(gui);
              QVERIFY(loop_until([&] { return gui.sound.recording(); }));
              gui.sound.hear(3.0);
            },
        .held_while_closing = true}},
      {"a profile is finished",
       {.after =
            [](GuiFixture& gui, Gate& gate) {
              gui.world.script_profile({.measures = true, .finishing = [&] { gate.pass(); }});
              gui.action("liveCosts")->trigger();
              gui.drop({gui.file(QStringLiteral("measured.wav"))});
            }}},
      {"a source is opened",
       {.after =
            [](GuiFixture& gui, Gate& gate) {
              gui.sound.on_device([&] { gate.pass(); });
              press_record_keys(gui);
            }}},
      {"a source is let go",
       {.after =
            [](GuiFixture& gui, Gate& gate) {
              press_record_keys(gui);
              QVERIFY(loop_until([&] { return gui.sound.recording(); }));
              gui.sound.hear(3.0);
              gui.sound.on_device([&] { gate.pass(); });
              press_record_keys(gui);
            }}},
      {"kept recordings are looked through",
       {.before = [](GuiFixture& gui, Gate& gate) { gui.sound.on_device([&] { gate.pass(); }); }}},
      {"transcripts are written",
       {.after =
            [](GuiFixture& gui, Gate& gate) {
              gui.store().run({}, [&] {
                gate.pass();
                return [] {};
              });
            }}},
      {"a folder is walked through",
       {.before =
            [](GuiFixture& gui, Gate& gate) {
              gui.collect = [&](const QList<QUrl>& urls, const std::stop_token& stop) {
                gate.pass(stop);
                return collect_files(urls, stop);
              };
            },
        .after = [](GuiFixture& gui, Gate&) { gui.drop({gui.file(QStringLiteral("first.wav"))}); },
        .held_while_closing = true}},
      {"the machine is asked what it has",
       {.before = [](GuiFixture& gui, Gate& gate) { gui.lab.probing = [&] { gate.pass(); }; },
        .held_while_closing = true}},
  };
  return all;
}

/// What somebody does meanwhile.
void use(GuiFixture& gui) {
  do_in_loop([&] { gui.drop({gui.file(QStringLiteral("a.wav")), gui.file(QStringLiteral("b.wav"))}); });
  do_in_loop([&] { press_record_keys(gui); });
  do_in_loop([&] { gui.sound.hear(2.0); });
  do_in_loop([&] { emit gui.record_page().pauseClicked(); });
  do_in_loop([&] {
    if (!gui.action("liveCosts")->isChecked()) gui.action("liveCosts")->trigger();
  });
  do_in_loop([&] { press_record_keys(gui); });
  do_in_loop([&] { emit gui.record_page().laterClicked(); });
  do_in_loop([&] { emit gui.controller->engine().part().optionsChosen({.threads = 3}); });
  for (int row = 0; row < gui.queue().rowCount(); ++row) {
    const ui::DocumentId id = gui.queue().item_at(row)->id();
    do_in_loop([&] { gui.choose(id); });
    do_in_loop([&] { gui.controller->queue().part().act(ui::RowAction::cancel, id); });
    do_in_loop([&] { gui.controller->queue().part().act(ui::RowAction::retry, id); });
    do_in_loop([&] {
      emit gui.controller->queue().transcript().exporting().exportRequested(
          id, gui.folder.filePath(QStringLiteral("out.txt")), ExportFormat::txt, {});
    });
  }
  do_in_loop([&] { gui.action("removeFinished")->trigger(); });
  do_in_loop([&] { gui.store().load(gui.folder.filePath(QStringLiteral("gone.json"))); });
}

}  // namespace

class TestNeverWaits : public QObject {
  Q_OBJECT

 private slots:
  void whatever_is_held_up_data() {
    QTest::addColumn<QByteArray>("held");
    for (const auto& [name, phase] : phases()) QTest::newRow(name.constData()) << name;
  }

  void whatever_is_held_up() {
    QFETCH(QByteArray, held);
    // Where those last words, or the disk, come late by chance, once more.
    LoopReport using_it, closing;
    for (int attempt = 0; attempt < 5; ++attempt) {
      measure(phases().at(held), using_it, closing);
      if (QTest::currentTestFailed()) return;
      if (std::max(using_it.worst_waiting_ms, closing.worst_waiting_ms) <= longest_wait_ms) break;
    }
    qInfo("used: %s", qPrintable(using_it.text()));
    qInfo("closed: %s", qPrintable(closing.text()));
    QVERIFY2(using_it.worst_waiting_ms <= longest_wait_ms, qPrintable(using_it.text()));
    QVERIFY2(closing.worst_waiting_ms <= longest_wait_ms, qPrintable(closing.text()));
    QVERIFY2(using_it.rounds_ms.size() > 5, qPrintable(using_it.text()));
    QVERIFY(!closing.rounds_ms.empty());
  }

  void the_probe_sees_a_wait() {
    auto& probe = *static_cast<ProbedApplication*>(QCoreApplication::instance());
    probe.start();
    do_in_loop([] { std::this_thread::sleep_for(std::chrono::milliseconds(80)); });
    const LoopReport waiting = probe.stop();
    QVERIFY2(waiting.worst_waiting_ms > 70.0, qPrintable(waiting.text()));
    probe.start();
    do_in_loop([] {  // it computes: that is no wait
      const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(80);
      while (std::chrono::steady_clock::now() < end) {
      }
    });
    const LoopReport computing = probe.stop();
    QVERIFY(computing.worst_round_ms() > 70.0);
    QVERIFY2(computing.worst_waiting_ms < 50.0, qPrintable(computing.text()));
  }

 private:
  static void measure(const Phase& phase, LoopReport& using_it, LoopReport& closing) {
    Gate gate;  // outlives what comes to it
    GuiFixture gui(false);
    phase.before(gui, gate);
    gui.controller->start({});
    QVERIFY(QTest::qWaitForWindowExposed(&gui.window(), patience_ms));
    phase.after(gui, gate);
    QVERIFY2(loop_until([&] { return gate.came() > 0; }), "nothing came to the gate");
    auto& probe = *static_cast<ProbedApplication*>(QCoreApplication::instance());
    probe.start();
    use(gui);
    using_it = probe.stop();
    QVERIFY(!gate.was_forced());
    if (!phase.held_while_closing) gate.open();
    probe.start();
    do_in_loop([&] { gui.quit(); });
    closing = probe.stop();
    QVERIFY2(!gate.was_forced(), "closing waited for what was held up");
    gate.open();
  }
};

int main(int argc, char** argv) {
  ProbedApplication application(argc, argv);
  TestNeverWaits test;
  return QTest::qExec(&test, argc, argv);
}
#include "test_never_waits.moc"
