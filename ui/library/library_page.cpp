// SPDX-License-Identifier: Apache-2.0
#include "ui/library/library_page.h"

#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "ui/format.h"
#include "ui/library/library_delegate.h"
#include "ui/library/library_model.h"
#include "ui/shell/actions.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/message_page.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

constexpr int search_width = 480;  // logical pixels, at most
constexpr int tag_letters = 8;

}  // namespace

/// The list of entries. Enter does what a double click does, and whoever comes by a key has chosen a row.
class LibraryList : public QListView {
 public:
  using QListView::QListView;
  bool typing() const { return state() == EditingState; }
  std::function<void()> typed;  // after typing(), whatever became of it

 protected:
  void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override {
    QListView::closeEditor(editor, hint);
    if (!typing() && typed) typed();
  }
  void keyPressEvent(QKeyEvent* event) override {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && !typing() && currentIndex().isValid()) return emit activated(currentIndex());
    QListView::keyPressEvent(event);
    constexpr int moves[] = {Qt::Key_Home, Qt::Key_End,    Qt::Key_Up,
                             Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown};
    if (std::ranges::find(moves, event->key()) != std::end(moves)) choose_current();
  }
  void focusInEvent(QFocusEvent* event) override {
    QListView::focusInEvent(event);
    if (event->reason() != Qt::MouseFocusReason) choose_current();
  }

 private:
  /// A row that was current before rows came is not chosen yet.
  void choose_current() {
    if (!selectionModel()->hasSelection())
      selectionModel()->select(currentIndex(), QItemSelectionModel::Select);
  }
};

namespace {

/// The search field. Down goes to what was found.
class SearchField : public QLineEdit {
 public:
  using QLineEdit::QLineEdit;
  QWidget* list = nullptr;

 protected:
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Down) return list->setFocus(Qt::TabFocusReason);
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) return clear();
    QLineEdit::keyPressEvent(event);
  }
};

}  // namespace

