// SPDX-License-Identifier: Apache-2.0
#include "ui/window/shortcuts_dialog.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTreeView>

#include "ui/shell/actions.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/fitted.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

namespace tilescribe::ui {

namespace {

/// F13 and the keys behind it stand on old keyboards alone, where Qt takes them for Copy, Undo and so on.
bool is_common(const QKeySequence& keys) {
  const int key = keys[0].key();
  return key < Qt::Key_F13 || key > Qt::Key_F35;
}

QString all_keys(const QAction& action) {
  QStringList keys;
  for (const QKeySequence& each : action.shortcuts()) {
    if (is_common(each)) keys.append(each.toString(QKeySequence::NativeText));
  }
  keys.removeDuplicates();
  return keys.join(QStringLiteral("  "));
}

QStandardItem* cell(const QString& text) {
  auto* item = new QStandardItem(text);
  item->setEditable(false);
  return item;
}

/// The actions of a menu and of those in it, as far as they have keys.
void add_actions_of(const QMenu& menu, QStandardItem& group) {
  for (const QAction* action : menu.actions()) {
    if (const QMenu* inner = action->menu()) add_actions_of(*inner, group);
    if (!action->shortcuts().isEmpty()) group.appendRow({cell(bare_text(*action)), cell(all_keys(*action))});
  }
}

}  // namespace

ShortcutsDialog::ShortcutsDialog(const QMenuBar& menus, QWidget* parent)
    : QDialog(parent),
      found_(new QSortFilterProxyModel(this)),
      list_(named("shortcutList", new QTreeView(this))) {
  setWindowTitle(tr("Keyboard shortcuts"));
  auto* model = new QStandardItemModel(this);
  model->setHorizontalHeaderLabels({tr("What it does"), tr("Keys")});
  for (const QAction* menu : menus.actions()) {
    auto* group = cell(bare_text(*menu));
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    group->setFont(strong);
    add_actions_of(*menu->menu(), *group);
    if (group->hasChildren())
      model->appendRow({group, cell({})});
    else
      delete group;
  }
  found_->setSourceModel(model);
  found_->setRecursiveFilteringEnabled(true);
  found_->setAutoAcceptChildRows(true);  // the name of a menu finds all that is in it
  found_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  found_->setFilterKeyColumn(-1);
  list_->setModel(found_);
  list_->setRootIsDecorated(false);
  list_->setItemsExpandable(false);
  list_->setAccessibleName(windowTitle());
  list_->header()->setStretchLastSection(false);
  list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  list_->expandAll();

  auto* words = named("shortcutSearch", new QLineEdit(this));
  words->setPlaceholderText(tr("Search for a command or a key"));
  words->setAccessibleName(words->placeholderText());
  ClearButton::add_to(*words);
  connect(words, &QLineEdit::textChanged, this, &ShortcutsDialog::search);
  auto* buttons = new QDialogButtonBox(this);
  buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  make_column(this, {20, 20, 20, 16}, 12, {words, {list_, 1}, buttons});
  resize(fitted(*this, {560, 560}));
  words->setFocus();
}

void ShortcutsDialog::search(const QString& words) {
  found_->setFilterFixedString(words.trimmed());
  list_->expandAll();
}

}  // namespace tilescribe::ui
