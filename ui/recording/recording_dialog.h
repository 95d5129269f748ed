// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "ui/settings/settings.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QKeySequenceEdit;

namespace tilescribe::ui {

/// What this desktop can't do, as sentences; empty: it can.
struct RecordingLimits {
  QString shortcut;
  QString typing;
};

class RecordingDialog : public QDialog {
  Q_OBJECT

 public:
  /// `keys_here` start and stop a recording in the main window, as people read them.
  RecordingDialog(const RecordingSettings& now, const RecordingLimits& limits, const QString& keys_here = {},
                  QWidget* parent = nullptr);

  RecordingSettings chosen() const;

 private:
  QDoubleSpinBox* pause_;
  QComboBox* keep_;
  QKeySequenceEdit* shortcut_;
  QCheckBox* typing_;
};

}  // namespace tilescribe::ui