LibraryPage::LibraryPage(LibraryModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      // In the order in which Tab goes through them.
      search_(named("librarySearch", new SearchField(this))),
      tag_(named("libraryTag", new QComboBox(this))),
      bin_(named("libraryBin", new QPushButton(this))),
      close_(named("libraryClose", make_tool_button("close", tr("Back to the files"), this))),
      list_(named("libraryList", new LibraryList(this))),
      message_(named("libraryMessage", new MessagePage(this))),
      stack_(new QStackedWidget(this)),
      note_(named("libraryNote", make_note({}, this))),
      buttons_(new QStackedWidget(this)) {
  static_cast<SearchField*>(search_)->list = list_;
  auto* title = new QLabel(tr("Library"), this);
  title->setFont(heading_font(title->font(), 1.2));
  search_->setPlaceholderText(tr("Search in every text"));
  search_->setAccessibleName(tr("Search in every text"));
  search_->setToolTip(
      tr("Finds sentences, titles and tags that have all these words. Words in quotes follow one another."));
  ClearButton::add_to(*search_);
  search_->setMaximumWidth(search_width);
  search_->addAction(line_icon(QStringLiteral("search")), QLineEdit::LeadingPosition)
      ->setText(tr("Search in every text"));
  tag_->setAccessibleName(tr("Tag"));
  tag_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  tag_->setMinimumContentsLength(tag_letters);
  bin_->setCheckable(true);
  bin_->setIcon(line_icon(QStringLiteral("remove")));
  for (QWidget* field : std::initializer_list<QWidget*>{search_, tag_})
    field->setMinimumHeight(bin_->sizeHint().height());
  list_->setModel(&model_);
  list_->setItemDelegate(new LibraryDelegate(list_));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setMouseTracking(true);
  list_->setVerticalScrollMode(QListView::ScrollPerPixel);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setSelectionMode(QListView::ExtendedSelection);
  list_->setEditTriggers(QListView::NoEditTriggers);  // the action Rename begins
  list_->setContextMenuPolicy(Qt::CustomContextMenu);
  list_->setAccessibleName(tr("Recordings and transcripts"));
  stack_->addWidget(list_);
  stack_->addWidget(message_);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  QLayout* head = make_row(nullptr, {24, 14, 20, 10}, 10,
                           {title, fixed_room(6), {search_, 1}, tag_, free_room(0), bin_, close_});
  QLayout* foot = make_row(nullptr, {20, 8, 16, 10}, 10, {{buttons_, 1}});
  note_->setContentsMargins(24, 0, 24, 6);
  make_column(this, {}, 0, {head, note_, {stack_, 1}, make_hairline(this), foot});

  connect(close_, &QToolButton::clicked, this, &LibraryPage::closeRequested);
  connect(search_, &QLineEdit::textChanged, this, &LibraryPage::queryChanged);
  connect(tag_, &QComboBox::currentIndexChanged, this, &LibraryPage::queryChanged);
  connect(bin_, &QPushButton::toggled, this, [this](bool bin) {
    buttons_->setCurrentIndex(bin ? 1 : 0);
    emit queryChanged();
  });
  connect(list_, &QListView::activated, this,
          [this](const QModelIndex& index) { emit activated(index.row()); });
  connect(list_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LibraryPage::chosenChanged);
  connect(list_, &QWidget::customContextMenuRequested, this, &LibraryPage::show_menu);
  list_->typed = [this] {
    if (waiting_) show_view(*std::exchange(waiting_, {}));
  };
  show_view({});
}

QListView& LibraryPage::list() {
  return *list_;
}

QWidget* LibraryPage::make_buttons(const std::vector<QAction*>& actions) {
  auto* widget = new QWidget(this);
  QHBoxLayout* row = make_row(widget, {}, 8, {});
  for (QAction* action : actions) {
    auto* button = new QPushButton(widget);
    follow_action(*button, *action);
    const auto name = [button, action] { button->setText(without_mnemonic(action->text())); };
    connect(action, &QAction::changed, button, name);
    name();
    row->addWidget(button);
  }
  row->addStretch(1);
  return widget;
}

void LibraryPage::set_actions(const Actions& actions) {
  actions_ = actions;
  buttons_->addWidget(make_buttons(actions.of_list));
  buttons_->addWidget(make_buttons(actions.of_bin));
}

LibraryQuery LibraryPage::query() const {
  LibraryQuery query;
  query.text = search_->text().toStdString();
  query.tag = tag_->currentData().toString().toStdString();
  query.binned = shows_bin();
  return query;
}

bool LibraryPage::shows_bin() const {
  return bin_->isChecked();
}

void LibraryPage::show_bin(bool bin) {
  bin_->setChecked(bin);
}

void LibraryPage::show_view(LibraryView view) {
  if (list_->typing()) {
    waiting_ = std::move(view);
    return;
  }
  const LibraryModel::Place current = model_.place(list_->currentIndex().row());
  std::vector<LibraryModel::Place> chosen;
  for (const QModelIndex& index : list_->selectionModel()->selectedIndexes())
    chosen.push_back(model_.place(index.row()));
  const int scrolled = list_->verticalScrollBar()->value();
  const bool same_rows = view.terms == model_.view().terms;
  bool reset = false;
  const auto noted = connect(&model_, &QAbstractItemModel::modelReset, this, [&reset] { reset = true; });
  list_->setUniformItemSizes(view.hits.empty());
  model_.show(std::move(view));
  disconnect(noted);
  if (reset) {
    const QSignalBlocker told_below(this);
    choose_again(chosen, current);
    if (same_rows) list_->verticalScrollBar()->setValue(scrolled);
  }
  update_tags();
  update_message();
  emit chosenChanged();
}

// In one pass over the rows, and in whole ranges: all of ten thousand may be chosen.
void LibraryPage::choose_again(const std::vector<LibraryModel::Place>& chosen,
                               const LibraryModel::Place& current) {
  const std::set<LibraryModel::Place> wanted(chosen.begin(), chosen.end());
  QItemSelection again;
  for (int row = 0; !wanted.empty() && row < model_.rowCount(); ++row) {
    if (!wanted.contains(model_.place(row))) continue;
    if (!again.isEmpty() && again.last().bottom() == row - 1) {
      again.last() = QItemSelectionRange(again.last().topLeft(), model_.index(row));
    } else {
      again.append(QItemSelectionRange(model_.index(row)));
    }
  }
  const int row = std::max(0, model_.row_of(current));
  list_->selectionModel()->setCurrentIndex(model_.index(row), QItemSelectionModel::NoUpdate);
  list_->selectionModel()->select(again, QItemSelectionModel::ClearAndSelect);
}

void LibraryPage::update_tags() {
  QStringList tags;
  for (const std::string& tag : model_.view().tags) tags.append(QString::fromStdString(tag));
  QStringList shown;
  for (int i = 1; i < tag_->count(); ++i) shown.append(tag_->itemData(i).toString());
  if (tag_->count() > 0 && tags == shown) return;
  const QString chosen = tag_->currentData().toString();
  {
    const QSignalBlocker quiet(tag_);
    tag_->clear();
    tag_->addItem(tr("All tags"), QString());
    for (const QString& tag : tags) tag_->addItem(tag, tag);
    tag_->setCurrentIndex(std::max(0, tag_->findData(chosen)));
  }
  tag_->setEnabled(!tags.isEmpty());
  if (tag_->currentData().toString() != chosen) emit queryChanged();  // nothing has it any more
}

void LibraryPage::update_message() {
  const LibraryView& view = model_.view();
  bin_->setText(view.in_bin == 0 ? tr("Bin") : tr("Bin (%1)").arg(nice_count(view.in_bin)));
  bin_->setToolTip(shows_bin() ? tr("Back to the library") : tr("What was deleted, until you empty the bin"));
  const bool any = !view.entries.empty();
  const QString typed = search_->text().trimmed();
  const bool asked = !typed.isEmpty() || !query().tag.empty();
  if (!any && !view.complete) {
    message_->show_message(QStringLiteral("library"), tr("Your recordings and transcripts are being read."));
  } else if (!any && asked) {
    message_->show_message(QStringLiteral("search"), tr("No sentence, title or tag fits the search."));
  } else if (!any && shows_bin()) {
    message_->show_message(QStringLiteral("remove"), tr("The bin is empty."));
  } else if (!any) {
    message_->show_message(QStringLiteral("library"), tr("There is nothing here yet. Whatever you record or "
                                                         "transcribe is kept here, and can be searched."));
  }
  stack_->setCurrentIndex(any ? 0 : 1);
  QString note;
  if (any && !view.complete) note = tr("The library is still being read. Some entries are missing.");
  if (view.more_hits)
    note = tr("Only the first %n sentence(s) are shown, from the newest texts.", nullptr,
              static_cast<int>(view.hits.size()));
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
}

void LibraryPage::show_problem(const QString& sentence) {
  message_->show_message(QStringLiteral("alert"), sentence);
  stack_->setCurrentWidget(message_);
  note_->hide();
}

std::vector<LibraryEntry> LibraryPage::chosen() const {
  std::vector<int> rows;
  for (const QModelIndex& index : list_->selectionModel()->selectedIndexes()) rows.push_back(index.row());
  std::ranges::sort(rows);
  std::vector<LibraryEntry> entries;
  for (const int row : rows) {
    const LibraryEntry* entry = model_.entry(row);
    if (entry != nullptr && (entries.empty() || entries.back().id != entry->id)) entries.push_back(*entry);
  }
  return entries;
}

int LibraryPage::chosen_row() const {
  const QModelIndexList selected = list_->selectionModel()->selectedIndexes();
  if (selected.isEmpty()) return -1;
  if (selected.contains(list_->currentIndex())) return list_->currentIndex().row();
  return std::ranges::min(selected, {}, &QModelIndex::row).row();
}

void LibraryPage::rename_chosen() {
  const QModelIndexList selected = list_->selectionModel()->selectedIndexes();
  if (selected.size() != 1) return;
  const int row = model_.row_of({model_.place(selected.first().row()).file, -1});
  list_->setCurrentIndex(model_.index(row));
  list_->edit(model_.index(row));
}

void LibraryPage::show_menu(const QPoint& place) {
  if (!list_->selectionModel()->hasSelection()) return;
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  for (QAction* action : shows_bin() ? actions_.of_bin : actions_.of_menu) menu->addAction(action);
  menu->popup(list_->viewport()->mapToGlobal(place));
}

}  // namespace tilescribe::ui
