// SPDX-License-Identifier: Apache-2.0
#include "ui/recording/recording_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

RecordingDialog::RecordingDialog(const RecordingSettings& now, const RecordingLimits& limits,
                                 const QString& keys_here, QWidget* parent)
    : QDialog(parent),
      pause_(named("pauseLength", new QDoubleSpinBox(this))),
      keep_(named("keepDays", new QComboBox(this))),
      shortcut_(named("globalShortcut", new QKeySequenceEdit(now.shortcut, this))),
      typing_(named("typesText", new QCheckBox(tr("Type the text into the active window"), this))) {
  setWindowTitle(tr("Recording settings"));
  pause_->setRange(0.2, 3.0);
  pause_->setSingleStep(0.1);
  pause_->setDecimals(1);
  pause_->setSuffix(tr(" s"));
  pause_->setValue(now.pause_s);
  pause_->setAccessibleName(tr("Pause that ends a paragraph, in seconds"));
  keep_->addItem(tr("Forever"), 0);
  for (const int days : {7, 30, 90}) keep_->addItem(tr("For %n day(s)", nullptr, days), days);
  if (keep_->findData(now.keep_days) < 0)
    keep_->addItem(tr("For %n day(s)", nullptr, now.keep_days), now.keep_days);
  keep_->setCurrentIndex(keep_->findData(now.keep_days));
  shortcut_->setEnabled(limits.shortcut.isEmpty());
  shortcut_->setAccessibleName(tr("Shortcut that starts and stops a recording from any window"));
  shortcut_->findChild<QLineEdit*>()->setAccessibleName(shortcut_->accessibleName());
  auto* clear = new QPushButton(tr("Off"), this);
  clear->setAccessibleName(tr("Remove the shortcut"));
  clear->setEnabled(limits.shortcut.isEmpty());
  connect(clear, &QPushButton::clicked, shortcut_, &QKeySequenceEdit::clear);
  typing_->setChecked(now.types_text && limits.typing.isEmpty());
  typing_->setEnabled(limits.typing.isEmpty());

  auto* keys = new QWidget(this);
  make_row(keys, {}, 8, {{shortcut_, 1}, clear});
  const auto note = [this](const QString& text) { return make_note(text, this); };
  auto* form = new FormLayout;
  for (QWidget* field : std::initializer_list<QWidget*>{pause_, keep_})
    field->setMinimumHeight(clear->sizeHint().height());
  form->addRow(tr("&Pause that ends a paragraph"), pause_);
  form->addRow(tr("&Keep recordings"), keep_);
  form->addRow(QString(), note(tr("Older ones are removed when Tilescribe starts, but never one whose text "
                                  "is not finished.")));
  form->addRow(tr("Global &shortcut"), keys);
  static_cast<QLabel*>(form->labelForField(keys))->setBuddy(shortcut_);
  const QString told = limits.shortcut.isEmpty() ? tr("Starts and stops a recording.") : limits.shortcut;
  form->addRow(
      QString(),
      note(keys_here.isEmpty() ? told : tr("%1 In this window, %2 always works.").arg(told, keys_here)));
  form->addRow(tr("&Dictation"), typing_);
  form->addRow(QString(),
               note(limits.typing.isEmpty() ? tr("Words are typed once they no longer change, and never into "
                                                 "Tilescribe's own windows.")
                                            : limits.typing));

  QDialogButtonBox* buttons = make_apply_buttons(this);
  make_column(this, {20, 20, 20, 16}, 14, {form, free_room(), buttons});
  fit_width(*this, 560);
}

RecordingSettings RecordingDialog::chosen() const {
  RecordingSettings result;
  result.pause_s = pause_->value();
  result.keep_days = keep_->currentData().toInt();
  // A single key combination: a global shortcut can't be a sequence.
  const QKeySequence keys = shortcut_->keySequence();
  result.shortcut = keys.isEmpty() ? QKeySequence() : QKeySequence(keys[0]);
  result.types_text = typing_->isChecked();
  return result;
}

}  // namespace tilescribe::ui
