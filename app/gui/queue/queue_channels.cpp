// SPDX-License-Identifier: Apache-2.0
// The part of QueueController that has each channel of a file as a speaker.
#include <utility>

#include "app/gui/queue_controller.h"
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
  // A server does not say what its model listens to.
  options.word_times = settings_.word_times.get() && settings_.engine().engine != Engine::remote;
  options.word_ngram = settings_.word_ngram.get();
  return options;
}

/// A text by channels has a row of its own: the text that is there stays.
void QueueController::transcribe_by_channel(const std::vector<ui::DocumentId>& ids) {
  TranscribeOptions by_channel = options();
  name_channels(by_channel);
  ui::DocumentId first = 0;
  for (const ui::DocumentId id : ids) {
    const ui::QueueItem* done = model_.item(id);
    if (done == nullptr) continue;
    ui::QueueItem item;
    item.path = done->path;
    const ui::DocumentId added = add_job(std::move(item), by_channel);
    if (first == 0) first = added;
  }
  keep_order();
  if (first != 0) part_.show_added(first);
}

}  // namespace tilescribe
