// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/edit_part.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <utility>

#include "ui/format.h"
#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/speaker_dialog.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/open_dialog.h"

namespace tilescribe::ui {

EditPart::EditPart(TranscriptPanel& panel, Shell& shell, Settings& settings)
    : panel_(panel), shell_(shell), settings_(settings) {
  make_actions();
  shell_.add_actions({Menu::edit, 0, {undo_, redo_}});
  shell_.add_actions({Menu::edit, 2, {replace_}});
  shell_.add_actions({Menu::edit, 3, {split_, merge_next_, merge_previous_, delete_, speaker_}});
  shell_.add_actions({Menu::view, 0, {make_unsure_menu()->menuAction()}});
  panel_.view().addActions({split_, merge_next_, merge_previous_, delete_, speaker_});
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
    // The menu bar has the focus only for a while, and shows the keys.
    if (now != nullptr && now->window() == panel_.window() && qobject_cast<QMenuBar*>(now) == nullptr)
      give_undo_keys(panel_.isAncestorOf(now));
  });
  connect(&panel_.view(), &QPlainTextEdit::cursorPositionChanged, this, &EditPart::update);
  connect(&panel_.view(), &TranscriptView::edit_refused, this, [this] {
    shell_.show_message(tr("The text can be corrected when the whole file is transcribed."));
  });
  connect(&panel_.find_bar(), &FindBar::replaceAllRequested, this, &EditPart::replace_all);
  update();
}

void EditPart::make_actions() {
  QWidget* owner = &shell_.widget();
  undo_ = make_action(owner, "undoEdit", tr("Undo &edit"));
  redo_ = make_action(owner, "redoEdit", tr("Re&do edit"), QKeySequence::Redo, nullptr, Qt::CTRL | Qt::Key_Y);
  split_ =
      make_action(owner, "splitSegment", tr("&Split segment here"), Qt::CTRL | Qt::SHIFT | Qt::Key_Return);
  merge_next_ = make_action(owner, "mergeNext", tr("&Merge with next segment"), Qt::CTRL | Qt::Key_J);
  merge_previous_ = make_action(owner, "mergePrevious", tr("Merge with &previous segment"),
                                Qt::CTRL | Qt::SHIFT | Qt::Key_J);
  delete_ = make_action(owner, "deleteSegment", tr("De&lete segment"), Qt::CTRL | Qt::SHIFT | Qt::Key_K);
  speaker_ = make_action(owner, "speaker", tr("Spea&ker…"));
  replace_ = make_action(owner, "replace", tr("Find and &replace…"),
                         Qt::CTRL | Qt::Key_H);  // not StandardKey: on KDE that is Ctrl+R, which records
  const auto on = [this](QAction* action, auto member) {
    connect(action, &QAction::triggered, &panel_.view(), member);
  };
  on(undo_, &TranscriptView::undo_edit);
  on(redo_, &TranscriptView::redo_edit);
  on(split_, &TranscriptView::split_here);
  on(merge_next_, &TranscriptView::merge_next);
  on(merge_previous_, &TranscriptView::merge_previous);
  on(delete_, &TranscriptView::delete_segments);
  connect(speaker_, &QAction::triggered, this, &EditPart::ask_speaker);
  connect(&panel_.view(), &TranscriptView::name_requested, this, &EditPart::ask_speaker);
  connect(replace_, &QAction::triggered, this, [this] { panel_.find_bar().open_to_replace(); });
}

/// Which words are marked as unsure: a choice of thresholds.
QMenu* EditPart::make_unsure_menu() {
  auto* menu = new QMenu(tr("Mark &unsure words"), &shell_.widget());
  auto* choices = new QActionGroup(menu);
  const auto add = [&](const char* name, const QString& text, double below) {
    QAction* action = choices->addAction(make_action(menu, name, text));
    action->setCheckable(true);
    action->setChecked(settings_.unsure_below() == below);
    connect(action, &QAction::triggered, this, [this, below] {
      settings_.set_unsure_below(below);
      panel_.view().set_unsure_below(below);
    });
  };
  const auto below = [](int percent) { return tr("Below %1").arg(nice_percent(percent)); };
  add("unsureOff", tr("&None"), 0.0);
  add("unsure30", below(30), 0.3);
  add("unsure50", below(50), 0.5);
  add("unsure80", below(80), 0.8);
  menu->addActions(choices->actions());
  panel_.view().set_unsure_below(settings_.unsure_below());
  return menu;
}

/// The undo of files and that of text have the same keys: they belong to where the focus is.
void EditPart::give_undo_keys(bool to_text) {
  QAction& files = shell_.action("undo");
  files.setShortcuts(to_text ? QList<QKeySequence>() : QKeySequence::keyBindings(QKeySequence::Undo));
  undo_->setShortcuts(to_text ? QKeySequence::keyBindings(QKeySequence::Undo) : QList<QKeySequence>());
}

void EditPart::set_document(std::shared_ptr<TranscriptDocument> document, bool editable) {
  editable_ = editable && document != nullptr;
  if (document_ != document) {
    disconnect(undo_steps_);
    disconnect(redo_steps_);
    document_ = std::move(document);
    if (document_ != nullptr) {
      QUndoStack& stack = document_->undo_stack();
      undo_steps_ = connect(&stack, &QUndoStack::canUndoChanged, this, &EditPart::update);
      redo_steps_ = connect(&stack, &QUndoStack::canRedoChanged, this, &EditPart::update);
    }
  }
  panel_.view().set_editable(editable_);
  panel_.find_bar().set_editable(editable_);
  update();
}

void EditPart::update() {
  undo_->setEnabled(editable_ && document_->undo_stack().canUndo());
  redo_->setEnabled(editable_ && document_->undo_stack().canRedo());
  const int row = panel_.view().textCursor().blockNumber();
  const int last = editable_ ? document_->size() - 1 : -1;
  for (QAction* action : {split_, replace_}) action->setEnabled(editable_);
  merge_next_->setEnabled(editable_ && row < last);
  merge_previous_->setEnabled(editable_ && row > 0);
  delete_->setEnabled(editable_ && last > 0);
  speaker_->setEnabled(editable_ && row <= last);
}

/// Of the caret's segment, whatever happens to the text meanwhile.
void EditPart::ask_speaker() {
  const int row = panel_.view().textCursor().blockNumber();
  if (!editable_ || row >= document_->size()) return;
  const SegmentId id = document_->segment_id(row);
  const auto& segment = document_->transcript().segments[static_cast<std::size_t>(row)];
  auto* dialog =
      new SpeakerDialog(QString::fromStdString(segment.speaker), document_->speakers(), &shell_.widget());
  connect(dialog, &QDialog::accepted, this, [this, dialog, id, document = document_] {
    if (editable_ && document == document_) document->name_speaker(id, dialog->name(), dialog->only_here());
  });
  open_dialog(dialog);
}

void EditPart::replace_all(const SearchTerms& terms, const QString& with) {
  if (!editable_) return;
  const int count = document_->replace_all(TextSearch(terms), with);
  shell_.show_message(count == 0 ? tr("No matches") : tr("%n match(es) replaced.", nullptr, count));
}

}  // namespace tilescribe::ui
