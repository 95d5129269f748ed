// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

#include "ui/recording/record_state.h"

class QLabel;
class QPushButton;

namespace tilescribe::ui {

class LevelMeter;
class RecordButton;
class SourcePicker;

/// The bottom of the record page: the source and its level, the big button with pause beside it, the duration
/// of the recording, and how far its text is behind.
class TransportBar : public QFrame {
  Q_OBJECT

 public:
  explicit TransportBar(QWidget* parent = nullptr);

  void set_state(const RecordState& state);
  /// Whether recording can be started at all.
  void set_possible(bool possible);
  /// The shortcuts of both buttons, as people read them.
  void set_keys(const QString& record, const QString& pause);
  SourcePicker& picker() { return *picker_; }
  RecordButton& record_button() { return *record_; }

 signals:
  void recordClicked();  // starts or stops
  void pauseClicked();   // pauses or resumes

 private:
  SourcePicker* picker_;
  LevelMeter* meter_;
  RecordButton* record_;
  QPushButton* pause_;
  QLabel* elapsed_;
  QLabel* lag_;
  RecordPhase phase_ = RecordPhase::idle;
  bool possible_ = true;
  QString pause_keys_;
};

}  // namespace tilescribe::ui
