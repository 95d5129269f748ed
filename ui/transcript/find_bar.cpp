// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/find_bar.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "ui/transcript/transcript_view.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

FindBar::FindBar(TranscriptView& view, QWidget* parent)
    : QFrame(parent), view_(view), text_(new QLineEdit(this)), result_(new QLabel(this)) {
  setObjectName(QStringLiteral("findBar"));
  text_->setObjectName(QStringLiteral("findText"));
  text_->setPlaceholderText(tr("Find in transcript"));
  text_->setAccessibleName(tr("Find in transcript"));
  text_->setMaximumWidth(360);
  result_->setProperty("quiet", true);

  QToolButton* up = make_tool_button("up", tr("Previous match (Shift+Enter)"), this);
  QToolButton* down = make_tool_button("down", tr("Next match (Enter)"), this);
  QToolButton* close = make_tool_button("close", tr("Close search (Esc)"), this);
  make_row(this, {20, 6, 12, 6}, -1, {{text_, 1}, up, down, result_, free_room(), close});
  connect(up, &QToolButton::clicked, this, [this] { search(true, false); });
  connect(down, &QToolButton::clicked, this, [this] { search(false, false); });
  connect(close, &QToolButton::clicked, this, &FindBar::close_bar);
  connect(text_, &QLineEdit::textChanged, this, [this] { search(false, true); });
  connect(&view_, &QPlainTextEdit::textChanged, this, [this] {
    if (isVisible()) count();
  });
  hide();
}

void FindBar::open() {
  const QString selected = view_.textCursor().selectedText();
  if (!selected.isEmpty() && !selected.contains(QChar::ParagraphSeparator)) text_->setText(selected);
  show();
  text_->setFocus(Qt::ShortcutFocusReason);
  text_->selectAll();
  search(false, true);
}

void FindBar::close_bar() {
  hide();
  view_.find_text({}, false, false);
  view_.setFocus();
}

QString FindBar::result() const {
  return result_->text();
}

void FindBar::search(bool backwards, bool from_selection_start) {
  view_.find_text(text_->text(), backwards, from_selection_start);
  count();
}

void FindBar::count() {
  const int matches = view_.count_matches(text_->text());
  if (text_->text().isEmpty()) {
    result_->clear();
  } else if (matches == 0) {
    result_->setText(tr("No matches"));
  } else {
    result_->setText(tr("%n match(es)", nullptr, matches));
  }
}

void FindBar::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return close_bar();
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    return search(event->modifiers().testFlag(Qt::ShiftModifier), false);
  }
  QFrame::keyPressEvent(event);
}

}  // namespace tilescribe::ui
