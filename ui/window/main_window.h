// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QMainWindow>
#include <QTimer>
#include <QUrl>
#include <map>
#include <optional>
#include <vector>

#include "ui/shell/shell.h"
#include "ui/theme/theme.h"
#include "ui/window/failure_banner.h"

class QMessageBox;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace tilescribe::ui {

class ElidedLabel;
class Settings;

/// The main window: a list, pages beside it, banners above them, menus, a status bar. Features fill it in; it
/// knows none of them.
class MainWindow : public QMainWindow, public Shell {
  Q_OBJECT

 public:
  MainWindow(Theme& theme, Settings& settings, QWidget* parent = nullptr);

  void add_page(Page page) override;
  void show_page(const QString& id) override;
  bool shows_page(const QString& id) const override;
  void show_home() override { home_(); }
  void set_home(std::function<void()> show) override { home_ = std::move(show); }
  void add_actions(const MenuActions& actions) override;
  QAction& action(const char* name) override;
  void put(QWidget* widget, Place place) override;
  void show_side_pane(bool visible) override;
  void show_message(const QString& text) override;
  void report(const QString& title, const Failure& failure) override { failures_->add(title, failure); }
  void closing_changed() override;
  void bring_up() override;
  void quit() override;
  QWidget& widget() override { return *this; }

  /// Of all pages, in the order in which they were added.
  QStringList page_ids() const;

  /// Asked before the window closes for good, unless it gives none.
  void add_closing_question(std::function<std::optional<ClosingQuestion>()> question);
  /// Closing only hides the window while the program is `useful` without it. `hidden` follows.
  void set_hiding(std::function<bool()> useful, std::function<void()> hidden);
  /// Closes the window for good and asks nothing.
  void close_unasked();

 signals:
  void urlsDropped(const QList<QUrl>& urls);
  void ending();   // the user agreed to close it for good; closing follows
  void closing();  // for good

 protected:
  bool focusNextPrevChild(bool next) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* /*event*/) override { overlay_->hide(); }
  void dropEvent(QDropEvent* event) override;

 private:
  void make_layout();
  void make_menus();
  void make_status_bar();
  void set_theme(ThemeChoice choice);
  void save_state() const;
  bool asks_before_closing();
  std::optional<ClosingQuestion> next_question() const;
  void answered();

  Theme& theme_;
  Settings& settings_;
  std::vector<Page> pages_;
  std::function<void()> home_;
  std::map<Menu, QMenu*> menus_;
  std::map<std::pair<Menu, int>, QList<QAction*>> sections_;
  QActionGroup* themes_ = nullptr;

  QVBoxLayout* banners_ = nullptr;
  FailureBanner* failures_ = nullptr;
  QStackedWidget* whole_ = nullptr;   // the list with a page beside it, or a page alone
  QStackedWidget* beside_ = nullptr;  // the pages beside the list
  QVBoxLayout* list_column_ = nullptr;
  QSplitter* splitter_ = nullptr;
  QSplitter* outer_splitter_ = nullptr;  // everything else, and the side pane
  QWidget* side_pane_ = nullptr;
  QWidget* overlay_ = nullptr;  // while files are dragged over the window
  ElidedLabel* message_ = nullptr;
  QTimer message_timer_;  // runs while the message is shown
  QWidget* status_ = nullptr;

  std::function<bool()> useful_without_;
  std::function<void()> hidden_;
  std::vector<std::function<std::optional<ClosingQuestion>()>> questions_;
  QMessageBox* question_ = nullptr;  // that the user is being asked
  QPushButton* stop_ = nullptr;      // in it
  QPushButton* stay_ = nullptr;
  QStringList agreed_;     // the texts of those that were answered
  bool quitting_ = false;  // closing does not only hide
  bool asks_nothing_ = false;
};

}  // namespace tilescribe::ui
