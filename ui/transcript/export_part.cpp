// SPDX-License-Identifier: Apache-2.0
#include "ui/transcript/export_part.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>

#include "ui/exporting/name_pattern.h"
#include "ui/queue/queue_model.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/open_dialog.h"
#include "ui/widgets/save_question.h"

namespace tilescribe::ui {

namespace {

QString base_name(const QueueItem& item) {
  return QFileInfo(item.path).completeBaseName();
}

}  // namespace

ExportPart::ExportPart(QueueModel& model, Shell& shell, Settings& settings)
    : model_(model),
      shell_(shell),
      settings_(settings),
      export_all_(make_action(&shell.widget(), "exportAll", tr("Export all &finished…"),
                              Qt::CTRL | Qt::SHIFT | Qt::Key_E, "export")) {
  connect(export_all_, &QAction::triggered, this, &ExportPart::ask_for_all);
  const auto update = [this] { export_all_->setEnabled(model_.overall().done > 0); };
  for (const auto signal : {&QueueModel::rowsInserted, &QueueModel::rowsRemoved})
    connect(&model_, signal, this, update);
  connect(&model_, &QueueModel::itemChanged, this, update);
  update();
}

/// Those that are done and have text.
std::vector<ExportText> ExportPart::finished() const {
  std::vector<ExportText> texts;
  for (int row = 0; row < model_.rowCount(); ++row) {
    const QueueItem& item = *model_.item_at(row);
    if (item.state == JobState::done && item.document->size() > 0)
      texts.push_back({.id = item.id(), .name = base_name(item)});
  }
  return texts;
}

ExportDialog* ExportPart::open(const ExportScope& scope, const ExportText& previewed) {
  dialog_ = new ExportDialog(settings_.exporting(), scope, &shell_.widget());
  connect(dialog_, &ExportDialog::previewWanted, this,
          [this, previewed](const CueRules& rules) { emit previewRequested(previewed, rules); });
  return open_dialog(dialog_.data());
}

void ExportPart::show_preview(const CueModel::Cues& cues, const CueRules& rules) {
  if (dialog_) dialog_->show_cues(cues, rules);
}

void ExportPart::export_one(DocumentId id) {
  const QueueItem* item = model_.item(id);
  if (item == nullptr || item->document->size() == 0) return;
  ExportDialog* dialog = open({}, {.id = id});
  connect(dialog, &QDialog::accepted, this, [this, dialog, id] {
    settings_.set_exporting(dialog->chosen());
    ask_where(id);
  });
}

void ExportPart::ask_where(DocumentId id) {
  const QueueItem* item = model_.item(id);
  if (item == nullptr) return;
  QString folder = settings_.export_folder.get();
  if (folder.isEmpty()) folder = QFileInfo(item->path).absolutePath();
  const ExportSettings how = settings_.exporting();
  SaveQuestion question{&shell_.widget(), tr("Export transcript"), {}};
  for (const ExportFormat format : all_export_formats) {
    const QString ending = ending_of(format);
    if (format == how.format) question.first = question.forms.size();
    question.forms.push_back(
        {QStringLiteral("%1 (*%2)").arg(ExportDialog::title_of(format), ending), ending});
  }
  ask_where_to_save(question, QDir(folder).filePath(base_name(*item)),
                    [this, id, how](const SaveTarget& target) {
                      settings_.export_folder.set(QFileInfo(target.path).absolutePath());
                      emit exportRequested(id, target.path, all_export_formats[target.form], how.options);
                    });
}

void ExportPart::ask_for_all() {
  const std::vector<ExportText> texts = finished();
  if (!texts.empty())
    ask_for(texts, {.folder = QFileInfo(model_.item(texts.front().id)->path).absolutePath()});
}

void ExportPart::export_kept(const std::vector<ExportText>& texts, const QString& folder) {
  if (!texts.empty()) ask_for(texts, {.folder = folder, .kept = true});
}

void ExportPart::ask_for(const std::vector<ExportText>& texts, ExportScope scope) {
  scope.files = static_cast<int>(texts.size());
  scope.first = texts.front().name;
  if (const QString used = settings_.export_folder.get(); !used.isEmpty()) scope.folder = used;
  ExportDialog* dialog = open(scope, texts.front());
  connect(dialog, &QDialog::accepted, this, [this, dialog, texts] {
    const ExportSettings chosen = dialog->chosen();
    settings_.set_exporting(chosen);
    settings_.export_folder.set(dialog->folder());
    std::vector<ExportText> exports;
    for (ExportText text : texts) {
      if (text.id != 0 && model_.item(text.id) == nullptr) continue;  // removed meanwhile
      const int number = static_cast<int>(exports.size()) + 1;
      text.name = name_by_pattern(chosen.pattern, {text.name, QDate::currentDate(), number});
      exports.push_back(text);
    }
    emit allRequested(exports, dialog->folder(), chosen.format, chosen.options);
  });
}

}  // namespace tilescribe::ui
