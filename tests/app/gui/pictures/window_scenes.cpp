// SPDX-License-Identifier: Apache-2.0
// The pages of the window in their states.
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <future>

#include "inference/api/kernel_lab.h"
#include "kernels/core/error.h"
#include "tests/app/gui/pictures/studio.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/lab_results.h"
#include "tests/support/profile_frames.h"
#include "ui/lab/batch_grid.h"
#include "ui/lab/engine_comparison.h"
#include "ui/lab/lab_page.h"
#include "ui/lab/own_kernel.h"
#include "ui/lab/text_writer.h"
#include "ui/profiling/live_panel.h"
#include "ui/queue/queue_view.h"
#include "ui/transcript/transcript_view.h"

namespace tilescribe::test {

namespace {

constexpr int most_ms = 60'000;

void wait_for(const std::function<bool()>& what, const char* name) {
  if (!QTest::qWaitFor(what, most_ms)) qFatal("%s does not come", name);
}

void empty(Studio& studio) {
  studio.start(true);
  studio.take("empty");
}

void start_page(Studio& studio) {
  studio.fill_library();
  studio.start();
  studio.settle(600);
  studio.take("start");
}

void transcript(Studio& studio) {
  studio.start();
  studio.gui().playback.set_length(68.0);
  studio.gui().settings.set_unsure_below(0.5);
  studio.fill_queue();
  studio.gui().panel().view().set_unsure_below(0.5);
  studio.settle(200);
  studio.gui().action("playbackPlay")->trigger();
  studio.gui().playback.hear(17.0);
  studio.settle(200);
  studio.take("transcript");
  studio.gui().action("replace")->trigger();
  QTest::keyClicks(studio.gui().visible<QLineEdit>(QStringLiteral("findText")),
                   studio.chinese() ? QString() : QStringLiteral("the"));
  studio.take("replace");
}

void states(Studio& studio) {
  studio.start();
  studio.fill_queue();
  for (const int row : {1, 2, 3}) {
    studio.gui().choose(studio.gui().item(row).id());
    studio.take(row == 1 ? "failed" : row == 2 ? "running" : "waiting");
  }
  studio.gui().window().report(
      studio.name("Not all transcripts could be exported", "并非所有文本都能导出"),
      {Message("These files are missing: {1}. The first of them: {2}",
               Message::verbatim("interview at the harbour.srt, lecture 12, tides.srt"),
               Message("The {1} could not be saved as {2}: {3}.", Message("transcript"),
                       "/media/stick/interview at the harbour.srt", "No space left on device")),
       {}});
  studio.gui().controller->queue().part().choose(studio.gui().item(0).id());
  studio.gui().action("removeFinished")->trigger();
  studio.take("banners");
}

void thousand(Studio& studio) {
  studio.start();
  studio.gui().world.script_all({.hold_after = 0});
  QList<QUrl> files;
  for (int i = 1; i <= 1000; ++i)
    files.append(
        studio.gui().file(QStringLiteral("%1 %2.wav")
                              .arg(i, 4, 10, QLatin1Char('0'))
                              .arg(i % 3 == 0 ? QString(150, QLatin1Char('n')) : QStringLiteral("session"))));
  studio.gui().drop(files);
  wait_for([&] { return studio.gui().queue().rowCount() == 1000; }, "the queue");
  studio.take("thousand");
  studio.gui().action("compactList")->trigger();
  studio.gui().choose(studio.gui().item(2).id());
  studio.take("thousand-compact");
}

void library(Studio& studio) {
  studio.fill_library();
  studio.start();
  studio.gui().action("libraryPage")->trigger();
  wait_for([&] { return studio.bench().model().rowCount() == 7; }, "the library");
  studio.bench().go_to(1);
  studio.take("library");
  studio.bench().page().search().setText(studio.chinese() ? QStringLiteral("鲱鱼")
                                                          : QStringLiteral("herring"));
  wait_for([&] { return !studio.bench().model().view().hits.empty(); }, "a sentence");
  studio.take("library-search");
  studio.bench().page().search().setText(QStringLiteral("zzz"));
  wait_for([&] { return studio.bench().model().rowCount() == 0; }, "nothing");
  studio.take("library-nothing");
}

void empty_library(Studio& studio) {
  studio.start();
  studio.gui().action("libraryPage")->trigger();
  studio.settle(500);
  studio.take("library-empty");
  studio.gui().action("libraryShowBin")->trigger();
  studio.settle(300);
  studio.take("bin-empty");
}

void record_page(Studio& studio) {
  studio.start();
  studio.gui().action("recordPage")->trigger();
  studio.take("record");
  studio.gui().sound.set_level({.peak = 0.4F, .rms = 0.1F});
  if (!record(studio.gui(), 31.5)) qFatal("it does not record");
  studio.settle(500);
  studio.take("recording");
  studio.gui().sound.vanish();
  wait_for([&] { return phase(studio.gui()) == ui::RecordPhase::waiting; }, "the trouble");
  studio.take("recording-trouble");
}

void no_microphone(Studio& studio) {
  studio.start();
  studio.gui().sound.set_problem("No microphone and no sound server was found.");
  studio.gui().action("recordPage")->trigger();
  studio.settle(200);
  studio.take("record-nothing");
}

void models(Studio& studio) {
  studio.start();
  studio.gui().action("models")->trigger();
  studio.settle(300);
  studio.take("models");
}

void downloading(Studio& studio) {
  std::stop_source stop;
  studio.start();
  studio.gui().models.downloading = [](const DownloadOptions&, const FakeModels::Progress& progress,
                                       const std::stop_token& token) {
    progress({.bytes = 1'730'000'000, .total = 4'522'600'000, .bytes_per_s = 11.3e6});
    while (!token.stop_requested()) QThread::msleep(10);
  };
  studio.gui().models.install(
      FakeModels::full("/home/ada/models/GLM-ASR-Nano-2512 (copy)", ModelOrigin::added));
  studio.gui().action("models")->trigger();
  wait_for([&] { return studio.gui().visible<QPushButton>(QStringLiteral("useModel")) != nullptr; },
           "the list");
  if (auto* get = studio.gui().visible<QPushButton>(QStringLiteral("getModel"))) get->click();
  studio.settle(400);
  studio.take("models-installed");
}

void failed_download(Studio& studio) {
  studio.start();
  studio.gui().models.downloading = [](const DownloadOptions&, const FakeModels::Progress& progress,
                                       const std::stop_token&) {
    progress({.bytes = 1'730'000'000, .total = 4'522'600'000, .bytes_per_s = 11.3e6});
    throw Error("The disk is full.");
  };
  studio.gui().action("models")->trigger();
  wait_for([&] { return studio.gui().visible<QPushButton>(QStringLiteral("getModel")) != nullptr; },
           "the button");
  studio.gui().models.set_part({.bytes = 1'730'000'000, .total = 4'522'600'000, .address = {}});
  studio.gui().visible<QPushButton>(QStringLiteral("getModel"))->click();
  studio.settle(400);
  studio.take("models-failed");
}

void watched_folder(Studio& studio) {
  studio.start();
  studio.fill_queue();
  studio.gui().controller->watched().set_pace(most_ms, 40);
  const QString inbox = studio.gui().folder.filePath(studio.name("dictaphone", "录音笔"));
  QDir().mkpath(inbox);
  studio.gui().action("watchFolder")->trigger();
  auto* dialog = shown_dialog<QFileDialog>();
  emit dialog->fileSelected(inbox);
  dialog->reject();
  studio.take("watched");
  QDir(inbox).removeRecursively();
  wait_for([&] { return studio.gui().banner("watch")->isVisible(); }, "the banner");
  studio.take("watched-gone");
}

void live_costs(Studio& studio) {
  studio.start();
  studio.fill_queue();
  studio.gui().action("liveCosts")->trigger();
  ui::LivePanel& panel = studio.gui().controller->profiling().part().panel();
  studio.take("costs-empty");
  panel.begin(studio.name("board meeting.m4a", "董事会会议.m4a"));
  for (double at_s = 0.0; at_s < 20.0; at_s += 0.05) panel.show_frame(fake_frame(at_s));
  studio.take("costs");
}

/// A text under way, and one that could not be begun.
void write_text(Studio& studio, ui::LabPage& page) {
  EngineInfo engine;
  engine.name = "NVIDIA H100 80GB HBM3, cuda";
  engine.compute = "bf16";
  const QString text = studio.name(
      "The quick brown fox jumps over the lazy dog. Nobody knows why it is always this dog, or what the fox "
      "had to do so quickly.\n\nIn the evening they sit together and",
      "敏捷的棕色狐狸跳过了那只懒狗。 没有人知道为什么总是这只狗，也没有人知道狐狸究竟有什么急事。\n\n"
      "傍晚时分，它们坐在一起，");
  std::promise<void> over;
  studio.gui().lab.writing = [&, writes = fake_writing(engine, text.toStdString())](
                                 const GenerateOptions& options, const WriteEvents& events,
                                 const std::stop_token& stop) {
    GeneratedTexts written = writes(options, events, stop);
    over.get_future().wait();
    return written;
  };
  page.findChild<QComboBox*>(QStringLiteral("textModel"))
      ->setEditText(QStringLiteral("/home/ada/models/gpt2"));
  page.findChild<QPlainTextEdit*>(QStringLiteral("textPrompt"))
      ->setPlainText(studio.name("Once upon a time", "从前"));
  auto* write = page.findChild<QPushButton*>(QStringLiteral("textWrite"));
  const auto* shown = page.findChild<QPlainTextEdit*>(QStringLiteral("writtenText"));
  write->click();
  wait_for([&] { return shown->toPlainText() == text; }, "the text");
  studio.take("lab-text");
  over.set_value();
  wait_for([&] { return write->isEnabled(); }, "the end of the text");
  studio.gui().lab.writing = {};
  write->click();
  wait_for([&] { return write->isEnabled(); }, "the failure");
  studio.take("lab-text-failed");
}

void kernel_lab(Studio& studio) {
  studio.start();
  fill_lab(studio.gui().lab);
  studio.gui().lab.planning = [](const EngineOptions&, const std::stop_token&) {
    return ModelShapes{"Tilescribe demo",
                       {{"linear", "rows=750 out=1152 in=384"}, {"linear", "rows=1 out=8192 in=384"}},
                       {}};
  };
  studio.gui().action("kernelLab")->trigger();
  ui::LabPage& page = studio.gui().controller->lab().part().page();
  auto* time = page.findChild<QPushButton*>(QStringLiteral("labTime"));
  auto* tabs = page.findChild<QTabWidget*>(QStringLiteral("labTabs"));
  const auto wait = [&] { wait_for([&] { return time->isEnabled(); }, "the lab"); };
  wait();
  studio.take("lab-empty");
  time->click();
  wait();
  studio.take("lab-times");
  tabs->setCurrentIndex(1);
  studio.take("lab-roofline");
  page.findChild<QPushButton*>(QStringLiteral("labCheck"))->click();
  wait();
  page.findChild<QTableView*>(QStringLiteral("labChecks"))->selectRow(3);
  studio.take("lab-checks");
  studio.gui().lab.timing = [](const OpsOptions& options, const auto&, const auto&, const auto&) {
    throw Error("No shape of {1} is “{2}”; where none is given, all of them are timed and named.", options.op,
                "rows=7");
  };
  time->click();
  wait();
  studio.take("lab-failed");
  tabs->setCurrentWidget(&page.own_kernel());
  page.set_problem({});
  page.set_status({});
  const QTemporaryDir course;
  const QString file =
      QString::fromStdString(write_exercise("rms_norm", course.filePath("course").toStdString()).string());
  page.own_kernel().set_file(file);
  page.own_kernel().add_output(
      QStringLiteral("%1:29:5: ‘squares’ was not declared in this scope\n").arg(file));
  studio.take("lab-own-error");
  page.own_kernel().clear_output();
  page.own_kernel().add_output(QStringLiteral(
      "rms_norm was compiled by c++ in 1.84 s.\n"
      "FAIL  2.4e-02     <= 2.0e-05     rows=1 width=1 f32  Output 1 of 1 at row 0, column 0 is 1.5, but "
      "must be 1.25: beyond the tolerance.\n"));
  studio.take("lab-own");
  page.comparison().add_rows(side_by_side(
      "Welcome, this recording was made on a computer, and it never leaves your machine.",
      "Welcome, this recording was made on the computer, and it never leaves your machine.",
      Message("No GPU can be used: {1}",
              Message("The NVIDIA driver takes CUDA up to {1}, but this build needs {2}.", "11.4", "12"))));
  tabs->setCurrentWidget(&page.comparison());
  studio.take("lab-engines");
  page.grid().add_cells(grid_cells());
  tabs->setCurrentWidget(&page.grid());
  studio.take("lab-grid");
  tabs->setCurrentWidget(&page.writer());
  studio.take("lab-text-empty");
  write_text(studio, page);
}

}  // namespace

std::vector<NamedScene> window_scenes() {
  return {{"empty", empty},
          {"start", start_page},
          {"transcript", transcript},
          {"states", states},
          {"thousand", thousand},
          {"library", library},
          {"empty-library", empty_library},
          {"record", record_page},
          {"no-microphone", no_microphone},
          {"models", models},
          {"downloading", downloading},
          {"failed-download", failed_download},
          {"watched", watched_folder},
          {"costs", live_costs},
          {"lab", kernel_lab}};
}

}  // namespace tilescribe::test
