// SPDX-License-Identifier: Apache-2.0
#include "app/gui/controller.h"

#include <QDir>

#include "app/paths.h"
#include "ui/pages/pages.h"
#include "ui/recording/live_text_view.h"
#include "ui/recording/record_page.h"
#include "ui/settings/preferences_dialog.h"
#include "ui/transcript/transcript_panel.h"

namespace tilescribe {

Controller::Controller(const Composition& composition, ui::Theme& theme, ui::Settings& settings,
                       QObject* parent)
    : QObject(parent),
      lab_(composition.services.lab),
      window_(theme, settings),
      service_(composition.services.engines),
      queue_({composition.collect, composition.length, composition.transcripts}, service_, window_, settings),
      transcripts_(composition.transcripts, queue_, window_),
      unfinished_(
          QDir(composition.transcripts).filePath(QStringLiteral("unfinished")),
          [this](const QString& path) { return recording_.holds(path); }, queue_, transcripts_.store(),
          window_),
      watch_(queue_, window_, settings),
      kept_queue_({.record = QDir(composition.transcripts).filePath(QStringLiteral("queue/waiting.json")),
                   .unfinished = QDir(composition.transcripts).filePath(QStringLiteral("unfinished")),
                   .transcripts = composition.transcripts},
                  queue_, watch_, transcripts_.store(), window_),
      engine_(lab_, service_, window_, settings),
      server_(composition.services.engines, composition.desktop, service_, window_),
      models_(composition.services.models, service_, window_),
      playback_(composition.playback,
                {.recordings = window_path(composition.recordings), .waveforms = composition.waveforms},
                queue_, window_),
      library_({native_path(composition.transcripts), composition.recordings}, transcripts_, queue_,
               playback_, window_, settings),
      recording_(composition.services.capture, composition.recordings, composition.desktop, window_, service_,
                 settings),
      captions_(recording_, window_, settings),
      profiling_(window_, service_, settings),
      lab_page_(lab_, composition.services.engines, service_, window_, settings),
      vocabulary_(queue_, service_, window_, settings),
      clean_up_(queue_, window_, settings),
      times_(lab_, queue_, window_),
      replace_(composition.transcripts, transcripts_, queue_, window_) {
  connect_window();
  connect_queue();
  connect_recording();
  // What needs no controller. A new page is a line here.
  library_.lead_from(ui::add_empty_page(window_));
  ui::add_preferences(window_, settings);
}

void Controller::start(const EngineOptions& options) {
  server_.with_key(options, [this](const EngineOptions& with_key) { engine_.start(with_key); });
  window_.show();
  unfinished_.look();
  kept_queue_.restore();
  recording_.start();
  library_.start();
}

void Controller::connect_window() {
  using ui::MainWindow;
  connect(&window_, &MainWindow::urlsDropped, &queue_, &QueueController::open_urls);
  connect(&window_, &MainWindow::closing, this, &Controller::finish);
  window_.add_closing_question([this] { return recording_.closing_question(); });
  window_.add_closing_question([this] { return queue_.closing_question(); });
  window_.add_closing_question([this] { return transcripts_.closing_question(); });
  window_.add_closing_question([this] { return vocabulary_.closing_question(); });
  window_.add_closing_question([this] { return clean_up_.closing_question(); });
  window_.set_hiding([this] { return recording_.works_without_window(); },
                     [this] { recording_.tell_of_tray(); });
}

void Controller::connect_queue() {
  connect(&queue_, &QueueController::textToKeep, this, [this](ui::DocumentId id) {
    const ui::QueueItem* item = queue_.model().item(id);
    if (item == nullptr) return;
    const bool whole = item->state == ui::JobState::done;
    const auto recording_settled = whole ? recording_.settling(item->path) : [] {};
    const QString audio = recording_.holds(item->path) ? QString() : item->path;
    transcripts_.keep(*item, audio, [recording_settled, text_settled = unfinished_.settling(id)] {
      recording_settled();
      text_settled();
    });
  });
  connect(&kept_queue_, &KeptQueue::restored, this, [this](bool later) {
    queue_.set_kept(true);
    later ? unfinished_.look() : unfinished_.show();  // that program had them, too
  });
  connect(&queue_, &QueueController::jobBegan, &unfinished_, &UnfinishedTexts::begin);
  service_.on<JobReached>(this, [this](const auto& event) { unfinished_.reached(event.id, event.end); });
  connect(&queue_, &QueueController::profileOpened, &profiling_, &ProfilingController::open);
  connect(&queue_.part(), &ui::QueuePart::sampleRequested, this, [this] { open_sample(false); });
  connect(&queue_.model(), &ui::QueueModel::rowsRemoved, this, [this] {
    if (queue_.model().rowCount() == 0) engine_.part().show_sample_note(false);
  });
  connect(&vocabulary_, &VocabularyController::shownChanged, &clean_up_.part(), &ui::CleanUpPart::set_shown);
  connect(&vocabulary_, &VocabularyController::shownChanged, &times_, &TimesController::set_shown);
  connect(&models_, &ModelsController::useRequested, &engine_, &EngineController::use_model);
  connect(&engine_.part(), &ui::EnginePart::serverRequested, &server_, &ServerController::choose);
  connect(&server_, &ServerController::chosen, &engine_, &EngineController::use_server);
  connect(&engine_.part(), &ui::EnginePart::modelsRequested, &models_.part(), &ui::ModelsPart::show_page);
  connect(&engine_.part(), &ui::EnginePart::waitingTextChanged, &queue_.transcript().panel(),
          &ui::TranscriptPanel::set_waiting_text);
  ui::LiveTextView& live_text = recording_.part().page().text();
  live_text.set_zoom(queue_.transcript().zoom());
  connect(&queue_.transcript(), &ui::TranscriptPart::zoomChanged, &live_text, &ui::LiveTextView::set_zoom);
}

void Controller::connect_recording() {
  using Recording = RecordingController;
  const auto transcribe = [this](const QString& path) {
    queue_.transcribe_recording(path, recording_.is_waited_for());
  };
  connect(&recording_, &Recording::transcribeRequested, this, transcribe);
  connect(&recording_, &Recording::unfinishedFound, &unfinished_, &UnfinishedTexts::set_recordings);
  connect(&unfinished_, &UnfinishedTexts::recordingAccepted, this, transcribe);
  connect(&unfinished_, &UnfinishedTexts::folderRequested, &recording_, &Recording::show_folder);
  connect(&recording_, &Recording::recorded, this, [this](const QString& path, const auto& document) {
    // One that was cut short by the end of the program is offered at the next start.
    const bool whole = !document->transcript().cancelled;
    transcripts_.keep(document, {}, whole ? recording_.settling(path) : std::function<void()>());
    const ui::DocumentId id = queue_.add_transcript(path, document, true);
    if (recording_.is_waited_for()) queue_.part().choose(id);
  });
  connect(&recording_, &Recording::demoRequested, &engine_, &EngineController::use_demo);
  recording_.set_words([this] { return vocabulary_.profile(); });
  queue_.part().lead_to_recording(window_.action("recordPage"));
}

void Controller::open_sample(bool first_start) {
  try {
    const QString path = window_path(lab_.sample_recording());
    queue_.open({{path, {}}});
    if (first_start) engine_.part().show_sample_note(true);
  } catch (...) {
    window_.report(tr("The sample could not be opened"), describe_failure(std::current_exception()));
  }
}

void Controller::finish() {
  if (finished_) return;
  finished_ = true;
  queue_.finish();
  watch_.finish();
  engine_.finish();
  server_.finish();
  models_.finish();
  playback_.finish();
  captions_.finish();
  recording_.finish();
  profiling_.finish();
  lab_page_.finish();
  vocabulary_.finish();
  clean_up_.finish();
  times_.finish();
  replace_.finish();
  kept_queue_.note_running();
  unfinished_.finish();
  service_.shutdown();  // what was running reports its text, which is then kept
  unfinished_.finish();
  kept_queue_.finish();
  transcripts_.flush();
  library_.finish();
}

}  // namespace tilescribe
