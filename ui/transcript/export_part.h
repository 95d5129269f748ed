// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>
#include <vector>

#include "ui/exporting/export_dialog.h"
#include "ui/queue/queue_item.h"

class QAction;

namespace tilescribe::ui {

class QueueModel;
class Shell;

/// A transcript among many that are exported: its file's name, without folder and extension.
struct ExportName {
  DocumentId id = 0;
  QString name;
};

/// How transcripts become files: asks for the format and the rules, and where the files go.
class ExportPart : public QObject {
  Q_OBJECT

 public:
  ExportPart(QueueModel& model, Shell& shell, Settings& settings);

  QAction& export_all() { return *export_all_; }
  /// Asks how and where; nothing happens without text.
  void export_one(DocumentId id);

  /// Subtitles that were asked for.
  void show_preview(const CueModel::Cues& cues, const CueRules& rules);

 signals:
  void exportRequested(tilescribe::ui::DocumentId id, const QString& path, tilescribe::ExportFormat format,
                       const tilescribe::ExportOptions& options);
  void allRequested(const std::vector<tilescribe::ui::ExportName>& exports, const QString& folder,
                    tilescribe::ExportFormat format, const tilescribe::ExportOptions& options);
  void previewRequested(tilescribe::ui::DocumentId id, const tilescribe::CueRules& rules);

 private:
  ExportDialog* open(const ExportScope& scope, DocumentId previewed);
  void ask_where(DocumentId id);
  void ask_for_all();
  std::vector<DocumentId> finished() const;

  QueueModel& model_;
  Shell& shell_;
  Settings& settings_;
  QAction* export_all_;
  QPointer<ExportDialog> dialog_;
};

}  // namespace tilescribe::ui
