// SPDX-License-Identifier: Apache-2.0
#include "ui/library/library_dialogs.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "ui/format.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr int dialog_width = 480;  // logical pixels

QString texts_text(int count) {
  return DeleteDialog::tr("%n transcript(s)", nullptr, count);
}

QString recordings_text(int count) {
  return DeleteDialog::tr("%n recording(s)", nullptr, count);
}

/// "3 transcripts and 2 recordings"
QString amount_text(const LibraryAmount& amount) {
  if (amount.recordings == 0) return texts_text(amount.texts);
  if (amount.texts == 0) return recordings_text(amount.recordings);
  return DeleteDialog::tr("%1 and %2").arg(texts_text(amount.texts), recordings_text(amount.recordings));
}

/// What stays, and what follows.
QString consequences(const std::vector<LibraryEntry>& entries) {
  std::set<std::filesystem::path> own_audio;
  std::map<std::filesystem::path, int> sharing;  // texts of each recording that are not chosen
  for (const LibraryEntry& entry : entries) {
    if (!entry.recorded && !entry.sound.empty()) own_audio.insert(entry.sound);
    if (!entry.recorded) continue;
    const auto [others, first] = sharing.try_emplace(entry.sound, entry.shared_by);
    if (!first) --others->second;
  }
  int shared = 0;
  for (const auto& [sound, others] : sharing) shared += std::max(0, others);
  QStringList sentences{DeleteDialog::tr("Nothing is removed from the disk until you empty the bin.")};
  if (!own_audio.empty())
    sentences.append(DeleteDialog::tr("%n audio file(s) of your own stay where they are.", nullptr,
                                      static_cast<int>(own_audio.size())));
  if (shared > 0)
    sentences.append(DeleteDialog::tr(
        "%n other transcript(s) of the same recording can't be heard without it.", nullptr, shared));
  return sentences.join(QLatin1Char(' '));
}

}  // namespace

LibraryAmount amount_of(const std::vector<LibraryEntry>& entries) {
  LibraryAmount amount;
  std::set<std::filesystem::path> sounds;  // two texts may be of one recording
  for (const LibraryEntry& entry : entries) {
    if (!entry.text.empty()) ++amount.texts;
    amount.bytes += entry.bytes;
    if (entry.recorded && !sounds.insert(entry.sound).second) amount.bytes -= entry.sound_bytes;
  }
  amount.recordings = static_cast<int>(sounds.size());
  return amount;
}

DeleteDialog::DeleteDialog(const std::vector<LibraryEntry>& entries, QWidget* parent)
    : QDialog(parent), parts_(new QButtonGroup(this)) {
  setObjectName(QStringLiteral("deleteDialog"));
  setWindowTitle(tr("Delete from the library"));
  const LibraryAmount amount = amount_of(entries);
  auto* what = new ElidedLabel(Qt::ElideMiddle, this);
  what->setFont(heading_font(what->font()));
  what->set_text(entries.size() == 1 ? QString::fromStdString(entries.front().title)
                                     : tr("%n entry(s)", nullptr, static_cast<int>(entries.size())));
  QVBoxLayout* choices = make_column(nullptr, {}, 8, {});
  const auto offer = [&](const char* name, EntryPart part, const QString& text) {
    auto* choice = named(name, new QRadioButton(text, this));
    choice->setChecked(parts_->buttons().isEmpty());
    parts_->addButton(choice, static_cast<int>(part));
    choices->addWidget(choice);
  };
  if (amount.texts > 0 && amount.recordings > 0) {
    offer("deleteBoth", EntryPart::both, tr("%1 go into the bin").arg(amount_text(amount)));
    offer("deleteText", EntryPart::text,
          tr("Only the text: %1. What was recorded stays.").arg(texts_text(amount.texts)));
    offer("deleteSound", EntryPart::sound,
          tr("Only the sound: %1. What was transcribed stays.").arg(recordings_text(amount.recordings)));
  } else if (amount.texts > 0) {
    offer("deleteText", EntryPart::text, tr("Into the bin: %1").arg(texts_text(amount.texts)));
  } else {
    offer("deleteSound", EntryPart::sound, tr("Into the bin: %1").arg(recordings_text(amount.recordings)));
  }
  auto* buttons = new QDialogButtonBox(this);
  auto* move = named("moveToBin", new QPushButton(tr("Move to the bin"), this));
  move->setProperty("primary", true);
  move->setDefault(true);
  buttons->addButton(move, QDialogButtonBox::AcceptRole);
  buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  make_column(this, {20, 20, 20, 16}, 14,
              {what, choices, make_note(consequences(entries), this), free_room(), buttons});
  fit_width(*this, dialog_width);
}

