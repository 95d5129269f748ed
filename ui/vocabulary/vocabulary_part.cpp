// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/vocabulary_part.h"

#include <QAction>
#include <algorithm>
#include <utility>

#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/open_dialog.h"

namespace tilescribe::ui {

VocabularyPart::VocabularyPart(Shell& shell)
    : shell_(shell),
      words_(make_action(&shell.widget(), "ownWords", tr("&Words of your own…"),
                         Qt::CTRL | Qt::SHIFT | Qt::Key_W)),
      restore_(make_action(&shell.widget(), "restoreHeard", tr("Brin&g back what the model wrote"))),
      compare_(make_action(&shell.widget(), "compareTexts", tr("C&ompare transcripts…"),
                           Qt::CTRL | Qt::SHIFT | Qt::Key_D)) {
  connect(words_, &QAction::triggered, this, &VocabularyPart::edit);
  connect(restore_, &QAction::triggered, this, &VocabularyPart::restoreRequested);
  connect(compare_, &QAction::triggered, this, &VocabularyPart::compare);
  shell_.add_actions({Menu::edit, 4, {words_, restore_, compare_}});
  update();
}

void VocabularyPart::set_words(const std::vector<WordProfile>& profiles, const QString& chosen) {
  profiles_ = profiles;
  chosen_ = chosen;
}

void VocabularyPart::set_demo(bool demo) {
  demo_ = demo;
  if (dialog_) dialog_->set_demo(demo);
}

void VocabularyPart::set_shown(const ShownText& shown) {
  shown_ = shown;
  update();
}

void VocabularyPart::set_comparable(bool several) {
  several_ = several;
  update();
}

void VocabularyPart::update() {
  restore_->setEnabled(shown_.id != 0 && shown_.editable);
  compare_->setEnabled(several_);
}

bool VocabularyPart::has_unapplied() const {
  return dialog_ && dialog_->isVisible() && dialog_->profiles() != profiles_;
}

void VocabularyPart::edit() {
  if (dialog_) return;
  dialog_ = new WordsDialog(profiles_, chosen_, &shell_.widget());
  WordsDialog* dialog = dialog_;
  dialog->set_subject(shown_.title, shown_.editable);
  dialog->set_demo(demo_);
  const DocumentId text = shown_.id;
  connect(dialog, &WordsDialog::previewWanted, this,
          [this, text](const WordRules& rules) { emit previewWanted(rules, text); });
  connect(dialog, &WordsDialog::applyRequested, this,
          [this, text](const WordRules& rules) { emit applyRequested(rules, text); });
  connect(dialog, &WordsDialog::importRequested, this, &VocabularyPart::importRequested);
  connect(dialog, &WordsDialog::exportRequested, this, &VocabularyPart::exportRequested);
  connect(dialog, &QDialog::accepted, this,
          [this, dialog] { emit wordsChanged(dialog->profiles(), dialog->chosen()); });
  open_dialog(dialog);
}

/// The chosen one with another of the same file, such as that of another model, if there is one.
void VocabularyPart::compare() {
  if (comparison_ || !comparable) return;
  const std::vector<ComparableText> texts = comparable();
  if (texts.size() < 2)
    return shell_.show_message(
        tr("Two transcripts are needed. Open another one, or transcribe the file again."));
  const auto shown = std::ranges::find(texts, shown_.id, &ComparableText::id);
  const auto mine = shown == texts.end() ? texts.end() - 1 : shown;
  auto other = std::ranges::find_if(
      texts, [&](const ComparableText& text) { return text.id != mine->id && text.file == mine->file; });
  if (other == texts.end()) other = mine == texts.begin() ? mine + 1 : texts.begin();
  // The older one, above, comes first.
  const auto [before, after] = std::minmax(mine, other);
  comparison_ = new CompareDialog(texts, before->id, after->id, &shell_.widget());
  connect(comparison_, &CompareDialog::comparisonWanted, this, &VocabularyPart::comparisonWanted);
  open_dialog(comparison_.data());
}

void VocabularyPart::show_preview(const WordsPreview& preview) {
  if (dialog_) dialog_->show_preview(preview);
}

void VocabularyPart::show_comparison(const TextComparison& comparison) {
  if (comparison_) comparison_->show_comparison(comparison);
}

void VocabularyPart::add(const std::vector<WordProfile>& profiles) {
  if (dialog_) dialog_->add(profiles);
}

}  // namespace tilescribe::ui
