// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/transcript_part.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/transcript/edit_part.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"

namespace tilescribe::ui {

TranscriptPart::TranscriptPart(QueueModel& model, QueuePart& queue, Shell& shell, Settings& settings)
    : model_(model),
      queue_(queue),
      shell_(shell),
      settings_(settings),
      exporting_(model, shell, settings),
      panel_(new TranscriptPanel(model)) {
  make_actions();
  add_page();
  edit_ = std::make_unique<EditPart>(*panel_, shell_, settings_);
  set_zoom(settings_.zoom.get());
  set_times(settings_.times.get());
  connect(panel_, &TranscriptPanel::actionTriggered, &queue_, &QueuePart::act);
  connect(&panel_->view(), &TranscriptView::copyAvailable, this, &TranscriptPart::update_actions);
  const auto show_chosen = [this] {
    panel_->show_item(queue_.chosen());
    update_actions();
  };
  connect(&queue_, &QueuePart::chosenChanged, this, show_chosen);
  for (const auto signal : {&QueueModel::rowsInserted, &QueueModel::rowsRemoved})
    connect(&model_, signal, this, show_chosen);
  const auto update_for = [this](DocumentId id) {
    if (id == queue_.chosen()) update_actions();
  };
  connect(&model_, &QueueModel::itemChanged, this, update_for);
  connect(panel_, &TranscriptPanel::textChanged, this, &TranscriptPart::update_actions);
  show_chosen();
}

TranscriptPart::~TranscriptPart() = default;

void TranscriptPart::make_actions() {
  export_ = make_action(&shell_.widget(), "export", tr("&Export…"), Qt::CTRL | Qt::Key_E, "export");
  copy_ = make_action(&shell_.widget(), "copy", tr("&Copy"), QKeySequence::Copy);
  copy_all_ =
      make_action(&shell_.widget(), "copyAll", tr("Copy &all"), Qt::CTRL | Qt::SHIFT | Qt::Key_C, "copy");
  find_ = make_action(&shell_.widget(), "find", tr("&Find…"), QKeySequence::Find, "search");
  times_ = make_action(&shell_.widget(), "times", tr("&Timestamps"), Qt::CTRL | Qt::Key_T, "clock");
  times_->setCheckable(true);
  larger_ = make_action(&shell_.widget(), "larger", tr("&Larger text"), QKeySequence::ZoomIn, nullptr,
                        Qt::CTRL | Qt::Key_Equal);  // on most keyboards, + is on the = key
  smaller_ = make_action(&shell_.widget(), "smaller", tr("&Smaller text"), QKeySequence::ZoomOut);
  normal_size_ = make_action(&shell_.widget(), "normalSize", tr("&Normal size"), Qt::CTRL | Qt::Key_0);
  panel_->set_actions(times_, find_, copy_all_, export_);
  const auto on = [this](QAction* action, auto&& slot) { connect(action, &QAction::triggered, this, slot); };
  on(export_, [this] { exporting_.export_one(queue_.chosen()); });
  on(copy_, [this] { copy_selection(); });
  on(copy_all_, [this] { copy_all(); });
  on(find_, [this] { panel_->find_bar().open(); });
  on(times_, [this](bool visible) { set_times(visible); });
  on(larger_, [this] { set_zoom(zoom() + 10); });
  on(smaller_, [this] { set_zoom(zoom() - 10); });
  on(normal_size_, [this] { set_zoom(100); });
}

void TranscriptPart::add_page() {
  Page page;
  page.id = page_id::transcript;
  page.title = tr("Transcript");
  page.widget = panel_;
  page.actions = {{Menu::file, 1, {export_, &exporting_.export_all()}},
                  {Menu::edit, 1, {copy_, copy_all_}},
                  {Menu::edit, 2, {find_}},
                  {Menu::view, 0, {times_}},
                  {Menu::view, 1, {larger_, smaller_, normal_size_}}};
  page.focus = &queue_.list();
  page.turned = [this](bool visible) {
    if (!visible) queue_.unchoose();
  };
  shell_.add_page(page);
}

void TranscriptPart::update_actions() {
  const QueueItem* chosen = item();
  const bool has_text = chosen != nullptr && chosen->document->size() > 0;
  copy_->setEnabled(has_text && panel_->view().textCursor().hasSelection());
  for (QAction* action : {export_, copy_all_, find_}) action->setEnabled(has_text);
  // While a job writes the text, it alone does.
  edit_->set_document(chosen == nullptr ? nullptr : chosen->document, has_text && !is_active(chosen->state));
}

void TranscriptPart::copy_selection() {
  if (!panel_->view().textCursor().hasSelection()) return;
  panel_->view().copy();
  shell_.show_message(tr("Copied."));
}

void TranscriptPart::copy_all() {
  if (item() == nullptr) return;
  QGuiApplication::clipboard()->setMimeData(panel_->view().copied_whole());
  shell_.show_message(tr("The whole transcript was copied."));
}

int TranscriptPart::zoom() const {
  return panel_->view().zoom();
}

void TranscriptPart::set_zoom(int percent) {
  panel_->view().set_zoom(percent);
  settings_.zoom.set(zoom());
  emit zoomChanged(zoom());
}

void TranscriptPart::set_times(bool visible) {
  panel_->view().set_times_visible(visible);
  times_->setChecked(visible);
  settings_.times.set(visible);
}

}  // namespace tilescribe::ui