EntryPart DeleteDialog::part() const {
  return static_cast<EntryPart>(parts_->checkedId());
}

QMessageBox* make_removal_question(const std::vector<LibraryEntry>& entries, QWidget* parent) {
  const LibraryAmount amount = amount_of(entries);
  auto* question = named("removalQuestion", new QMessageBox(parent));
  question->setIcon(QMessageBox::Warning);
  question->setWindowTitle(DeleteDialog::tr("Delete for good"));
  question->setText(DeleteDialog::tr("Delete %1 for good?").arg(amount_text(amount)));
  question->setInformativeText(DeleteDialog::tr("They leave the disk, with %1, and can't be brought back.")
                                   .arg(bytes_text(static_cast<qint64>(amount.bytes))));
  QPushButton* remove =
      question->addButton(DeleteDialog::tr("Delete for good"), QMessageBox::DestructiveRole);
  remove->setObjectName(QStringLiteral("removeNow"));
  QPushButton* keep = question->addButton(DeleteDialog::tr("Cancel"), QMessageBox::RejectRole);
  question->setDefaultButton(keep);
  question->setEscapeButton(keep);
  QObject::connect(remove, &QPushButton::clicked, question, &QDialog::accepted);
  return question;
}

TagsDialog::TagsDialog(const QStringList& now, const QStringList& known, QWidget* parent)
    : QDialog(parent), text_(named("tagsText", new QLineEdit(now.join(tr(", ")), this))) {
  setObjectName(QStringLiteral("tagsDialog"));
  setWindowTitle(tr("Tags"));
  text_->setAccessibleName(tr("Tags, separated by commas"));
  auto* label = new QLabel(tr("&Tags, separated by commas"), this);
  label->setBuddy(text_);
  QLabel* note = make_note(known.isEmpty() ? tr("A tag groups entries, such as all of one project.")
                                           : tr("In use: %1").arg(known.join(tr(", "))),
                           this);
  make_column(this, {20, 20, 20, 16}, 10, {label, text_, note, free_room(), make_apply_buttons(this)});
  fit_width(*this, dialog_width);
}

QStringList TagsDialog::tags() const {
  QStringList tags;
  for (QString tag : text_->text().split(QRegularExpression(QStringLiteral("[,，、;；]")))) {
    tag = tag.simplified();
    if (tag.startsWith(QLatin1Char('#'))) tag.remove(0, 1);
    if (!tag.isEmpty() && !tags.contains(tag)) tags.append(tag);
  }
  return tags;
}

KeepingDialog::KeepingDialog(int text_days, QWidget* parent)
    : QDialog(parent), texts_(named("keepTexts", new QComboBox(this))) {
  setObjectName(QStringLiteral("keepingDialog"));
  setWindowTitle(tr("How long transcripts are kept"));
  texts_->addItem(tr("Forever"), 0);
  for (const int days : {30, 90, 365}) texts_->addItem(tr("For %n day(s)", nullptr, days), days);
  if (texts_->findData(text_days) < 0) texts_->addItem(tr("For %n day(s)", nullptr, text_days), text_days);
  texts_->setCurrentIndex(texts_->findData(text_days));
  texts_->setAccessibleName(tr("Keep transcripts"));
  auto* form = new FormLayout;
  form->addRow(tr("&Keep transcripts"), texts_);
  form->addRow(QString(),
               make_note(tr("Older ones are deleted for good when Tilescribe starts. They don't go through "
                            "the bin, and what is in the bin stays there until you empty it."),
                         this));
  form->addRow(QString(), make_note(tr("How long recordings are kept is in the recording settings."), this));
  make_column(this, {20, 20, 20, 16}, 14, {form, free_room(), make_apply_buttons(this)});
  fit_width(*this, dialog_width);
}

int KeepingDialog::text_days() const {
  return texts_->currentData().toInt();
}

}  // namespace tilescribe::ui
