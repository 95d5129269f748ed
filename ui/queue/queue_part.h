// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QObject>
#include <QTimer>
#include <QUrl>
#include <vector>

#include "ui/queue/queue_delegate.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_view.h"

class QAction;
class QLabel;
class QProgressBar;
class QPushButton;

namespace tilescribe::ui {

class Banner;
class ElidedLabel;
class QueueBar;
class Settings;
class Shell;

/// The files in the window: their list, what can be done with them, and how far all of them are.
class QueuePart : public QObject {
  Q_OBJECT

 public:
  QueuePart(QueueModel& model, Shell& shell, Settings& settings);

  DocumentId chosen() const { return list_->current_id(); }
  void choose(DocumentId id) { list_->choose(id); }
  void unchoose() { list_->choose_none(); }
  /// Chooses a file that the user has just added, and scrolls to it.
  void show_added(DocumentId id);
  QWidget& list() { return *list_; }
  /// The button above the files does this: another feature's action.
  void lead_to_recording(QAction& action);
  /// Whether the last removal can be undone. `offer` is also shown across the window, with a button.
  void set_undo(bool possible, const QString& offer = {});
  void act(RowAction action, DocumentId id) { act_on(action, {id}); }
  /// On those of them for which it makes sense.
  void act_on(RowAction action, const std::vector<DocumentId>& ids);
  /// No further file begins.
  bool paused() const { return paused_; }
  void set_paused(bool paused);

 signals:
  void chosenChanged(tilescribe::ui::DocumentId id);
  void urlsOpened(const QList<QUrl>& urls);  // files that were chosen
  void sampleRequested();
  /// All but the details.
  void requested(tilescribe::ui::RowAction action, const std::vector<tilescribe::ui::DocumentId>& ids);
  void moveRequested(tilescribe::ui::QueueMove where, const std::vector<tilescribe::ui::DocumentId>& ids);
  void pauseChanged(bool paused);
  /// Files that are done, once more, with a speaker for each channel.
  void byChannelRequested(const std::vector<tilescribe::ui::DocumentId>& ids);
  void removeFinishedRequested();
  void undoRequested();  // of the last removal

 private:
  void make_actions();
  void make_order_actions();
  void make_channel_actions();
  QWidget* make_head();
  QWidget* make_status();
  void show_home();
  void update();
  void update_actions();
  void update_status();
  void update_bar();
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
  QueueBar* bar_ = nullptr;
  QTimer selection_timer_;  // many changes of many selected rows are looked at once
  QTimer bar_timer_;        // so are many lengths
  QAction* open_;
  QAction* undo_;
  QAction* cancel_;
  QAction* retry_;
  QAction* by_channel_ = nullptr;
  QAction* details_;
  QAction* remove_;
  QAction* remove_finished_;
  QAction* pause_ = nullptr;
  bool paused_ = false;
  QAction* compact_ = nullptr;
  std::vector<QAction*> moves_;  // as QueueMove
};

}  // namespace tilescribe::ui
