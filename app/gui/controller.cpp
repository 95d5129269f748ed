// SPDX-License-Identifier: Apache-2.0
#include "app/gui/controller.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <algorithm>
#include <utility>

#include "inference/api/engine_names.h"

namespace tilescribe {

Controller::Controller(Composition composition, ui::Theme& theme, QSettings& settings, QObject* parent)
    : QObject(parent),
      composition_(std::move(composition)),
      settings_(settings),
      window_(queue_, theme, settings),
      store_(composition_.transcripts),
      service_(composition_.services.engines),
      unfinished_(QDir(composition_.transcripts).filePath(QStringLiteral("unfinished")), queue_, store_),
      offer_(window_),
      recording_(composition_.services.capture, composition_.recordings, composition_.desktop, window_,
                 service_, settings),
      profiling_(window_, service_) {
  connect_window();
  connect_service();
  connect_store();
  connect_recording();
  connect_unfinished();
}

Controller::~Controller() {
  finish();
}

EngineOptions Controller::saved_options(const QSettings& settings) {
  EngineOptions options;
  options.model = settings.value(QStringLiteral("engine/model")).toString().toStdString();
  const auto word = [&](const char* key) {
    return settings.value(QLatin1String(key)).toString().toStdString();
  };
  const auto number = [&](const char* key) {
    return std::max(0, settings.value(QLatin1String(key), 0).toInt());
  };
  options.engine = value_of(engine_names, word("engine/engine")).value_or(Engine::automatic);
  options.compute = value_of(compute_names, word("engine/compute")).value_or(Compute::automatic);
  if (!computes_in(options.engine, options.compute)) options.compute = Compute::automatic;
  options.gpu = number("engine/gpu");
  options.gpu_memory_mib = number("engine/gpuMemoryMib");
  options.threads = number("engine/threads");
  return options;
}

void Controller::save_options(const EngineOptions& options) const {
  const auto text = [](std::string_view name) {
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
  };
  settings_.setValue(QStringLiteral("engine/model"), QString::fromStdString(options.model));
  settings_.setValue(QStringLiteral("engine/engine"), text(name_of(engine_names, options.engine)));
  settings_.setValue(QStringLiteral("engine/compute"), text(name_of(compute_names, options.compute)));
  settings_.setValue(QStringLiteral("engine/gpu"), options.gpu);
  settings_.setValue(QStringLiteral("engine/gpuMemoryMib"), static_cast<qlonglong>(options.gpu_memory_mib));
  settings_.setValue(QStringLiteral("engine/threads"), options.threads);
}

void Controller::find_devices() {
  probing_.run([&lab = composition_.services.lab] { return lab.devices(); },
               [this](const Outcome<std::vector<DeviceRow>>& found) {
                 if (finished_) return;
                 if (found.value) return window_.set_devices(*found.value);
                 window_.show_message(QString::fromStdString(found.failure.sentence));
               });
}

void Controller::start(const EngineOptions& options) {
  ask_for_engine(options, false);
  window_.show();
  unfinished_.look();
  recording_.start();
  find_devices();
}

/// `keep`: for later runs, too, once it works.
void Controller::ask_for_engine(const EngineOptions& options, bool keep) {
  options_ = options;
  options_.background = true;  // painting comes before inference
  keeps_options_ = keep;
  refused_ = false;
  window_.forget_engine_trouble();
  service_.open(options_);
}

void Controller::connect_window() {
  using ui::MainWindow;
  connect(&window_, &MainWindow::urlsOpened, this, &Controller::open_urls);
  connect(&window_, &MainWindow::sampleRequested, this, [this] { open_sample(false); });
  connect(&window_, &MainWindow::cancelRequested, this, [this](ui::JobId id) { service_.cancel(id); });
  connect(&window_, &MainWindow::retryRequested, this, [this](ui::JobId id) { retry(id); });
  connect(&window_, &MainWindow::removeRequested, this, &Controller::remove);
  connect(&window_, &MainWindow::removeFinishedRequested, this, &Controller::remove_finished);
  connect(&window_, &MainWindow::undoRequested, this, &Controller::undo_removal);
  connect(&window_, &MainWindow::exportRequested, this,
          [this](ui::JobId id, const QString& path, ExportFormat format) {
            if (const ui::QueueItem* item = queue_.item(id)) store_.save(item->transcript, path, format);
          });
  connect(&window_, &MainWindow::recentRequested, &store_, &TranscriptStore::load);
  connect(&window_, &MainWindow::engineOptionsChosen, this,
          [this](const EngineOptions& chosen) { ask_for_engine(chosen, true); });
  connect(&window_, &MainWindow::engineRetryRequested, this,
          [this] { ask_for_engine(options_, keeps_options_); });
  window_.check_model = [this](const std::string& model, const std::function<void(const Failure&)>& then) {
    checking_.run(
        [&lab = composition_.services.lab, model] {
          lab.check_model(model);
          return true;
        },
        [then](const Outcome<bool>& outcome) { then(outcome.failure); });
  };
  connect(&window_, &MainWindow::closing, this, &Controller::finish);
}

void Controller::connect_service() {
  service_.on<EngineOpening>(this, [this](const EngineOpening& event) {
    opening_ = event.options;
    window_.set_engine_opening(event.options);
  });
  service_.on<EngineReady>(this, [this](const EngineReady& event) {
    window_.set_engine(event.engine, event.model);
    if (keeps_options_ && !refused_) save_options(opening_);
  });
  service_.on<EngineFailed>(this, [this](const auto& event) { window_.set_engine_failure(event.failure); });
  service_.on<EngineRefused>(this, [this](const EngineRefused& event) {
    refused_ = true;
    window_.set_engine_refusal(event.failure);
  });
  service_.on<JobStarted>(this, [this](const auto& event) { queue_.set_started(event.id); });
  service_.on<JobHeld>(this, [this](const auto& event) { queue_.set_held(event.id, event.held); });
  service_.on<JobProgress>(this,
                           [this](const auto& event) { queue_.set_progress(event.id, event.progress); });
  service_.on<JobSegment>(this,
                          [this](const auto& event) { queue_.append_segment(event.id, event.segment); });
  service_.on<JobPartial>(this, [this](const auto& event) { queue_.set_partial(event.id, event.partial); });
  service_.on<JobFinished>(this, [this](const JobFinished& event) {
    queue_.set_finished(event.id, event.transcript);
    keep_text_of(event.id);
    emit jobEnded();
  });
  service_.on<JobFailed>(this, [this](const JobFailed& event) {
    queue_.set_failed(event.id, event.failure);
    keep_text_of(event.id);
    emit jobEnded();
  });
}

void Controller::connect_recording() {
  using Recording = RecordingController;
  const auto transcribe = [this](const QString& path) {
    const bool waited_for = window_.shows_record_page() && recording_.phase() == ui::RecordPhase::idle;
    transcribe_recording(path, waited_for);
  };
  connect(&recording_, &Recording::transcribeRequested, this, transcribe);
  connect(&recording_, &Recording::unfinishedFound, &offer_, &UnfinishedOffer::set_recordings);
  connect(&offer_, &UnfinishedOffer::recordingAccepted, this, transcribe);
  connect(&recording_, &Recording::recorded, this, [this](const QString& path, const Transcript& transcript) {
    // One that was cut short by the end of the program is offered at the next start.
    store_.keep(transcript, transcript.cancelled ? std::function<void()>() : recording_.settling(path));
    ui::QueueItem item;
    item.path = path;
    item.state = transcript.cancelled ? ui::JobState::cancelled : ui::JobState::done;
    item.transcript = transcript;
    item.spoken = true;
    const ui::JobId id = add_row(std::move(item));
    if (window_.shows_record_page() && recording_.phase() == ui::RecordPhase::idle) window_.choose(id);
  });
  connect(&recording_, &Recording::demoRequested, this, [this] {
    EngineOptions demo = options_;
    demo.model.clear();
    ask_for_engine(demo, false);
  });
}

void Controller::connect_unfinished() {
  using Texts = UnfinishedTexts;
  connect(&unfinished_, &Texts::found, &offer_, &UnfinishedOffer::set_texts);
  connect(&unfinished_, &Texts::failed, this,
          [this](const Failure& failure) { window_.show_message(QString::fromStdString(failure.sentence)); });
  connect(&offer_, &UnfinishedOffer::textsAccepted, this, [this](const std::vector<UnfinishedText>& texts) {
    unfinished_.take(texts, [this](const UnfinishedText& text) { return continue_text(text); });
  });
  connect(&offer_, &UnfinishedOffer::textsDismissed, this, [this](const std::vector<UnfinishedText>& texts) {
    unfinished_.keep(texts);
    const bool any = std::any_of(texts.begin(), texts.end(),
                                 [](const UnfinishedText& text) { return text.options.from.end.window > 0; });
    if (any) window_.show_message(tr("The text so far is kept under File, Recent transcripts."));
  });
  service_.on<JobBegins>(this, [this](const JobBegins& event) {
    if (!event.anew.empty()) {
      const QString anew = QString::fromStdString(event.anew);
      keep_text_of(event.id);
      queue_.set_anew(event.id, anew);
      window_.show_message(anew);
    }
    unfinished_.begin(event.id, event.text);
  });
  service_.on<JobReached>(this, [this](const auto& event) { unfinished_.reached(event.id, event.end); });
}

/// A job that goes on where a killed program stood.
ui::JobId Controller::continue_text(const UnfinishedText& text) {
  const TranscribedPart& from = text.options.from;
  ui::QueueItem item;
  item.path = QFile::decodeName(QByteArray::fromStdString(text.file.string()));
  item.transcript = transcript_so_far(text);
  item.progress = {.stage = Stage::opening,
                   .audio_done_s = from.end.seconds(),
                   .audio_total_s = text.duration_s,
                   .fraction = text.duration_s > 0.0 ? from.end.seconds() / text.duration_s : 0.0,
                   .elapsed_s = from.elapsed_s};
  const ui::JobId id = item.id = service_.add(item.path, text.options);
  queue_.add(std::move(item));
  return id;
}

/// Transcribes a recording as a file; `choose` shows it too.
void Controller::transcribe_recording(const QString& path, bool choose) {
  add_files({{path, {}}});
  if (choose) window_.choose(queue_.item_at(queue_.rowCount() - 1)->id);
}

/// Tries a job once more. A recording whose text came live never was one: it becomes one, beside that text.
void Controller::retry(ui::JobId id) {
  const ui::QueueItem* item = queue_.item(id);
  if (item == nullptr || !ui::retryable(*item)) return;
  if (item->spoken) {
    return transcribe_recording(item->path, true);
  }
  queue_.set_waiting(id);
  service_.retry(id);
}

/// What still works is given up, with its text kept; anything else can be brought back.
void Controller::remove(ui::JobId id) {
  const ui::QueueItem* item = queue_.item(id);
  if (item == nullptr) return;
  if (!ui::is_active(item->state)) return set_aside({id}, {});
  keep_text_of(id);
  service_.remove(id);
  queue_.remove(id);
}

void Controller::remove_finished() {
  std::vector<ui::JobId> done;
  for (int row = 0; row < queue_.rowCount(); ++row) {
    const ui::QueueItem* item = queue_.item_at(row);
    if (item->state == ui::JobState::done) done.push_back(item->id);
  }
  if (done.empty()) return;
  set_aside(done,
            tr("%n finished file(s) were removed from the list.", nullptr, static_cast<int>(done.size())));
}

/// The service keeps their jobs, so that a row that comes back is what it was and can be tried again.
void Controller::set_aside(const std::vector<ui::JobId>& ids, const QString& offer) {
  removed_.push_back(queue_.take(ids));
  window_.set_undo(true, offer);
}

void Controller::undo_removal() {
  if (removed_.empty()) return;
  std::vector<ui::QueueModel::TakenRow> rows = std::move(removed_.back());
  removed_.pop_back();
  const ui::JobId first = rows.front().item->id;
  queue_.put_back(std::move(rows));
  window_.set_undo(!removed_.empty());
  window_.show_added(first);
}

void Controller::connect_store() {
  connect(&store_, &TranscriptStore::recentChanged, this, [this] { window_.set_recent(store_.recent()); });
  connect(&store_, &TranscriptStore::exported, this, [this](const QString& path) {
    window_.show_message(tr("Exported to %1").arg(QDir::toNativeSeparators(path)));
  });
  connect(&store_, &TranscriptStore::failed, this,
          [this](const QString& title, const Failure& failure) { window_.dialogs.failure(title, failure); });
  connect(&store_, &TranscriptStore::loaded, this, [this](const QString& path, const Transcript& transcript) {
    ui::QueueItem item;
    item.path = transcript.source.empty() ? path : QString::fromStdString(transcript.source);
    item.state = transcript.cancelled ? ui::JobState::cancelled : ui::JobState::done;
    item.transcript = transcript;
    item.can_retry = false;
    window_.choose(add_row(std::move(item)));
  });
}

void Controller::open_urls(const QList<QUrl>& urls) {
  collecting_.run([collect = composition_.collect, urls,
                   stop = collecting_stop_.get_token()] { return collect(urls, stop); },
                  [this](const Outcome<std::vector<CollectedFile>>& files) {
                    if (finished_) return;
                    if (files.value) return add_opened(*files.value);
                    window_.dialogs.failure(tr("The files could not be opened"), files.failure);
                  });
}

/// What the user opened himself is shown to him.
void Controller::add_opened(const std::vector<CollectedFile>& files) {
  const int before = queue_.rowCount();
  add_files(files);
  if (queue_.rowCount() > before) window_.show_added(queue_.item_at(before)->id);
}

void Controller::add_files(const std::vector<CollectedFile>& files) {
  if (finished_) return;
  std::vector<ui::QueueItem> items;
  for (const CollectedFile& file : files) {
    if (file.problem.isEmpty() && is_profile_name(file.path)) {
      profiling_.open(file.path);
    } else {
      items.push_back(item_of(file));
    }
  }
  queue_.add_all(std::move(items));
}

/// A file becomes a job of the service; one that can't be a job says why.
ui::QueueItem Controller::item_of(const CollectedFile& file) {
  ui::QueueItem item;
  item.path = file.path;
  if (file.problem.isEmpty()) {
    item.id = service_.add(file.path);
    return item;
  }
  item.id = ++last_row_id_;
  item.state = ui::JobState::failed;
  item.failure.sentence = file.problem.toStdString();
  item.can_retry = false;
  return item;
}

ui::JobId Controller::add_row(ui::QueueItem item) {
  const ui::JobId id = ++last_row_id_;
  item.id = id;
  queue_.add(std::move(item));
  return id;
}

void Controller::open_sample(bool first_start) {
  try {
    const QString path =
        QFile::decodeName(QByteArray::fromStdString(composition_.services.lab.sample_recording().string()));
    add_opened({{path, {}}});
    if (first_start) window_.show_sample_note();
  } catch (...) {
    window_.dialogs.failure(tr("The sample could not be opened"), describe_failure(std::current_exception()));
  }
}

void Controller::keep_text_of(ui::JobId id) {
  const ui::QueueItem* item = queue_.item(id);
  if (item == nullptr) return;
  Transcript transcript = item->transcript;
  // A run that failed half-way never got a transcript of its own.
  if (transcript.source.empty()) transcript.source = ui::file_name(item->path).toStdString();
  if (item->state != ui::JobState::done) transcript.cancelled = true;
  if (transcript.duration_s <= 0 && !transcript.segments.empty())
    transcript.duration_s = transcript.segments.back().end_s;
  const bool whole = item->state == ui::JobState::done;
  const auto recording_settled = whole ? recording_.settling(item->path) : [] {};
  store_.keep(transcript, [recording_settled, text_settled = unfinished_.settling(id)] {
    recording_settled();
    text_settled();
  });
}

void Controller::finish() {
  if (finished_) return;
  finished_ = true;
  collecting_stop_.request_stop();  // a walk through folders ends soon; nobody waits for that here
  recording_.finish();
  profiling_.finish();
  service_.shutdown();  // what was running reports its text, which is then kept
  store_.flush();
}

}  // namespace tilescribe
