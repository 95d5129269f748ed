// SPDX-License-Identifier: Apache-2.0
#include "app/gui/unfinished_texts.h"

#include <utility>

#include "app/paths.h"
#include "inference/api/private_files.h"

namespace tilescribe {

namespace {

constexpr int interval_ms = 1000;  // between two writings

}  // namespace

void UnfinishedTexts::Place::remove() {
  try {
    if (file) file->remove();
  } catch (...) {
    // The text is offered once more: nothing is lost.
  }
}

UnfinishedTexts::UnfinishedTexts(QString folder, const ui::QueueModel& queue, TranscriptStore& store)
    : folder_(std::move(folder)), queue_(queue), store_(store) {
  timer_.setSingleShot(true);
  timer_.setInterval(interval_ms);
  connect(&timer_, &QTimer::timeout, this, &UnfinishedTexts::write_due);
}

void UnfinishedTexts::look() {
  store_.run([this, folder = native_path(folder_)] {
    close_to_others(folder);
    return [this, texts = unfinished_texts(folder)] { emit found(texts); };
  });
}

void UnfinishedTexts::take(const std::vector<UnfinishedText>& texts,
                           const std::function<ui::DocumentId(const UnfinishedText&)>& add) {
  for (const UnfinishedText& text : texts) {
    store_.run([this, kept_in = text.kept_in, add]() -> std::function<void()> {
      const auto place = std::make_shared<Place>();
      try {
        place->file = take_unfinished(kept_in);
      } catch (...) {
        return [this, failure = describe_failure(std::current_exception())] { emit failed(failure); };
      }
      return [this, place, add, taken = place->file->text()] {
        const TranscribedPart& from = taken.options.from;
        Job job{place, taken, from.segments.size(), from.end, false};
        job.text.options.from.segments.clear();  // they are on disk
        jobs_[add(taken)] = std::move(job);
      };
    });
  }
}

void UnfinishedTexts::keep(const std::vector<UnfinishedText>& texts) {
  for (const UnfinishedText& text : texts) {
    store_.run([this, kept_in = text.kept_in]() -> std::function<void()> {
      const auto place = std::make_shared<Place>();
      try {
        place->file = take_unfinished(kept_in);
      } catch (...) {
        return [] {};  // another program has it
      }
      return [this, place, taken = place->file->text()] {
        store_.keep(std::make_shared<const Transcript>(transcript_so_far(taken)),
                    [place] { place->remove(); });
      };
    });
  }
}

void UnfinishedTexts::begin(ui::DocumentId id, const UnfinishedText& text) {
  if (queue_.item(id) == nullptr) return;  // removed meanwhile
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
  const ui::QueueItem* item = queue_.item(id);
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
  store_.run([this, place = job.place, folder = native_path(folder_), text = job.text, next,
              end = job.end]() -> std::function<void()> {
    if (place->failed) return [] {};
    try {
      if (!place->file) place->file = begin_unfinished(folder, text);
      place->file->append(next, end);
      return [] {};
    } catch (...) {
      place->failed = true;
      return [this, failure = describe_failure(std::current_exception())] { emit failed(failure); };
    }
  });
}

std::function<void()> UnfinishedTexts::settling(ui::DocumentId id) {
  auto job = jobs_.extract(id);
  if (job.empty()) return [] {};
  return [place = job.mapped().place] { place->remove(); };
}

}  // namespace tilescribe
