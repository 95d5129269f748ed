// SPDX-License-Identifier: Apache-2.0
#include "app/gui/unfinished_offer.h"

#include <QDateTime>
#include <QFile>
#include <QLocale>
#include <algorithm>
#include <utility>

#include "ui/format.h"

namespace tilescribe {

namespace {

QString text_of(const std::filesystem::path& path) {
  return QFile::decodeName(QByteArray::fromStdString(path.string()));
}

/// In English, one file reads "interview.wav was not finished: 12:30 of 58:00 is transcribed."
QString text_of_files(const std::vector<UnfinishedText>& texts) {
  const UnfinishedText& last = texts.front();
  const QString name = ui::file_name(text_of(last.file));
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

UnfinishedOffer::UnfinishedOffer(ui::MainWindow& window) : window_(window) {
  connect(&window_, &ui::MainWindow::unfinishedAccepted, this, [this] {
    const auto texts = std::exchange(texts_, {});
    const auto recordings = std::exchange(recordings_, {});
    show();
    if (!texts.empty()) emit textsAccepted(texts);
    for (const RecordingFile& recording : recordings) emit recordingAccepted(text_of(recording.file));
  });
  connect(&window_, &ui::MainWindow::unfinishedDismissed, this, [this] {
    recordings_.clear();
    const auto texts = std::exchange(texts_, {});
    show();
    if (!texts.empty()) emit textsDismissed(texts);
  });
}

void UnfinishedOffer::set_texts(const std::vector<UnfinishedText>& texts) {
  texts_ = texts;
  show();
}

void UnfinishedOffer::set_recordings(const std::vector<RecordingFile>& recordings) {
  recordings_ = recordings;
  show();
}

/// A recording of whose text a part is there is offered as that.
void UnfinishedOffer::show() {
  std::erase_if(recordings_, [&](const RecordingFile& recording) {
    return std::any_of(texts_.begin(), texts_.end(),
                       [&](const UnfinishedText& text) { return text.file == recording.file; });
  });
  window_.offer_unfinished(offer_text(texts_, recordings_), !texts_.empty(), !recordings_.empty());
}

}  // namespace tilescribe
