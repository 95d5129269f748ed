// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <memory>
#include <optional>

#include "inference/api/error.h"
#include "inference/api/options.h"
#include "inference/api/progress.h"
#include "ui/document/transcript_document.h"

namespace tilescribe::ui {

enum class JobState { waiting, running, done, failed, cancelled };

/// One file of the queue: its transcript, and how far the work on it is. Its id is the document's; so is its
/// job's.
struct QueueItem {
  std::shared_ptr<TranscriptDocument> document = std::make_shared<TranscriptDocument>();
  QString path;  // the file's name is shown; the whole path is in the tooltip
  JobState state = JobState::waiting;
  Progress progress;      // while running
  Failure failure;        // when failed
  QString note;           // a sentence with other information, such as why it starts again
  bool held = false;      // running, but live text has priority
  bool spoken = false;    // a recording whose text came live: the file can be transcribed again
  bool skipped = false;   // done before it came: its text was kept by an earlier transcription
  bool can_retry = true;  // false for what never was a job: a folder without audio, an old transcript
  std::optional<double> length_s =
      {};  // of the audio, as its file says; 0: nothing to hear; nullopt: not known
  std::shared_ptr<const TranscribeOptions> asked =
      {};  // how its job is to be done; null: there never was a job

  DocumentId id() const { return document->id(); }
  const Transcript& transcript() const { return document->transcript(); }
};

inline bool is_active(JobState state) {
  return state == JobState::waiting || state == JobState::running;
}

/// The part of the path that is shown.
QString file_name(const QString& path);

/// The line below the name: "Waiting", "Slowed down: live text has priority", "Transcribing… 42 % · 0:35
/// left", "Done · 12:03 of audio in 0:18", "Cut off: 3.2 s missing at its end · 12:03 of audio in 0:18", the
/// error's sentence, "Cancelled · text up to 3:20 kept".
QString state_text(const QueueItem& item);

/// The same for the file's row, with its note. An error's sentence names the file without its folders.
QString row_state_text(const QueueItem& item);

/// Whether everything present is transcribed, but the file promised more.
bool is_cut_off(const QueueItem& item);

/// Whether it can be transcribed once more: it failed or was cancelled, or it is done and its file is known.
bool retryable(const QueueItem& item);

/// The name of trying again: on the CPU if the device failed.
QString retry_text(const QueueItem& item);

}  // namespace tilescribe::ui
