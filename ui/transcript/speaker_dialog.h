// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;

namespace tilescribe::ui {

/// Who speaks in a segment: another name for its speaker, or another speaker for this segment alone.
class SpeakerDialog : public QDialog {
  Q_OBJECT

 public:
  /// `now` speaks in the segment (empty: it is not known who), and `known` in the whole transcript.
  SpeakerDialog(const QString& now, const QStringList& known, QWidget* parent);

  QString name() const;
  bool only_here() const;

 private:
  QComboBox* name_;
  QCheckBox* only_here_;
};

}  // namespace tilescribe::ui
