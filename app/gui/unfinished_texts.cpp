// SPDX-License-Identifier: Apache-2.0
#include "app/gui/unfinished_texts.h"

#include <QDateTime>
#include <QLocale>
#include <QPushButton>
#include <QSet>
#include <algorithm>
#include <utility>

#include "app/paths.h"
#include "inference/api/private_files.h"
#include "ui/format.h"
#include "ui/widgets/banner.h"

namespace tilescribe {

namespace {

constexpr int save_interval_ms = 1000;  // between two writings

/// In English, one file reads "interview.wav was not finished: 12:30 of 58:00 is transcribed."
QString text_of_files(const std::vector<UnfinishedText>& texts) {
  const UnfinishedText& last = texts.front();
  const QString name = ui::file_name(window_path(last.file));
  const int count = static_cast<int>(texts.size());
  const double done_s = last.options.from.end.seconds();
  if (done_s <= 0.0)
    return UnfinishedTexts::tr(
               "%n file(s) were not finished. Of the last one, %1, nothing of it is transcribed yet.",
               nullptr, count)
        .arg(name);
  const QString done = ui::clock_text(done_s);
  if (last.duration_s < done_s)
    return UnfinishedTexts::tr("%n file(s) were not finished. Of the last one, %1, %2 of it is transcribed.",
                               nullptr, count)
        .arg(name, done);
  return UnfinishedTexts::tr("%n file(s) were not finished. Of the last one, %1, %2 of %3 is transcribed.",
                             nullptr, count)
      .arg(name, done, ui::clock_text(last.duration_s));
}

QString text_of_recordings(const std::vector<RecordingFile>& recordings) {
  const RecordingFile& last = recordings.front();
  const QDate day = QDateTime::fromSecsSinceEpoch(last.started).date();
  // How a day is written: as QLocale::toString takes it.
  const QString pattern = day.year() == QDate::currentDate().year() ? UnfinishedTexts::tr("d MMM")
                                                                    : UnfinishedTexts::tr("d MMM yyyy");
  const QString when = QLocale().toString(day, pattern);
  const QString length = ui::clock_text(last.duration_s);
  return UnfinishedTexts::tr("%n unfinished recording(s). The last one is from %1 (%2).", nullptr,
                             static_cast<int>(recordings.size()))
      .arg(when, length);
}

}  // namespace

QString offer_text(const std::vector<UnfinishedText>& texts, const std::vector<RecordingFile>& recordings) {
  QStringList sentences;
  if (!texts.empty()) sentences.append(text_of_files(texts));
  if (!recordings.empty()) sentences.append(text_of_recordings(recordings));
  return sentences.join(QLatin1Char(' '));
}

/// Throws the first time alone, until it works.
void UnfinishedTexts::Place::write(const std::filesystem::path& folder, const UnfinishedText& text) {
  try {
    if (!file) file = begin_unfinished(folder, text);
    file->append(due, end);
    due.segments.clear();
    failed = false;
  } catch (...) {
    if (!std::exchange(failed, true)) throw;
  }
}

void UnfinishedTexts::Place::remove() {
  try {
    if (file) file->remove();
  } catch (...) {
    // The text is offered once more: nothing is lost.
  }
}

UnfinishedTexts::UnfinishedTexts(QString folder, std::function<bool(const QString&)> recorded,
                                 QueueController& queue, TranscriptStore& store, ui::Shell& shell)
    : folder_(std::move(folder)),
      recorded_(std::move(recorded)),
      queue_(queue),
      store_(store),
      shell_(shell),
      banner_(new ui::Banner(QStringLiteral("microphone"), tr("Unfinished texts"), true)),
      accept_(banner_->add_button("unfinishedAccept", {})),
      show_folder_(banner_->add_button("unfinishedFolder", tr("Show folder"))) {
  timer_.setSingleShot(true);
  timer_.setInterval(save_interval_ms);
  connect(&timer_, &QTimer::timeout, this, &UnfinishedTexts::write_due);
  banner_->setProperty("role", QStringLiteral("unfinished"));
  connect(accept_, &QPushButton::clicked, this, &UnfinishedTexts::accept);
  connect(show_folder_, &QPushButton::clicked, this, &UnfinishedTexts::folderRequested);
  connect(banner_, &ui::Banner::dismissed, this, &UnfinishedTexts::dismiss);
  shell_.put(banner_, ui::Place::banner);
}

void UnfinishedTexts::look() {
  store_.run(tr("Unfinished text could not be read"), [this, folder = native_path(folder_)] {
    close_to_others(folder);
    return [this, found = unfinished_texts(folder)] {
      texts_ = found;
      show();
    };
  });
}

void UnfinishedTexts::set_recordings(const std::vector<RecordingFile>& recordings) {
  recordings_ = recordings;
  show();
}

/// A recording of whose text a part is there is offered as that.
void UnfinishedTexts::show() {
  QSet<QString> active;
  for (int row = 0; !recordings_.empty() && row < queue_.model().rowCount(); ++row) {
    const ui::QueueItem& item = *queue_.model().item_at(row);
    if (ui::is_active(item.state)) active.insert(item.path);
  }
  for (const QString& path : queue_.finding()) active.insert(path);
  std::erase_if(recordings_, [&](const RecordingFile& recording) {
    return std::ranges::find(texts_, recording.file, &UnfinishedText::file) != texts_.end() ||
           active.contains(window_path(recording.file));
  });
  banner_->set_text(offer_text(texts_, recordings_));
  accept_->setText(texts_.empty() ? tr("Transcribe") : tr("Continue"));
  show_folder_->setVisible(!recordings_.empty());
  banner_->setVisible(!texts_.empty() || !recordings_.empty());
}

/// Takes over the texts that are still to be had.
void UnfinishedTexts::accept() {
  const auto texts = std::exchange(texts_, {});
  const auto recordings = std::exchange(recordings_, {});
  show();
  for (const UnfinishedText& text : texts) {
    store_.run(not_kept(), [this, kept_in = text.kept_in] {
      const auto place = std::make_shared<Place>();
      place->file = take_unfinished(kept_in);
      return [this, place, taken = place->file->text()] {
        report_copy(taken);
        continue_text(place, taken);
      };
    });
  }
  for (const RecordingFile& recording : recordings) emit recordingAccepted(window_path(recording.file));
}

/// Keeps the texts as transcripts that ended early. A program that ended in good order has done so already.
void UnfinishedTexts::dismiss() {
  recordings_.clear();
  const auto texts = std::exchange(texts_, {});
  show();
  for (const UnfinishedText& text : texts) {
    store_.run(not_kept(), [this, kept_in = text.kept_in] {
      const auto place = std::make_shared<Place>();
      place->file = take_unfinished(kept_in);
      const auto so_far = std::make_shared<const Transcript>(transcript_so_far(place->file->text()));
      const bool kept = store_.holds(*so_far);
      return [this, place, so_far, kept, taken = place->file->text()] {
        report_copy(taken);
        const QString audio = window_path(taken.file);
        store_.keep(
            kept ? std::make_shared<const Transcript>() : so_far, [place] { place->remove(); },
            recorded_(audio) ? QString() : audio);
        if (taken.options.from.end.window > 0)
          shell_.show_message(tr("The text so far is kept under File, Recent transcripts."));
      };
    });
  }
}

/// Where the rest of a text is that can't be read to its end.
void UnfinishedTexts::report_copy(const UnfinishedText& text) {
  if (text.copy.empty()) return;
  const std::string name = ui::file_name(window_path(text.file)).toStdString();
  shell_.report(tr("An unfinished text could not be read to its end"),
                {Message("All of what was kept of {1} is still in {2}.", name, text.copy.string()), {}});
}

/// A job that goes on where a killed program stood.
void UnfinishedTexts::continue_text(const std::shared_ptr<Place>& place, const UnfinishedText& text) {
  const TranscribedPart& from = text.options.from;
  ui::QueueItem item;
  item.path = window_path(text.file);
  item.document->begin(transcript_so_far(text));
  item.progress = {.stage = Stage::opening,
                   .audio_done_s = from.end.seconds(),
                   .audio_total_s = text.duration_s,
                   .fraction = text.duration_s > 0.0 ? from.end.seconds() / text.duration_s : 0.0,
                   .elapsed_s = from.elapsed_s};
  Job job{place, text, from.segments.size(), from.end, false};
  job.text.options.from.segments.clear();  // they are on disk
  jobs_[queue_.add_job(std::move(item), text.options)] = std::move(job);
}

QString UnfinishedTexts::not_kept() {
  return tr("Unfinished text could not be kept");
}

void UnfinishedTexts::begin(ui::DocumentId id, const UnfinishedText& text) {
  if (queue_.model().item(id) == nullptr) return;  // removed meanwhile
  // One that was taken over has its place already.
  const auto [job, added] = jobs_.try_emplace(id);
  if (added) job->second = {std::make_shared<Place>(), text, 0, {}, true};
  if (!timer_.isActive()) timer_.start();
}

void UnfinishedTexts::reached(ui::DocumentId id, const WindowBoundary& end) {
  const auto job = jobs_.find(id);
  if (job == jobs_.end()) return;
  job->second.end = end;
  job->second.due = true;
  if (!timer_.isActive()) timer_.start();
}

void UnfinishedTexts::write_due() {
  for (auto& [id, job] : jobs_) {
    if (std::exchange(job.due, false)) write(id, job);
  }
}

/// The segments that are new, as far as their windows are finished.
void UnfinishedTexts::write(ui::DocumentId id, Job& job) {
  const ui::QueueItem* item = queue_.model().item(id);
  if (item == nullptr) return;
  Transcript next;
  next.source = job.text.file.filename().string();
  next.model = job.text.options.from.origin.model;
  next.engine = job.text.engine;
  next.duration_s = item->progress.audio_total_s;
  next.elapsed_s = item->progress.elapsed_s;
  next.cancelled = true;
  const std::vector<Segment>& segments = item->transcript().segments;
  while (job.written < segments.size() && segments[job.written].window < job.end.window)
    next.segments.push_back(segments[job.written++]);
  store_.run(not_kept(),
             [place = job.place, folder = native_path(folder_), text = job.text, next, end = job.end] {
               std::vector<Segment> unwritten = std::move(place->due.segments);
               unwritten.insert(unwritten.end(), next.segments.begin(), next.segments.end());
               place->due = next;
               place->due.segments = std::move(unwritten);
               place->end = end;
               place->write(folder, text);
               return [] {};
             });
}

void UnfinishedTexts::finish() {
  ending_ = true;
  timer_.stop();
  write_due();
  for (const auto& [id, job] : jobs_) {
    store_.run(not_kept(), [place = job.place, folder = native_path(folder_), text = job.text] {
      if (place->failed) place->write(folder, text);
      return [] {};
    });
  }
}

std::function<void()> UnfinishedTexts::settling(ui::DocumentId id) {
  const ui::QueueItem* item = queue_.model().item(id);
  const bool stopped = item != nullptr && item->state == ui::JobState::cancelled;
  if (ending_ && stopped && !queue_.is_given_up(id)) return [] {};
  auto job = jobs_.extract(id);
  if (job.empty()) return [] {};
  return [place = job.mapped().place] { place->remove(); };
}

}  // namespace tilescribe
