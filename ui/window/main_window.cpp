// SPDX-License-Identifier: Apache-2.0
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QDragEnterEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/parts.h"
#include "ui/window/shortcuts_dialog.h"

namespace tilescribe::ui {

MainWindow::MainWindow(Theme& theme, Settings& settings, QWidget* parent)
    : QMainWindow(parent), theme_(theme), settings_(settings) {
  setWindowTitle(tr("Tilescribe"));
  setAcceptDrops(true);
  make_layout();
  make_menus();
  make_status_bar();
  resize(1100, 720);
  restoreGeometry(settings_.geometry.get());
  splitter_->restoreState(settings_.splitter.get());
  outer_splitter_->restoreState(settings_.live_splitter.get());
  set_theme(settings_.theme.get());
}

void MainWindow::make_menus() {
  const std::pair<Menu, QString> titles[] = {
      {Menu::file, tr("&File")},         {Menu::recording, tr("&Recording")}, {Menu::edit, tr("&Edit")},
      {Menu::playback, tr("P&layback")}, {Menu::queue, tr("&Queue")},         {Menu::library, tr("Li&brary")},
      {Menu::view, tr("&View")},         {Menu::profiler, tr("&Profiler")},   {Menu::help, tr("&Help")},
  };
  for (const auto& [menu, title] : titles) menus_[menu] = menuBar()->addMenu(title);
  constexpr int last = 100;  // the section after all others
  QAction* quit_action =
      make_action(this, "quit", tr("&Quit"), QKeySequence::Quit, nullptr, Qt::CTRL | Qt::Key_Q);
  connect(quit_action, &QAction::triggered, this, &MainWindow::quit);
  add_actions({Menu::file, last, {quit_action}});
  QAction* shortcuts = make_action(this, "shortcuts", tr("&Keyboard shortcuts…"), Qt::Key_F1);
  connect(shortcuts, &QAction::triggered, this,
          [this] { open_dialog(new ShortcutsDialog(*menuBar(), this)); });
  add_actions({Menu::help, 0, {shortcuts}});
  themes_ = new QActionGroup(this);
  for (const auto& [choice, text] :
       {std::pair{ThemeChoice::system, tr("S&ystem theme")},
        std::pair{ThemeChoice::light, tr("L&ight theme")}, std::pair{ThemeChoice::dark, tr("&Dark theme")}}) {
    QAction* action = themes_->addAction(make_action(this, name_of(theme_names, choice).data(), text));
    action->setCheckable(true);
    action->setData(static_cast<int>(choice));
  }
  connect(themes_, &QActionGroup::triggered, this,
          [this](QAction* action) { set_theme(static_cast<ThemeChoice>(action->data().toInt())); });
  add_actions({Menu::view, last, themes_->actions()});
}

void MainWindow::make_status_bar() {
  statusBar()->setSizeGripEnabled(false);
  statusBar()->setContentsMargins(10, 2, 8, 2);
  // Not the status bar's own messages: those hide its other contents.
  message_ = named("statusMessage", new ElidedLabel(Qt::ElideMiddle, this));
  message_->hide();
  message_timer_.setSingleShot(true);
  connect(&message_timer_, &QTimer::timeout, this, [this] {
    message_->hide();
    status_->show();
  });
  statusBar()->addWidget(message_, 1);
}

void MainWindow::add_page(Page page) {
  page.widget->setAccessibleName(page.title);
  (page.beside_list ? beside_ : whole_)->addWidget(page.widget);
  for (const MenuActions& actions : page.actions) {
    add_actions(actions);
    for (const QAction* action : actions.actions)
      connect(action, &QAction::triggered, this, &MainWindow::save_state);
  }
  for (const KeptValue& kept : page.state) {
    if (const QVariant value = settings_.of_page(page.id, kept.name); value.isValid()) kept.restore(value);
  }
  pages_.push_back(std::move(page));
}

QStringList MainWindow::page_ids() const {
  QStringList ids;
  for (const Page& page : pages_) ids << page.id;
  return ids;
}

bool MainWindow::shows_page(const QString& id) const {
  const QWidget* shown = whole_->currentIndex() == 0 ? beside_->currentWidget() : whole_->currentWidget();
  const auto page = std::ranges::find(pages_, id, &Page::id);
  return page != pages_.end() && page->widget == shown;
}

void MainWindow::show_page(const QString& id) {
  if (shows_page(id)) return;
  const auto next = std::ranges::find(pages_, id, &Page::id);
  if (next == pages_.end()) return;
  const auto before = std::ranges::find_if(pages_, [&](const Page& page) { return shows_page(page.id); });
  const bool focus_goes = before != pages_.end() && before->widget->isAncestorOf(focusWidget());
  if (next->beside_list) beside_->setCurrentWidget(next->widget);
  whole_->setCurrentWidget(next->beside_list ? splitter_ : next->widget);
  if (focus_goes && next->focus != nullptr) next->focus->setFocus();
  if (before != pages_.end() && before->turned) before->turned(false);
  if (next->turned) next->turned(true);
}

/// Puts the actions at the end of their section.
void MainWindow::add_actions(const MenuActions& actions) {
  sections_[{actions.menu, actions.section}].append(actions.actions);
  QMenu& menu = *menus_.at(actions.menu);
  menu.clear();
  for (const auto& [place, section] : sections_) {
    if (place.first != actions.menu) continue;
    if (!menu.isEmpty()) menu.addSeparator();
    menu.addActions(section);
  }
}

QAction& MainWindow::action(const char* name) {
  for (const auto& [place, section] : sections_) {
    for (QAction* action : section) {
      if (action->objectName() == QLatin1String(name)) return *action;
    }
  }
  qFatal("no action %s", name);
}

void MainWindow::show_message(const QString& text) {
  message_->set_text(text);
  message_->show();
  status_->hide();
  message_timer_.start(6000);
}

void MainWindow::set_theme(ThemeChoice choice) {
  theme_.apply(choice);
  settings_.theme.set(choice);
  for (QAction* action : themes_->actions()) {
    if (action->data().toInt() == static_cast<int>(choice)) action->setChecked(true);
  }
}

void MainWindow::save_state() const {
  for (const Page& page : pages_) {
    for (const KeptValue& kept : page.state) settings_.set_of_page(page.id, kept.name, kept.value());
  }
}

void MainWindow::bring_up() {
  setWindowState(windowState() & ~Qt::WindowMinimized);
  show();
  raise();
  activateWindow();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!event->mimeData()->hasUrls()) return;
  event->setDropAction(Qt::CopyAction);
  event->accept();
  overlay_->setGeometry(centralWidget()->geometry());
  overlay_->show();
  overlay_->raise();
}

void MainWindow::dropEvent(QDropEvent* event) {
  overlay_->hide();
  event->setDropAction(Qt::CopyAction);
  event->accept();
  emit urlsDropped(event->mimeData()->urls());
}

}  // namespace tilescribe::ui
