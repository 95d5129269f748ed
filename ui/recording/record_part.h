// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include "ui/recording/record_state.h"

class QAction;

namespace tilescribe::ui {

class LiveRow;
class RecordPage;
class Shell;

/// A recording in the window: its page, its row above the files, its actions.
class RecordPart : public QObject {
  Q_OBJECT

 public:
  explicit RecordPart(Shell& shell);

  RecordPage& page() { return *page_; }
  void show_page();
  bool shows_page() const;
  void set_state(const RecordState& state);

 signals:
  void toggled();  // starts or stops a recording, from anywhere

 private:
  Shell& shell_;
  RecordPage* page_;
  LiveRow* row_;
  QAction* record_;  // starts or stops
  QAction* pause_;
};

}  // namespace tilescribe::ui
