// SPDX-License-Identifier: Apache-2.0
#include "app/gui/transcripts_controller.h"

#include <QDir>
#include <QMenu>
#include <utility>

#include "ui/format.h"
#include "ui/shell/shell.h"

namespace tilescribe {

TranscriptsController::TranscriptsController(const QString& folder, QueueController& queue, ui::Shell& shell)
    : queue_(queue), store_(folder), recent_(new QMenu(tr("&Recent transcripts"), &shell.widget())) {
  recent_->setObjectName(QStringLiteral("recentMenu"));
  recent_->setEnabled(false);
  shell.add_actions({ui::Menu::file, 0, {recent_->menuAction()}});
  connect_exports(queue.transcript().exporting());
  connect(&store_, &TranscriptStore::exportedAll, this, [&shell](int files, const QString& into) {
    shell.show_message(tr("%n file(s) exported to %1", nullptr, files).arg(QDir::toNativeSeparators(into)));
  });
  connect(&store_, &TranscriptStore::recentChanged, this, &TranscriptsController::fill_menu);
  connect(&store_, &TranscriptStore::exported, this, [&shell](const QString& path) {
    shell.show_message(tr("Exported to %1").arg(QDir::toNativeSeparators(path)));
  });
  connect(&store_, &TranscriptStore::failed, this,
          [&shell](const QString& title, const Failure& failure) { shell.report(title, failure); });
  connect(&store_, &TranscriptStore::loaded, this, &TranscriptsController::show);
}

void TranscriptsController::connect_exports(ui::ExportPart& part) {
  using ui::ExportPart;
  connect(&part, &ExportPart::exportRequested, this,
          [this](ui::DocumentId id, const QString& path, ExportFormat format, const ExportOptions& options) {
            if (const ui::QueueItem* item = queue_.model().item(id))
              store_.save(item->document->snapshot(), path, format, options);
          });
  connect(&part, &ExportPart::allRequested, this,
          [this](const std::vector<ui::ExportName>& names, const QString& folder, ExportFormat format,
                 const ExportOptions& options) {
            std::vector<TranscriptStore::Export> exports;
            for (const ui::ExportName& one : names) {
              if (const ui::QueueItem* item = queue_.model().item(one.id))
                exports.push_back({item->document->snapshot(), one.name});
            }
            store_.save_all(exports, folder, format, options);
          });
  connect(&part, &ExportPart::previewRequested, this,
          [this, &part](ui::DocumentId id, const CueRules& rules) {
            const ui::QueueItem* item = queue_.model().item(id);
            if (item == nullptr) return;
            store_.run([&part, rules, transcript = item->document->snapshot()] {
              const auto cues =
                  std::make_shared<const std::vector<Cue>>(lay_out_cues(transcript->segments, rules));
              return [&part, cues, rules] { part.show_preview(cues, rules); };
            });
          });
}

void TranscriptsController::fill_menu() {
  const QList<RecentTranscript> recent = store_.recent();
  recent_->clear();
  for (const RecentTranscript& entry : recent) {
    const QString title = recent_->fontMetrics().elidedText(entry.title, Qt::ElideMiddle, 420);
    recent_->addAction(ui::button_text(title), this, [this, path = entry.path] { store_.load(path); });
  }
  recent_->setEnabled(!recent.isEmpty());
}

void TranscriptsController::show(const QString& path, Transcript& transcript) {
  const QString source = transcript.source.empty() ? path : QString::fromStdString(transcript.source);
  const auto document = std::make_shared<ui::TranscriptDocument>(std::move(transcript));
  queue_.part().choose(queue_.add_transcript(source, document, false));
}

void TranscriptsController::keep(const ui::QueueItem& item, const std::function<void()>& afterwards) {
  if (item.state != ui::JobState::done) item.document->end_early(ui::file_name(item.path).toStdString());
  store_.keep(item.document->snapshot(), afterwards);
}

}  // namespace tilescribe
