// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAction>
#include <QActionGroup>

#include "ui/window/main_window.h"

namespace tilescribe::ui {

/// All actions of the menus, the buttons and the keyboard.
struct MainWindow::Actions {
  explicit Actions(QObject* owner);

  QAction* open;
  QAction* sample;
  QAction* record;  // starts or stops
  QAction* pause;
  QAction* record_page;
  QAction* small_window;
  QAction* recording_settings;
  QAction* save;  // export
  QAction* quit;
  QAction* undo;  // of a removal
  QAction* copy;
  QAction* copy_all;
  QAction* find;
  QAction* cancel;
  QAction* retry;
  QAction* details;
  QAction* remove;
  QAction* remove_finished;
  QAction* engine;
  QAction* times;
  QAction* larger;
  QAction* smaller;
  QAction* normal_size;
  QActionGroup* themes;
  QAction* live_costs;
  QAction* last_profile;
  QAction* open_profile;
  QAction* save_profile;
  QAction* model;
  QAction* about;
};

}  // namespace tilescribe::ui
