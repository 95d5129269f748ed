// SPDX-License-Identifier: Apache-2.0
#include "ui/window/window_actions.h"

#include <QMenu>
#include <QMenuBar>

#include "ui/recording/record_page.h"
#include "ui/theme/icons.h"
#include "ui/transcript/transcript_panel.h"

namespace tilescribe::ui {

namespace {

QAction* make(QObject* owner, const QString& name, const QString& text, const QKeySequence& shortcut = {},
              const QString& icon = {}) {
  auto* action = new QAction(text, owner);
  action->setObjectName(name);
  action->setShortcut(shortcut);
  if (!icon.isEmpty()) action->setIcon(line_icon(icon));
  if (!shortcut.isEmpty()) {
    const QString plain = QString(text).remove(QLatin1Char('&')).remove(QStringLiteral("…"));
    action->setToolTip(QStringLiteral("%1 (%2)").arg(plain, shortcut.toString(QKeySequence::NativeText)));
  }
  return action;
}

}  // namespace

MainWindow::Actions::Actions(QObject* owner)
    : open(make(owner, QStringLiteral("open"), tr("&Open…"), QKeySequence(Qt::CTRL | Qt::Key_O),
                QStringLiteral("open"))),
      sample(make(owner, QStringLiteral("sample"), tr("&Try the sample"), {}, QStringLiteral("play"))),
      record(make(owner, QStringLiteral("record"), tr("&Record"), QKeySequence(Qt::CTRL | Qt::Key_R),
                  QStringLiteral("record"))),
      pause(make(owner, QStringLiteral("pause"), tr("&Pause"), QKeySequence(Qt::CTRL | Qt::Key_P),
                 QStringLiteral("pause"))),
      record_page(make(owner, QStringLiteral("recordPage"), tr("Record p&age"),
                       QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), QStringLiteral("microphone"))),
      small_window(make(owner, QStringLiteral("smallWindow"), tr("&Small window"),
                        QKeySequence(Qt::CTRL | Qt::Key_M), QStringLiteral("small_window"))),
      recording_settings(make(owner, QStringLiteral("recordingSettings"), tr("Recording se&ttings…"), {},
                              QStringLiteral("settings"))),
      save(make(owner, QStringLiteral("export"), tr("&Export…"), QKeySequence(Qt::CTRL | Qt::Key_E),
                QStringLiteral("export"))),
      quit(make(owner, QStringLiteral("quit"), tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q))),
      undo(make(owner, QStringLiteral("undo"), tr("&Undo removal"), QKeySequence(Qt::CTRL | Qt::Key_Z))),
      copy(make(owner, QStringLiteral("copy"), tr("&Copy"), QKeySequence(Qt::CTRL | Qt::Key_C))),
      copy_all(make(owner, QStringLiteral("copyAll"), tr("Copy &all"),
                    QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), QStringLiteral("copy"))),
      find(make(owner, QStringLiteral("find"), tr("&Find…"), QKeySequence(Qt::CTRL | Qt::Key_F),
                QStringLiteral("search"))),
      cancel(make(owner, QStringLiteral("cancel"), tr("&Cancel"), QKeySequence(Qt::CTRL | Qt::Key_Period),
                  QStringLiteral("close"))),
      retry(make(owner, QStringLiteral("retry"), tr("Try a&gain"), QKeySequence(Qt::Key_F5),
                 QStringLiteral("retry"))),
      details(make(owner, QStringLiteral("details"), tr("Error &details…"),
                   QKeySequence(Qt::CTRL | Qt::Key_I), QStringLiteral("info"))),
      remove(make(owner, QStringLiteral("remove"), tr("&Remove from the queue"), QKeySequence(Qt::Key_Delete),
                  QStringLiteral("remove"))),
      remove_finished(make(owner, QStringLiteral("removeFinished"), tr("Remove &finished files"))),
      engine(make(owner, QStringLiteral("engine"), tr("&Engine && model…"),
                  QKeySequence(Qt::CTRL | Qt::Key_Comma), QStringLiteral("chip"))),
      times(make(owner, QStringLiteral("times"), tr("&Timestamps"), QKeySequence(Qt::CTRL | Qt::Key_T),
                 QStringLiteral("clock"))),
      larger(
          make(owner, QStringLiteral("larger"), tr("&Larger text"), QKeySequence(Qt::CTRL | Qt::Key_Plus))),
      smaller(make(owner, QStringLiteral("smaller"), tr("&Smaller text"),
                   QKeySequence(Qt::CTRL | Qt::Key_Minus))),
      normal_size(
          make(owner, QStringLiteral("normalSize"), tr("&Normal size"), QKeySequence(Qt::CTRL | Qt::Key_0))),
      themes(new QActionGroup(owner)),
      live_costs(make(owner, QStringLiteral("liveCosts"), tr("Show &live costs"),
                      QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P), QStringLiteral("chip"))),
      last_profile(make(owner, QStringLiteral("lastProfile"), tr("Open the last &run"))),
      open_profile(make(owner, QStringLiteral("openProfile"), tr("&Open a profile…"))),
      save_profile(make(owner, QStringLiteral("saveProfile"), tr("&Save the last run…"))),
      model(make(owner, QStringLiteral("model"), tr("What the &model can and cannot do…"))),
      about(make(owner, QStringLiteral("about"), tr("&About Tilescribe…"))) {
  undo->setEnabled(false);  // nothing to undo yet
  times->setCheckable(true);
  live_costs->setCheckable(true);
  for (QAction* action : {last_profile, save_profile}) action->setEnabled(false);  // there is none yet
  // On most keyboards, + is on the = key.
  larger->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
  for (const auto& [choice, text] :
       {std::pair{ThemeChoice::system, tr("S&ystem theme")},
        std::pair{ThemeChoice::light, tr("L&ight theme")}, std::pair{ThemeChoice::dark, tr("&Dark theme")}}) {
    QAction* action = make(owner, theme_key(choice), text);
    action->setCheckable(true);
    action->setData(theme_key(choice));
    themes->addAction(action);
  }
}

