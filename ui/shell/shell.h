// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "inference/api/error.h"
#include "ui/shell/page.h"

namespace tilescribe::ui {

class Banner;

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

  /// The list of files, with what stands above it; and a row between them.
  virtual void set_list(QWidget* head, QWidget* list) = 0;
  virtual void add_list_row(QWidget* row) = 0;
  /// A pane on the right of every page.
  virtual void set_side_pane(QWidget* pane) = 0;
  virtual void show_side_pane(bool visible) = 0;

  virtual void add_banner(Banner* banner) = 0;
  /// In the status bar: on the left, where messages take its place, or on the right.
  virtual void set_status(QWidget* status) = 0;
  virtual void add_chip(QWidget* chip) = 0;

  /// Shown in the status bar for a few seconds.
  virtual void show_message(const QString& text) = 0;
  /// Something went wrong in the background. One banner tells the last such failure; its details have all.
  virtual void report(const QString& title, const Failure& failure) = 0;

  /// Asked before the window closes for good, unless it gives none; `closing_changed` asks it again while the
  /// user is being asked.
  virtual void add_closing_question(std::function<std::optional<ClosingQuestion>()> question) = 0;
  virtual void closing_changed() = 0;
  /// Closing only hides the window while the program is `useful` without it. `hidden` follows.
  virtual void set_hiding(std::function<bool()> useful, std::function<void()> hidden) = 0;
  /// Shows the window in front of all others, wherever it was.
  virtual void bring_up() = 0;
  /// Closes the window for good if the user agrees.
  virtual void quit() = 0;

  /// The parent of dialogs.
  virtual QWidget& widget() = 0;
};

}  // namespace tilescribe::ui
