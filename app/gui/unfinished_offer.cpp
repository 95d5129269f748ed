// SPDX-License-Identifier: Apache-2.0
#include "app/gui/unfinished_offer.h"

#include <QDateTime>
#include <QLocale>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "app/paths.h"
#include "ui/format.h"
#include "ui/widgets/banner.h"

namespace tilescribe {

namespace {

/// In English, one file reads "interview.wav was not finished: 12:30 of 58:00 is transcribed."
QString text_of_files(const std::vector<UnfinishedText>& texts) {
  const UnfinishedText& last = texts.front();
  const QString name = ui::file_name(window_path(last.file));
  const int count = static_cast<int>(texts.size());
  const double done_s = last.options.from.end.seconds();
  if (done_s <= 0.0)
    return UnfinishedOffer::tr(
               "%n file(s) were not finished. Of the last one, %1, nothing of it is transcribed yet.",
               nullptr, count)
        .arg(name);
  const QString done = ui::clock_text(done_s);
  if (last.duration_s < done_s)
    return UnfinishedOffer::tr("%n file(s) were not finished. Of the last one, %1, %2 of it is transcribed.",
                               nullptr, count)
        .arg(name, done);
  return UnfinishedOffer::tr("%n file(s) were not finished. Of the last one, %1, %2 of %3 is transcribed.",
                             nullptr, count)
      .arg(name, done, ui::clock_text(last.duration_s));
}

QString text_of_recordings(const std::vector<RecordingFile>& recordings) {
  const RecordingFile& last = recordings.front();
  const QString when = QLocale().toString(QDateTime::fromSecsSinceEpoch(last.started), QLocale::ShortFormat);
  const QString length = ui::clock_text(last.duration_s);
  return UnfinishedOffer::tr(
             "The text of %n recording(s) was never finished. The last one was made on %1 and is %2 long.",
             nullptr, static_cast<int>(recordings.size()))
      .arg(when, length);
}

}  // namespace

QString offer_text(const std::vector<UnfinishedText>& texts, const std::vector<RecordingFile>& recordings) {
  QStringList sentences;
  if (!texts.empty()) sentences.append(text_of_files(texts));
  if (!recordings.empty()) sentences.append(text_of_recordings(recordings));
  return sentences.join(QLatin1Char(' '));
}

UnfinishedOffer::UnfinishedOffer(UnfinishedTexts& texts, QueueController& queue, ui::Shell& shell)
    : kept_(texts),
      queue_(queue),
      shell_(shell),
      banner_(new ui::Banner(QStringLiteral("microphone"), tr("Unfinished texts"), true)),
      accept_(banner_->add_button("unfinishedAccept", {})),
      folder_(banner_->add_button("unfinishedFolder", tr("Show folder"))) {
  banner_->setProperty("role", QStringLiteral("unfinished"));
  connect(accept_, &QPushButton::clicked, this, &UnfinishedOffer::accept);
  connect(folder_, &QPushButton::clicked, this, &UnfinishedOffer::folderRequested);
  connect(banner_, &ui::Banner::dismissed, this, &UnfinishedOffer::dismiss);
  connect(&kept_, &UnfinishedTexts::found, this, [this](const std::vector<UnfinishedText>& found) {
    texts_ = found;
    show();
  });
  connect(&kept_, &UnfinishedTexts::failed, this, [this](const Failure& failure) {
    shell_.report(tr("Unfinished text could not be kept"), failure);
  });
  shell_.put(banner_, ui::Place::banner);
}

void UnfinishedOffer::accept() {
  const auto texts = std::exchange(texts_, {});
  const auto recordings = std::exchange(recordings_, {});
  show();
  kept_.take(texts, [this](const UnfinishedText& text) { return continue_text(text); });
  for (const RecordingFile& recording : recordings) emit recordingAccepted(window_path(recording.file));
}

void UnfinishedOffer::dismiss() {
  recordings_.clear();
  const auto texts = std::exchange(texts_, {});
  show();
  kept_.keep(texts);
  const auto has_text = [](const UnfinishedText& text) { return text.options.from.end.window > 0; };
  if (std::ranges::any_of(texts, has_text))
    shell_.show_message(tr("The text so far is kept under File, Recent transcripts."));
}

/// A job that goes on where a killed program stood.
ui::DocumentId UnfinishedOffer::continue_text(const UnfinishedText& text) {
  const TranscribedPart& from = text.options.from;
  ui::QueueItem item;
  item.path = window_path(text.file);
  item.document->begin(transcript_so_far(text));
  item.progress = {.stage = Stage::opening,
                   .audio_done_s = from.end.seconds(),
                   .audio_total_s = text.duration_s,
                   .fraction = text.duration_s > 0.0 ? from.end.seconds() / text.duration_s : 0.0,
                   .elapsed_s = from.elapsed_s};
  return queue_.add_job(std::move(item), text.options);
}

void UnfinishedOffer::set_recordings(const std::vector<RecordingFile>& recordings) {
  recordings_ = recordings;
  show();
}

/// A recording of whose text a part is there is offered as that.
void UnfinishedOffer::show() {
  std::erase_if(recordings_, [&](const RecordingFile& recording) {
    return std::ranges::find(texts_, recording.file, &UnfinishedText::file) != texts_.end();
  });
  banner_->set_text(offer_text(texts_, recordings_));
  accept_->setText(texts_.empty() ? tr("Transcribe") : tr("Continue"));
  folder_->setVisible(!recordings_.empty());
  banner_->setVisible(!texts_.empty() || !recordings_.empty());
}

}  // namespace tilescribe
