// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <memory>

#include "ui/queue/queue_item.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_part.h"
#include "ui/transcript/export_part.h"

class QAction;

namespace tilescribe::ui {

class EditPart;
class Settings;
class Shell;
class TranscriptPanel;

/// The chosen file's text in the window: its page, and what can be done with the text.
class TranscriptPart : public QObject {
  Q_OBJECT

 public:
  TranscriptPart(QueueModel& model, QueuePart& queue, Shell& shell, Settings& settings);
  ~TranscriptPart() override;

  TranscriptPanel& panel() { return *panel_; }
  ExportPart& exporting() { return exporting_; }
  int zoom() const;  // of the text, percent

 signals:
  void zoomChanged(int percent);

 private:
  void make_actions();
  void add_page();
  const QueueItem* item() const { return model_.item(queue_.chosen()); }  // the chosen one; null: none
  void update_actions();
  void copy_selection();
  void copy_all();
  void set_zoom(int percent);
  void set_times(bool visible);

  QueueModel& model_;
  QueuePart& queue_;
  Shell& shell_;
  Settings& settings_;
  ExportPart exporting_;
  TranscriptPanel* panel_;
  std::unique_ptr<EditPart> edit_;
  QAction* export_;
  QAction* copy_;
  QAction* copy_all_;
  QAction* find_;
  QAction* times_;
  QAction* larger_;
  QAction* smaller_;
  QAction* normal_size_;
};

}  // namespace tilescribe::ui
