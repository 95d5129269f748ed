// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QObject>

namespace tilescribe::ui {

class LivePanel;
class Settings;
class Shell;

/// The costs of transcribing in the window: a pane on the right of everything else, and the profiler's menu.
class CostsPart : public QObject {
  Q_OBJECT

 public:
  CostsPart(Shell& shell, Settings& settings);

  LivePanel& panel() { return *panel_; }
  bool visible() const { return show_->isChecked(); }

 signals:
  void visibleChanged(bool visible);
  void lastRequested();  // open the last run in the profiler
  void openRequested();  // ask for a profile's file and open that
  void saveRequested();  // ask for a file and save the last run there

 private:
  void set_visible(bool visible);

  Shell& shell_;
  Settings& settings_;
  LivePanel* panel_;
  QAction* show_;
};

}  // namespace tilescribe::ui
