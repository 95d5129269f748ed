// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QtGlobal>
#include <vector>

#include "inference/api/error.h"
#include "inference/api/progress.h"
#include "inference/api/transcript.h"

namespace tilescribe::ui {

using JobId = quint64;  // unique within a run of the program; 0: none

enum class JobState { waiting, running, done, failed, cancelled };

/// One file of the queue, with everything known about its transcript.
struct QueueItem {
  JobId id = 0;
  QString path;  // the file's name is shown; the whole path is in the tooltip
  JobState state = JobState::waiting;
  Progress progress;      // while running
  Transcript transcript;  // segments grow while running; the rest is set at the end
  QString partial;        // text of the window being decoded; not final
  double partial_start_s = 0;
  int partial_window = 0;
  Failure failure;        // when failed
  QString note;           // a sentence with other information, such as why it starts again
  bool held = false;      // running, but live text goes first
  bool spoken = false;    // a recording whose text came live: the file can be transcribed again
  bool can_retry = true;  // false for what never was a job: a folder without audio, an old transcript
};

inline bool is_active(JobState state) {
  return state == JobState::waiting || state == JobState::running;
}

/// The part of the path that is shown.
QString file_name(const QString& path);

/// The line below the name: "Waiting", "Waiting: live text goes first", "Transcribing… 42 % · 0:35 left",
/// "Done · 12:03 of audio in 0:18", "Cut off: 3.2 s missing at its end · 12:03 of audio in 0:18", the error's
/// sentence, "Cancelled · text up to 3:20 kept".
QString state_text(const QueueItem& item);

/// The same for the file's row, with its note. An error's sentence names the file without its folders.
QString row_state_text(const QueueItem& item);

/// Whether everything present is transcribed, but the file promised more.
bool is_cut_off(const QueueItem& item);

/// Whether it can be transcribed again: it failed or was cancelled, or its text came live.
bool retryable(const QueueItem& item);

/// The name of trying again: on the CPU if the device failed.
QString retry_text(const QueueItem& item);

/// The text of all segments as one paragraph.
QString plain_text(const Transcript& transcript);

}  // namespace tilescribe::ui
