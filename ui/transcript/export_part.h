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

/// A transcript that is exported.
struct ExportText {
  DocumentId id = 0;  // the row that shows it; 0: it is kept in a file
  QString kept = {};  // which
  QString name = {};  // of the new file, without folder and extension
};

/// How transcripts become files: asks for the format and the rules, and where the files go.
class ExportPart : public QObject {
  Q_OBJECT

 public:
  ExportPart(QueueModel& model, Shell& shell, Settings& settings);

  QAction& export_all() { return *export_all_; }
  /// Asks how and where; nothing happens without text.
  void export_one(DocumentId id);
  /// The same for texts of the library. `folder` is suggested where none was used before.
  void export_kept(const std::vector<ExportText>& texts, const QString& folder);

  /// Subtitles that were asked for.
  void show_preview(const CueModel::Cues& cues, const CueRules& rules);

 signals:
  void exportRequested(tilescribe::ui::DocumentId id, const QString& path, tilescribe::ExportFormat format,
                       const tilescribe::ExportOptions& options);
  void allRequested(const std::vector<tilescribe::ui::ExportText>& exports, const QString& folder,
                    tilescribe::ExportFormat format, const tilescribe::ExportOptions& options);
  void previewRequested(const tilescribe::ui::ExportText& text, const tilescribe::CueRules& rules);

 private:
  ExportDialog* open(const ExportScope& scope, const ExportText& previewed);
  void ask_where(DocumentId id);
  /// Their names are changed by a pattern.
  void ask_for(const std::vector<ExportText>& texts, ExportScope scope);
  void ask_for_all();
  std::vector<ExportText> finished() const;

  QueueModel& model_;
  Shell& shell_;
  Settings& settings_;
  QAction* export_all_;
  QPointer<ExportDialog> dialog_;
};

}  // namespace tilescribe::ui
