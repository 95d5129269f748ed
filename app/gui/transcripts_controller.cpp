// SPDX-License-Identifier: Apache-2.0
#include "app/gui/transcripts_controller.h"

#include <QDir>
#include <QMenu>
#include <utility>

#include "app/paths.h"
#include "ui/format.h"
#include "ui/shell/shell.h"

namespace tilescribe {

TranscriptsController::TranscriptsController(const QString& folder, QueueController& queue, ui::Shell& shell)
    : queue_(queue),
      store_(folder),
      corrected_(store_),
      recent_(new QMenu(tr("&Recent transcripts"), &shell.widget())) {
  recent_->setObjectName(QStringLiteral("recentMenu"));
  recent_->setEnabled(false);
  shell.add_actions({ui::Menu::file, 0, {recent_->menuAction()}});
  connect_exports(queue.transcript().exporting());
  queue.row_of_text = [this](const QString& path) { return corrected_.document_of(path); };
  connect(&queue, &QueueController::keptTextFound, this, &TranscriptsController::show_kept);
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
  connect(&corrected_, &CorrectedTexts::failed, this, [&shell](const Failure& failure) {
    shell.report(CorrectedTexts::tr("Corrections could not be saved"), failure);
  });
  connect(&corrected_, &CorrectedTexts::failingChanged, this, [&shell] { shell.closing_changed(); });
}

void TranscriptsController::connect_exports(ui::ExportPart& part) {
  using ui::ExportPart;
  connect(&part, &ExportPart::exportRequested, this,
          [this](ui::DocumentId id, const QString& path, ExportFormat format, const ExportOptions& options) {
            if (const ui::QueueItem* item = queue_.model().item(id))
              store_.save(item->document->snapshot(), path, format, options);
          });
  connect(&part, &ExportPart::allRequested, this,
          [this](const std::vector<ui::ExportText>& texts, const QString& folder, ExportFormat format,
                 const ExportOptions& options) {
            corrected_.flush();  // also of those that were removed from the list
            std::vector<TranscriptStore::Export> exports;
            exports.reserve(texts.size());
            for (const ui::ExportText& one : texts)
              exports.push_back({shown(one), one.kept, one.name, corrected_.unsaved(one.kept)});
            store_.save_all(exports, folder, format, options);
          });
  connect(&part, &ExportPart::previewRequested, this,
          [this, &part](const ui::ExportText& text, const CueRules& rules) {
            store_.run({},
                       [&part, rules, kept = text.kept, unsaved = corrected_.unsaved(text.kept),
                        shown = shown(text)]() -> std::function<void()> {
                         try {
                           const Transcript read = shown != nullptr ? Transcript() : kept_text(kept, unsaved);
                           const auto cues = std::make_shared<const std::vector<Cue>>(
                               lay_out_cues(shown != nullptr ? shown->segments : read.segments, rules));
                           return [&part, cues, rules] { part.show_preview(cues, rules); };
                         } catch (...) {
                           return [] {};  // the export says why
                         }
                       });
          });
}

/// What a row shows of it; null: none does.
std::shared_ptr<const Transcript> TranscriptsController::shown(const ui::ExportText& text) const {
  const ui::QueueItem* item = queue_.model().item(text.id != 0 ? text.id : document_of(text.kept));
  return item == nullptr ? nullptr : item->document->snapshot();
}

void TranscriptsController::fill_menu() {
  const QList<RecentTranscript> recent = store_.recent();
  recent_->clear();
  for (const RecentTranscript& entry : recent) {
    const QString title = recent_->fontMetrics().elidedText(entry.title, Qt::ElideMiddle, 420);
    recent_->addAction(ui::button_text(title), this, [this, path = entry.path] { open(path); });
  }
  recent_->setEnabled(!recent.isEmpty());
}

/// One that is in the list is shown there: two of the same file would overwrite each other's corrections.
void TranscriptsController::open(const QString& path, const QString& audio) {
  const ui::DocumentId id = corrected_.document_of(path);
  const ui::QueueItem* const item = queue_.model().item(id);
  // One that is transcribed again gets a text and a file of its own.
  if (item != nullptr && !ui::is_active(item->state)) {
    queue_.part().choose(id);
    return emit opened(path, id);
  }
  corrected_.flush();  // of one that was removed from the list
  corrected_.release(path);
  reading_.insert(path, audio);
  store_.load(path, corrected_.unsaved(path));
}

void TranscriptsController::let_go(const QString& path) {
  reading_.remove(path);
  const ui::DocumentId id = corrected_.document_of(path);
  corrected_.let_go(path);
  store_.forget_recent(path);
  queue_.close(id);
}

void TranscriptsController::when_written(const std::function<void()>& then) {
  corrected_.flush();
  store_.run({}, [then] { return then; });
}

void TranscriptsController::change(
    const QStringList& paths, const TranscriptStore::Change& work,
    const std::function<void(const std::vector<std::optional<Message>>&)>& then) {
  corrected_.flush();
  const QStringList reading = reading_.keys();
  QHash<QString, std::shared_ptr<KeptText>> unsaved;
  for (const QString& path : paths) {
    if (!reading.contains(path)) corrected_.release(path);
    if (const auto kept = corrected_.unsaved(path)) unsaved.insert(path, kept);
  }
  store_.change(
      paths,
      [work, reading, unsaved](const QString& path) -> std::optional<Message> {
        if (reading.contains(path)) return Message("It is just being opened.");
        const std::shared_ptr<KeptText> kept = unsaved.value(path);
        if (kept && !kept->saved) return Message("Its corrections could not be saved yet.");
        return work(path);
      },
      then);
}

void TranscriptsController::show_kept(ui::DocumentId id, const QString& path) {
  corrected_.flush();  // of one that was removed from the list
  corrected_.release(path);
  const auto unsaved = corrected_.unsaved(path);
  if (const ui::QueueItem* item = queue_.model().item(id))
    corrected_.follow(item->document, unsaved ? unsaved
                                              : std::make_shared<KeptText>(KeptText{
                                                    .path = path, .seen_path = path, .audio = item->path}));
  store_.run({}, [this, id, path, unsaved]() -> std::function<void()> {
    try {
      const auto text = std::make_shared<Transcript>(store_.read(path, unsaved));
      return [this, id, text] { queue_.model().set_kept_text(id, std::move(*text)); };
    } catch (...) {
      return [this, id] { queue_.transcribe_skipped(id); };  // it can't be read, or was deleted meanwhile
    }
  });
}

void TranscriptsController::show(const QString& path, Transcript& transcript) {
  if (!reading_.contains(path)) return;  // deleted meanwhile, or asked for twice
  const QString known = reading_.take(path);
  // Without a source it has its own name; its path would be taken for that of its sound.
  const QString source = !known.isEmpty()            ? known
                         : transcript.source.empty() ? ui::file_name(path)
                                                     : QString::fromStdString(transcript.source);
  const auto document = std::make_shared<ui::TranscriptDocument>(std::move(transcript));
  corrected_.release(path);
  const auto unsaved = corrected_.unsaved(path);
  corrected_.follow(
      document, unsaved ? unsaved : std::make_shared<KeptText>(KeptText{.path = path, .seen_path = path}));
  const ui::DocumentId id = queue_.add_transcript(source, document, false);
  queue_.part().choose(id);
  emit opened(path, id);
}

void TranscriptsController::keep(const ui::QueueItem& item, const QString& audio,
                                 const std::function<void()>& afterwards) {
  if (item.state != ui::JobState::done) item.document->end_early(ui::file_name(item.path).toStdString());
  keep(item.document, audio, afterwards);
}

void TranscriptsController::keep(const std::shared_ptr<ui::TranscriptDocument>& document,
                                 const QString& audio, const std::function<void()>& afterwards) {
  corrected_.follow(document, store_.keep(document->snapshot(), afterwards, audio));
}

std::optional<ui::ClosingQuestion> TranscriptsController::closing_question() {
  // Whether the last corrections can be saved is asked now, not when the window is gone.
  if (corrected_.unwritten() && !corrected_.failing()) flush();
  if (!corrected_.failing()) return {};
  return ui::ClosingQuestion{tr("Corrections could not be saved."),
                             tr("They are lost when Tilescribe quits. It tries again every few seconds."),
                             tr("Quit and lose them"), tr("Keep open")};
}

void TranscriptsController::flush() {
  corrected_.flush();
  store_.flush();
}

}  // namespace tilescribe
