// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/find_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/transcript/transcript_view.h"

namespace tilescribe::ui {

FindBar::FindBar(TranscriptView& view, QWidget* parent)
    : QFrame(parent), view_(view), text_(new QLineEdit(this)), result_(new QLabel(this)) {
  setObjectName(QStringLiteral("findBar"));
  text_->setObjectName(QStringLiteral("findText"));
  text_->setPlaceholderText(tr("Find in transcript"));
  text_->setAccessibleName(tr("Find in transcript"));
  text_->setMaximumWidth(360);
  result_->setProperty("quiet", true);

  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(20, 6, 12, 6);
  layout->addWidget(text_, 1);
  const auto button = [&](const QString& icon, const QString& name, auto&& action) {
    auto* created = new QToolButton(this);
    created->setIcon(line_icon(icon));
    created->setToolTip(name);
    created->setAccessibleName(name);
    created->setFocusPolicy(Qt::StrongFocus);
    connect(created, &QToolButton::clicked, this, action);
    layout->addWidget(created);
  };
  button(QStringLiteral("up"), tr("Previous match (Shift+Enter)"), [this] { search(true, false); });
  button(QStringLiteral("down"), tr("Next match (Enter)"), [this] { search(false, false); });
  layout->addWidget(result_);
  layout->addStretch(1);
  button(QStringLiteral("close"), tr("Close search (Esc)"), [this] { close_bar(); });

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
