// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <vector>

#include "ui/vocabulary/found_model.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTreeView;

namespace tilescribe::ui {

/// Find and replace in all transcripts: first what would change, then the change. Replace is offered only for
/// what is shown.
class ReplaceDialog : public QDialog {
  Q_OBJECT

 public:
  ReplaceDialog(const ReplaceRequest& request, QWidget* parent);

  void show_progress(int done, int total);
  void show_found(FoundTexts found);
  void show_replaced(const ReplacedEverywhere& replaced);
  void show_taken_back(const ReplacedEverywhere& restored);
  /// There is no result: why, a sentence.
  void show_problem(const QString& why);
  /// What can be taken back now.
  void set_last(const LastReplacement& last);
  void done(int result) override;

 signals:
  void searchRequested(const tilescribe::ui::ReplaceRequest& request);
  void replaceRequested(const std::vector<tilescribe::ui::FoundText>& texts);
  void takeBackRequested();
  void stopRequested();

 private:
  enum class State { form, searching, found, replacing };

  /// Names those that were left out, and why.
  static QStringList sentences_of(const std::vector<LeftOutText>& left_out);
  QLayout* make_form(const ReplaceRequest& request);
  QLayout* make_list();
  ReplaceRequest request() const;
  void search();
  void start(State state);
  void forget_found();
  void update_ticks();
  void tell(const QString& sum, const QStringList& sentences, bool trouble);
  void enter(State state);

  State state_ = State::form;
  int searched_ = 0;
  QLineEdit *text_, *with_;
  QCheckBox *cases_, *regular_;
  QLabel *sum_, *outcome_, *reached_;
  QPushButton *all_, *none_;
  FoundModel* model_;
  QTreeView* tree_;
  QProgressBar* bar_;
  QPushButton *take_back_, *find_, *stop_, *replace_;
  LastReplacement last_;
};

}  // namespace tilescribe::ui
