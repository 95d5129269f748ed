// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMainWindow>
#include <QTabWidget>
#include <memory>

#include "inference/api/profile_store.h"
#include "ui/profile/profile_document.h"

class QAction;
class QSplitter;

namespace tilescribe::ui {

class Banner;

/// Shows a finished or saved profile in detail: the views of one document. It does not open or write files
/// itself; it passes such requests on.
class ProfilerWindow : public QMainWindow {
  Q_OBJECT

 public:
  enum Page { OverviewTab, TimelineTab, RooflineTab, FlameTab, CompareTab };

  explicit ProfilerWindow(QWidget* parent = nullptr);
  ~ProfilerWindow() override;

  /// What is shown. Its comparison's page is shown with it.
  ProfileDocument& document() { return document_; }
  /// A file could not be opened or written; a sentence says why.
  void show_error(const QString& text);

  void show_page(Page page) { tabs_->setCurrentIndex(page); }

  /// Asks which file to open, or where to save the shown profile; `first` is the format offered first.
  void ask_open() { ask_for_profile(tr("Open a profile"), &ProfilerWindow::openRequested); }
  void ask_save(ProfileFormat first);

 signals:
  void openRequested(const QString& path);
  /// `session`: the one that was shown when the user was asked.
  void saveRequested(const std::shared_ptr<const tilescribe::ProfileSession>& session, const QString& path,
                     tilescribe::ProfileFormat format);
  void compareRequested(const QString& path);

 private:
  void make_views();
  void make_menus();
  void follow_document();
  void follow_selection();
  void show_for_page();
  void ask_compare() { ask_for_profile(tr("Compare with a saved run"), &ProfilerWindow::compareRequested); }
  void ask_for_profile(const QString& title, void (ProfilerWindow::*chosen)(const QString& path));

  ProfileDocument document_;
  Banner* banner_;
  QWidget* selection_bar_;
  QTabWidget* tabs_;
  QSplitter* lower_;  // the table and the histogram, below the pages that use them
  QAction* save_ = nullptr;
  QAction* export_ = nullptr;
  QAction* compare_ = nullptr;
  QAction* clear_ = nullptr;
  QAction* back_ = nullptr;
  QAction* forward_ = nullptr;
};

}  // namespace tilescribe::ui
