// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/speaker_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>

#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

SpeakerDialog::SpeakerDialog(const QString& now, const QStringList& known, QWidget* parent)
    : QDialog(parent),
      name_(named("speakerName", new QComboBox(this))),
      only_here_(named("speakerOnlyHere", new QCheckBox(tr("&Only in this segment"), this))) {
  setObjectName(QStringLiteral("speakerDialog"));
  setWindowTitle(tr("Speaker"));
  name_->setEditable(true);
  name_->setInsertPolicy(QComboBox::NoInsert);
  name_->addItems(known);
  name_->setCurrentText(now);
  name_->lineEdit()->selectAll();
  name_->setAccessibleName(tr("Name of the speaker"));
  auto* label = new QLabel(tr("&Name of the speaker"), this);
  label->setBuddy(name_);
  // Segments of which nobody is known are not all the same person's.
  only_here_->setChecked(now.isEmpty());
  only_here_->setEnabled(!now.isEmpty());
  make_column(this, {20, 20, 20, 16}, 10,
              {label, name_, only_here_,
               make_note(tr("The name changes in the whole transcript, unless it is for this segment only. "
                            "Without a name it is not said who speaks."),
                         this),
               free_room(), make_apply_buttons(this)});
  resize(440, sizeHint().height());
}

QString SpeakerDialog::name() const {
  return name_->currentText().simplified();
}

bool SpeakerDialog::only_here() const {
  return only_here_->isChecked();
}

}  // namespace tilescribe::ui
