// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/find_bar.h"

#include <QElapsedTimer>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include "ui/transcript/transcript_view.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrapped_label.h"

namespace tilescribe::ui {

constexpr qint64 count_budget_ms = 2;
constexpr int field_width = 360;  // logical pixels, at most

FindBar::FindBar(TranscriptView& view, QWidget* parent)
    : QFrame(parent),
      view_(view),
      text_(named("findText", new QLineEdit(this))),
      cases_(make_switch("findCases", tr("Aa"), tr("Match case"))),
      regular_(make_switch("findRegular", tr(".*"), tr("Regular expression"))),
      result_(named("findResult", new WrappedLabel(this))),
      with_(named("replaceText", new QLineEdit(this))),
      replace_(named("replaceOne", new QPushButton(tr("Replace"), this))),
      replace_all_(named("replaceAll", new QPushButton(tr("Replace all"), this))),
      everywhere_(named("replaceEverywhere", new QPushButton(tr("All transcripts…"), this))) {
  setObjectName(QStringLiteral("findBar"));
  text_->setPlaceholderText(tr("Find in transcript"));
  text_->setAccessibleName(tr("Find in transcript"));
  with_->setPlaceholderText(tr("Replace with"));
  with_->setAccessibleName(tr("Replace with"));
  for (QLineEdit* field : {text_, with_}) field->setMaximumWidth(field_width);
  result_->setProperty("quiet", true);

  QToolButton* up = make_tool_button("up", tr("Previous match (Shift+Enter)"), this);
  QToolButton* down = make_tool_button("down", tr("Next match (Enter)"), this);
  QToolButton* close = make_tool_button("close", tr("Close search (Esc)"), this);
  QLayout* find = make_row(nullptr, {}, -1, {{text_, 2}, cases_, regular_, up, down, {result_, 3}, close});
  QLayout* replace =
      make_row(nullptr, {}, -1, {{with_, 2}, replace_, replace_all_, everywhere_, free_room(3)});
  make_column(this, {20, 6, 12, 6}, 6, {find, replace});
  connect(up, &QToolButton::clicked, this, [this] { search(true, false); });
  connect(down, &QToolButton::clicked, this, [this] { search(false, false); });
  connect(close, &QToolButton::clicked, this, &FindBar::close_bar);
  connect(text_, &QLineEdit::textChanged, this, [this] { search(false, true); });
  for (QToolButton* button : {cases_, regular_})
    connect(button, &QToolButton::toggled, this, [this] { search(false, true); });
  connect(replace_, &QPushButton::clicked, this, &FindBar::replace_one);
  connect(replace_all_, &QPushButton::clicked, this,
          [this] { emit replaceAllRequested(terms(), with_->text()); });
  everywhere_->setToolTip(tr("Find and replace in all transcripts"));
  connect(everywhere_, &QPushButton::clicked, this,
          [this] { emit everywhereRequested(terms(), with_->text()); });
  connect(&view_, &QPlainTextEdit::textChanged, this, [this] {
    if (isVisible()) count();
  });
  count_timer_.setSingleShot(true);
  connect(&count_timer_, &QTimer::timeout, this, &FindBar::count_on);
  show_replace(false);
  hide();
}

QToolButton* FindBar::make_switch(const char* name, const QString& text, const QString& tip) {
  auto* button = named(name, new QToolButton(this));
  button->setText(text);
  button->setToolTip(tip);
  button->setAccessibleName(tip);
  button->setCheckable(true);
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

void FindBar::open() {
  const QString selected = view_.textCursor().selectedText();
  if (!selected.isEmpty() && !selected.contains(QChar::ParagraphSeparator)) text_->setText(selected);
  show();
  text_->setFocus(Qt::ShortcutFocusReason);
  text_->selectAll();
  search(false, true);
}

void FindBar::open_to_replace() {
  show_replace(true);
  open();
}

void FindBar::set_editable(bool editable) {
  editable_ = editable;
  show_replace(replaces_);
}

void FindBar::show_replace(bool shown) {
  replaces_ = shown;
  for (QWidget* part : std::initializer_list<QWidget*>{with_, replace_, replace_all_, everywhere_})
    part->setVisible(replaces_ && editable_);
}

void FindBar::close_bar() {
  hide();
  count_timer_.stop();
  show_replace(false);
  view_.find_text({}, false, false);
  view_.setFocus();
}

SearchTerms FindBar::terms() const {
  return {text_->text(), regular_->isChecked(), cases_->isChecked()};
}

void FindBar::search(bool backwards, bool from_selection_start) {
  view_.find_text(terms(), backwards, from_selection_start);
  count();
}

void FindBar::count() {
  counted_ = TextSearch(terms());
  counted_blocks_ = matches_ = 0;
  count_timer_.stop();
  for (QPushButton* button : {replace_, replace_all_}) button->setEnabled(!counted_.empty());
  if (const QString problem = counted_.problem(); !problem.isEmpty()) {
    result_->setText(
        tr("Not a regular expression: %1, at character %2.").arg(problem).arg(counted_.problem_at() + 1));
  } else if (counted_.empty()) {
    result_->clear();
  } else {
    count_on();
  }
}

void FindBar::count_on() {
  QElapsedTimer clock;
  clock.start();
  const int blocks = view_.blockCount();
  while (counted_blocks_ < blocks) {
    matches_ += view_.matches_in(counted_, counted_blocks_++);
    if (counted_blocks_ % 16 == 0 && clock.elapsed() >= count_budget_ms) return count_timer_.start(0);
  }
  result_->setText(matches_ == 0 ? tr("No matches") : tr("%n match(es)", nullptr, matches_));
}

/// Replaces the match that is selected, and goes to the next.
void FindBar::replace_one() {
  view_.replace_match(terms(), with_->text());
  search(false, false);
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return close_bar();
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (with_->hasFocus()) return replace_one();
    return search(event->modifiers().testFlag(Qt::ShiftModifier), false);
  }
  QFrame::keyPressEvent(event);
}

}  // namespace tilescribe::ui
