// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QtGlobal>
#include <vector>

#include "inference/api/error.h"
#include "inference/api/progress.h"
#include "inference/api/transcript.h"

namespace tilescribe::ui {

using JobId = quint64;  // never used twice in a run of the program; 0: none

enum class JobState { waiting, running, done, failed, cancelled };

/// One file of the queue, with all that is known of its transcript.
struct QueueItem {
  JobId id = 0;
  QString path;  // shown as the file's name; the whole path in the tooltip
  JobState state = JobState::waiting;
  Progress progress;      // while running
  Transcript transcript;  // segments grow while running; the rest is set at the end
  QString partial;        // text of the window being decoded, not final
  double partial_start_s = 0;
  int partial_window = 0;
  Failure failure;        // when failed
  QString note;           // what else its user should know, a sentence: why it begins anew
  bool held = false;      // running, but live text goes first
  bool spoken = false;    // a recording whose text came live: the file can be transcribed again
  bool can_retry = true;  // false for what never was a job: a folder without audio, an old transcript
};

inline bool is_active(JobState state) {
  return state == JobState::waiting || state == JobState::running;
}

/// The part of the path that people read.
QString file_name(const QString& path);

/// The line below the name: "Waiting", "Waiting: live text goes first", "Transcribing… 42 % · 0:35 left",
/// "Done · 12:03 of audio in 0:18", "Cut off: 3.2 s missing at its end · 12:03 of audio in 0:18", the error's
/// sentence, "Cancelled · text up to 3:20 kept".
QString state_text(const QueueItem& item);

/// The same for the file's row, with its note: an error's sentence names the file without its folders.
QString row_state_text(const QueueItem& item);

/// Whether all of it that was there is transcribed, and the file promised more.
bool is_cut_off(const QueueItem& item);

/// Whether it can be transcribed once more: it failed or was cancelled, or its text came live.
bool retryable(const QueueItem& item);

/// What trying it once more is called: on the CPU where the device failed.
QString retry_text(const QueueItem& item);

/// All segments' text as one paragraph.
QString plain_text(const Transcript& transcript);

}  // namespace tilescribe::ui
