// SPDX-License-Identifier: Apache-2.0
// The desktop program on fakes: for pictures of its states, and for tests of the whole program. What a file
// does is told by its name: "bad…" fails, "slow…" never ends, "noengine…" as --model fails to open. What is
// recorded is told by --scene NAME: idle, text, trouble, slow, nothing, picker or small. The scene profile
// shows the live costs of a run that was made up, the scene FILE.sqlite those of a recorded one, at true
// speed. The scene away hides the window, close closes it. --patience MS is for a program that runs already.
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QPushButton>
#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "app/gui/run_gui.h"
#include "inference/api/profile_store.h"
#include "kernels/core/error.h"
#include "tests/support/fake_lab.h"
#include "tests/support/fake_models.h"
#include "tests/support/fake_recorder.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/profile_frames.h"
#include "tests/support/profile_replay.h"
#include "ui/profiling/live_panel.h"
#include "ui/window/main_window.h"

using namespace tilescribe;

namespace {

test::FakeSound& sound() {
  static test::FakeSound all;
  return all;
}

QString& scene() {
  static QString name;
  return name;
}

void trigger(const char* action) {
  for (const QWidget* window : QApplication::topLevelWidgets()) {
    if (auto* found = window->findChild<QAction*>(QLatin1String(action))) found->trigger();
  }
}

/// It comes by itself where the main window is not active.
void show_small_window() {
  for (const QWidget* window : QApplication::topLevelWidgets()) {
    if (window->objectName() == QLatin1String("smallWindow") && !window->isVisible())
      return trigger("smallWindow");
  }
}

ui::LivePanel* live_panel() {
  for (auto* widget : QApplication::allWidgets()) {
    if (auto* panel = qobject_cast<ui::LivePanel*>(widget)) {
      if (!panel->isVisible()) trigger("liveCosts");
      return panel;
    }
  }
  return nullptr;
}

/// Twenty seconds of live costs, and then on at the speed of a real run.
void show_live_costs() {
  ui::LivePanel* const panel = live_panel();
  if (panel == nullptr) return;
  panel->begin(QStringLiteral("interview.wav"));
  auto* clock = new QTimer(panel);
  QObject::connect(clock, &QTimer::timeout, panel, [panel, at_s = 0.0]() mutable {
    do {
      at_s += 0.05;
      panel->show_frame(test::fake_frame(at_s));
    } while (at_s < 20.0);
  });
  clock->start(50);
}

/// A recorded run at true speed.
void replay_live_costs(const QString& file) {
  ui::LivePanel* const panel = live_panel();
  if (panel == nullptr) return;
  const auto session = std::make_shared<ProfileSession>(open_profile(file.toStdString()));
  panel->begin(QString::fromStdString(session->setting.audio));
  auto* clock = new QTimer(panel);
  QElapsedTimer since_begin;
  since_begin.start();
  QObject::connect(clock, &QTimer::timeout, panel, [=] {
    const std::int64_t at_ns = std::min<std::int64_t>(since_begin.nsecsElapsed(), session->duration_ns);
    panel->show_frame(test::replayed_frame(*session, at_ns));
    if (at_ns < session->duration_ns) return;
    clock->stop();
    panel->finish();
  });
  clock->start(50);
}

/// Says on the standard output when the main window comes back from where it was sent.
class ComingBack : public QObject {
 public:
  using QObject::QObject;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    const bool seen = event->type() == QEvent::Show && !static_cast<QWidget*>(watched)->isMinimized();
    if (seen) say("back");
    return false;
  }

 public:
  static void say(const char* word) {
    std::puts(word);
    std::fflush(stdout);
  }
};

void send_away() {
  for (auto* widget : QApplication::topLevelWidgets()) {
    if (qobject_cast<ui::MainWindow*>(widget) == nullptr) continue;
    widget->showMinimized();
    widget->hide();
    widget->installEventFilter(new ComingBack(widget));
    ComingBack::say("away");
  }
}

/// Plays the scene once the window is there.
void play() {
  if (scene().isEmpty()) return;
  if (scene() == QLatin1String("away")) {
    QTimer::singleShot(400, qApp, send_away);
    return;
  }
  if (scene() == QLatin1String("close")) {
    QTimer::singleShot(400, qApp, [] {
      for (auto* widget : QApplication::topLevelWidgets()) {
        auto* window = qobject_cast<ui::MainWindow*>(widget);
        if (window == nullptr) continue;
        window->close_unasked();
      }
    });
    return;
  }
  if (scene() == QLatin1String("profile")) {
    QTimer::singleShot(400, qApp, show_live_costs);
    return;
  }
  if (scene().endsWith(QLatin1String(".sqlite"))) {
    QTimer::singleShot(400, qApp, [] { replay_live_costs(scene()); });
    return;
  }
  QTimer::singleShot(400, qApp, [] {
    trigger("recordPage");
    if (scene() == QLatin1String("idle") || scene() == QLatin1String("nothing")) return;
    if (scene() == QLatin1String("picker")) {
      for (auto* widget : QApplication::allWidgets()) {
        if (widget->objectName() == QLatin1String("sourcePicker")) static_cast<QPushButton*>(widget)->click();
      }
      return;
    }
    trigger("record");
    if (scene() == QLatin1String("small")) QTimer::singleShot(500, qApp, show_small_window);
    QTimer::singleShot(300, qApp, [] { sound().hear(31.5); });
    if (scene() == QLatin1String("trouble")) QTimer::singleShot(1200, qApp, [] { sound().vanish(); });
  });
}

/// Takes an option and its value out of the arguments; empty: it is not there.
QString take_option(const char* option, int& argc, char** argv) {
  for (int i = 1; i + 1 < argc; ++i) {
    if (std::strcmp(argv[i], option) != 0) continue;
    QString value = QString::fromLocal8Bit(argv[i + 1]);
    for (int rest = i; rest + 2 <= argc; ++rest) argv[rest] = argv[rest + 2];
    argc -= 2;
    return value;
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  scene() = take_option("--scene", argc, argv);
  const int patience_ms = take_option("--patience", argc, argv).toInt();
  test::FakeWorld world;
  world.script_all({.audio_s = 92.0, .segments = 16, .step = std::chrono::microseconds(3000), .looped = 5});
  world.script("bad.mp3", {.fail_after = 0});
  world.script("half.mp3", {.fail_after = 4});
  world.script(
      "slow.wav",
      {.audio_s = 723.0, .segments = 100, .step = std::chrono::microseconds(3000), .hold_after = 12});
  if (scene() == QLatin1String("slow")) world.script_live({.run_s = 3.4, .too_slow = true});
  if (scene() == QLatin1String("picker")) sound().set_sources(test::many_sources(40));
  if (scene() == QLatin1String("nothing"))
    sound().set_problem(
        "No microphone and no sound server was found. Plug a microphone in, and it appears here.");
  test::EnginesBy engines([&world](const EngineOptions& options, const std::stop_token& stop) {
    if (options.model == "noengine") {
      throw Error(
          Message::verbatim(
              "Expected tokenizer.json in the checkpoint folder /home/me/models/noengine, found none."),
          "files found: config.json, model.safetensors");
    }
    return world.open(options, stop);
  });
  qAddPreRoutine(play);
  test::FakeLab lab(world);
  test::FakeModels models;
  ThisDesktop desktop;
  Playback playback;
  return run_gui(argc, argv,
                 {.services = {engines, sound(), lab, models},
                  .playback = playback,
                  .desktop = desktop,
                  .recordings = "/home/me/.local/share/tilescribe/recordings"},
                 std::chrono::milliseconds(patience_ms > 0 ? patience_ms : 2000));
}
