// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/error.h"
#include "ui/shell/page.h"

namespace tilescribe::ui {

/// Where a feature's widgets stand in the window.
enum class Place {
  banner,     // above everything else
  list_head,  // above the list
  list_row,   // between its head and the list
  list,       // of files, on the left of pages
  side_pane,  // on the right of every page; hidden until `show_side_pane`
  status,     // on the left of the status bar, where messages take its place
  chip,       // on the right of the status bar
};

/// What the user is asked before the window closes for good.
struct ClosingQuestion {
  QString text;
  QString more;  // a sentence below it
  QString stop;  // the buttons
  QString stay;
};

/// The window as its features know it. Whatever they put into it becomes the window's.
class Shell {
 public:
  virtual ~Shell() = default;

  virtual void add_page(Page page) = 0;
  virtual void show_page(const QString& id) = 0;
  virtual bool shows_page(const QString& id) const = 0;
  /// Shows what is shown when no page was asked for; `show` decides that.
  virtual void show_home() = 0;
  virtual void set_home(std::function<void()> show) = 0;

  virtual void add_actions(const MenuActions& actions) = 0;
  /// Any feature's action, by its object name; it must be there.
  virtual QAction& action(const char* name) = 0;

  virtual void put(QWidget* widget, Place place) = 0;
  virtual void show_side_pane(bool visible) = 0;

  /// Shown in the status bar for a few seconds.
  virtual void show_message(const QString& text) = 0;
  /// Something went wrong in the background. One banner tells the last such failure; its details have all.
  virtual void report(const QString& title, const Failure& failure) = 0;

  /// What is at stake has changed: if the user is being asked about it, the question changes too.
  virtual void closing_changed() = 0;
  /// Shows the window in front of all others, wherever it was.
  virtual void bring_up() = 0;
  /// Closes the window for good if the user agrees.
  virtual void quit() = 0;

  /// The parent of dialogs.
  virtual QWidget& widget() = 0;
};

}  // namespace tilescribe::ui
