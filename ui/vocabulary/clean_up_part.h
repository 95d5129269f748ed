// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <functional>
#include <vector>

#include "ui/vocabulary/clean_up_dialog.h"
#include "ui/vocabulary/vocabulary_part.h"

class QAction;

namespace tilescribe::ui {

class Shell;

/// The correction of a text by the user's own chat service, in the window.
class CleanUpPart : public QObject {
  Q_OBJECT

 public:
  explicit CleanUpPart(Shell& shell);

  void set_shown(const ShownText& shown);
  std::function<CleanUpOptions()> kept;  // what was entered the last time

  void show_progress(const CleanUpProgress& progress);
  void show_proposal(const CleanUpProposal& proposal);
  void show_problem(const QString& why);
  // See the dialog's.
  bool is_running() const { return dialog_ && dialog_->is_running(); }
  bool has_unapplied() const { return dialog_ && dialog_->has_unapplied(); }

 signals:
  void startRequested(tilescribe::ui::DocumentId text, const tilescribe::CleanUpOptions& options);
  void stopRequested();
  void applyRequested(const std::vector<tilescribe::ui::CleanUpChange>& changes);

 private:
  void open();

  Shell& shell_;
  ShownText shown_;
  QAction* action_;
  QPointer<CleanUpDialog> dialog_;
};

}  // namespace tilescribe::ui
