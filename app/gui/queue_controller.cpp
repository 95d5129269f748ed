// SPDX-License-Identifier: Apache-2.0
#include "app/gui/queue_controller.h"

#include <utility>

#include "ui/settings/settings.h"
#include "ui/shell/shell.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/words.h"

namespace tilescribe {

using ui::DocumentId;
using ui::QueueItem;

QueueController::QueueController(QueueSources sources, TranscriptionService& service, ui::Shell& shell,
                                 ui::Settings& settings)
    : sources_(std::move(sources)),
      service_(service),
      shell_(shell),
      settings_(settings),
      part_(model_, shell, settings),
      transcript_(model_, part_, shell, settings),
      lengths_(sources_.length, model_) {
  connect_part();
  connect_service();
  using ui::QueueModel;
  for (const auto signal : {&QueueModel::rowsInserted, &QueueModel::rowsRemoved})
    connect(&model_, signal, this, [this] { shell_.closing_changed(); });
  connect(&model_, &QueueModel::itemChanged, this, [this] { shell_.closing_changed(); });
  connect(&model_, &QueueModel::dropped, this, [this](const std::vector<DocumentId>& ids, int row) {
    if (model_.move_before(ids, row)) keep_order();
  });
}

void QueueController::connect_part() {
  using ui::QueuePart;
  connect(&part_, &QueuePart::urlsOpened, this, &QueueController::open_urls);
  connect(&part_, &QueuePart::requested, this, &QueueController::act);
  connect(&part_, &QueuePart::moveRequested, this,
          [this](ui::QueueMove where, const std::vector<DocumentId>& ids) {
            if (model_.move(ids, where)) keep_order();
          });
  connect(&part_, &QueuePart::pauseChanged, this, [this](bool paused) { service_.set_paused(paused); });
  connect(&part_, &QueuePart::byChannelRequested, this, &QueueController::transcribe_by_channel);
  connect(&part_, &QueuePart::removeFinishedRequested, this, &QueueController::remove_finished);
  connect(&part_, &QueuePart::undoRequested, this, &QueueController::undo_removal);
}

void QueueController::act(ui::RowAction action, const std::vector<DocumentId>& ids) {
  if (action == ui::RowAction::cancel) {
    for (const DocumentId id : ids) service_.cancel(id);
    given_up_.insert(ids.begin(), ids.end());
  }
  if (action == ui::RowAction::retry) retry(ids);
  if (action == ui::RowAction::remove) remove(ids);
}

void QueueController::connect_service() {
  service_.on<EngineOpening>(this, [this](const auto&) { opening_model_ = true; });
  service_.on<EngineReady>(this, [this](const EngineReady& event) {
    model_.forget_speed();
    know_maker(TextMaker{event.model.name, event.engine.arithmetic()});
  });
  service_.on<EngineFailed>(this, [this](const auto&) { know_maker({}); });
  service_.on<JobStarted>(this, [this](const auto& event) { model_.set_started(event.id); });
  service_.on<JobHeld>(this, [this](const auto& event) { model_.set_held(event.id, event.held); });
  service_.on<JobProgress>(this,
                           [this](const auto& event) { model_.set_progress(event.id, event.progress); });
  service_.on<JobSegment>(this,
                          [this](auto& event) { model_.append_segment(event.id, std::move(event.segment)); });
  service_.on<JobPartial>(this, [this](const auto& event) { model_.set_partial(event.id, event.partial); });
  service_.on<JobBegins>(this, [this](const JobBegins& event) {
    if (!event.anew.empty()) {
      const QString anew = ui::words(event.anew);
      emit textToKeep(event.id);
      model_.set_anew(event.id, anew);
      shell_.show_message(anew);
    }
    emit jobBegan(event.id, event.text);
  });
  service_.on<JobNotice>(
      this, [this](const JobNotice& event) { model_.set_note(event.id, ui::words(event.what)); });
  service_.on<JobFinished>(this, [this](JobFinished& event) {
    model_.set_finished(event.id, std::move(event.transcript));
    emit textToKeep(event.id);
    emit jobEnded();
  });
  service_.on<JobFailed>(this, [this](const JobFailed& event) {
    model_.set_failed(event.id, event.failure);
    emit textToKeep(event.id);
    emit jobEnded();
  });
}

void QueueController::open_urls(const QList<QUrl>& urls) {
  begin({urls, false, settings_.skips_done.get()});
}

void QueueController::open_found(const QStringList& paths) {
  QList<QUrl> urls;
  for (const QString& path : paths) urls.append(QUrl::fromLocalFile(path));
  begin({urls, true, true});
}

QStringList QueueController::finding() const {
  QStringList paths;
  for (const Opening& opening : openings_) {
    for (const QUrl& url : opening.urls) {
      if (opening.found) paths.append(url.toLocalFile());
    }
  }
  return paths;
}

void QueueController::transcribe_skipped(DocumentId id) {
  const QueueItem* item = model_.item(id);
  if (finished_ || item == nullptr || !item->skipped) return;
  add_to_service(item->path, item->asked, id);
  model_.set_waiting(id);
  keep_order();
}

void QueueController::begin(const Opening& opening) {
  if (finished_) return;
  openings_.push_back(opening);
  shell_.closing_changed();
  emit findingChanged();
  start_openings();
}

/// In their order: one that has to know the model waits for it, and others wait behind it.
void QueueController::start_openings() {
  while (started_ < openings_.size()) {
    if (openings_[started_].skips && opening_model_) return;
    collect(openings_[started_++]);
  }
}

void QueueController::know_maker(const std::optional<TextMaker>& maker) {
  opening_model_ = false;
  maker_ = maker;
  start_openings();
}

void QueueController::collect(const Opening& opening) {
  collecting_.run(
      [collect = sources_.collect, folder = sources_.transcripts, urls = opening.urls,
       maker = opening.skips ? maker_ : std::nullopt, stop = collecting_stop_.get_token()] {
        std::vector<CollectedFile> files = collect(urls, stop);
        if (!maker) return files;
        const DoneTexts done(folder);
        for (CollectedFile& file : files) {
          if (stop.stop_requested()) break;
          if (file.problem.isEmpty()) file.done_text = done.text_of(file.path, *maker);
        }
        return files;
      },
      [this](const Outcome<std::vector<CollectedFile>>& files) { collected(files); });
}

/// Of the oldest that is under way.
void QueueController::collected(const Outcome<std::vector<CollectedFile>>& files) {
  if (finished_) return;
  const Opening opening = std::move(openings_.front());
  openings_.erase(openings_.begin());
  --started_;
  if (!files.value) shell_.report(tr("The files could not be opened"), files.failure);
  if (files.value)
    opening.found ? static_cast<void>(add_files(*files.value, true)) : open(*files.value, opening.skips);
  shell_.closing_changed();
  emit findingChanged();
}

void QueueController::open(const std::vector<CollectedFile>& files, bool once) {
  const int before = model_.rowCount();
  const DocumentId shown = add_files(files, once);
  if (model_.rowCount() > before) return part_.show_added(model_.item_at(before)->id());
  if (shown != 0) part_.show_added(shown);
}

void QueueController::transcribe_recording(const QString& path, bool choose) {
  choose ? open({{path, {}}}) : static_cast<void>(add_files({{path, {}}}));
}

/// Returns a row that was there already for one of them; 0: there is none.
DocumentId QueueController::add_files(const std::vector<CollectedFile>& files, bool once) {
  if (finished_) return 0;
  DocumentId shown = 0;
  // What waits is read as it is when its turn comes. One that runs may have been read before it changed.
  QHash<QString, DocumentId> waiting;
  if (once) {
    for (const DocumentId id : model_.waiting()) waiting.insert(model_.item(id)->path, id);
  }
  const Asked usual = as_usual();
  std::vector<QueueItem> items;
  std::vector<std::pair<DocumentId, QString>> kept;
  for (const CollectedFile& file : files) {
    if (file.problem.isEmpty() && is_profile_name(file.path)) {
      emit profileOpened(file.path);
      continue;
    }
    if (const DocumentId waits = waiting.value(file.path)) {
      shown = waits;
      continue;
    }
    const QueueItem* there = file.done_text.isEmpty() ? nullptr : model_.item(row_of_text(file.done_text));
    if (there != nullptr && !ui::is_active(there->state)) {
      shown = there->id();
      continue;
    }
    items.push_back(item_of(file, usual));
    if (items.back().skipped) kept.emplace_back(items.back().id(), file.done_text);
  }
  model_.add_all(std::move(items));
  for (const auto& [id, text] : kept) emit keptTextFound(id, text);
  return shown;
}

/// A file becomes a job of the service; one that can't be a job says why, and one that is done is none.
QueueItem QueueController::item_of(const CollectedFile& file, const Asked& asked) {
  if (file.problem.isEmpty() && file.done_text.isEmpty()) return waiting_item(file.path, asked);
  QueueItem item;
  item.path = file.path;
  if (!file.problem.isEmpty()) {
    item.state = ui::JobState::failed;
    item.failure.message = Message::verbatim(file.problem.toStdString());
    item.can_retry = false;
  } else {
    item.asked = asked;
    item.state = ui::JobState::done;
    item.skipped = true;
  }
  return item;
}

QueueItem QueueController::waiting_item(const QString& path, const Asked& asked) {
  QueueItem item;
  item.path = path;
  item.asked = asked;
  add_to_service(path, asked, item.id());
  return item;
}

DocumentId QueueController::add_job(QueueItem item, const TranscribeOptions& options) {
  const DocumentId id = service_.add(item.path, options, item.id());
  TranscribeOptions asked = options;
  asked.from = {};  // the item has it
  item.asked = std::make_shared<const TranscribeOptions>(std::move(asked));
  model_.add(std::move(item));
  return id;
}

DocumentId QueueController::add_transcript(const QString& path,
                                           std::shared_ptr<ui::TranscriptDocument> document, bool spoken) {
  QueueItem item;
  item.document = std::move(document);
  item.path = path;
  item.state = item.transcript().cancelled ? ui::JobState::cancelled : ui::JobState::done;
  item.spoken = item.can_retry = spoken;
  const DocumentId id = item.id();
  model_.add(std::move(item));
  return id;
}

/// Tries jobs once more. What is done becomes another job, with a row and a text of its own: the text that is
/// there stays.
void QueueController::retry(const std::vector<DocumentId>& ids) {
  std::vector<CollectedFile> anew;
  for (const DocumentId id : ids) {
    const QueueItem* item = model_.item(id);
    if (item == nullptr || !ui::retryable(*item)) continue;
    if (item->state == ui::JobState::done || item->asked == nullptr) {
      anew.push_back({item->path, {}});
      continue;
    }
    given_up_.erase(id);
    model_.set_waiting(id);
    service_.retry(id);
  }
  keep_order();  // a row's place says when it is taken
  if (!anew.empty()) open(anew);
}

/// What has text and still works is given up, with its text kept; anything else can be brought back.
void QueueController::remove(const std::vector<DocumentId>& ids) {
  std::vector<DocumentId> given_up, set_apart;
  for (const DocumentId id : ids) {
    const QueueItem* item = model_.item(id);
    if (item == nullptr) continue;
    const bool untouched = item->state == ui::JobState::waiting && item->transcript().segments.empty();
    (ui::is_active(item->state) && !untouched ? given_up : set_apart).push_back(id);
    if (ui::is_active(item->state)) {
      if (!untouched) emit textToKeep(id);
      service_.remove(id);
    }
  }
  model_.take(given_up);
  if (set_apart.empty()) return;
  set_aside(set_apart, set_apart.size() == 1 ? QString()
                                             : tr("%n file(s) were removed from the list.", nullptr,
                                                  static_cast<int>(set_apart.size())));
}

void QueueController::close(DocumentId id) {
  const QueueItem* item = model_.item(id);
  if (item != nullptr && !ui::is_active(item->state)) set_aside({id}, {});
}

void QueueController::remove_finished() {
  std::vector<DocumentId> done;
  for (int row = 0; row < model_.rowCount(); ++row) {
    const QueueItem* item = model_.item_at(row);
    if (item->state == ui::JobState::done) done.push_back(item->id());
  }
  if (done.empty()) return;
  set_aside(done,
            tr("%n finished file(s) were removed from the list.", nullptr, static_cast<int>(done.size())));
}

/// The service keeps the jobs that have ended, so that a row that comes back can be tried again.
void QueueController::set_aside(const std::vector<DocumentId>& ids, const QString& offer) {
  removed_.push_back(model_.take(ids));
  part_.set_undo(true, offer);
}

void QueueController::undo_removal() {
  if (removed_.empty()) return;
  std::vector<ui::QueueModel::TakenRow> rows = std::move(removed_.back());
  removed_.pop_back();
  const DocumentId first = rows.front().item->id();
  for (const auto& row : rows) {
    if (row.item->state == ui::JobState::waiting)
      add_to_service(row.item->path, row.item->asked, row.item->id());
  }
  model_.put_back(std::move(rows));
  keep_order();
  part_.set_undo(!removed_.empty());
  part_.show_added(first);
}

/// Files that were handed over while the user is asked are in the question, too.
std::optional<ui::ClosingQuestion> QueueController::closing_question() const {
  const int unfinished = model_.overall().active;
  ui::ClosingQuestion question{{}, {}, tr("Stop and quit"), tr("Keep working")};
  if (unfinished > 0) {
    question.text = tr("%n file(s) are not finished.", nullptr, unfinished);
    if (!openings_.empty()) question.text = tr("%1 More are being opened.").arg(question.text);
    const bool running = model_.overall().running > 0;
    if (kept_) {
      question.more =
          running ? tr("The text so far is kept under File > Recent transcripts. The next start offers "
                       "to continue it, and files that wait are in the queue again.")
                  : tr("Files that wait are in the queue again at the next start.");
    } else {
      question.more = running
                          ? tr("The text so far is kept under File > Recent transcripts, and the next start "
                               "offers to continue it. Files that wait are not in the queue again.")
                          : tr("Files that wait are not in the queue again at the next start.");
    }
  } else if (!openings_.empty()) {
    question.text = tr("Files are being opened.");
    question.more = tr("They are not in the list yet.");
  } else {
    return {};
  }
  return question;
}

void QueueController::finish() {
  finished_ = true;
  transcript_.panel().view().set_editable(false);  // what was typed last is complete
  lengths_.finish();
  collecting_stop_.request_stop();  // a walk through folders ends soon; nobody waits for that here
}

}  // namespace tilescribe
