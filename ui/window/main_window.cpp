// SPDX-License-Identifier: Apache-2.0
#include "ui/window/main_window.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <utility>

#include "ui/format.h"
#include "ui/queue/queue_view.h"
#include "ui/recording/live_text_view.h"
#include "ui/recording/record_page.h"
#include "ui/settings/about_dialog.h"
#include "ui/transcript/find_bar.h"
#include "ui/transcript/transcript_panel.h"
#include "ui/transcript/transcript_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/elided_label.h"
#include "ui/window/drop_overlay.h"
#include "ui/window/window_actions.h"

namespace tilescribe::ui {

MainWindow::MainWindow(QueueModel& model, Theme& theme, QSettings& settings, QWidget* parent)
    : QMainWindow(parent), model_(model), theme_(theme), settings_(settings) {
  setWindowTitle(tr("Tilescribe"));
  setMinimumSize(780, 480);
  setAcceptDrops(true);
  make_dialogs();
  make_actions();
  make_menus();
  make_layout();
  make_status_bar();
  set_recent({});
  for (const auto signal : {&QueueModel::rowsInserted, &QueueModel::rowsRemoved}) {
    connect(&model_, signal, this, &MainWindow::update_queue);
  }
  connect(&model_, &QueueModel::itemChanged, this, [this](JobId id) {
    if (id == chosen()) update_actions();
    update_status();
  });
  connect(&model_, &QueueModel::segmentsChanged, this, [this](JobId id) {
    if (id == chosen()) update_actions();
  });
  restore();
  update_queue();
  findChild<QPushButton*>(QStringLiteral("emptyOpen"))->setFocus();  // not a banner's button
}

MainWindow::~MainWindow() = default;

void MainWindow::restore() {
  resize(1100, 720);
  restoreGeometry(settings_.value(QStringLiteral("window/geometry")).toByteArray());
  splitter_->restoreState(settings_.value(QStringLiteral("window/splitter")).toByteArray());
  outer_splitter_->restoreState(settings_.value(QStringLiteral("window/liveSplitter")).toByteArray());
  set_theme(theme_choice(settings_.value(QStringLiteral("view/theme")).toString()));
  set_zoom(settings_.value(QStringLiteral("view/zoom"), 100).toInt());
  set_times(settings_.value(QStringLiteral("view/timestamps"), true).toBool());
  show_live_costs(settings_.value(QStringLiteral("view/liveCosts"), false).toBool());
}

void MainWindow::choose(JobId id) {
  queue_->choose(id);
}

JobId MainWindow::chosen() const {
  return queue_->current_id();
}

void MainWindow::show_message(const QString& text) {
  message_->set_text(text);
  message_timer_.start(6000);
  update_status();
}

void MainWindow::show_sample_note() {
  sample_note_ = true;
  update_notes();
}

void MainWindow::set_recent(const QList<RecentTranscript>& recent) {
  recent_menu_->clear();
  for (const RecentTranscript& entry : recent) {
    const QString title = fontMetrics().elidedText(entry.title, Qt::ElideMiddle, 420);
    recent_menu_->addAction(button_text(title), this,
                            [this, path = entry.path] { emit recentRequested(path); });
  }
  recent_menu_->setEnabled(!recent.isEmpty());
}

void MainWindow::update_queue() {
  const bool empty = model_.rowCount() == 0;
  choose_shown();
  if (!empty && chosen() == 0 && !shows_record_page()) queue_->choose(model_.item_at(0)->id);
  if (empty && std::exchange(sample_note_, false)) update_notes();
  panel_->show_item(chosen());
  queue_title_->set_text(tr("%n file(s)", nullptr, model_.rowCount()));
  update_actions();
  update_status();
}

void MainWindow::update_actions() {
  const QueueItem* item = model_.item(chosen());
  const bool has_text = item != nullptr && !item->transcript.segments.empty();
  const bool active = item != nullptr && is_active(item->state);
  const bool failed = item != nullptr && item->state == JobState::failed;
  actions_->save->setEnabled(has_text);
  actions_->copy->setEnabled(has_text && panel_->view().textCursor().hasSelection());
  actions_->copy_all->setEnabled(has_text);
  actions_->find->setEnabled(has_text);
  actions_->cancel->setEnabled(active);
  actions_->retry->setEnabled(item != nullptr && retryable(*item));
  // The same words as beside the text, with the letter used in its menu.
  actions_->retry->setText(failed && item->failure.device    ? tr("Try a&gain on the CPU")
                           : item != nullptr && item->spoken ? tr("Transcribe a&gain")
                                                             : tr("Try a&gain"));
  actions_->details->setEnabled(failed);
  actions_->remove->setEnabled(item != nullptr);
  actions_->remove_finished->setEnabled(model_.overall().done > 0);
}

void MainWindow::open_files() {
  QStringList paths = dialogs.files_to_open(settings_.value(QStringLiteral("window/folder")).toString());
  if (paths.isEmpty()) return;
  settings_.setValue(QStringLiteral("window/folder"), QFileInfo(paths.first()).absolutePath());
  QList<QUrl> urls;
  for (const QString& path : paths) urls.append(QUrl::fromLocalFile(path));
  emit urlsOpened(urls);
}

void MainWindow::export_current() {
  const QueueItem* item = model_.item(chosen());
  if (item == nullptr || item->transcript.segments.empty()) return;
  const JobId id = item->id;  // the item may disappear while the dialog is open
  QString folder = settings_.value(QStringLiteral("window/exportFolder")).toString();
  if (folder.isEmpty()) folder = QFileInfo(item->path).absolutePath();
  const auto target = dialogs.export_target(QDir(folder).filePath(QFileInfo(item->path).completeBaseName()));
  if (!target) return;
  settings_.setValue(QStringLiteral("window/exportFolder"), QFileInfo(target->path).absolutePath());
  emit exportRequested(id, target->path, target->format);
}

void MainWindow::copy_selection() {
  if (!panel_->view().textCursor().hasSelection()) return;
  panel_->view().copy();
  show_message(tr("Copied."));
}

void MainWindow::copy_all() {
  const QueueItem* item = model_.item(chosen());
  if (item == nullptr) return;
  QGuiApplication::clipboard()->setText(plain_text(item->transcript));
  show_message(tr("The whole transcript was copied."));
}

void MainWindow::find_in_transcript() {
  panel_->find_bar().open();
}

void MainWindow::show_added(JobId id) {
  choose(id);
  queue_->scrollTo(queue_->currentIndex());
}

void MainWindow::set_undo(bool possible, const QString& offer) {
  actions_->undo->setEnabled(possible);
  undo_banner_->set_text(offer);
  undo_banner_->setVisible(possible && !offer.isEmpty());
}

void MainWindow::act(RowAction action, JobId id) {
  if (id == 0) return;
  switch (action) {
    case RowAction::cancel:
      emit cancelRequested(id);
      break;
    case RowAction::retry:
      emit retryRequested(id);
      break;
    case RowAction::details:
      show_failure_of(id);
      break;
    case RowAction::remove:
      emit removeRequested(id);
      break;
  }
}

void MainWindow::show_failure_of(JobId id) {
  const QueueItem* item = model_.item(id);
  if (item != nullptr && item->state == JobState::failed)
    dialogs.failure(file_name(item->path), item->failure);
}

void MainWindow::set_theme(ThemeChoice choice) {
  theme_.apply(choice);
  settings_.setValue(QStringLiteral("view/theme"), theme_key(choice));
  for (QAction* action : actions_->themes->actions()) {
    if (action->data().toString() == theme_key(choice)) action->setChecked(true);
  }
}

int MainWindow::zoom() const {
  return panel_->view().zoom();
}

void MainWindow::set_zoom(int percent) {
  panel_->view().set_zoom(percent);
  record_page_->text().set_zoom(panel_->view().zoom());
  settings_.setValue(QStringLiteral("view/zoom"), panel_->view().zoom());
}

void MainWindow::set_times(bool visible) {
  panel_->view().set_times_visible(visible);
  actions_->times->setChecked(visible);
  settings_.setValue(QStringLiteral("view/timestamps"), visible);
}

void MainWindow::edit_engine() {
  if (const auto chosen_options = dialogs.engine_options(engine_options_))
    emit engineOptionsChosen(*chosen_options);
}

void MainWindow::show_about() {
  AboutDialog(model_info_ ? &*model_info_ : nullptr, engine_ ? &*engine_ : nullptr, this).exec();
}

void MainWindow::quit() {
  quitting_ = true;
  close();
  quitting_ = false;
}

void MainWindow::bring_up() {
  setWindowState(windowState() & ~Qt::WindowMinimized);
  show();
  raise();
  activateWindow();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!quitting_ && hides_on_closing && hides_on_closing()) {
    event->ignore();
    hide();
    emit hiddenByClosing();
    return;
  }
  const bool asks = record_state_.phase != RecordPhase::idle || model_.overall().active > 0;
  if (asks && isHidden()) bring_up();  // the user should see what the question is about
  if (record_state_.phase != RecordPhase::idle && !dialogs.stop_recording_and_quit(record_state_.phase))
    return event->ignore();
  const int unfinished = model_.overall().active;
  if (unfinished > 0 && !dialogs.stop_and_quit(unfinished)) return event->ignore();
  settings_.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings_.setValue(QStringLiteral("window/splitter"), splitter_->saveState());
  settings_.setValue(QStringLiteral("window/liveSplitter"), outer_splitter_->saveState());
  emit ending();
  emit closing();
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!event->mimeData()->hasUrls()) return;
  event->setDropAction(Qt::CopyAction);
  event->accept();
  overlay_->cover(centralWidget()->geometry());
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* /*event*/) {
  overlay_->hide();
}

void MainWindow::dropEvent(QDropEvent* event) {
  overlay_->hide();
  event->setDropAction(Qt::CopyAction);
  event->accept();
  emit urlsOpened(event->mimeData()->urls());
}

}  // namespace tilescribe::ui
