// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "ui/vocabulary/replace_dialog.h"

namespace tilescribe::ui {

class Shell;

/// Find and replace in all transcripts, in the window.
class ReplacePart : public QObject {
  Q_OBJECT

 public:
  explicit ReplacePart(Shell& shell);

  void open(const SearchTerms& terms = {}, const QString& with = {});
  void show_progress(int done, int total);
  void show_found(const FoundTexts& found);
  /// Whether the dialog is there still.
  bool is_open() const { return !dialog_.isNull(); }
  void show_replaced(const ReplacedEverywhere& replaced);
  void show_taken_back(const ReplacedEverywhere& restored);
  void show_problem(const QString& why);
  void set_last(const LastReplacement& last);

 signals:
  void opened();
  void searchRequested(const tilescribe::ui::ReplaceRequest& request);
  void replaceRequested(const std::vector<tilescribe::ui::FoundText>& texts);
  void takeBackRequested();
  void stopRequested();

 private:
  Shell& shell_;
  QPointer<ReplaceDialog> dialog_;
};

}  // namespace tilescribe::ui
