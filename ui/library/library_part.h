// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QStringList>
#include <vector>

#include "inference/api/library.h"

class QAction;

namespace tilescribe::ui {

class LibraryModel;
class LibraryPage;
class LibraryRow;
class Settings;
class Shell;

/// The library in the window: its page, and what the user wants of it.
class LibraryPart : public QObject {
  Q_OBJECT

 public:
  LibraryPart(Shell& shell, Settings& settings);

  LibraryPage& page() { return *page_; }
  LibraryModel& model() { return *model_; }
  bool shows_page() const;
  void show_page();
  void show_view(LibraryView view);

 signals:
  void shown();  // the page is seen from now on
  void queried();
  void openRequested(const tilescribe::LibraryEntry& entry);
  /// A sentence was chosen: it is shown and heard.
  void playRequested(const tilescribe::LibraryEntry& entry, int segment, double start_s);
  void transcribeRequested(const tilescribe::LibraryEntry& entry);  // a recording without text
  void titleChanged(const tilescribe::LibraryEntry& entry, const QString& title);
  void tagsChanged(const tilescribe::LibraryEntry& entry, const QStringList& tags);
  void exportRequested(const std::vector<tilescribe::LibraryEntry>& entries);  // all have a text
  void deleteRequested(const std::vector<tilescribe::LibraryEntry>& entries, tilescribe::EntryPart part);
  void restoreRequested(const std::vector<tilescribe::LibraryEntry>& entries);
  void removeRequested(const std::vector<tilescribe::LibraryEntry>& entries);

 private:
  void make_actions();
  void add_page();
  void update_actions();
  void open(int row);
  void ask_delete();
  /// Those of the chosen entries that have a text that can be read.
  std::vector<LibraryEntry> readable() const;
  void ask_tags();
  void ask_remove(const std::vector<LibraryEntry>& entries);
  void ask_keeping();

  Shell& shell_;
  Settings& settings_;
  LibraryModel* model_;
  LibraryPage* page_;
  LibraryRow* row_;
  QAction* show_;
  QAction* open_;
  QAction* rename_;
  QAction* tags_;
  QAction* export_;
  QAction* delete_;
  QAction* bin_;
  QAction* restore_;
  QAction* remove_;
  QAction* empty_;
  QAction* keeping_;
};

}  // namespace tilescribe::ui
