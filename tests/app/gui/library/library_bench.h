// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>
#include <QListView>
#include <QtTest>
#include <filesystem>
#include <memory>

#include "tests/support/gui_fixture.h"
#include "tests/support/library_folder.h"
#include "tests/support/patience.h"
#include "ui/library/library_model.h"
#include "ui/library/library_page.h"

namespace tilescribe::test {

/// The program over a library that was there before it.
struct LibraryBench {
  LibraryFolder files;
  std::unique_ptr<GuiFixture> gui;

  void start() {
    gui = std::make_unique<GuiFixture>(false);
    // What is there belongs to the program's own folders.
    const std::filesystem::path folder = gui->folder.path().toStdString();
    for (const char* name : {"transcripts", "recordings"}) {
      std::filesystem::remove_all(folder / name);
      std::filesystem::rename(files.folder.path().toStdString() / std::filesystem::path(name), folder / name);
    }
    gui->controller->start({});
    gui->action("libraryPage")->trigger();
  }
  ui::LibraryPage& page() const { return gui->controller->library().part().page(); }
  ui::LibraryModel& model() const { return gui->controller->library().part().model(); }
  QListView& list() const { return page().list(); }
  bool has_rows(int rows) const {
    return QTest::qWaitFor([&] { return model().view().complete && model().rowCount() == rows; },
                           patience_ms);
  }
  QString text(int row) const { return model().index(row).data().toString(); }
  std::filesystem::path folder(const char* name) const {
    return std::filesystem::path(gui->folder.path().toStdString()) / name;
  }
  /// Goes to a row as a user of the keyboard does.
  void go_to(int row) const {
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Home);
    for (int i = 0; i < row; ++i) QTest::keyClick(&list(), Qt::Key_Down);
  }
  void type(const QString& words) const {
    page().search().setFocus();
    page().search().selectAll();
    QTest::keyClicks(&page().search(), words);
  }
};

}  // namespace tilescribe::test
