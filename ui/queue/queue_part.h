// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>
#include <QUrl>

#include "ui/queue/queue_delegate.h"
#include "ui/queue/queue_view.h"

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;

namespace tilescribe::ui {

class Banner;
class ElidedLabel;
class QueueModel;
class Settings;
class Shell;

/// The files in the window: their list, what can be done with them, and how far all of them are.
class QueuePart : public QObject {
  Q_OBJECT

 public:
  QueuePart(QueueModel& model, Shell& shell, Settings& settings);

  DocumentId chosen() const { return list_->current_id(); }
  void choose(DocumentId id) { list_->choose(id); }
  void unchoose() { list_->setCurrentIndex({}); }
  /// Chooses a file that the user has just added, and scrolls to it.
  void show_added(DocumentId id);
  QWidget& list() { return *list_; }
  /// The button above the files does this: another feature's action.
  void lead_to_recording(QAction& action);
  /// Whether the last removal can be undone. `offer` is also shown across the window, with a button.
  void set_undo(bool possible, const QString& offer = {});
  void act(RowAction action, DocumentId id);

 signals:
  void chosenChanged(tilescribe::ui::DocumentId id);
  void urlsOpened(const QList<QUrl>& urls);  // files that were chosen
  void sampleRequested();
  void requested(tilescribe::ui::RowAction action, tilescribe::ui::DocumentId id);  // all but the details
  void removeFinishedRequested();
  void undoRequested();  // of the last removal

 private:
  void make_actions();
  QWidget* make_head();
  QWidget* make_status();
  void show_home();
  void update();
  void update_actions();
  void update_status();
  void open_files();

  QueueModel& model_;
  Shell& shell_;
  Settings& settings_;
  QueueView* list_;
  Banner* undo_banner_;
  ElidedLabel* title_ = nullptr;
  QPushButton* record_ = nullptr;
  QLabel* overall_text_ = nullptr;
  QProgressBar* overall_bar_ = nullptr;
  QAction* open_;
  QAction* undo_;
  QAction* cancel_;
  QAction* retry_;
  QAction* details_;
  QAction* remove_;
  QAction* remove_finished_;
};

}  // namespace tilescribe::ui
