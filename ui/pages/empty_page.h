// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "inference/api/library.h"

class QAction;
class QPushButton;

namespace tilescribe::ui {

class RecentList;
class Shell;

/// What an empty window shows: a large invitation to drop files, the most important buttons, and the newest
/// transcripts.
class EmptyPage : public QWidget {
  Q_OBJECT

 public:
  explicit EmptyPage(Shell& shell);

  /// The newest transcripts, newest first.
  void set_recent(const std::vector<LibraryEntry>& entries);

 signals:
  void shown();  // the page is seen from now on
  void openRequested(const tilescribe::LibraryEntry& entry);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QPushButton* button(QAction& action, const char* name, const QString& text, const QString& what);

  QWidget* recent_;  // a heading and the list
  RecentList* list_;
};

}  // namespace tilescribe::ui
