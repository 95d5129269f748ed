// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queue_item.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "ui/format.h"
#include "ui/words.h"

namespace tilescribe::ui {

namespace {

struct QueueTexts {
  Q_DECLARE_TR_FUNCTIONS(QueueTexts)
};

QString running_text(const Progress& progress) {
  if (progress.fraction <= 0.0) {
    return progress.stage == Stage::opening ? QueueTexts::tr("Opening…") : QueueTexts::tr("Reading…");
  }
  const int percent = static_cast<int>(progress.fraction * 100.0);
  QString share = QueueTexts::tr("Transcribing… %1 %").arg(percent);
  if (progress.remaining_s < 0.0) return share;
  return QueueTexts::tr("%1 · %2 left").arg(share, clock_text(progress.remaining_s));
}

}  // namespace

QString file_name(const QString& path) {
  const QString name = QFileInfo(path).fileName();
  return name.isEmpty() ? path : name;
}

QString state_text(const QueueItem& item) {
  const Transcript& transcript = item.transcript();
  switch (item.state) {
    case JobState::waiting:
      return QueueTexts::tr("Waiting");
    case JobState::running:
      return item.held ? QueueTexts::tr("Slowed down: live text has priority") : running_text(item.progress);
    case JobState::done:
      if (item.spoken)
        return QueueTexts::tr("Recorded · %1, written down as it was spoken")
            .arg(clock_text(transcript.duration_s));
      if (item.skipped)
        return QueueTexts::tr("Already transcribed by this model · %1 of audio")
            .arg(clock_text(transcript.duration_s));
      if (is_cut_off(item)) {
        return QueueTexts::tr("Cut off: %1 s missing at its end · %2 of audio in %3")
            .arg(decimal_text(transcript.missing_s, 1), clock_text(transcript.duration_s),
                 elapsed_text(transcript.elapsed_s));
      }
      return QueueTexts::tr("Done · %1 of audio in %2")
          .arg(clock_text(transcript.duration_s), elapsed_text(transcript.elapsed_s));
    case JobState::failed:
      return words(item.failure.message);
    case JobState::cancelled:
      break;
  }
  if (transcript.segments.empty()) return QueueTexts::tr("Cancelled");
  return QueueTexts::tr("Cancelled · text up to %1 kept").arg(clock_text(transcript.segments.back().end_s));
}

bool is_cut_off(const QueueItem& item) {
  return item.state == JobState::done && item.transcript().missing_s > 0.0;
}

QString row_state_text(const QueueItem& item) {
  QString text = state_text(item);
  if (item.state == JobState::failed) text.replace(item.path, file_name(item.path));
  return item.note.isEmpty() ? text : QueueTexts::tr("%1 · %2").arg(text, item.note);
}

bool retryable(const QueueItem& item) {
  if (item.state == JobState::done) return item.spoken || QDir::isAbsolutePath(item.path);
  return item.can_retry && !is_active(item.state);
}

QString retry_text(const QueueItem& item) {
  if (item.state == JobState::done) return QueueTexts::tr("Transcribe again");
  const bool device = item.state == JobState::failed && item.failure.device;
  return device ? QueueTexts::tr("Try again on the CPU") : QueueTexts::tr("Try again");
}

}  // namespace tilescribe::ui
