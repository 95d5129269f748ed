// SPDX-License-Identifier: Apache-2.0
#include "app/gui/queue/kept_queue.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <utility>

#include <sys/file.h>

#include "app/gui/queue/done_texts.h"
#include "app/paths.h"
#include "inference/api/options_json.h"
#include "inference/api/private_files.h"
#include "inference/api/unfinished.h"

namespace tilescribe {

namespace {

constexpr int write_interval_ms = 1000;
constexpr int attempt_interval_ms = 1000, most_attempts = 60;

// How many texts of its files were kept since the record says how the queue was. Local times: a change of the
// time zone or of the clock in between may hide one, and then the file is transcribed again.
QHash<QString, int> done_since(const LoadedQueue& loaded, const QString& transcripts) {
  QHash<QString, int> done;
  if (loaded.at.isEmpty() || loaded.record.rows.empty()) return done;
  const DoneTexts texts(transcripts);
  const QString now = kept_stamp(QDateTime::currentDateTime());
  for (const QueueRecord::Row& row : loaded.record.rows) {
    if (!done.contains(row.path)) done.insert(row.path, texts.kept_between(row.path, loaded.at, now));
  }
  return done;
}

bool take_one(QHash<QString, int>& counts, const QString& path) {
  const auto count = counts.find(path);
  return count != counts.end() && (*count)-- > 0;
}

}  // namespace

KeptQueue::KeptQueue(Places places, QueueController& queue, WatchController& watch, TranscriptStore& store,
                     ui::Shell& shell)
    : places_(std::move(places)), queue_(queue), watch_(watch), store_(store), shell_(shell) {
  timer_.setSingleShot(true);
  timer_.setInterval(write_interval_ms);
  connect(&timer_, &QTimer::timeout, this, &KeptQueue::write);
  using ui::QueueModel;
  for (const auto signal : {&QueueModel::rowsInserted, &QueueModel::rowsRemoved})
    connect(&queue_.model(), signal, this, &KeptQueue::change);
  connect(&queue_.model(), &QueueModel::layoutChanged, this, &KeptQueue::change);
  connect(&queue_.model(), &QueueModel::stateChanged, this, &KeptQueue::change);
  connect(&queue_, &QueueController::findingChanged, this, &KeptQueue::change);
  connect(&queue_.part(), &ui::QueuePart::pauseChanged, this, &KeptQueue::change);
  connect(&watch_.watched(), &WatchedFolder::seenChanged, this, &KeptQueue::change);
}

void KeptQueue::restore() {
  if (finished_) return;
  const QString title = tr("The files that waited could not be read");
  store_.run(title, [this, title, places = places_]() -> std::function<void()> {
    make_private_folder(Message("transcripts"), native_path(QFileInfo(places.record).path()));
    const auto lock = std::make_shared<QFile>(places.record + QStringLiteral(".lock"));
    make_private_file(native_path(lock->fileName()));
    if (!lock->open(QIODevice::ReadWrite) || ::flock(lock->handle(), LOCK_EX | LOCK_NB) != 0)
      return [this] { try_again(); };  // another program has the queue
    Count unfinished;
    for (const UnfinishedText& text : unfinished_texts(native_path(places.unfinished)))
      ++unfinished[window_path(text.file)];
    const LoadedQueue loaded = load_queue_record(places.record);
    const QString aside = loaded.problem ? set_queue_record_aside(places.record) : QString();
    return [this, title, lock, loaded, aside, unfinished, done = done_since(loaded, places.transcripts)] {
      if (finished_) return;
      lock_ = lock;
      take_over(title, loaded, aside, unfinished, done);
    };
  });
}

void KeptQueue::try_again() {
  if (!finished_ && ++attempts_ <= most_attempts)
    QTimer::singleShot(attempt_interval_ms, this, &KeptQueue::restore);
}

void KeptQueue::take_over(const QString& title, const LoadedQueue& loaded, const QString& aside,
                          const Count& unfinished, const Count& done) {
  if (!loaded.problem) return put_back(loaded.record, unfinished, done);
  shell_.report(aside.isEmpty() ? title
                                : tr("The files that waited could not be read, and their list is now %1")
                                      .arg(QDir::toNativeSeparators(aside)),
                {*loaded.problem, {}});
  // What could not be set aside is not written over.
  if (!aside.isEmpty()) put_back({}, {}, {});
}

void KeptQueue::put_back(const QueueRecord& record, Count unfinished, Count done) {
  using State = QueueRecord::State;
  if (record.paused) queue_.part().set_paused(true);
  enum class Place { waits, maybe_done, offered };
  std::vector<Place> places(record.rows.size(), Place::waits);
  // Of several rows of one file, those that were at work have the texts.
  for (const State state : {State::running, State::waiting, State::found}) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const QueueRecord::Row& row = record.rows[i];
      if (row.state != state) continue;
      if (take_one(unfinished, row.path)) {
        places[i] = Place::offered;  // with the part of its text that is there
      } else if (take_one(done, row.path) || state == State::found) {
        places[i] = Place::maybe_done;
      }
    }
  }
  std::vector<QueueController::Asked> asked;
  for (const QByteArray& how : record.asked) {
    auto options = transcribe_options_of(how.toStdString());
    asked.push_back(options ? std::make_shared<const TranscribeOptions>(std::move(*options)) : nullptr);
  }
  std::vector<QueueController::Waited> waiting;
  QStringList maybe_done;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const QueueRecord::Row& row = record.rows[i];
    if (places[i] == Place::maybe_done) maybe_done.append(row.path);
    if (places[i] == Place::waits)
      waiting.push_back({row.path, row.asked < 0 ? nullptr : asked[static_cast<std::size_t>(row.asked)]});
  }
  restored_ = true;
  queue_.put_back(waiting);
  if (!maybe_done.isEmpty()) queue_.open_found(maybe_done);
  watch_.start(record.folder, record.seen);
  // What came before this was not noted.
  if (this->record() != record) change();
  emit restored(attempts_ > 0);
}