void MainWindow::make_actions() {
  actions_ = std::make_unique<Actions>(this);
  const auto on = [this](QAction* action, auto&& slot) { connect(action, &QAction::triggered, this, slot); };
  on(actions_->open, [this] { open_files(); });
  on(actions_->sample, [this] { emit sampleRequested(); });
  on(actions_->record, [this] { emit recordToggled(); });
  on(actions_->pause, [this] { emit record_page_->pauseClicked(); });
  on(actions_->record_page, [this] { show_record_page(); });
  on(actions_->small_window, [this] { emit record_page_->smallWindowClicked(); });
  on(actions_->recording_settings, [this] { emit record_page_->settingsClicked(); });
  on(actions_->save, [this] { export_current(); });
  on(actions_->quit, [this] { quit(); });
  on(actions_->undo, [this] { emit undoRequested(); });
  on(actions_->copy, [this] { copy_selection(); });
  on(actions_->copy_all, [this] { copy_all(); });
  on(actions_->cancel, [this] { act(RowAction::cancel, chosen()); });
  on(actions_->retry, [this] { act(RowAction::retry, chosen()); });
  on(actions_->details, [this] { act(RowAction::details, chosen()); });
  on(actions_->remove, [this] { act(RowAction::remove, chosen()); });
  on(actions_->remove_finished, [this] { emit removeFinishedRequested(); });
  on(actions_->engine, [this] { edit_engine(); });
  on(actions_->find, [this] { find_in_transcript(); });
  on(actions_->times, [this](bool visible) { set_times(visible); });
  on(actions_->larger, [this] { set_zoom(zoom() + 10); });
  on(actions_->smaller, [this] { set_zoom(zoom() - 10); });
  on(actions_->normal_size, [this] { set_zoom(100); });
  on(actions_->live_costs, [this](bool visible) { show_live_costs(visible); });
  on(actions_->last_profile, [this] { emit profileRequested(); });
  on(actions_->open_profile, [this] { emit openProfileRequested(); });
  on(actions_->save_profile, [this] { emit saveProfileRequested(); });
  on(actions_->model, [this] { show_model(); });
  on(actions_->about, [this] { show_about(); });
  connect(actions_->themes, &QActionGroup::triggered, this,
          [this](QAction* action) { set_theme(theme_choice(action->data().toString())); });
}

void MainWindow::make_menus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  file->addActions({actions_->open, actions_->sample});
  recent_menu_ = file->addMenu(tr("&Recent transcripts"));
  recent_menu_->setObjectName(QStringLiteral("recentMenu"));
  file->addSeparator();
  file->addAction(actions_->save);
  file->addSeparator();
  file->addAction(actions_->quit);
  QMenu* recording = menuBar()->addMenu(tr("&Recording"));
  recording->addActions({actions_->record, actions_->pause});
  recording->addSeparator();
  recording->addActions({actions_->record_page, actions_->small_window});
  recording->addSeparator();
  recording->addAction(actions_->recording_settings);
  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  edit->addAction(actions_->undo);
  edit->addSeparator();
  edit->addActions({actions_->copy, actions_->copy_all});
  edit->addSeparator();
  edit->addAction(actions_->find);
  QMenu* queue = menuBar()->addMenu(tr("&Queue"));
  queue->addActions({actions_->cancel, actions_->retry, actions_->details});
  queue->addSeparator();
  queue->addActions({actions_->remove, actions_->remove_finished});
  queue->addSeparator();
  queue->addAction(actions_->engine);
  QMenu* view = menuBar()->addMenu(tr("&View"));
  view->addAction(actions_->times);
  view->addSeparator();
  view->addActions({actions_->larger, actions_->smaller, actions_->normal_size});
  view->addSeparator();
  view->addActions(actions_->themes->actions());
  QMenu* profiler = menuBar()->addMenu(tr("&Profiler"));
  profiler->addAction(actions_->live_costs);
  profiler->addSeparator();
  profiler->addActions({actions_->last_profile, actions_->save_profile});
  profiler->addSeparator();
  profiler->addAction(actions_->open_profile);
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  help->addActions({actions_->model, actions_->about});
}

}  // namespace tilescribe::ui
