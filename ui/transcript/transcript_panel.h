// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLayout>
#include <QWidget>

#include "ui/queue/queue_delegate.h"
#include "ui/queue/queue_model.h"

class QPushButton;
class QStackedWidget;
class QToolButton;

namespace tilescribe::ui {

class ElidedLabel;
class FindBar;
class MessagePage;
class TranscriptView;

/// The right side of the window: the chosen file, its state, and its text as it arrives.
class TranscriptPanel : public QWidget {
  Q_OBJECT

 public:
  explicit TranscriptPanel(QueueModel& model, QWidget* parent = nullptr);

  void show_item(DocumentId id);  // 0: nothing is chosen
  /// The message for waiting files.
  void set_waiting_text(const QString& text);
  TranscriptView& view() { return *view_; }
  FindBar& find_bar() { return *find_bar_; }
  /// Puts a widget below the text; it becomes the panel's.
  void put_below(QWidget* widget) { layout()->addWidget(widget); }
  /// The window's actions, so that the buttons share their states, names and shortcuts.
  void set_actions(QAction* times, QAction* find, QAction* copy_all, QAction* save);

 signals:
  void textChanged();  // of the chosen file
  void actionTriggered(tilescribe::ui::RowAction action, tilescribe::ui::DocumentId id);

 private:
  void update_state();
  void update_text();
  QPushButton* header_button(const char* name, const QString& text, RowAction action);

  QueueModel& model_;
  DocumentId id_ = 0;
  QMetaObject::Connection text_;  // to the document that is shown
  QString waiting_text_;
  ElidedLabel* title_;
  ElidedLabel* state_;
  QWidget* header_;
  QPushButton* cancel_;
  QPushButton* retry_;
  QPushButton* details_;
  QToolButton* times_;
  QToolButton* find_;
  QToolButton* copy_all_;
  QPushButton* save_;
  QStackedWidget* stack_;
  TranscriptView* view_;
  FindBar* find_bar_;
  MessagePage* message_;
};

}  // namespace tilescribe::ui
