// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "inference/api/library.h"
#include "ui/library/library_model.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace tilescribe::ui {

class LibraryList;
class MessagePage;

/// Everything that was recorded and transcribed: a search, a list, and what can be done with what is chosen.
class LibraryPage : public QWidget {
  Q_OBJECT

 public:
  /// Below the list, in this order; those of the bin in place of the others.
  struct Actions {
    std::vector<QAction*> of_list;
    std::vector<QAction*> of_menu;  // the list's context menu: also what has no button
    std::vector<QAction*> of_bin;
  };

  explicit LibraryPage(LibraryModel& model, QWidget* parent = nullptr);
  void set_actions(const Actions& actions);

  LibraryQuery query() const;
  bool shows_bin() const;
  void show_bin(bool bin);
  /// Follows a new answer of the library; what was chosen stays chosen. While a title is typed, the latest
  /// answer waits.
  void show_view(LibraryView view);
  /// Why the library can't be read, in place of the list.
  void show_problem(const QString& sentence);
  QListView& list();
  QLineEdit& search() { return *search_; }
  /// The entries of the chosen rows, each once.
  std::vector<LibraryEntry> chosen() const;
  /// Of the chosen rows the current one, or else the first; -1: none is chosen.
  int chosen_row() const;
  void rename_chosen();

 signals:
  void queryChanged();
  void chosenChanged();
  void activated(int row);
  void closeRequested();

 private:
  void choose_again(const std::vector<LibraryModel::Place>& chosen, const LibraryModel::Place& current);
  void update_message();
  void update_tags();
  void show_menu(const QPoint& place);
  QWidget* make_buttons(const std::vector<QAction*>& actions);

  LibraryModel& model_;
  QLineEdit* search_;
  QComboBox* tag_;
  QPushButton* bin_;
  QToolButton* close_;
  LibraryList* list_;
  MessagePage* message_;
  QStackedWidget* stack_;
  QLabel* note_;
  QStackedWidget* buttons_;
  Actions actions_;
  std::optional<LibraryView> waiting_;  // for the end of typing
};

}  // namespace tilescribe::ui
