// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QMenuBar;
class QSortFilterProxyModel;
class QTreeView;

namespace tilescribe::ui {

/// The keys of all actions that stand in the menus, grouped by menu, with a search.
class ShortcutsDialog : public QDialog {
  Q_OBJECT

 public:
  ShortcutsDialog(const QMenuBar& menus, QWidget* parent);

 private:
  void search(const QString& words);

  QSortFilterProxyModel* found_;
  QTreeView* list_;
};

}  // namespace tilescribe::ui
