// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <vector>

#include "inference/api/clean_up.h"
#include "ui/vocabulary/clean_up_model.h"

class QLabel;
class QLineEdit;
class QListView;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace tilescribe::ui {

/// What came of a request.
struct CleanUpProposal {
  std::vector<CleanUpChange> changes = {};
  CleanUpResult result = {};  // without the changed texts
};

/// A text corrected through the user's own chat address: first where it is sent and what is asked, then what
/// would change. Nothing is sent before Start.
class CleanUpDialog : public QDialog {
  Q_OBJECT

 public:
  CleanUpDialog(const CleanUpOptions& options, const QString& title, QWidget* parent);

  /// In the user's language; what an empty instruction stands for.
  static QString default_instruction();

  void show_progress(const CleanUpProgress& progress);
  void show_proposal(CleanUpProposal proposal);
  /// There is no result: why, a sentence.
  void show_problem(const QString& why);
  bool is_running() const { return state_ == State::running; }
  /// There are corrections that were neither applied nor given up.
  bool has_unapplied() const;
  void done(int result) override;

 signals:
  void startRequested(const tilescribe::CleanUpOptions& options);
  void stopRequested();
  void applyRequested(const std::vector<tilescribe::ui::CleanUpChange>& changes);

 private:
  enum class State { form, running, result };

  QWidget* make_form(const CleanUpOptions& options);
  QWidget* make_result();
  void start();
  void apply();
  void enter(State state);
  void update_form();
  void follow_address();
  void update_ticks();
  CleanUpOptions options() const;

  CleanUpOptions before_;  // as kept: its key goes to its address alone
  State state_ = State::form;
  int segments_ = 0;  // with text, of the last result
  QStackedWidget* pages_;
  QLineEdit *address_, *model_name_, *key_;
  QPlainTextEdit* instruction_;
  QLabel *sent_, *unprotected_, *outcome_, *ticked_, *reached_;
  QProgressBar* bar_;
  CleanUpModel* model_;
  QListView* list_;
  QPushButton *start_, *stop_, *back_, *apply_;
};

}  // namespace tilescribe::ui
