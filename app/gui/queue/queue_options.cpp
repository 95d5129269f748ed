// SPDX-License-Identifier: Apache-2.0
// The part of QueueController that knows how files are to be transcribed.
#include <utility>

#include "app/gui/queue_controller.h"
#include "inference/api/options_json.h"
#include "inference/api/speakers.h"
#include "ui/settings/settings.h"

namespace tilescribe {

namespace {

/// Each channel is a speaker's, named in the user's language.
void name_channels(TranscribeOptions& options) {
  options.speakers = Speakers::channels;
  options.speaker_names.clear();
  for (int channel = 1; channel <= most_speakers; ++channel)
    options.speaker_names.push_back(QueueController::tr("Speaker %1").arg(channel).toStdString());
}

}  // namespace

TranscribeOptions QueueController::options() const {
  TranscribeOptions options = options_ ? options_() : TranscribeOptions();
  if (settings_.speakers.get()) name_channels(options);
  options.word_times = settings_.word_times.get();
  options.word_ngram = settings_.word_ngram.get();
  return options;
}

QueueController::Asked QueueController::as_usual() {
  TranscribeOptions now = options();
  if (usual_ == nullptr || transcribe_options_json(now) != transcribe_options_json(*usual_))
    usual_ = std::make_shared<const TranscribeOptions>(std::move(now));
  return usual_;
}

void QueueController::add_to_service(const QString& path, const Asked& asked, ui::DocumentId id) {
  TranscribeOptions options = *asked;
  // A server does not say what its model listens to.
  if (settings_.engine().engine == Engine::remote) options.word_times = false;
  service_.add(path, options, id);
}

/// A text by channels has a row of its own: the text that is there stays.
void QueueController::transcribe_by_channel(const std::vector<ui::DocumentId>& ids) {
  TranscribeOptions options = this->options();
  name_channels(options);
  const auto by_channel = std::make_shared<const TranscribeOptions>(std::move(options));
  ui::DocumentId first = 0;
  for (const ui::DocumentId id : ids) {
    const ui::QueueItem* done = model_.item(id);
    if (done == nullptr) continue;
    ui::QueueItem item = waiting_item(done->path, by_channel);
    if (first == 0) first = item.id();
    model_.add(std::move(item));
  }
  keep_order();
  if (first != 0) part_.show_added(first);
}

void QueueController::put_back(const std::vector<Waited>& files) {
  if (finished_) return;
  const Asked usual = as_usual();
  std::vector<ui::QueueItem> items;
  items.reserve(files.size());
  for (const Waited& file : files) items.push_back(waiting_item(file.path, file.asked ? file.asked : usual));
  const int before = model_.rowCount();
  model_.add_all(std::move(items));
  // They came before what was opened since the start.
  std::vector<ui::DocumentId> ids;
  for (int row = before; row < model_.rowCount(); ++row) ids.push_back(model_.item_at(row)->id());
  if (before > 0 && model_.move(ids, ui::QueueMove::first)) keep_order();
}

}  // namespace tilescribe
