// SPDX-License-Identifier: Apache-2.0
#include "ui/vocabulary/compare_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <utility>

#include "ui/format.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

CompareDialog::CompareDialog(const std::vector<ComparableText>& texts, DocumentId before, DocumentId after,
                             QWidget* parent)
    : QDialog(parent),
      before_(named("compareBefore", new QComboBox(this))),
      after_(named("compareAfter", new QComboBox(this))),
      sum_(named("compareSum", new QLabel(this))),
      view_(named("comparison", new DifferenceView(this))),
      next_(named("nextDifference", new QPushButton(tr("&Next difference"), this))),
      previous_(named("previousDifference", new QPushButton(tr("&Previous difference"), this))) {
  setObjectName(QStringLiteral("compareDialog"));
  setWindowTitle(tr("Compare transcripts"));
  for (QComboBox* box : {before_, after_}) {
    for (const ComparableText& text : texts) box->addItem(text.title, QVariant::fromValue(text.id));
    box->setCurrentIndex(box->findData(QVariant::fromValue(box == before_ ? before : after)));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(box, &QComboBox::currentIndexChanged, this, &CompareDialog::ask);
  }
  sum_->setWordWrap(true);
  view_->setAccessibleName(tr("The two transcripts in one"));
  next_->setShortcut(QKeySequence(Qt::Key_F3));
  previous_->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F3));
  next_->setToolTip(tr("Next difference (%1)").arg(next_->shortcut().toString(QKeySequence::NativeText)));
  previous_->setToolTip(
      tr("Previous difference (%1)").arg(previous_->shortcut().toString(QKeySequence::NativeText)));
  for (QPushButton* one : {next_, previous_}) one->setAutoDefault(false);
  connect(next_, &QPushButton::clicked, this, [this] { view_->go(true); });
  connect(previous_, &QPushButton::clicked, this, [this] { view_->go(false); });
  auto* form = new FormLayout;
  form->setVerticalSpacing(8);
  form->addRow(tr("&First"), before_);
  form->addRow(tr("&Second"), after_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  QLabel* note =
      make_note(tr("Words that only the first has are struck out, words that only the second has are "
                   "underlined. Case and punctuation are not compared. Chinese and Japanese characters "
                   "count as words."),
                this);
  make_column(
      this, {20, 20, 20, 16}, 12,
      {form, sum_, {view_, 1}, note, make_row(nullptr, {}, 8, {previous_, next_, free_room(), buttons})});
  resize(fitted(*this, {760, 620}));
}

DocumentId CompareDialog::before() const {
  return before_->currentData().value<DocumentId>();
}

DocumentId CompareDialog::after() const {
  return after_->currentData().value<DocumentId>();
}

void CompareDialog::ask() {
  for (QPushButton* one : {next_, previous_}) one->setEnabled(false);
  sum_->setText(tr("Comparing…"));
  view_->show_lines({});
  emit comparisonWanted(before(), after());
}

void CompareDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  ask();
}

void CompareDialog::show_comparison(TextComparison comparison) {
  if (comparison.before != before() || comparison.after != after()) return;
  const WordErrors& errors = comparison.errors;
  const int differing = static_cast<int>(errors.substituted + errors.lost + errors.added);
  if (differing == 0) {
    sum_->setText(tr("All %n word(s) are the same.", nullptr, static_cast<int>(errors.reference_words)));
  } else {
    sum_->setText(
        tr("%n word(s) differ, %1 of the first text: %2 replaced, %3 only in the first, %4 only in the "
           "second.",
           nullptr, differing)
            .arg(nice_percent(100.0 * errors.rate()))
            .arg(errors.substituted)
            .arg(errors.lost)
            .arg(errors.added));
  }
  for (QPushButton* one : {next_, previous_}) one->setEnabled(differing > 0);
  view_->show_lines(std::move(comparison.lines));
}

}  // namespace tilescribe::ui
