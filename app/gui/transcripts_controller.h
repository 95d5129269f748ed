// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QHash>
#include <QObject>
#include <functional>

#include "app/gui/corrected_texts.h"
#include "app/gui/queue_controller.h"
#include "app/gui/transcript_store.h"

class QMenu;

namespace tilescribe {

/// The transcripts that are kept: what ends is kept, what was kept is opened again, corrections are kept with
/// it, and exports are written.
class TranscriptsController : public QObject {
  Q_OBJECT

 public:
  TranscriptsController(const QString& folder, QueueController& queue, ui::Shell& shell);

  TranscriptStore& store() { return store_; }

  /// Keeps a row's text, as one that ended early unless it is done. `afterwards` and `audio`: as
  /// TranscriptStore::keep.
  void keep(const ui::QueueItem& item, const QString& audio, const std::function<void()>& afterwards);
  void keep(const std::shared_ptr<ui::TranscriptDocument>& document, const QString& audio,
            const std::function<void()>& afterwards);
  /// Shows a kept text. `audio` is the file of its sound, where that is known; else the text's own word goes.
  void open(const QString& path, const QString& audio = {});
  /// A kept text is about to be deleted: what was corrected is written, and nothing after that goes there.
  void let_go(const QString& path);
  /// The file of a row's text, and the row whose text is in a file, as far as they are known; empty, 0: none.
  QString path_of(ui::DocumentId id) const { return corrected_.path_of(id); }
  ui::DocumentId document_of(const QString& path) const { return corrected_.document_of(path); }
  /// Does this once everything that was corrected until now is on the disk.
  void when_written(const std::function<void()>& then);
  /// Changes the files of kept texts that no row shows, as TranscriptStore::change. What a row that was
  /// removed from the list has of one gets a file of its own when it is corrected again.
  void change(const QStringList& paths, const TranscriptStore::Change& work,
              const std::function<void(const std::vector<std::optional<Message>>&)>& then);
  /// A row that has no text yet shows this kept one.
  void show_kept(ui::DocumentId id, const QString& path);
  /// Asks about corrections that can't be written.
  std::optional<ui::ClosingQuestion> closing_question();
  /// Waits until everything is written.
  void flush();

 signals:
  void opened(const QString& path, tilescribe::ui::DocumentId id);  // and it is shown

 private:
  void connect_exports(ui::ExportPart& part);
  std::shared_ptr<const Transcript> shown(const ui::ExportText& text) const;
  void fill_menu();
  void show(const QString& path, Transcript& transcript);

  QueueController& queue_;
  TranscriptStore store_;
  CorrectedTexts corrected_;
  QMenu* recent_;                    // the menu's submenu
  QHash<QString, QString> reading_;  // texts that are being read, by their paths, and their audio where known
};

}  // namespace tilescribe
