// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/transcript_panel.h"

#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/shell/actions.h"
#include "ui/theme/theme.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/message_page.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

TranscriptPanel::TranscriptPanel(QueueModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      title_(new ElidedLabel(Qt::ElideMiddle, this)),
      state_(new ElidedLabel(Qt::ElideRight, this)),
      header_(new QWidget(this)),
      cancel_(header_button("transcriptCancel", tr("Cancel"), RowAction::cancel)),
      retry_(header_button("transcriptRetry", {}, RowAction::retry)),
      details_(header_button("transcriptDetails", tr("Details…"), RowAction::details)),
      times_(new QToolButton(this)),
      find_(new QToolButton(this)),
      copy_all_(new QToolButton(this)),
      save_(named("transcriptExport", new QPushButton(this))),
      stack_(new QStackedWidget(this)),
      view_(new TranscriptView(this)),
      find_bar_(new FindBar(*view_, this)),
      message_(new MessagePage(this)) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  title_->setFont(heading_font(title_->font(), 1.2));
  state_->set_color(QPalette::PlaceholderText);
  save_->setProperty("primary", true);

  for (auto* button : {times_, find_, copy_all_}) {
    button->setIconSize({20, 20});
    button->setFocusPolicy(Qt::StrongFocus);
  }
  QLayout* row =
      make_row(nullptr, {}, 6,
               {{title_, 1}, fixed_room(8), cancel_, retry_, details_, times_, find_, copy_all_, save_});
  // The state has its own line, because errors are whole sentences.
  make_column(header_, {20, 14, 16, 10}, 4, {row, state_});
  stack_->addWidget(view_);
  stack_->addWidget(message_);
  make_column(this, {}, 0, {header_, find_bar_, {stack_, 1}});

  connect(message_, &MessagePage::retryClicked, this,
          [this] { emit actionTriggered(RowAction::retry, id_); });
  connect(message_, &MessagePage::detailsClicked, this,
          [this] { emit actionTriggered(RowAction::details, id_); });
  connect(&model_, &QueueModel::itemChanged, this, [this](DocumentId id) {
    if (id == id_) update_state();
  });
  connect(&model_, &QueueModel::rowsAboutToBeRemoved, this, [this](const QModelIndex&, int first, int last) {
    const int row_shown = model_.row_of(id_);
    if (row_shown >= first && row_shown <= last) show_item(0);
  });
}

QPushButton* TranscriptPanel::header_button(const char* name, const QString& text, RowAction action) {
  auto* button = named(name, new QPushButton(text, this));
  connect(button, &QPushButton::clicked, this, [this, action] { emit actionTriggered(action, id_); });
  return button;
}

void TranscriptPanel::set_actions(QAction* times, QAction* find, QAction* copy_all, QAction* save) {
  times_->setDefaultAction(times);
  find_->setDefaultAction(find);
  copy_all_->setDefaultAction(copy_all);
  for (auto* button : {times_, find_, copy_all_}) {
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAccessibleName(button->defaultAction()->toolTip());
  }
  save_->setText(tr("Export…"));
  follow_action(*save_, *save);
}

void TranscriptPanel::set_waiting_text(const QString& text) {
  waiting_text_ = text;
  update_state();
}

void TranscriptPanel::show_item(DocumentId id) {
  if (id == id_ && id != 0) return;
  id_ = id;
  disconnect(text_);
  const QueueItem* item = model_.item(id_);
  if (item != nullptr)
    text_ = connect(item->document.get(), &TranscriptDocument::changed, this, &TranscriptPanel::update_text);
  update_state();
  view_->set_document(item == nullptr ? nullptr : item->document);
}

void TranscriptPanel::update_text() {
  const QueueItem* item = model_.item(id_);
  if (item != nullptr && item->document->has_text() != (stack_->currentWidget() == view_)) update_state();
  emit textChanged();
}

void TranscriptPanel::update_state() {
  const QueueItem* item = model_.item(id_);
  header_->setVisible(item != nullptr);
  if (item == nullptr) {
    stack_->setCurrentWidget(message_);
    message_->show_message(QStringLiteral("waveform"), tr("Choose a file to see its text."));
    return;
  }
  const JobState state = item->state;
  const bool has_text = item->document->has_text();
  const bool failed = state == JobState::failed;
  const bool can_retry = retryable(*item);
  const QString retry = can_retry ? retry_text(*item) : QString();
  retry_->setText(retry);
  title_->set_text(file_name(item->path));
  state_->set_text(state_text(*item));
  state_->set_color(failed ? QPalette::BrightText : QPalette::PlaceholderText);
  cancel_->setVisible(is_active(state));
  // Without text, the message in the middle has these two.
  // A text that is done is seldom wanted once more: that is in the menus and at the file's row.
  retry_->setVisible(can_retry && has_text && (state != JobState::done || item->spoken || item->skipped));
  details_->setVisible(failed && has_text);
  state_->setVisible(!failed || has_text);
  stack_->setCurrentWidget(has_text ? static_cast<QWidget*>(view_) : message_);
  if (has_text) return;
  switch (state) {
    case JobState::waiting:
      return message_->show_message(QStringLiteral("clock"), waiting_text_);
    case JobState::running:
      return message_->show_message(QStringLiteral("waveform"),
                                    tr("Listening. The text appears here piece by piece."));
    case JobState::done:
      return message_->show_message(QStringLiteral("done"), tr("No speech was found in this file."), false,
                                    retry);
    case JobState::failed:
      return message_->show_message(QStringLiteral("alert"), state_text(*item), true, retry);
    case JobState::cancelled:
      return message_->show_message(QStringLiteral("stopped"), tr("Cancelled before there was any text."),
                                    false, retry);
  }
}

}  // namespace tilescribe::ui
