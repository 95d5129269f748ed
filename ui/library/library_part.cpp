// SPDX-License-Identifier: Apache-2.0
#include "ui/library/library_part.h"

#include <QAction>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <utility>
#include <vector>

#include "ui/library/library_dialogs.h"
#include "ui/library/library_model.h"
#include "ui/library/library_page.h"
#include "ui/library/library_row.h"
#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/shell/shell.h"
#include "ui/widgets/open_dialog.h"

namespace tilescribe::ui {

namespace {

constexpr QLatin1String page_name("library");

QStringList words_of(const std::vector<std::string>& tags) {
  QStringList words;
  for (const std::string& tag : tags) words.append(QString::fromStdString(tag));
  return words;
}

}  // namespace

LibraryPart::LibraryPart(Shell& shell, Settings& settings)
    : shell_(shell),
      settings_(settings),
      model_(new LibraryModel(this)),
      page_(new LibraryPage(*model_)),
      row_(new LibraryRow) {
  make_actions();
  page_->set_actions({.of_list = {open_, rename_, tags_, delete_},
                      .of_menu = {open_, rename_, tags_, export_, delete_},
                      .of_bin = {restore_, remove_, empty_}});
  add_page();
  connect(page_, &LibraryPage::queryChanged, this, [this] {
    bin_->setChecked(page_->shows_bin());
    update_actions();
    emit queried();
  });
  connect(page_, &LibraryPage::chosenChanged, this, &LibraryPart::update_actions);
  connect(page_, &LibraryPage::activated, this, &LibraryPart::open);
  connect(page_, &LibraryPage::closeRequested, this, [this] { shell_.show_home(); });
  connect(model_, &LibraryModel::renamed, this, &LibraryPart::titleChanged);
  update_actions();
}

void LibraryPart::make_actions() {
  const auto make = [this](const char* name, const QString& text, const QKeySequence& keys,
                           const char* icon = nullptr) {
    return make_action(&shell_.widget(), name, text, keys, icon);
  };
  show_ = make("libraryPage", tr("Show the &library"), Qt::CTRL | Qt::Key_L, "library");
  open_ = make("libraryOpen", tr("&Open"), {});
  rename_ = make("libraryRename", tr("&Rename"), Qt::Key_F2);
  tags_ = make("libraryTags", tr("&Tags…"), {});
  export_ = make("libraryExport", tr("E&xport…"), {}, "export");
  delete_ = make("libraryDelete", tr("&Delete…"), QKeySequence::Delete, "remove");
  bin_ = make("libraryShowBin", tr("Show the &bin"), {});
  restore_ = make("libraryRestore", tr("&Put back"), {});
  remove_ = make("libraryRemove", tr("Delete for &good…"), {});
  empty_ = make("libraryEmpty", tr("&Empty the bin…"), {});
  keeping_ = make("libraryKeeping", tr("&Keep transcripts…"), {});
  bin_->setCheckable(true);
  // These keys are the list's: elsewhere they do something else.
  for (QAction* action : {rename_, delete_}) {
    page_->list().addAction(action);
    action->setShortcutContext(Qt::WidgetShortcut);
  }
  const auto on = [this](QAction* action, auto&& slot) { connect(action, &QAction::triggered, this, slot); };
  on(show_, [this] { show_page(); });
  on(open_, [this] { open(page_->chosen_row()); });
  on(rename_, [this] { page_->rename_chosen(); });
  on(tags_, [this] { ask_tags(); });
  on(export_, [this] { emit exportRequested(readable()); });
  on(delete_, [this] { remove_->isEnabled() ? ask_remove(page_->chosen()) : ask_delete(); });
  on(bin_, [this](bool bin) {
    show_page();
    page_->show_bin(bin);
  });
  on(restore_, [this] { emit restoreRequested(page_->chosen()); });
  on(remove_, [this] { ask_remove(page_->chosen()); });
  on(empty_, [this] { ask_remove(model_->view().entries); });
  on(keeping_, [this] { ask_keeping(); });
}

void LibraryPart::add_page() {
  Page page;
  page.id = page_name;
  page.title = tr("Library");
  page.widget = page_;
  page.actions = {{Menu::library, 0, {show_}},
                  {Menu::library, 1, {open_, rename_, tags_, export_, delete_}},
                  {Menu::library, 2, {bin_, restore_, remove_, empty_}},
                  {Menu::library, 3, {keeping_}}};
  page.turned = [this](bool visible) {
    row_->setChecked(visible);
    update_actions();
    if (visible) emit shown();
  };
  shell_.add_page(page);
  row_->setToolTip(with_keys(tr("Everything that was recorded and transcribed"), keys_of(*show_)));
  connect(row_, &LibraryRow::clicked, this, &LibraryPart::show_page);
  shell_.put(row_, Place::list_row);
}

bool LibraryPart::shows_page() const {
  return shell_.shows_page(page_name);
}

void LibraryPart::show_page() {
  shell_.show_page(page_name);
  page_->search().setFocus();
}

void LibraryPart::show_view(LibraryView view) {
  page_->show_view(std::move(view));
}

void LibraryPart::update_actions() {
  const std::vector<LibraryEntry> chosen = page_->chosen();
  const LibraryView& view = model_->view();
  const bool here = shows_page();
  const bool any = here && !chosen.empty();
  // Until the library answers, its last answer is shown.
  const bool bin = !view.entries.empty() && view.entries.front().binned;
  open_->setEnabled(any && !bin && chosen.size() == 1 && !chosen.front().damaged);
  open_->setText(any && chosen.front().text.empty() ? tr("Tra&nscribe") : tr("&Open"));
  rename_->setEnabled(any && !bin && chosen.size() == 1);
  tags_->setEnabled(any && !bin);
  export_->setEnabled(here && !bin && !readable().empty());
  delete_->setEnabled(any);
  restore_->setEnabled(any && bin);
  remove_->setEnabled(any && bin);
  empty_->setEnabled(here && bin && page_->shows_bin() && page_->query().text.empty() &&
                     page_->query().tag.empty() &&
                     view.entries.size() == static_cast<std::size_t>(view.in_bin));
}

void LibraryPart::open(int row) {
  const LibraryEntry* const entry = model_->entry(row);
  if (entry == nullptr || entry->binned) return;
  // What is told may change the model.
  const LibraryEntry told = *entry;
  if (told.text.empty()) return emit transcribeRequested(told);
  if (const LibraryHit* const hit = model_->hit(row))
    return emit playRequested(told, hit->segment, hit->start_s);
  emit openRequested(told);
}

std::vector<LibraryEntry> LibraryPart::readable() const {
  std::vector<LibraryEntry> entries = page_->chosen();
  std::erase_if(entries, [](const LibraryEntry& entry) { return entry.text.empty() || entry.damaged; });
  return entries;
}

void LibraryPart::ask_delete() {
  const std::vector<LibraryEntry> entries = page_->chosen();
  if (entries.empty()) return;
  auto* dialog = new DeleteDialog(entries, &shell_.widget());
  connect(dialog, &QDialog::accepted, this,
          [this, dialog, entries] { emit deleteRequested(entries, dialog->part()); });
  open_dialog(dialog);
}

void LibraryPart::ask_tags() {
  const std::vector<LibraryEntry> entries = page_->chosen();
  if (entries.empty()) return;
  // Of several entries, what all of them have is offered.
  QStringList now = words_of(entries.front().tags);
  for (const LibraryEntry& entry : entries)
    now.removeIf([tags = words_of(entry.tags)](const QString& tag) { return !tags.contains(tag); });
  auto* dialog = new TagsDialog(now, words_of(model_->view().tags), &shell_.widget());
  connect(dialog, &QDialog::accepted, this, [this, dialog, entries, now] {
    const QStringList wanted = dialog->tags();
    for (const LibraryEntry& entry : entries) {
      QStringList tags = words_of(entry.tags);
      tags.removeIf([&](const QString& tag) { return now.contains(tag) && !wanted.contains(tag); });
      for (const QString& tag : wanted) {
        if (!tags.contains(tag)) tags.append(tag);
      }
      emit tagsChanged(entry, tags);
    }
  });
  open_dialog(dialog);
}

void LibraryPart::ask_remove(const std::vector<LibraryEntry>& entries) {
  if (entries.empty()) return;
  QMessageBox* question = make_removal_question(entries, &shell_.widget());
  connect(question, &QDialog::accepted, this, [this, entries] { emit removeRequested(entries); });
  open_dialog(question);
}

void LibraryPart::ask_keeping() {
  auto* dialog = new KeepingDialog(settings_.keep_texts_days(), &shell_.widget());
  connect(dialog, &QDialog::accepted, this,
          [this, dialog] { settings_.set_keep_texts_days(dialog->text_days()); });
  open_dialog(dialog);
}

}  // namespace tilescribe::ui
