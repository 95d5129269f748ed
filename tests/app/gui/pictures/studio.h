// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QSize>
#include <QStringList>
#include <QtTest>
#include <memory>
#include <string>
#include <vector>

#include "tests/app/gui/library/library_bench.h"
#include "tests/support/gui_fixture.h"

namespace tilescribe::test {

/// How pictures are made.
struct Look {
  QDir folder;
  QSize size{1280, 800};
  bool dark = false;
  bool chinese = false;
  QStringList only;  // scenes; empty: all
};

/// A window for one scene, on fakes, and what it is shown with.
class Studio {
 public:
  explicit Studio(const Look& look);

  /// `name` in the picture's file, beside the look.
  void take(QWidget& window, const char* name) const;
  void take(const char* name) { take(gui().window(), name); }
  /// Opens the dialog of an action, takes it, and closes it.
  void take_dialog(const char* action);
  GuiFixture& gui() { return *bench_.gui; }
  LibraryBench& bench() { return bench_; }
  /// Opens the program; a library that was filled before belongs to it. The banner with the limits of the
  /// demo model, which is English here, is dismissed, unless it is wanted.
  void start(bool limits = false);
  void settle(int ms = 60) const { QTest::qWait(ms); }
  bool chinese() const { return look_.chinese; }

  /// What somebody says, in the picture's language.
  std::vector<std::string> sentences() const;
  /// The same as segments, some of their words unsure.
  std::vector<Segment> segments() const;
  QString name(const char* english, const char* chinese) const {
    return QString::fromUtf8(look_.chinese ? chinese : english);
  }
  /// Files that are done, that fail, that run and that wait.
  void fill_queue();
  /// Entries of several days, with titles and tags.
  void fill_library() const;

 private:
  Look look_;
  std::unique_ptr<ui::Translations> chinese_;
  LibraryBench bench_;
};

using Scene = void (*)(Studio&);
struct NamedScene {
  const char* name;
  Scene scene;
};

std::vector<NamedScene> window_scenes();  // pages of the window
std::vector<NamedScene> dialog_scenes();  // dialogs and other windows

}  // namespace tilescribe::test
