// SPDX-License-Identifier: Apache-2.0
// Dialogs, captions and the profiler's window.
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>

#include "tests/app/gui/pictures/studio.h"
#include "tests/app/gui/recording/recording_steps.h"
#include "tests/support/dialogs.h"
#include "tests/support/profiler_clicks.h"
#include "ui/captions/audience_window.h"
#include "ui/captions/caption_overlay.h"
#include "ui/captions/caption_view.h"
#include "ui/captions/captions_part.h"
#include "ui/library/library_dialogs.h"
#include "ui/settings/server_dialog.h"
#include "ui/vocabulary/clean_up_dialog.h"
#include "ui/vocabulary/replace_dialog.h"

namespace tilescribe::test {

namespace {

constexpr int most_ms = 60'000;

void wait_for(const std::function<bool()>& what, const char* name) {
  if (!QTest::qWaitFor(what, most_ms)) qFatal("%s does not come", name);
}

void settings(Studio& studio) {
  studio.start();
  for (const char* action : {"engine", "recordingSettings", "captionSettings", "preferences", "shortcuts",
                             "about", "model", "libraryKeeping", "ownWords"})
    studio.take_dialog(action);
  ui::ServerDialog server({.address = "http://gpu.example.org:8000"}, &studio.gui().window());
  server.show();
  server.show_kept({}, {});
  studio.take(server, "server");
  server.show_problem(studio.name("The server does not answer.", "服务器没有应答。"));
  studio.take(server, "server-problem");
}

void exporting(Studio& studio) {
  studio.start();
  studio.fill_queue();
  ui::ExportSettings how;
  how.format = ExportFormat::srt;
  how.options.cues = cue_rules(CuePreset::netflix);
  studio.gui().settings.set_exporting(how);
  studio.gui().action("export")->trigger();
  auto* dialog = shown_dialog<QDialog>();
  studio.settle(400);
  studio.take(*dialog, "export");
  dialog->findChild<QDoubleSpinBox*>(QStringLiteral("shortest"))->setValue(8.0);
  studio.take(*dialog, "export-wrong");
  dialog->reject();
  studio.take_dialog("exportAll");
  how.format = ExportFormat::txt;
  studio.gui().settings.set_exporting(how);
  studio.gui().action("exportAll")->trigger();
  studio.take(*shown_dialog<QDialog>(), "export-all-text");
  shown_dialog<QDialog>()->reject();
}

void corrections(Studio& studio) {
  studio.fill_library();
  studio.start();
  studio.gui().action("libraryPage")->trigger();
  wait_for([&] { return studio.bench().model().rowCount() == 7; }, "the library");
  studio.gui().window().show_home();
  studio.fill_queue();
  studio.gui().action("replaceInAll")->trigger();
  auto* replacing = shown_dialog<ui::ReplaceDialog>();
  replacing->findChild<QLineEdit*>(QStringLiteral("everywhereText"))->setText(studio.name("harbour", "港口"));
  replacing->findChild<QLineEdit*>(QStringLiteral("everywhereWith"))->setText(studio.name("port", "码头"));
  replacing->findChild<QPushButton*>(QStringLiteral("findEverywhere"))->click();
  wait_for([&] { return replacing->findChild<QPushButton*>(QStringLiteral("tickAllFound"))->isVisible(); },
           "what is found");
  studio.take(*replacing, "replace-found");
  const std::vector<ui::LeftOutText> left_out{
      {studio.name("board meeting.m4a", "董事会会议.m4a"),
       studio.name("It has changed since it was searched.", "查找之后文本又有改动。")}};
  replacing->show_replaced({.places = 7, .texts = 4, .left_out = left_out});
  studio.take(*replacing, "replaced");
  replacing->show_taken_back({.texts = 3, .left_out = left_out});
  studio.take(*replacing, "taken-back");
  replacing->reject();
  studio.gui().action("cleanUp")->trigger();
  auto* clean = shown_dialog<ui::CleanUpDialog>();
  studio.take(*clean, "clean-up");
  ui::CleanUpProposal proposal;
  const std::vector<std::string> said = studio.sentences();
  for (std::size_t row : {2U, 5U, 8U})
    proposal.changes.push_back({.to = {.row = row, .text = said[row]},
                                .before = said[row],
                                .difference = {4.0 * static_cast<double>(row),
                                               {{WordChange::same, said[row] + " "},
                                                {WordChange::lost, studio.chinese() ? "可以" : "sea son"},
                                                {WordChange::added, studio.chinese() ? "可能" : "season"}}}});
  proposal.result = {.problems = {}, .asked = 12, .not_sent = 0};
  clean->show_proposal(proposal);
  studio.take(*clean, "cleaned-up");
  clean->show_problem(studio.name("The service does not answer.", "服务没有应答。"));
  studio.take(*clean, "clean-up-failed");
  clean->reject();
  studio.gui().action("libraryPage")->trigger();
  studio.bench().go_to(0);
  QTest::keyClick(&studio.bench().list(), Qt::Key_Return);
  wait_for([&] { return studio.gui().queue().rowCount() == 6; }, "the second text");
  studio.settle(300);
  studio.take_dialog("compareTexts");
}

void deleting(Studio& studio) {
  studio.fill_library();
  studio.start();
  studio.gui().action("libraryPage")->trigger();
  wait_for([&] { return studio.bench().model().rowCount() == 7; }, "the library");
  studio.bench().go_to(1);
  studio.take_dialog("libraryTags");
  studio.bench().list().selectAll();
  studio.gui().action("libraryDelete")->trigger();
  auto* dialog = shown_dialog<ui::DeleteDialog>();
  studio.take(*dialog, "delete");
  dialog->accept();
  studio.gui().action("libraryShowBin")->trigger();
  wait_for([&] { return studio.bench().model().rowCount() == 7; }, "the bin");
  studio.take("bin");
  wait_for([&] { return studio.gui().action("libraryEmpty")->isEnabled(); }, "the bin's own");
  studio.gui().action("libraryEmpty")->trigger();
  studio.take(*shown_dialog<QDialog>(), "empty-bin");
  shown_dialog<QDialog>()->reject();
}

void captions(Studio& studio) {
  studio.start();
  studio.gui().action("captions")->trigger();
  ui::CaptionsPart& part = studio.gui().controller->captions().part();
  studio.settle(300);
  studio.take(part.overlay(), "captions-hint");
  wait_for([&] { return phase(studio.gui()) == ui::RecordPhase::recording; }, "the recording");
  studio.gui().sound.hear(12.0);
  wait_for([&] { return part.overlay().view().has_text(); }, "the words");
  studio.settle(500);
  studio.take(part.overlay(), "captions");
  studio.gui().action("audienceWindow")->trigger();
  studio.settle(300);
  studio.take(part.audience(), "audience");
  studio.gui().action("audienceWindow")->trigger();
  ui::SmallWindow& small = studio.gui().controller->recording().small_window();
  small.show();
  studio.take(small, "small");
}

void profiler(Studio& studio) {
  studio.start();
  ui::ProfilerWindow window;
  window.resize(studio.gui().window().size());
  window.show();
  studio.take(window, "profiler-empty");
  window.document().open(made({.windows = 4, .layers = 6, .tokens = 24, .gpu = true}),
                         QStringLiteral("/home/ada/lecture.sqlite"));
  const char* const names[] = {"overview", "timeline", "roofline", "flame", "compare"};
  for (int page = ui::ProfilerWindow::OverviewTab; page <= ui::ProfilerWindow::CompareTab; ++page) {
    window.show_page(static_cast<ui::ProfilerWindow::Page>(page));
    wait_for([&] { return !window.document().is_computing(); }, "the analysis");
    studio.settle(200);
    studio.take(window, (std::string("profiler-") + names[page]).c_str());
  }
}

}  // namespace

std::vector<NamedScene> dialog_scenes() {
  return {{"settings", settings}, {"export", exporting},  {"corrections", corrections},
          {"deleting", deleting}, {"captions", captions}, {"profiler", profiler}};
}

}  // namespace tilescribe::test
