// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QKeySequence>
#include <QString>

class QSettings;

namespace tilescribe::ui {

/// The user's choices for recording.
struct RecordingSettings {
  double pause_s = 0.6;     // silence that ends an utterance, seconds: 0.2…3
  int keep_days = 0;        // how long recordings are kept; 0: forever
  QKeySequence shortcut;    // starts and stops a recording from any window; empty: off
  bool types_text = false;  // fixed text is typed into the active window

  bool operator==(const RecordingSettings&) const = default;
};

/// Values out of range are limited to it.
RecordingSettings read_recording_settings(const QSettings& settings);
void write_recording_settings(QSettings& settings, const RecordingSettings& chosen);

/// What this desktop can't do, as sentences; empty: it can.
struct RecordingLimits {
  QString shortcut;
  QString typing;
};

}  // namespace tilescribe::ui
