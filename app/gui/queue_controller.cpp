// SPDX-License-Identifier: Apache-2.0
#include "app/gui/queue_controller.h"

#include <utility>

#include "ui/shell/shell.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/words.h"

namespace tilescribe {

using ui::DocumentId;
using ui::QueueItem;

QueueController::QueueController(CollectFunction collect, TranscriptionService& service, ui::Shell& shell,
                                 ui::Settings& settings)
    : collect_(std::move(collect)),
      service_(service),
      shell_(shell),
      part_(model_, shell, settings),
      transcript_(model_, part_, shell, settings) {
  connect_part();
  connect_service();
  using ui::QueueModel;
  for (const auto signal : {&QueueModel::rowsInserted, &QueueModel::rowsRemoved})
    connect(&model_, signal, this, [this] { shell_.closing_changed(); });
  connect(&model_, &QueueModel::itemChanged, this, [this] { shell_.closing_changed(); });
}

void QueueController::connect_part() {
  using ui::QueuePart;
  connect(&part_, &QueuePart::urlsOpened, this, &QueueController::open_urls);
  connect(&part_, &QueuePart::requested, this, [this](ui::RowAction action, DocumentId id) {
    if (action == ui::RowAction::cancel) service_.cancel(id);
    if (action == ui::RowAction::retry) retry(id);
    if (action == ui::RowAction::remove) remove(id);
  });
  connect(&part_, &QueuePart::removeFinishedRequested, this, &QueueController::remove_finished);
  connect(&part_, &QueuePart::undoRequested, this, &QueueController::undo_removal);
}

void QueueController::connect_service() {
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
  ++collections_;
  shell_.closing_changed();
  collecting_.run(
      [collect = collect_, urls, stop = collecting_stop_.get_token()] { return collect(urls, stop); },
      [this](const Outcome<std::vector<CollectedFile>>& files) {
        if (finished_) return;
        --collections_;
        if (files.value) open(*files.value);
        if (!files.value) shell_.report(tr("The files could not be opened"), files.failure);
        shell_.closing_changed();
      });
}

void QueueController::open(const std::vector<CollectedFile>& files) {
  const int before = model_.rowCount();
  add_files(files);
  if (model_.rowCount() > before) part_.show_added(model_.item_at(before)->id());
}

void QueueController::transcribe_recording(const QString& path, bool choose) {
  choose ? open({{path, {}}}) : add_files({{path, {}}});
}

void QueueController::add_files(const std::vector<CollectedFile>& files) {
  if (finished_) return;
  std::vector<QueueItem> items;
  for (const CollectedFile& file : files) {
    if (file.problem.isEmpty() && is_profile_name(file.path)) {
      emit profileOpened(file.path);
    } else {
      items.push_back(item_of(file));
    }
  }
  model_.add_all(std::move(items));
}

/// A file becomes a job of the service; one that can't be a job says why.
QueueItem QueueController::item_of(const CollectedFile& file) {
  QueueItem item;
  item.path = file.path;
  if (file.problem.isEmpty()) {
    service_.add(file.path, options_ ? options_() : TranscribeOptions(), item.id());
    return item;
  }
  item.state = ui::JobState::failed;
  item.failure.message = Message::verbatim(file.problem.toStdString());
  item.can_retry = false;
  return item;
}

DocumentId QueueController::add_job(QueueItem item, const TranscribeOptions& options) {
  const DocumentId id = service_.add(item.path, options, item.id());
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

/// Tries a job once more. A recording whose text came live never was one: it becomes one, beside that text.
void QueueController::retry(DocumentId id) {
  const QueueItem* item = model_.item(id);
  if (item == nullptr || !ui::retryable(*item)) return;
  if (item->spoken) return transcribe_recording(item->path, true);
  model_.set_waiting(id);
  service_.retry(id);
}

/// What still works is given up, with its text kept; anything else can be brought back.
void QueueController::remove(DocumentId id) {
  const QueueItem* item = model_.item(id);
  if (item == nullptr) return;
  if (!ui::is_active(item->state)) return set_aside({id}, {});
  emit textToKeep(id);
  service_.remove(id);
  model_.remove(id);
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

/// The service keeps their jobs, so that a row that comes back is what it was and can be tried again.
void QueueController::set_aside(const std::vector<DocumentId>& ids, const QString& offer) {
  removed_.push_back(model_.take(ids));
  part_.set_undo(true, offer);
}

void QueueController::undo_removal() {
  if (removed_.empty()) return;
  std::vector<ui::QueueModel::TakenRow> rows = std::move(removed_.back());
  removed_.pop_back();
  const DocumentId first = rows.front().item->id();
  model_.put_back(std::move(rows));
  part_.set_undo(!removed_.empty());
  part_.show_added(first);
}

/// Files that were handed over while the user is asked are in the question, too.
std::optional<ui::ClosingQuestion> QueueController::closing_question() const {
  const int unfinished = model_.overall().active;
  ui::ClosingQuestion question{{}, {}, tr("Stop and quit"), tr("Keep working")};
  if (unfinished > 0) {
    question.text = tr("%n file(s) are not finished.", nullptr, unfinished);
    if (collections_ > 0) question.text = tr("%1 More are being opened.").arg(question.text);
    question.more = tr("The text so far is kept under File > Recent transcripts.");
  } else if (collections_ > 0) {
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
  collecting_stop_.request_stop();  // a walk through folders ends soon; nobody waits for that here
}

}  // namespace tilescribe
