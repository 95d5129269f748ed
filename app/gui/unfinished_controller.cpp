// SPDX-License-Identifier: Apache-2.0
#include "app/gui/unfinished_controller.h"

#include <QFile>
#include <algorithm>
#include <utility>

namespace tilescribe {

UnfinishedController::UnfinishedController(const QString& folder, QueueController& queue,
                                           TranscriptStore& store, TranscriptionService& service,
                                           ui::Shell& shell)
    : queue_(queue), texts_(folder, queue.model(), store), offer_(shell) {
  using Texts = std::vector<UnfinishedText>;
  connect(&texts_, &UnfinishedTexts::found, &offer_, &UnfinishedOffer::set_texts);
  connect(&texts_, &UnfinishedTexts::failed, this, [&shell](const Failure& failure) {
    shell.report(tr("Unfinished text could not be kept"), failure);
  });
  connect(&offer_, &UnfinishedOffer::textsAccepted, this, [this](const Texts& texts) {
    texts_.take(texts, [this](const UnfinishedText& text) { return continue_text(text); });
  });
  connect(&offer_, &UnfinishedOffer::textsDismissed, this, [this, &shell](const Texts& texts) {
    texts_.keep(texts);
    const bool any = std::any_of(texts.begin(), texts.end(),
                                 [](const UnfinishedText& text) { return text.options.from.end.window > 0; });
    if (any) shell.show_message(tr("The text so far is kept under File, Recent transcripts."));
  });
  service.on<JobBegins>(this, [this](const JobBegins& event) { texts_.begin(event.id, event.text); });
  service.on<JobReached>(this, [this](const auto& event) { texts_.reached(event.id, event.end); });
}

/// A job that goes on where a killed program stood.
ui::DocumentId UnfinishedController::continue_text(const UnfinishedText& text) {
  const TranscribedPart& from = text.options.from;
  ui::QueueItem item;
  item.path = QFile::decodeName(QByteArray::fromStdString(text.file.string()));
  item.document->begin(transcript_so_far(text));
  item.progress = {.stage = Stage::opening,
                   .audio_done_s = from.end.seconds(),
                   .audio_total_s = text.duration_s,
                   .fraction = text.duration_s > 0.0 ? from.end.seconds() / text.duration_s : 0.0,
                   .elapsed_s = from.elapsed_s};
  return queue_.add_job(std::move(item), text.options);
}

}  // namespace tilescribe