void KeptQueue::change() {
  if (restored_ && !timer_.isActive()) timer_.start();
}

QueueRecord KeptQueue::record() const {
  using State = QueueRecord::State;
  QueueRecord record;
  for (const QString& path : queue_.finding()) record.rows.push_back({path, State::found});
  QHash<const TranscribeOptions*, int> asked;  // the places of those that are in the record
  const ui::QueueModel& model = queue_.model();
  for (int row = 0; row < model.rowCount(); ++row) {
    const ui::QueueItem& item = *model.item_at(row);
    const bool stopped = item.state == ui::JobState::cancelled && stopped_.contains(item.id());
    if (!stopped && !ui::is_active(item.state)) continue;
    if (item.asked != nullptr && !asked.contains(item.asked.get())) {
      asked.insert(item.asked.get(), static_cast<int>(record.asked.size()));
      record.asked.push_back(QByteArray::fromStdString(transcribe_options_json(*item.asked)));
    }
    const bool running = stopped || item.state == ui::JobState::running;
    record.rows.push_back(
        {item.path, running ? State::running : State::waiting, asked.value(item.asked.get(), -1)});
  }
  record.paused = queue_.part().paused();
  record.folder = watch_.watched().folder();
  record.seen = watch_.watched().seen();
  return record;
}

void KeptQueue::write() {
  const QString title = tr("The waiting files could not be saved");
  const QString at = kept_stamp(QDateTime::currentDateTime());
  store_.run(title, [this, title, at, path = places_.record, now = record()]() -> std::function<void()> {
    std::optional<Failure> failure;
    try {
      if (const auto problem = save_queue_record(path, now, at)) failure = Failure{*problem, {}};
    } catch (...) {
      failure = describe_failure(std::current_exception());
    }
    return [this, title, failure] { written(title, failure); };
  });
}

/// Tells the first failure alone until it works again, and tries on.
void KeptQueue::written(const QString& title, const std::optional<Failure>& failure) {
  if (failure && !failing_) shell_.report(title, *failure);
  failing_ = failure.has_value();
  if (failing_) change();
}

void KeptQueue::note_running() {
  const ui::QueueModel& model = queue_.model();
  for (int row = 0; row < model.rowCount(); ++row) {
    const ui::QueueItem& item = *model.item_at(row);
    if (ui::is_active(item.state) && !queue_.is_given_up(item.id())) stopped_.insert(item.id());
  }
}

void KeptQueue::finish() {
  finished_ = true;
  timer_.stop();
  if (restored_) write();
  restored_ = false;
}

}  // namespace tilescribe
