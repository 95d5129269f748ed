// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

class QAction;
class QMenu;

namespace tilescribe::ui {

struct SearchTerms;
class Settings;
class Shell;
class TranscriptDocument;
class TranscriptPanel;

/// What corrects the text that is shown: its actions, in the menus Edit and View.
class EditPart : public QObject {
  Q_OBJECT

 public:
  EditPart(TranscriptPanel& panel, Shell& shell, Settings& settings);

  /// This document is shown now, and can be corrected or not; null: none.
  void set_document(std::shared_ptr<TranscriptDocument> document, bool editable);

 private:
  void make_actions();
  QMenu* make_unsure_menu();
  void update();
  void give_undo_keys(bool to_text);
  void ask_speaker();
  void replace_all(const SearchTerms& terms, const QString& with);

  TranscriptPanel& panel_;
  Shell& shell_;
  Settings& settings_;
  std::shared_ptr<TranscriptDocument> document_;
  QMetaObject::Connection undo_steps_, redo_steps_;
  bool editable_ = false;
  QAction* undo_;
  QAction* redo_;
  QAction* split_;
  QAction* merge_next_;
  QAction* merge_previous_;
  QAction* delete_;
  QAction* speaker_;
  QAction* replace_;
};

}  // namespace tilescribe::ui
